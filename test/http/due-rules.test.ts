/** Grace days and Sunday days: amounts, settled bills and waiting messages follow the rules of the campus. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { DueRules } from '#shared/money/payable.ts';
import { receivePayment } from '../../src/server/counter/payments/payments.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { listLedgers } from '../../src/server/ledger/audit/audit-queries.ts';
import { changeDueRules } from '../../src/server/ledger/due-rules/due-rules.ts';
import { claimManually } from '../../src/server/outbox/delivery/claims.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { moneyNeeds } from '../support/money.ts';
import { useCampus } from './callers.ts';

describe.each(engines)('Due rules on %s', (engine) => {
  const here = useCampus(engine);
  let count = 0;
  const next = (): string => {
    count += 1;
    return `press ${count} of due rules`;
  };
  const at = (instant: string): void => {
    here.clock.now = new Date(instant);
  };
  const say = (graceDays: number, sundayDays: DueRules['sundayDays']) =>
    here.clerk.get(calls.changeDueRules, { body: { graceDays, sundayDays } });

  /** Saves a bill of 1,000 until the due date, and 1,200 after it. */
  const save = async (dueDate: string, more: Parameters<typeof makeBill>[0] = {}) => {
    const month = Number(dueDate.slice(5, 7));
    const { id, bills } = await here.campus.group({
      bills: [makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, month, ...more })],
    });
    return { groupID: id, id: bills[0]?.id ?? 0 };
  };
  const pay = (billID: number, amount: number, receivedOn?: string) => {
    const allocations = [{ billID, amount }];
    const body = { clientID: next(), method: 'cash', amount, allocations, receivedOn };
    return here.clerk.ask(calls.receivePayment, { body });
  };
  const chargedAmount = async (billID: number): Promise<number> => {
    const { families } = await here.clerk.get(calls.findOpenBills, { query: { billID } });
    return (
      families.flatMap(({ bills }: { bills: { billID: number; charged: number }[] }) => bills)[0]?.charged ??
      0
    );
  };
  const listMessages = (billID: number) =>
    here.world.deps.store.db
      .selectFrom('message')
      .select(['id', 'text', 'status', 'reason'])
      .where('campusID', '=', here.campus.id)
      .where('billIDs', 'like', `% ${billID} %`)
      .orderBy('id')
      .execute();
  const findMessage = async (billID: number) => {
    const [message] = await listMessages(billID);
    if (!message) throw new Error('no message was queued for the bill');
    return message;
  };
  const statusOf = async (id: number): Promise<string> =>
    (await here.clerk.get(calls.getBill, { params: { id } })).status;
  const expectVerified = async (): Promise<void> => {
    const { db } = here.world.deps.store;
    const ledger = (await listLedgers(db)).find(({ id }) => id === here.campus.id);
    if (!ledger) throw new Error('the campus has no ledger');
    expect((await verifyLedger(db, ledger)).difference).toBeUndefined();
  };

  it('A due day ends at midnight in Karachi, and with Sunday days a due Sunday ends a day later.', async () => {
    // The 15th of November 2026 is a Sunday. Midnight in Karachi is 19:00 UTC.
    const { id } = await save('2026-11-15');
    at('2026-11-15T18:59:59.000Z');
    expect(await chargedAmount(id)).toBe(1000);
    at('2026-11-15T19:00:00.000Z');
    expect(await chargedAmount(id)).toBe(1200);
    await say(0, 1);
    expect(await chargedAmount(id)).toBe(1000);
    at('2026-11-16T18:59:59.000Z');
    expect(await chargedAmount(id)).toBe(1000);
    at('2026-11-16T19:00:00.000Z');
    expect(await chargedAmount(id)).toBe(1200);
    await say(0, 0);
  });

  it('The day on which money was received decides what it settles, whenever it is entered, and changed rules apply to it too.', async () => {
    at('2026-11-20T10:00:00.000Z');
    await say(3, 0);
    const [inTime, late] = [await save('2026-11-10'), await save('2026-11-10')];
    expect((await pay(inTime.id, 1000, '2026-11-13')).status).toBe(200);
    expect((await pay(late.id, 1000, '2026-11-14')).status).toBe(200);
    expect([await statusOf(inTime.id), await statusOf(late.id)]).toEqual(['paid', 'partial']);
    expect(await chargedAmount(late.id)).toBe(1200);
    await expectVerified();
    // New rules apply to paid bills too, in both directions.
    expect(await say(4, 0)).toEqual({ changed: 1 });
    expect([await statusOf(inTime.id), await statusOf(late.id)]).toEqual(['paid', 'paid']);
    await expectVerified();
    expect(await say(0, 0)).toEqual({ changed: 2 });
    expect([await statusOf(inTime.id), await statusOf(late.id)]).toEqual(['partial', 'partial']);
    await expectVerified();
  });

  it('A payment that waited for a change of the due rules uses the new rules.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const { scope } = here.campus;
    const needs = moneyNeeds(here.world.deps);
    await say(3, 0);
    const { id } = await save('2026-11-10');
    // This scope is from before the change, like that of a request that had to wait for it.
    expect(scope.campus).toMatchObject({ graceDays: 0 });
    const allocations = [{ billID: id, amount: 1000 }];
    const paying = { clientID: next(), method: 'cash', amount: 1000, allocations } as const;
    await receivePayment(scope, needs, paying);
    expect(await statusOf(id)).toBe('paid');
    await expectVerified();
    const changed = await changeDueRules(scope, needs, { graceDays: 0, sundayDays: 0 });
    expect([changed, await statusOf(id)]).toEqual([{ changed: 1 }, 'partial']);
    await expectVerified();
  });

  it('If fewer grace days raise what is owed on a bill, and a newer bill already asks for that amount, only the newer bill is owed.', async () => {
    at('2026-10-20T10:00:00.000Z');
    await say(3, 0);
    const regNum = next();
    const paid = await save('2026-10-10', { regNum });
    const open = await save('2026-10-20', { regNum: `${regNum} too` });
    expect((await pay(paid.id, 1000, '2026-10-13')).status).toBe(200);
    const arrears = (amount2: number) => ({ total: 1000 + amount2, amountAfterDueDate: null, amount2 });
    const asking = { head1: 'Tuition Fee', amount1: 1000, head2: 'Arrears' };
    await save('2026-11-10', { regNum, ...asking, ...arrears(200) });
    await save('2026-11-10', { regNum: `${regNum} too`, ...asking, ...arrears(1200) });
    at('2026-10-21T10:00:00.000Z');
    expect([await statusOf(paid.id), await statusOf(open.id)]).toEqual(['paid', 'unpaid']);
    expect(await say(0, 0)).toEqual({ changed: 2 });
    expect([await statusOf(paid.id), await statusOf(open.id)]).toEqual(['carried', 'carried']);
    await expectVerified();
  });

  it('A bill that a newer one asks for in full stays carried after a change of the due rules.', async () => {
    at('2026-10-12T10:00:00.000Z');
    await say(3, 0);
    const regNum = next();
    const { id } = await save('2026-10-10', { regNum });
    const arrears = { head1: 'Tuition Fee', amount1: 1000, head2: 'Arrears', amount2: 1000 };
    await save('2026-11-10', { regNum, ...arrears, total: 2000, amountAfterDueDate: null });
    expect(await statusOf(id)).toBe('carried');
    expect(await say(0, 0)).toEqual({ changed: 0 });
    expect(await statusOf(id)).toBe('carried');
    await expectVerified();
    expect(await say(3, 0)).toEqual({ changed: 0 });
    await expectVerified();
  });

  it('A paid late fee stays on its bill and in the reports when the due rules are relaxed and tightened again.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const { id } = await save('2026-11-10');
    expect((await pay(id, 1200)).status).toBe(200);
    const look = async () => {
      const figures = async (name: string) =>
        (await here.clerk.get(calls.showReport, { params: { name } })).totals[0]?.figures;
      const { billed, collected } = await figures('collected');
      const credit = (await figures('credits'))?.credit;
      return { billed: billed?.sum, collected: collected?.sum, credit, status: await statusOf(id) };
    };
    const before = await look();
    expect(before).toEqual({ billed: 1200, collected: 1200, credit: undefined, status: 'paid' });
    expect(await say(4, 0)).toEqual({ changed: 0 });
    expect(await look()).toEqual(before);
    await expectVerified();
    expect(await say(0, 0)).toEqual({ changed: 0 });
    expect(await look()).toEqual(before);
  });

  it('Lists, sums, filters and previews follow the due rules.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const { groupID, id } = await save('2026-11-10');
    const look = async () => {
      const { count } = await here.clerk.get(calls.listBills, {
        params: { id: groupID },
        query: { status: 'overdue' },
      });
      const { payable } = await here.clerk.get(calls.getBillingFigures, { params: { id: groupID } });
      const group = (await here.clerk.get(calls.listGroups)).find(
        (one: { id: number }) => one.id === groupID,
      );
      const family = await here.clerk.get(calls.showFamily, { query: { billID: id } });
      return { count, payable, overdue: group?.overdue, inTimeFrom: family.inTimeFrom };
    };
    expect(await look()).toEqual({ count: 1, payable: 1200, overdue: 1, inTimeFrom: '2026-11-12' });
    await say(2, 0);
    expect(await look()).toEqual({ count: 0, payable: 1000, overdue: 0, inTimeFrom: '2026-11-10' });
    await say(0, 0);
  });

  it('Queued messages say what is payable by the current due rules.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const { id } = await save('2026-11-10');
    await here.campus.message({ contactIDs: [id], message: 'Please pay {{payable}} by the bank.' });
    expect((await findMessage(id)).text).toContain('1,200');
    await say(2, 0);
    expect((await findMessage(id)).text).toContain('1,000');
    await say(0, 0);
    expect((await findMessage(id)).text).toContain('1,200');
  });

  it('A message claimed by hand after a change of the due rules says what is payable now.', async () => {
    at('2026-11-11T10:00:00.000Z');
    const { id } = await save('2026-11-10');
    await here.campus.message({ contactIDs: [id], message: 'Please pay {{payable}} by the bank.' });
    await say(2, 0);
    at('2026-11-12T10:00:00.000Z');
    const { id: messageID } = await findMessage(id);
    const { deps } = here.world;
    const taken = await claimManually(deps, here.campus.scope, { messageID, leaseSeconds: 60 });
    expect(taken).toMatchObject({ claimed: { text: expect.stringContaining('1,000') } });
  });

  it('{{payableUntil}} is the last day of the amount, by the due rules of the day on which the message is sent.', async () => {
    at('2026-11-10T10:00:00.000Z');
    const { id } = await save('2026-11-10', { expiryDate: '2026-11-25' });
    const message = 'Please pay {{payable}} until {{payableUntil}}.';
    const texts = async () => (await listMessages(id)).map(({ text }) => text);
    await here.campus.message({ contactIDs: [id], message });
    await here.campus.message({ contactIDs: [id], message, sendAt: '2026-11-14T10:00' });
    const late = 'Please pay 1,200 until 25 Nov 2026.';
    expect(await texts()).toEqual(['Please pay 1,000 until 10 Nov 2026.', late]);
    await say(2, 0);
    expect(await texts()).toEqual(['Please pay 1,000 until 12 Nov 2026.', late]);
    // What goes on another day than it was written for is written for that day.
    at('2026-11-13T10:00:00.000Z');
    const { deps } = here.world;
    const { id: messageID } = await findMessage(id);
    const taken = await claimManually(deps, here.campus.scope, { messageID, leaseSeconds: 60 });
    expect(taken).toMatchObject({ claimed: { text: late } });
    await say(0, 0);
  });

  it('A text with {{payableUntil}} is not sent after the voucher has expired.', async () => {
    at('2026-11-10T10:00:00.000Z');
    const { id } = await save('2026-11-10', { expiryDate: '2026-11-12' });
    await here.campus.message({ contactIDs: [id], message: 'Please pay until {{payableUntil}}.' });
    at('2026-11-13T10:00:00.000Z');
    const { id: messageID } = await findMessage(id);
    await claimManually(here.world.deps, here.campus.scope, { messageID, leaseSeconds: 60 });
    expect(await findMessage(id)).toMatchObject({ status: 'skipped', reason: makeReason('expiredSince') });
    // Of what is planned by then there is no day to name.
    const body = { contactIDs: [id], message: 'Please pay until {{payableUntil}}.' };
    const { reasons } = await here.clerk.get(calls.planSend, { body });
    expect(reasons).toMatchObject([{ reasonCode: 'missing', count: 1 }]);
  });

  it('A scheduled message says what is payable on its day by the current due rules.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const { id } = await save('2026-11-20');
    const waits = { contactIDs: [id], sendAt: '2026-11-21T10:00' };
    await here.campus.message({ ...waits, message: 'Please pay {{payable}} by the bank.' });
    expect((await findMessage(id)).text).toContain('1,200');
    await say(2, 0);
    expect((await findMessage(id)).text).toContain('1,000');
    await say(0, 1);
    expect((await findMessage(id)).text).toContain('1,200');
  });

  it('An overdue reminder is skipped if the bill is in time now, because of the due rules or of a later due date.', async () => {
    at('2026-11-12T10:00:00.000Z');
    const [early, late] = [await save('2026-11-08'), await save('2026-11-10')];
    const message = 'Please pay {{payable}}.';
    for (const { id } of [early, late])
      await here.campus.message({ contactIDs: [id], status: 'overdue', message });
    await here.campus.message({ contactIDs: [late.id], status: 'unpaid', message });
    const tomorrow = { sendAt: '2026-11-13T10:00' };
    await here.campus.message({ contactIDs: [late.id], status: 'overdue', message, ...tomorrow });
    await say(2, 0);
    expect(await listMessages(early.id)).toMatchObject([{ status: 'queued' }]);
    expect(await listMessages(late.id)).toMatchObject([
      { status: 'skipped', reason: makeReason('inTimeSince') },
      { status: 'queued' },
      // On the day of its sending the bill will be late.
      { status: 'queued' },
    ]);
    // The same happens when the bill gets a later due date.
    const bill = await here.clerk.get(calls.getBill, { params: { id: early.id } });
    const body = { ...bill, dueDate: '2026-12-01', reason: 'Agreed' };
    await here.clerk.get(calls.updateBill, { params: { id: early.id }, body });
    expect(await listMessages(early.id)).toMatchObject([
      { status: 'skipped', reason: makeReason('inTimeSince') },
    ]);
  });

  it('A payment that settles a bill within the grace days skips the queued reminder.', async () => {
    at('2026-11-12T10:00:00.000Z');
    await say(3, 0);
    const { id } = await save('2026-11-10');
    await here.campus.message({ contactIDs: [id], status: 'unpaid', message: 'Please pay {{payable}}.' });
    expect((await pay(id, 1000)).status).toBe(200);
    const { status } = await findMessage(id);
    expect([await statusOf(id), status]).toEqual(['paid', 'skipped']);
    await say(0, 0);
  });
});
