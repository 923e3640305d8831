/** Receipts are facts: stored once each, whenever they come, and applied to messages of whatever campus. */

import { sql } from 'kysely';
import { type ReceiptState, raisedBy, receiptStates } from '#shared/message-states.ts';
import type { Db } from '../db/store.ts';
import { valueRows } from '../db/value-rows.ts';

export type NewReceipt = {
  senderID: string;
  providerID: string;
  status: ReceiptState;
  reason: string | null;
  at: string;
  /** The message and the try it speaks of, where the provider says so. */
  tried?: Pick<NamedTry, 'id' | 'attempts'>;
};

/** A try that a receipt has named by what it was sent with. */
type NamedTry = { id: number; attempts: number; senderID: string; providerID: string };

/**
 * Gives messages whose answer never came, or has not come yet, the id their provider has for them. Only the latest
 * try counts, and a message that has an id keeps it.
 */
async function nameMessages(db: Db, tries: readonly NamedTry[]): Promise<void> {
  if (tries.length === 0) return;
  const rows = valueRows(
    'named',
    { id: 'bigint', attempts: 'bigint', senderID: 'text', providerID: 'text' },
    tries,
  );
  await sql`with ${rows} update message set "providerID" = named."providerID"
    from named
    where message.id = named.id and message.attempts = named.attempts and message."senderID" = named."senderID"
      and message."providerID" is null and message.status in ('sending', 'unknown', 'queued')`.execute(db);
}

/** Stores what is new; a repeated receipt changes nothing. Answers the new ones, their messages known where they can be. */
export async function insertReceipts(
  db: Db,
  receipts: readonly NewReceipt[],
  now: string,
): Promise<NewReceipt[]> {
  if (receipts.length === 0) return [];
  await nameMessages(
    db,
    receipts.flatMap(({ tried, senderID, providerID }) =>
      tried ? [{ ...tried, senderID, providerID }] : [],
    ),
  );
  return db
    .insertInto('receipt')
    .values(receipts.map(({ tried: _tried, ...receipt }) => ({ ...receipt, receivedAt: now, matched: 0 })))
    .onConflict((on) => on.columns(['senderID', 'providerID', 'status']).doNothing())
    .returning(['senderID', 'providerID', 'status', 'reason', 'at'])
    .execute();
}

/** Receipts that came before anyone knew their message, and whose message is known by now. */
export async function listUnmatched(db: Db, most: number): Promise<NewReceipt[]> {
  return db
    .selectFrom('receipt')
    .innerJoin('message', (join) =>
      join
        .onRef('message.senderID', '=', 'receipt.senderID')
        .onRef('message.providerID', '=', 'receipt.providerID'),
    )
    .select(['receipt.senderID', 'receipt.providerID', 'receipt.status', 'receipt.reason', 'receipt.at'])
    .where('receipt.matched', '=', 0)
    .orderBy('receipt.id')
    .limit(most)
    .execute();
}

/**
 * Lets one transaction at a time move a sender's messages: the engine locks rows in an order of its own, and two that
 * begin at different ends wait for each other. The row stays as it is.
 */
export async function holdSender(db: Db, senderID: string): Promise<void> {
  await db
    .updateTable('sender')
    .set((eb) => ({ provider: eb.ref('provider') }))
    .where('id', '=', senderID)
    .execute();
}

export type OfSender = { senderID: string; receipts: readonly NewReceipt[] };
export type Raised = { campusID: number; broadcastID: number; number: string };

const idsOf = (receipts: readonly NewReceipt[]): string[] => receipts.map(({ providerID }) => providerID);

/** That a try was on its way says nothing new of a message that a person put back because that try failed. */
const unlessRetried = sql`and not (message.status = 'queued' and exists (
  select 1 from receipt where receipt."senderID" = message."senderID"
    and receipt."providerID" = message."providerID" and receipt.status = 'failed'))`;

/** Moves one sender's messages as far to the right as these receipts say, never back. */
export async function raiseMessages(
  db: Db,
  { senderID, receipts }: OfSender,
  now: string,
): Promise<Raised[]> {
  const raised: Raised[] = [];
  for (const status of receiptStates) {
    const ofStatus = receipts.filter((receipt) => receipt.status === status);
    if (ofStatus.length === 0) continue;
    const rows = valueRows(
      'told',
      { providerID: 'text', reason: 'text' },
      ofStatus.map(({ providerID, reason }) => ({ providerID, reason })),
    );
    const result = await sql<Raised>`with ${rows} update message
      set status = ${status}, reason = told.reason, "leaseUntil" = null, "dueAt" = null, "updatedAt" = ${now}
      from told
      where message."senderID" = ${senderID} and message."providerID" = told."providerID"
        and message.status in (${sql.join(raisedBy[status])})
        ${status === 'sent' ? unlessRetried : sql``}
      returning "campusID", "broadcastID", number`.execute(db);
    raised.push(...result.rows);
  }
  return raised;
}

/** Marks the receipts whose message is known. */
export async function markMatched(db: Db, { senderID, receipts }: OfSender): Promise<void> {
  const providerIDs = [...new Set(idsOf(receipts))];
  if (providerIDs.length === 0) return;
  const rows = valueRows(
    'told',
    { providerID: 'text' },
    providerIDs.map((providerID) => ({ providerID })),
  );
  // A join with the list: for the same as `in` a list and `in` a query PostgreSQL reads every receipt there is.
  await sql`with ${rows} update receipt set matched = 1
    from told join message on message."senderID" = ${senderID} and message."providerID" = told."providerID"
    where receipt."senderID" = ${senderID} and receipt."providerID" = told."providerID"
      and receipt.matched = 0`.execute(db);
}

/** Messages whose provider wants to be asked by now, kept from other workers until the caller's transaction ends. */
export async function listToAsk(
  db: Db,
  { now, most, skipLocked }: { now: string; most: number; skipLocked: boolean },
) {
  return (
    db
      .selectFrom('message')
      .select(['id', 'senderID', 'number', 'status', 'providerID', 'acceptedAt'])
      .where('pollAt', '<=', now)
      .orderBy('pollAt')
      .orderBy('id')
      .limit(most)
      // Dialect: without row locks two workers on PostgreSQL ask for the same messages and wait for each other.
      .$if(skipLocked, (query) => query.forUpdate().skipLocked())
      .execute()
  );
}

export type AskAgain = { id: number; providerID: string | null; pollAt: string | null };

/** When to ask again about each message, if ever; one that has got another id meanwhile was not asked about. */
export async function setAskAgain(db: Db, times: readonly AskAgain[]): Promise<void> {
  if (times.length === 0) return;
  const rows = valueRows('times', { id: 'bigint', providerID: 'text', pollAt: 'text' }, times);
  await sql`with ${rows} update message set "pollAt" = times."pollAt" from times
    where message.id = times.id and message."providerID" is not distinct from times."providerID"`.execute(db);
}
