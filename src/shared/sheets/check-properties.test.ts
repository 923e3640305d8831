import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newBill } from '#shared/calls/bills.ts';
import { newStudent } from '#shared/calls/students.ts';
import { readBills } from '../../server/billing/bills/bills-rules.ts';
import type { Cell } from './cells.ts';
import { Check } from './check.ts';
import { CheckRows } from './check-rows.ts';
import { type IssueKind, issueKinds, rowOutcomes } from './checked.ts';
import { type ColumnKind, columnsOfKind } from './columns.ts';
import type { Table } from './read-table.ts';

const reading = { month: 11, year: 2026, country: 'PK' } as const;

/** Any cell that a reader may return, often nearly valid. */
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { arbitrary: fc.constant(null), weight: 4 },
  fc.string({ unit: 'binary', maxLength: 250 }),
  fc.double(),
  fc.integer({ min: -10, max: 100_000 }),
  fc.boolean(),
  fc.constantFrom<Cell>(
    '12/11/2026',
    '11',
    'Nov',
    '0300-1234567',
    '3001234567 / 0321-7654321',
    '1,200.005',
    '=1+1',
  ),
  fc.constantFrom<Cell>('EXAMPLE', 'Total', '0012', 'Ali', '#N/A', '9.2E+11', '1e9', '-0', '042-35761999'),
  fc.constantFrom<Cell>(
    { kind: 'noValue' },
    { kind: 'error', code: '#REF!' },
    { kind: 'day', day: '2026-11-05' },
  ),
  fc.constantFrom<Cell>({ kind: 'day', day: '9999-12-31' }, { kind: 'day', day: '1899-12-31' }),
);

const tableOf = (kind: Table['kind'], rows: Cell[][]): Table => ({
  kind,
  rows: [...rows, ['1', 'last']],
  first: 0,
  mapped: columnsOfKind[kind].map((column, index) => ({ column, index, title: column.heading })),
  is1904: false,
  unused: [],
  notes: [],
});

const day = (text: string): Cell => ({ kind: 'day', day: text });

/** Usual values of a column, including its limits, so that many rows are valid. */
const likely: Record<ColumnKind, fc.Arbitrary<Cell>> = {
  code: fc.oneof(fc.string({ minLength: 1, maxLength: 200 }), fc.nat()),
  text: fc.oneof(fc.string({ minLength: 1, maxLength: 200 }), fc.constant('x'.repeat(200))),
  amount: fc.oneof(
    fc.double({ min: 0, max: 1e9, noNaN: true }),
    fc.constantFrom<Cell>('1,000,000,000', '-', '0.005'),
  ),
  headAmount: fc.oneof(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.constantFrom<Cell>('(500)', -1e9)),
  day: fc.constantFrom<Cell>(
    day('2026-11-05'),
    day('9999-12-31'),
    day('1900-03-01'),
    '29/02/2028',
    '1/2/99',
    46331,
  ),
  month: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom<Cell>('Dec', day('2199-12-31'))),
  year: fc.integer({ min: 2023, max: 2050 }),
  status: fc.constantFrom<Cell>('Paid', 'unpaid', 'Partially paid', 'Active', true),
  number: fc.constantFrom<Cell>(
    '0300-1234567',
    3001234567,
    '0300 1234567 (Father)',
    '042-35761999\n03217654321',
  ),
};

const rowsOf = (kind: Table['kind']) =>
  fc.array(
    fc.tuple(
      ...columnsOfKind[kind].map(({ kind: of }) =>
        fc.oneof({ arbitrary: likely[of], weight: 40 }, { arbitrary: cell, weight: 1 }),
      ),
    ),
    { maxLength: 12 },
  );

describe.each(['bills', 'students'] as const)('Any sheet of %s', (kind) => {
  const fields = columnsOfKind[kind].map(({ field }) => field);
  const id = fc.nat({ max: 12 });
  const step = fc.oneof(
    fc.record({ id, field: fc.constantFrom(...fields), text: fc.string() }),
    fc.record({ id, isOut: fc.boolean() }),
  );

  it('The fates of the rows add up to the number of rows after any edits, and each refused row has a reason.', () => {
    fc.assert(
      fc.property(rowsOf(kind), fc.array(step, { maxLength: 6 }), (rows, steps) => {
        const check = new Check(new CheckRows(tableOf(kind, rows), reading));
        for (const one of steps) {
          if ('field' in one) check.edit(one.id, one.field, one.text);
          else check.leaveOut([one.id], one.isOut);
        }
        const summary = check.summary();
        expect(rowOutcomes.reduce((sum, outcome) => sum + summary.outcomes[outcome], 0)).toBe(summary.rows);
        const { skipped, refused } = check.left();
        expect([...check.rowsToSave()].length + skipped + refused).toBe(summary.rows);
        for (const outcome of rowOutcomes) {
          const shown = check.rows({ filter: outcome, from: 0, take: 100 });
          expect(shown.count).toBe(summary.outcomes[outcome]);
        }
        for (const row of check.rows({ filter: 'refused', from: 0, take: 100 }).rows)
          expect(row.issues.some(({ level, sentence }) => level === 'error' && sentence !== '')).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('The count of each issue kind equals the number of rows that show it.', () => {
    fc.assert(
      fc.property(rowsOf(kind), (rows) => {
        const check = new Check(new CheckRows(tableOf(kind, rows), reading));
        const counts = new Map(check.summary().issues.map(({ kind: issue, count }) => [issue, count]));
        const shown = check.rows({ filter: 'all', from: 0, take: 100 }).rows;
        const holds = (issue: IssueKind) =>
          shown.filter(({ issues }) => issues.some(({ kind: of }) => of === issue));
        for (const issue of issueKinds) expect(holds(issue).length).toBe(counts.get(issue) ?? 0);
      }),
      { numRuns: 150 },
    );
  });

  it('Every row that passes the check is accepted by the schema of a save.', () => {
    let through = 0;
    fc.assert(
      fc.property(rowsOf(kind), (rows) => {
        const check = new Check(new CheckRows(tableOf(kind, rows), reading));
        const saved = [...check.rowsToSave()];
        through += saved.length;
        const schema = kind === 'bills' ? newBill : newStudent;
        for (const row of saved) expect(schema.parse(row)).toEqual(row);
        if (kind === 'bills') expect(readBills(saved, 'PK').issues).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(through).toBeGreaterThan(300);
  });
});
