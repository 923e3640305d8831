/** Queries about the names that WhatsApp uses for the owner of a number: another number, or a user id. */
import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';

export type NameOfNumber = { name: string; number: string };

/** Returns the numbers that are known under these names. Takes only a few names. */
export async function listByNames(scope: Scope, names: readonly string[]): Promise<NameOfNumber[]> {
  return scope.db
    .selectFrom('whatsapp_name')
    .select(['name', 'number'])
    .where('campusID', '=', scope.campusID)
    .where('name', 'in', names)
    .orderBy('name')
    .orderBy('number')
    .execute();
}

/**
 * Returns the numbers that were written to or have opted out, each with the id of its latest message. Takes only a few
 * numbers. The confirmation of an opt-out does not count, because it goes to the number under which the parent was
 * known at that time.
 */
export async function listUsed(
  scope: Scope,
  numbers: readonly string[],
): Promise<{ number: string; latestID: number }[]> {
  const written = await scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select((eb) => ['message.number', eb.fn.max('message.id').as('latestID')])
    .where('message.campusID', '=', scope.campusID)
    .where('message.number', 'in', numbers)
    .where('broadcast.campusID', '=', scope.campusID)
    .where('broadcast.kind', '<>', 'notice')
    .groupBy('message.number')
    .execute();
  const optedOut = await scope.db
    .selectFrom('opt_out')
    .select('number')
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', numbers)
    .where('endedAt', 'is', null)
    .execute();
  const latest = new Map([
    ...optedOut.map(({ number }) => [number, 0] as const),
    ...written.map(({ number, latestID }) => [number, latestID] as const),
  ]);
  return [...latest].map(([number, latestID]) => ({ number, latestID }));
}

/** Stores names of numbers. Returns those that are new. */
export async function putNames(scope: Scope, names: readonly NameOfNumber[]): Promise<NameOfNumber[]> {
  if (names.length === 0) return [];
  const columns = { name: 'text', number: 'text' } as const;
  const { rows } = await sql<NameOfNumber>`with ${valueRows(scope.db, 'named', { columns, rows: names })}
    insert into whatsapp_name ("campusID", name, number)
    select cast(${scope.campusID} as bigint), name, number from named where true
    on conflict ("campusID", name, number) do nothing
    returning name, number`.execute(scope.db);
  return rows;
}

/** Returns those of these names that have a conversation or an opt-out. Takes at most a few hundred names. */
export async function listNamesWithPast(scope: Scope, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await scope.db
    .selectFrom('conversation')
    .select('number')
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', names)
    .union(
      scope.db
        .selectFrom('opt_out')
        .select('number')
        .where('campusID', '=', scope.campusID)
        .where('number', 'in', names),
    )
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/**
 * The name that a receipt uses for the recipient of a message. `recipient` is the number in the receipt, if it has one.
 */
export type NameInReceipt = { providerID: string; name: string; recipient: string | null };

/** Lists names that are not known yet, from receipts of messages of this sender. */
export async function listNewNames(
  db: Db,
  senderID: string,
  rows: readonly NameInReceipt[],
): Promise<NameOfNumber[]> {
  if (rows.length === 0) return [];
  const columns = { providerID: 'text', name: 'text', recipient: 'text' } as const;
  // The join begins with the receipts and finds each attempt by its provider id. Otherwise SQLite would scan every
  // attempt of the sender.
  const { rows: found } = await sql<NameOfNumber>`with ${valueRows(db, 'told', { columns, rows })},
    tries as materialized (
      select attempt."messageID", attempt."waID", told.name, told.recipient
      from told cross join attempt
      where attempt."senderID" = ${senderID} and attempt."providerID" = told."providerID")
    select distinct tries.name, message.number
    from tries join message on message.id = tries."messageID"
    where tries.name <> message.number and (tries."waID" <> tries.recipient) is not true
      and not exists (select 1 from whatsapp_name known
        where known."campusID" = message."campusID" and known.name = tries.name and known.number = message.number)
    order by 1, 2`.execute(db);
  return found;
}

/** Tells whether one of these names has no number yet in this campus. */
export async function hasUnknownName(db: Db, campusID: number, names: ReadonlySet<string>): Promise<boolean> {
  if (names.size === 0) return false;
  const existing = await db
    .selectFrom('whatsapp_name')
    .select('name')
    .distinct()
    .where('campusID', '=', campusID)
    .where('name', 'in', [...names])
    .execute();
  return existing.length < names.size;
}
