/** What the plan of a send says of values that are not right any more on the day on which it goes. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { PlanAnswer } from '#shared/calls/messages.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

const text = '{{name}}: Rs. {{total}} by {{dueDate}}';

describe.each(engines)('values of a text that are not right any more on %s', (engine) => {
  const here = useCampus(engine);
  const at = (day: string): void => {
    here.clock.now = new Date(`${day}T06:00:00.000Z`);
  };
  const plan = (body: Record<string, unknown>): Promise<PlanAnswer> =>
    here.clerk.get(calls.planSend, { body: { family: true, message: text, ...body } });
  /** 1,000 until a day, 1,200 after it; two children of one family, and two of others. */
  async function save() {
    const number = '0300-7654391';
    const bill = (dueDate: string, more: object = {}) =>
      makeBill({ total: 1000, amountAfterDueDate: 1200, dueDate, expiryDate: '2026-11-25', ...more });
    const { id, bills } = await here.campus.group({
      bills: [
        bill('2026-11-05', { number }),
        bill('2026-11-05', { number }),
        bill('2026-11-05'),
        bill('2026-11-20'),
      ],
    });
    return { groupIDs: [id], bills };
  }

  it('The plan reports outdated amounts and past due dates with the number of families that they concern.', async () => {
    at('2026-11-05');
    const { groupIDs } = await save();
    expect(await plan({ groupIDs })).toMatchObject({ queued: 3, families: 3, outdated: [] });
    at('2026-11-06');
    const [amount, day] = [
      { name: 'total', use: 'payable', families: 2 },
      { name: 'dueDate', use: 'payableUntil', families: 2 },
    ];
    expect((await plan({ groupIDs })).outdated).toEqual([amount, day]);
    // The values that are to be used instead are right on any day.
    const fits = 'Rs. {{payable}} by {{payableUntil}}';
    expect((await plan({ groupIDs, message: `{{name}}: ${fits}` })).outdated).toEqual([]);
    expect((await plan({ groupIDs, message: `${text}. Now ${fits}` })).outdated).toEqual([]);
  });

  it('A scheduled send is checked for outdated values of the day on which it is sent, with the campus’s days of grace.', async () => {
    at('2026-11-05');
    const { groupIDs } = await save();
    const on = async (day: string) =>
      (await plan({ groupIDs, sendAt: `${day}T10:00` })).outdated.map(({ name, families }) => [
        name,
        families,
      ]);
    expect(await on('2026-11-06')).toEqual([
      ['total', 2],
      ['dueDate', 2],
    ]);
    await here.clerk.get(calls.changeDueRules, { body: { graceDays: 2, sundayDays: 0 } });
    expect(await on('2026-11-07')).toEqual([]);
    expect(await on('2026-11-23')).toEqual([
      ['total', 3],
      ['dueDate', 3],
    ]);
    await here.clerk.get(calls.changeDueRules, { body: { graceDays: 0, sundayDays: 0 } });
  });

  it('If there is no better value for an outdated one, nothing is proposed and the send is allowed unchanged.', async () => {
    at('2026-11-26');
    const { groupIDs } = await save();
    const { outdated, queued } = await plan({ groupIDs });
    // The vouchers have expired: there is no day until which they are payable.
    expect(outdated).toEqual([
      { name: 'total', use: 'payable', families: 3 },
      { name: 'dueDate', use: null, families: 3 },
    ]);
    const sent = await here.clerk.get(calls.sendToGroups, {
      body: { groupIDs, family: true, message: text },
    });
    expect(sent).toMatchObject({ queued, skipped: [] });
  });

  it('A part payment makes both the amount in time and the late amount outdated.', async () => {
    at('2026-11-05');
    const { groupIDs, bills } = await save();
    const [, , third] = bills;
    const allocations = [{ billID: third?.id ?? 0, amount: 400 }];
    const paid = { clientID: 'a part of one', method: 'cash', amount: 400, allocations };
    expect((await here.clerk.ask(calls.receivePayment, { body: paid })).status).toBe(200);
    const amount = { name: 'total', use: 'payable', families: 1 };
    expect((await plan({ groupIDs, message: 'Rs. {{total}}' })).outdated).toEqual([amount]);
    // What is asked after the due date is not asked yet; later it is less by what was paid.
    const after = 'After the due date Rs. {{amountAfterDueDate}}.';
    expect((await plan({ groupIDs, message: after })).outdated).toEqual([]);
    expect((await plan({ groupIDs, message: after, sendAt: '2026-11-06T10:00' })).outdated).toEqual([
      { ...amount, name: 'amountAfterDueDate' },
    ]);
  });
});
