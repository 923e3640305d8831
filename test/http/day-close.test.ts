/** A clerk counts the cash of a day, and the day book shows the difference to what was received. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { type Caller, useCampus } from './callers.ts';

describe.each(engines)('Closing the day on %s', (engine) => {
  const here = useCampus(engine);
  const day = '2026-11-05';
  let presses = 0;
  const press = (): string => {
    presses += 1;
    return `close ${presses}`;
  };
  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const receive = async (by: Caller, body: object) => {
    const { bills } = await here.campus.group({ bills: 1 });
    const usual = { clientID: press(), method: 'cash', billID: bills[0]?.id, allocations: [] };
    return by.get(calls.receivePayment, { body: { ...usual, ...body } });
  };
  const giveBack = (by: Caller, id: number, body: object) =>
    by.get(calls.returnPayment, {
      params: { id },
      body: { clientID: press(), kind: 'refund', reason: 'Moved away', ...body },
    });
  const count = (body: object) => ({ body: { clientID: press(), ...body } });
  const bookOf = (by: Caller) => by.get(calls.showDayBook, { query: { day } });

  it('The expected cash of a clerk is the cash received less the cash that this clerk gave back that day.', async () => {
    at('2026-11-04T10:00:00.000Z');
    const { paymentID: before } = await receive(here.clerk, { amount: 700 });
    at('2026-11-05T10:00:00.000Z');
    const other = await here.caller({ edit: true, delete: true });
    const { paymentID: cash } = await receive(here.clerk, { amount: 1000.1 });
    const { paymentID: cheque } = await receive(here.clerk, {
      amount: 500,
      method: 'cheque',
      reference: '1',
    });
    const { paymentID: slip } = await receive(here.clerk, { amount: 30 });
    await receive(other, { amount: 200.2 });
    await here.clerk.get(calls.voidPayment, { params: { id: slip }, body: { reason: 'A slip' } });
    await giveBack(here.clerk, before, { amount: 100 });
    await giveBack(other, cash, { amount: 50 });
    await giveBack(here.clerk, cheque, { kind: 'bounced' });
    // A refund from the bank leaves the cash in the till.
    const { id: accountID } = await here.clerk.get(calls.addMoneyAccount, {
      body: { kind: 'bank', title: 'HBL' },
    });
    await giveBack(here.clerk, cash, { amount: 10, accountID });
    const { cash: byClerk } = await bookOf(here.clerk);
    expect(byClerk).toHaveLength(2);
    expect(byClerk).toContainEqual(
      expect.objectContaining({ clerk: here.clerk.userID, isOwn: true, expected: 900.1, counts: [] }),
    );
    expect(byClerk).toContainEqual(
      expect.objectContaining({ clerk: other.userID, isOwn: false, expected: 150.2, counts: [] }),
    );
  });

  it('Counting a day again adds an entry, and a repeated press does not.', async () => {
    at('2026-11-05T10:00:00.000Z');
    await receive(here.clerk, { amount: 1000 });
    const first = count({ counted: 500.5, note: 'Looking again' });
    await here.clerk.get(calls.countCash, first);
    expect(await here.clerk.get(calls.countCash, first)).toEqual(await bookOf(here.clerk));
    const other = { body: { ...first.body, counted: 600 } };
    expect((await here.clerk.ask(calls.countCash, other)).status).toBe(409);
    at('2026-11-06T03:00:00.000Z');
    const { cash } = await here.clerk.get(calls.countCash, count({ day, counted: 1000 }));
    const counts = [
      { expected: 1000, counted: 500.5, note: 'Looking again', at: '2026-11-05T10:00:00.000Z' },
      { expected: 1000, counted: 1000, note: '', at: '2026-11-06T03:00:00.000Z' },
    ];
    expect(cash).toMatchObject([{ isOwn: true, expected: 1000, counts }]);
    const { db } = here.world.deps.store;
    const entries = (await entriesOf(db, await schoolOf(db, here.campus.id))).filter(
      ({ what }) => what === 'cashCounted',
    );
    expect(entries).toHaveLength(2);
  });

  it('Only a person with the right `delete` can count the cash of another clerk, and only if that clerk took cash.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const clerk = await here.caller({ edit: true });
    await receive(clerk, { amount: 300 });
    const looking = await here.caller({ view: true });
    expect((await looking.ask(calls.countCash, count({ counted: 1 }))).status).toBe(403);
    const { cash } = await clerk.get(calls.countCash, count({ counted: 300 }));
    expect(cash).toMatchObject([{ isOwn: true, expected: 300, counts: [{ counted: 300 }] }]);
    const colleague = await here.caller({ edit: true });
    const ofAnother = count({ clerk: clerk.userID, counted: 1 });
    expect((await colleague.ask(calls.countCash, ofAnother)).status).toBe(403);
    const byHead = await here.clerk.get(
      calls.countCash,
      count({ clerk: clerk.userID, counted: 290, note: 'Ten are missing' }),
    );
    expect(byHead.cash).toMatchObject([
      {
        clerk: clerk.userID,
        isOwn: false,
        counts: [{ counted: 300 }, { counted: 290, note: 'Ten are missing' }],
      },
    ]);
    const nobody = count({ clerk: colleague.userID, counted: 1 });
    expect((await here.clerk.ask(calls.countCash, nobody)).status).toBe(404);
  });

  it('A count for a future day, of less than nothing or with a part of a paisa is refused.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const refused = async (body: object) => (await here.clerk.ask(calls.countCash, count(body))).status;
    expect(await refused({ day: '2026-11-06', counted: 1 })).toBe(422);
    expect(await refused({ counted: -1 })).toBe(400);
    expect(await refused({ counted: 1.001 })).toBe(400);
    const { cash } = await here.clerk.get(calls.countCash, count({ counted: 0 }));
    expect(cash).toMatchObject([{ isOwn: true, expected: 0, counts: [{ expected: 0, counted: 0 }] }]);
  });

  it('What a clerk should have in cash is sent only after the count, but an owner sees it before.', async () => {
    at('2026-11-05T10:00:00.000Z');
    const clerk = await here.caller({ view: true, add: true, edit: true, delete: true });
    await receive(clerk, { amount: 700 });
    await receive(clerk, { amount: 300, method: 'online' });
    await receive(here.clerk, { amount: 50 });
    const blind = await bookOf(clerk);
    expect(blind).toMatchObject({ count: 3, sum: null, net: null });
    expect(blind.ways).toEqual([
      { method: 'cash', count: 2, sum: null },
      { method: 'online', count: 1, sum: 300 },
    ]);
    expect(blind.clerks).toContainEqual(expect.objectContaining({ count: 2, sum: null }));
    expect(blind.cash.map(({ expected }: { expected: unknown }) => expected)).toEqual([null, null]);
    // Neither the cash nor a sum from which it could be computed is in the answer.
    expect(JSON.stringify(blind)).not.toMatch(/\b(?:700|750|1000|1050)\b/);
    expect(await bookOf(here.clerk)).toMatchObject({ sum: 1050, net: 1050 });
    const counted = await clerk.get(calls.countCash, count({ counted: 690 }));
    expect(counted).toMatchObject({ sum: 1050, ways: [{ method: 'cash', sum: 750 }, {}] });
    expect(counted.cash).toContainEqual(
      expect.objectContaining({
        clerk: clerk.userID,
        expected: 700,
        counts: [expect.objectContaining({ expected: 700 })],
      }),
    );
    // The cash of the owner is not counted yet.
    expect(counted.cash).toContainEqual(
      expect.objectContaining({ clerk: here.clerk.userID, expected: null }),
    );
  });
});
