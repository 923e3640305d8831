/** What needs a stronger right cannot be undone with a weaker one, by a person or by an API key. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { KeyRights } from '#shared/calls/keys.ts';
import { noRights } from '#shared/people/rights.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Caller, useCampus } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';

describe.each(engines)('Weaker rights on %s', (engine) => {
  const here = useCampus(engine);

  /** An API key that the clerk has made, with these rights. */
  const keyWith = async (rights: Partial<KeyRights>): Promise<Pick<Caller, 'ask' | 'get'>> => {
    const { admin: _admin, ...none } = noRights;
    const body = { name: 'A program', rights: { ...none, ...rights } };
    const { key: token } = await here.clerk.get(calls.makeKey, { body });
    return {
      ask: (call, request) => here.clerk.ask(call, { ...request, token }),
      get: (call, request) => here.clerk.get(call, { ...request, token }),
    };
  };
  const bills = async (count: number): Promise<number[]> => {
    const group = await here.campus.group({ bills: Array.from({ length: count }, () => makeBill()) });
    return group.bills.map(({ id }) => id);
  };

  it('The right to add holds reminders, and only the right to edit continues them.', async () => {
    const adders = [await keyWith({ add: true }), await here.caller({ add: true })];
    const editors = [await keyWith({ edit: true }), await here.caller({ edit: true })];
    const hold = { body: { isHeld: true } };
    const go = { body: { isHeld: false } };
    for (const [at, adder] of adders.entries()) {
      expect(await adder.get(calls.holdReminders, hold)).toMatchObject({ heldBy: 'person' });
      expectFailure(await adder.ask(calls.holdReminders, go), 'forbidden');
      expect(await here.clerk.get(calls.listReminders)).toMatchObject({ heldBy: 'person' });
      expect(await editors[at]?.get(calls.holdReminders, go)).toMatchObject({ heldBy: null });
    }
  });

  it('The right to add takes bills out of the next reminders, and only the right to edit puts them back.', async () => {
    const billIDs = await bills(1);
    const adders = [await keyWith({ add: true }), await here.caller({ add: true })];
    for (const adder of adders) {
      expectAnswer(
        calls.skipReminders,
        await adder.ask(calls.skipReminders, { body: { billIDs, isSkipped: true } }),
      );
      const back = { body: { billIDs, isSkipped: false } };
      expectFailure(await adder.ask(calls.skipReminders, back), 'forbidden');
      expectAnswer(calls.skipReminders, await here.clerk.ask(calls.skipReminders, back));
    }
  });

  it('A key with the right to edit takes back no mark or adjustment of the person who made it.', async () => {
    const key = await keyWith({ view: true, edit: true });
    const [marked, adjusted = 0] = await bills(2);
    await here.clerk.get(calls.markBills, { body: { ids: [marked], status: 'paid' } });
    const fine = { clientID: 'fine', kind: 'fine', amount: 10, reason: 'Late' };
    await here.clerk.get(calls.adjustBill, { params: { id: adjusted }, body: fine });
    const { items } = await key.get(calls.listAdjustments, { params: { id: adjusted } });
    expect(items).toMatchObject([{ isOwn: false }]);
    const takeBack = { params: { id: items[0].id }, body: { reason: 'A slip' } };
    const unmark = { body: { ids: [marked], status: 'unpaid' } };
    expectFailure(await key.ask(calls.voidAdjustment, takeBack), 'forbidden');
    expectFailure(await key.ask(calls.markBills, unmark), 'forbidden');
    // A person with the same right, within ten minutes.
    const editor = await here.caller({ view: true, edit: true });
    const own = await bills(1);
    await editor.get(calls.markBills, { body: { ids: own, status: 'paid' } });
    expectAnswer(
      calls.markBills,
      await editor.ask(calls.markBills, { body: { ids: own, status: 'unpaid' } }),
    );
  });
});
