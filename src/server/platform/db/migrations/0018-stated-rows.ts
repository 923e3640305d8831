/**
 * The audit log states what the program writes into the rows of money. This states the rows that are already stored.
 * The entries are sealed like all others, so this starting point cannot be changed later.
 */
import { sql } from 'kysely';
import type { Db, Engine } from '../store.ts';

export const name = '0018-stated-rows';

const different = (column: string, engine: Engine): string =>
  `new.${column} is ${engine === 'sqlite' ? 'not' : 'distinct from'} old.${column}`;

const sealedColumns = [
  ...['id', '"schoolID"', '"campusID"', 'at', 'actor', '"actorID"', '"actorName"', 'address', 'what', 'kind'],
  ...['"aboutID"', '"aboutName"', '"groupID"', 'details', '"rowChanges"'],
];

/** As before, with the new column. */
function guard(engine: Engine): string {
  const changes = sealedColumns.map((column) => different(column, engine));
  const refused = ['old.hash is not null', 'new.hash is null', 'new.place is null', ...changes].join(
    '\n  or ',
  );
  return engine === 'sqlite'
    ? `create trigger trail_update before update on trail
when ${refused}
begin
  select raise(abort, 'trail is append-only');
end`
    : `create trigger trail_update before update on trail for each row
when (${refused})
execute function refuse_trail()`;
}

export const statements = (engine: Engine): string[] => [
  'alter table trail add column "rowChanges" text',
  `drop trigger trail_update${engine === 'postgres' ? ' on trail' : ''}`,
  guard(engine),
  'create index "trail_rowChanges" on trail ("campusID", id) where "rowChanges" is not null',
];

const statedColumns: Readonly<Record<string, readonly string[]>> = {
  payment: [
    ...['receiptNo', 'amount', 'method', 'accountID', 'receivedOn', 'regNum', 'billID', 'payer'],
    ...['reference', 'source', 'createdAt', 'createdBy', 'bookedOn'],
    ...['voidedAt', 'voidedBy', 'voidReason', 'voidedOn'],
  ],
  allocation: ['paymentID', 'billID', 'groupID', 'amount', 'createdAt', 'bookedOn', 'endedAt', 'endedOn'],
  payment_return: [
    ...[
      'paymentID',
      'kind',
      'amount',
      'returnedOn',
      'concerns',
      'accountID',
      'reason',
      'createdAt',
      'createdBy',
    ],
  ],
  adjustment: [
    ...['billID', 'kind', 'amount', 'reason', 'day', 'toBillID', 'ofLateFine', 'createdAt', 'createdBy'],
    ...['voidedAt', 'voidedBy', 'voidReason', 'voidedOn'],
  ],
  cash_count: ['day', 'clerk', 'expected', 'counted', 'note', 'createdAt', 'createdBy'],
  bill: ['regNum', 'invNo', 'total', 'amountAfterDueDate', 'dueDate', 'expiryDate', 'statedStatus'],
};

/** Rows in one entry. */
const rowsAtOnce = 5000;

/** One value if it is the same in all rows. */
const valuesOf = <T>(values: T[]): T | T[] | undefined =>
  values.every((value) => value === values[0]) ? values[0] : values;

type Campus = { id: number; schoolID: number };

async function stateTable(
  db: Db,
  { id: campusID, schoolID }: Campus,
  { table, at }: { table: string; at: string },
): Promise<void> {
  const columns = ['id', ...(statedColumns[table] ?? [])];
  for (let after = 0, isMore = true; isMore; ) {
    const { rows } = await sql<
      Record<string, string | number | null>
    >`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where "campusID" = ${campusID} and id > ${after} order by id limit ${rowsAtOnce}`.execute(db);
    isMore = rows.length === rowsAtOnce;
    after = Number(rows.at(-1)?.id ?? after);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const values = columns.slice(1).map((column) => valuesOf(rows.map((row) => row[column] ?? null)));
    const changes = JSON.stringify([[table, 'added', ids, values]]);
    await sql`insert into trail ("schoolID", "campusID", at, actor, "actorID", "actorName", what, kind, "aboutID",
        "aboutName", details, "rowChanges")
      values (${schoolID}, ${campusID}, ${at}, 'program', '', '', 'rowsStated', 'trail', '', '', '{}', ${changes})`.execute(
      db,
    );
  }
}

export async function run(db: Db, _engine: Engine, at: string): Promise<void> {
  const { rows: campuses } = await sql<Campus>`select id, "schoolID" from campus order by id`.execute(db);
  for (const campus of campuses)
    for (const table of Object.keys(statedColumns)) await stateTable(db, campus, { table, at });
}
