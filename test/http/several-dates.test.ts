/** A plan counts families, and those whose bills have several due dates. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';

describe.each(engines)('Several due dates on %s', (engine) => {
  const here = useCampus(engine);

  it('A plan counts families with several due dates, unless each child’s line has its own date.', async () => {
    const number = '0300-7654381';
    const dates = ['2026-11-10', '2026-11-28'];
    const { id } = await here.campus.group({ bills: dates.map((dueDate) => makeBill({ number, dueDate })) });
    const plan = (message: string) =>
      here.clerk.get(calls.planSend, { body: { groupIDs: [id], family: true, message } });
    const one = { queued: 1, severalDates: 1 };
    expect(await plan('{{name}}: {{total}}\nAll by {{dueDate}}')).toMatchObject(one);
    expect(await plan('{{name}}: {{total}} by {{dueDate}}')).toMatchObject({ ...one, severalDates: 0 });
    here.clock.now = new Date('2026-11-05T10:00:00.000Z');
    const until = 'All {{familyTotal}} until {{payableUntil}}';
    expect(await plan(`{{name}}: {{payable}}\n${until}`)).toMatchObject({ ...one, severalDates: 1 });
  });

  it('A plan counts families in the same way as the check of the sheet, and leaves out families that already got the text.', async () => {
    const numbers = ['0300-7654381, 0321-7654381', '0321-7654381', '0345-7654381'];
    const bills = numbers.map((number) => makeBill({ number }));
    const { id } = await here.campus.group({ bills });
    const body = { groupIDs: [id], message: 'Holiday' };
    expect(await here.clerk.get(calls.planSend, { body })).toMatchObject({
      queued: 3,
      families: 2,
      bills: 3,
    });
    // Recipients who already got the text are not counted.
    await here.campus.message(body);
    const again = { body: { ...body, again: false } };
    expect(await here.clerk.get(calls.planSend, again)).toMatchObject({ queued: 0, families: 0 });
  });
});
