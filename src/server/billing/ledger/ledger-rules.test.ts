import { describe, expect, it } from 'vitest';
import { noGrace } from '#shared/payable.ts';
import { type Adjusting, reckon, type Settling } from './ledger-rules.ts';

const bill = { total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10', said: null as string | null };
const paid = (amount: number, receivedOn: string): Settling => ({ amount, receivedOn });
const waived = (amount: number, day: string): Adjusting => ({ kind: 'waiver', amount, day });
const fined = (amount: number, day: string): Adjusting => ({ kind: 'fine', amount, day });

type Case = [string, Partial<typeof bill>, Settling[], Adjusting[], number, string | null, string];
const cases: Case[] = [
  ['nothing', {}, [], [], 0, null, 'unpaid'],
  ['all of it in time', {}, [paid(1000, '2026-11-10')], [], 1000, '2026-11-10', 'paid'],
  ['the total a day late', {}, [paid(1000, '2026-11-11')], [], 1000, null, 'partial'],
  ['in two parts', {}, [paid(400, '2026-11-02'), paid(600, '2026-11-09')], [], 1000, '2026-11-09', 'paid'],
  [
    'in parts, the last one late',
    {},
    [paid(400, '2026-11-02'), paid(600, '2026-11-12')],
    [],
    1000,
    null,
    'partial',
  ],
  [
    'typed in another order',
    {},
    [paid(600, '2026-11-09'), paid(400, '2026-11-02')],
    [],
    1000,
    '2026-11-09',
    'paid',
  ],
  [
    'late, and the fine waived',
    {},
    [paid(1000, '2026-11-12')],
    [waived(200, '2026-11-20')],
    1000,
    '2026-11-20',
    'paid',
  ],
  [
    'in time but for a little, and the late amount waived: the little is owed still',
    {},
    [paid(950, '2026-11-05')],
    [waived(200, '2026-11-20')],
    950,
    null,
    'partial',
  ],
  [
    'in time what a waiver of the time left to pay',
    {},
    [paid(950, '2026-11-05')],
    [waived(50, '2026-11-08')],
    950,
    '2026-11-08',
    'paid',
  ],
  ['all of it waived', {}, [], [waived(1000, '2026-11-05')], 0, '2026-11-05', 'waived'],
  ['the total waived after the due day', {}, [], [waived(1000, '2026-11-20')], 0, null, 'unpaid'],
  [
    'paid in time, then fined',
    {},
    [paid(1000, '2026-11-05')],
    [fined(50, '2026-11-20')],
    1000,
    '2026-11-05',
    'partial',
  ],
  [
    'paid in time, and the fine that came upon it later',
    {},
    [paid(1000, '2026-11-05'), paid(50, '2026-11-25')],
    [fined(50, '2026-11-20')],
    1050,
    '2026-11-05',
    'paid',
  ],
  [
    'paid in time but for a fine that was there before',
    {},
    [paid(1000, '2026-11-05')],
    [fined(50, '2026-11-02')],
    1000,
    '2026-11-05',
    'partial',
  ],
  [
    'a part in time, the rest late, and fined',
    {},
    [paid(400, '2026-11-05'), paid(650, '2026-11-25')],
    [fined(50, '2026-11-20')],
    1050,
    null,
    'partial',
  ],
  [
    'late, all of it, then fined',
    {},
    [paid(1200, '2026-11-12')],
    [fined(50, '2026-11-20')],
    1200,
    null,
    'partial',
  ],
  [
    'late, all of it, and the fine',
    {},
    [paid(1200, '2026-11-12'), paid(50, '2026-11-25')],
    [fined(50, '2026-11-20')],
    1250,
    '2026-11-12',
    'paid',
  ],
  [
    'after the due day, of one amount, then fined',
    { amountAfterDueDate: null as never },
    [paid(1000, '2026-11-12')],
    [fined(50, '2026-11-20')],
    1000,
    '2026-11-12',
    'partial',
  ],
  ['nothing, said to be part-paid', { said: 'partial' }, [], [], 0, null, 'partial'],
  ['a part, said to be cancelled', { said: 'cancelled' }, [paid(1, '2026-11-05')], [], 1, null, 'cancelled'],
  [
    'all, said to be part-paid before',
    { said: 'partial' },
    [paid(1000, '2026-11-05')],
    [],
    1000,
    '2026-11-05',
    'paid',
  ],
  ['no amount', { total: null as never, amountAfterDueDate: null as never }, [], [], 0, null, 'unpaid'],
  [
    'no amount, said to be paid',
    { total: null as never, amountAfterDueDate: null as never },
    [paid(0, '2026-11-05')],
    [],
    0,
    '2026-11-05',
    'paid',
  ],
];

describe('The paid amount of a bill', () => {
  it.each(cases)(
    'A bill has the right paid sum, settled day and status when this was paid: %s.',
    (_what, changes, allocations, adjustments, sum, settledOn, status) => {
      expect(reckon({ ...bill, ...changes }, { allocations, adjustments }, noGrace)).toEqual({
        paid: sum,
        settledOn,
        status,
      });
    },
  );
});
