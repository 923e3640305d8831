/**
 * Adds two sums to the counts of a billing: the money received for its bills, with late amounts (`paid`), and the
 * part that covers their totals (`covered`). So the late amount of one family does not reduce the debt of another.
 */
import type { Engine } from '../store.ts';
import { bills, type Counted, fill, onPostgres, onSqlite } from './0014-counts.ts';

export const name = '0066-collected';

const counted: Counted = {
  ...bills,
  sums: [...bills.sums, 'paid', 'covered'],
  lines: (row, sign) => {
    const total = `coalesce(${row}.total, 0)`;
    const covered = `case when ${row}.paid < ${total} then ${row}.paid else ${total} end`;
    return bills.lines(row, sign).map((line) => `${line}, ${sign}${row}.paid, ${sign}(${covered})`);
  },
  by: [...bills.by, 'paid'],
};

const events = ['insert', 'delete', 'update'];

export const statements = (engine: Engine): string[] => {
  const isPostgres = engine === 'postgres';
  return [
    ...events.map((event) => `drop trigger "bill_count_${event}"${isPostgres ? ' on bill' : ''}`),
    ...(isPostgres ? ['drop function "keep_bill_count"()', 'drop index "bill_count_part"'] : []),
    ...['paid', 'covered'].map(
      (sum) =>
        `alter table bill_count add column ${sum} ${isPostgres ? 'bigint' : 'integer'} not null default 0`,
    ),
    'delete from bill_count',
    fill(counted, engine),
    ...(isPostgres ? onPostgres : onSqlite)(counted),
  ];
};
