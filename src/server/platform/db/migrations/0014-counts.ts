/**
 * Adds tables with the counts of bills and messages, because counting the rows would become slower every month.
 * Triggers update them, so a migration that rebuilds `bill` or `message` must create the triggers again. Bills get an
 * index on registration and month.
 */
import type { Engine } from '../store.ts';

export const name = '0014-counts';

export type Counted = {
  table: string;
  counts: string;
  keys: readonly string[];
  sums: readonly string[];
  /** What a row adds or subtracts: one line for each count, with its keys and then its sums. */
  lines: (row: string, sign: '' | '-') => string[];
  /** The columns whose change affects the counts. */
  by: readonly string[];
};

export const bills: Counted = {
  table: 'bill',
  counts: 'bill_count',
  keys: ['"campusID"', '"groupID"', 'status', '"dueDate"'],
  sums: ['bills', 'total'],
  lines: (row, sign) => [
    `${row}."campusID", ${row}."groupID", ${row}.status, coalesce(${row}."dueDate", ''), ${sign}1, ${sign}coalesce(${row}.total, 0)`,
  ],
  by: ['"groupID"', 'status', '"dueDate"', 'total'],
};

const messages: Counted = {
  table: 'message',
  counts: 'message_count',
  keys: ['"campusID"', 'status', '"broadcastID"'],
  sums: ['count'],
  // Each message counts in its run and in run 0, which means all runs of the campus.
  lines: (row, sign) =>
    [`${row}."broadcastID"`, '0'].map((run) => `${row}."campusID", ${row}.status, ${run}, ${sign}1`),
  by: ['status'],
};

const columnsOf = ({ keys, sums }: Counted): string => [...keys, ...sums].join(', ');
const addOnConflict = ({ counts, sums }: Counted): string =>
  `do update set ${sums.map((sum) => `${sum} = ${counts}.${sum} + excluded.${sum}`).join(', ')}`;

/** SQLite has only triggers for each row. It has one writer at a time, so locks are not needed. */
export function onSqlite(of: Counted): string[] {
  const { table, counts, by } = of;
  const add = (row: string, sign: '' | '-'): string =>
    of
      .lines(row, sign)
      .map(
        (line) =>
          `insert into ${counts} (${columnsOf(of)}) values (${line}) on conflict ${addOnConflict(of)};`,
      )
      .join('\n      ');
  const isChanged = by.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    `create trigger "${counts}_insert" after insert on ${table} begin
      ${add('new', '')} end`,
    `create trigger "${counts}_delete" after delete on ${table} begin
      ${add('old', '-')} end`,
    `create trigger "${counts}_update" after update of ${by.join(', ')} on ${table} when ${isChanged} begin
      ${add('old', '-')}
      ${add('new', '')} end`,
  ];
}

/** Keys of advisory locks. No other program may use these numbers on the database server. */
const locks = { bill: 7_254_311, message: 7_254_312 } as const;

/**
 * Runs once for each statement. Two transactions that change the same count could cause a deadlock. So only a
 * transaction that gets an advisory lock without waiting changes the counts (part 0). Other transactions insert their
 * own parts, and a later holder of the lock adds them up.
 */
export function onPostgres(of: Counted): string[] {
  const { table, counts, keys, sums, lines } = of;
  const columnList = `${columnsOf(of)}, part`;
  const summed = sums.map((sum) => `sum(${sum}) as ${sum}`).join(', ');
  const changed = sums.map((sum) => `sum(${sum}) <> 0`).join(' or ');
  const onConflict = `on conflict (${keys.join(', ')}, part) ${addOnConflict(of)}`;
  const rowsOf = (rows: string, sign: '' | '-') =>
    lines('changed', sign).map((line) => `select ${line} from ${rows} changed`);
  const count = (...selects: string[]) => `insert into ${counts} (${columnList})
      select ${keys.join(', ')}, ${summed}, mine from (${selects.join(' union all ')}) line (${columnsOf(of)})
      group by ${keys.join(', ')} having ${changed} ${onConflict};`;
  const trigger = (event: string, referencing: string) =>
    `create trigger "${counts}_${event}" after ${event} on ${table} referencing ${referencing}
    for each statement execute function "keep_${counts}"()`;
  return [
    `create index "${counts}_part" on ${counts} (part) where part <> 0`,
    `create function "keep_${counts}"() returns trigger language plpgsql as $$
declare
  mine bigint := case when pg_try_advisory_xact_lock(${locks[table as keyof typeof locks]}) then 0
    else pg_current_xact_id()::text::bigint end;
begin
  if tg_op = 'INSERT' then
    ${count(...rowsOf('now_there', ''))}
  elsif tg_op = 'DELETE' then
    ${count(...rowsOf('was_there', '-'))}
  else
    ${count(...rowsOf('was_there', '-'), ...rowsOf('now_there', ''))}
  end if;
  if mine = 0 and exists (select 1 from ${counts} where part <> 0) then
    with line as (delete from ${counts} where part <> 0 returning ${columnsOf(of)})
    insert into ${counts} (${columnList}) select ${keys.join(', ')}, ${summed}, 0 from line
      group by ${keys.join(', ')} ${onConflict};
  end if;
  return null;
end $$`,
    trigger('insert', 'new table as now_there'),
    trigger('delete', 'old table as was_there'),
    trigger('update', 'old table as was_there new table as now_there'),
  ];
}

const tables = (engine: Engine): string[] => {
  // Dialect: see the triggers. `without rowid` saves SQLite a second tree for each count.
  const [int, part, ending] =
    engine === 'postgres'
      ? ['bigint', 'part bigint not null, ', '']
      : ['integer', '', ' strict, without rowid'];
  const key = (of: Counted) => `primary key (${of.keys.join(', ')}${part && ', part'}))${ending}`;
  return [
    `create table bill_count (
    "campusID" ${int} not null, "groupID" ${int} not null, status text not null, "dueDate" text not null,
    ${part}bills ${int} not null, total ${int} not null, ${key(bills)}`,
    `create table message_count (
    "campusID" ${int} not null, status text not null, "broadcastID" ${int} not null,
    ${part}count ${int} not null, ${key(messages)}`,
  ];
};

export const fill = (of: Counted, engine: Engine): string => {
  const part = engine === 'postgres' ? [', part', ', 0'] : ['', ''];
  const sums = of.sums.map((sum) => `sum(${sum})`).join(', ');
  const lines = of.lines(of.table, '').map((line) => `select ${line} from ${of.table}`);
  return `with line (${columnsOf(of)}) as (${lines.join(' union all ')})
    insert into ${of.counts} (${columnsOf(of)}${part[0]})
    select ${of.keys.join(', ')}, ${sums}${part[1]} from line group by ${of.keys.join(', ')}`;
};

const indexes = [
  `drop index "bill_regNum"`,
  `create index "bill_regNum" on bill ("campusID", "regNum", (year * 12 + month), "groupID") where "regNum" is not null`,
  // The rare bills with only a month or only a year. A bill without both has the month and year of its billing.
  `create index "bill_half" on bill ("campusID", "regNum") where "regNum" is not null and (year is null) <> (month is null)`,
];

export const statements = (engine: Engine): string[] => [
  ...indexes,
  ...tables(engine),
  ...[bills, messages].flatMap((of) => [
    fill(of, engine),
    ...(engine === 'postgres' ? onPostgres(of) : onSqlite(of)),
  ]),
];
