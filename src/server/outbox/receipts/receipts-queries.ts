/**
 * Queries that store receipts and apply them to messages of every campus. A receipt may come more than once, and before
 * or after the answer of its attempt.
 */
import { sql } from 'kysely';
import { type ReceiptState, raisedBy, receiptStates } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import { unindexedText, valueList, valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Policy } from '../../whatsapp/error-codes.ts';
import { isLast } from './receipts-rules.ts';

export type NewReceipt = {
  senderID: string;
  providerID: string;
  status: ReceiptState;
  reason: Reason | null;
  /** For a failure: the error code of the provider, and the policy for it. */
  code: string | null;
  policy: Policy | null;
  at: string;
  /** The recipient, as E.164. */
  recipient: string | null;
  /** The message and the attempt, if the receipt names them. */
  tried?: Pick<NamedAttempt, 'id' | 'attempts' | 'until'> | undefined;
};

/**
 * An attempt that a receipt names in its opaque field (`attempts-rules.ts`). `until` is when the sender stopped using
 * the secret in that field; an attempt that began later is not accepted.
 */
type NamedAttempt = {
  id: number;
  attempts: number;
  until: string;
  senderID: string;
  providerID: string;
  recipient: string | null;
};

/**
 * Stores the provider ids of attempts that receipts have named. This is needed when the answer to an attempt was lost
 * or has not come yet. The attempt counts as accepted. An attempt that already has an id keeps it.
 */
async function storeNamedAttempts(db: Db, tries: readonly NamedAttempt[], now: string): Promise<void> {
  if (tries.length === 0) return;
  const columns = {
    id: 'bigint',
    attempts: 'bigint',
    until: 'text',
    senderID: 'text',
    providerID: 'text',
    recipient: 'text',
  } as const;
  await sql`with ${valueRows(db, 'named', { columns, rows: tries })}
    insert into attempt ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, "providerID", "waID")
    select distinct message.id, named.attempts, message."campusID", message."senderID", message."updatedAt", ${now},
      'accepted', named."providerID", named.recipient
    from named
    join message on message.id = named.id and message."senderID" = named."senderID"
      and message.attempts >= named.attempts
    left join attempt own on own."messageID" = named.id and own.attempt = named.attempts
    left join attempt known on known."senderID" = named."senderID" and known."providerID" = named."providerID"
    where known."messageID" is null and coalesce(own."startedAt", message."updatedAt") < named.until
    order by 1, 2
    on conflict ("messageID", attempt) do update
      set "providerID" = excluded."providerID", outcome = 'accepted', "waID" = excluded."waID" where attempt."providerID" is null`.execute(
    db,
  );
}

const receiptColumns = {
  senderID: 'text',
  providerID: 'text',
  status: 'text',
  reason: 'text',
  code: 'text',
  policy: 'text',
  recipient: 'text',
  at: 'text',
} as const;

/** `matched` is 1 when the attempt of the receipt is known. */
export type StoredReceipt = NewReceipt & { matched: number };

/**
 * Stores new receipts and returns them. It ignores repeated receipts, and receipts for another recipient than that of
 * the attempt. `matched` is 1 if the attempt is known.
 */
export async function insertReceipts(
  db: Db,
  receipts: readonly NewReceipt[],
  now: string,
): Promise<StoredReceipt[]> {
  if (receipts.length === 0) return [];
  // Several receipts of one message name the same attempt, so each attempt and each provider id is kept once.
  const named = new Map<string, NamedAttempt>();
  for (const { tried, senderID, providerID, recipient } of receipts)
    if (tried) named.set(`${tried.id}:${tried.attempts}`, { ...tried, senderID, providerID, recipient });
  const tries = new Map([...named.values()].map((one) => [`${one.senderID} ${one.providerID}`, one]));
  await storeNamedAttempts(db, [...tries.values()], now);
  const { rows } =
    await sql<StoredReceipt>`with ${valueRows(db, 'told', { columns: receiptColumns, rows: receipts })}
    insert into receipt ("senderID", "providerID", status, reason, code, policy, recipient, at, "receivedAt", matched)
    select "senderID", "providerID", status, reason, code, policy, recipient, at, ${now},
      case when exists (select 1 from attempt
        where attempt."senderID" = told."senderID" and attempt."providerID" = told."providerID") then 1 else 0 end
    from told
    where (select attempt."waID" <> told.recipient from attempt
      where attempt."senderID" = told."senderID" and attempt."providerID" = told."providerID") is not true
    on conflict ("senderID", "providerID", status) do nothing
    returning "senderID", "providerID", status, reason, code, policy, recipient, at, matched`.execute(db);
  return rows;
}

/** The recipient in the receipt must be the recipient that the provider accepted, unless one of them is not known. */
const hasSameRecipient = sql<boolean>`(receipt.recipient <> attempt."waID") is not true`;

/** Tells whether receipts of this sender wait until their message is known. */
export async function hasUnmatched(db: Db, senderID: string): Promise<boolean> {
  const row = await db
    .selectFrom('receipt')
    .select('id')
    .where('senderID', '=', senderID)
    .where('matched', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Lists receipts that came before their message was known, if the message is known by now. This runs every second, so
 * the joins go sender by sender through the index of waiting receipts. Otherwise SQLite would scan all receipts.
 */
export async function listUnmatched(db: Db, most: number): Promise<NewReceipt[]> {
  return db
    .selectFrom('sender')
    .crossJoin('receipt')
    .crossJoin('attempt')
    .select(['receipt.senderID', 'receipt.providerID', 'receipt.status', 'receipt.reason'])
    .select([
      'receipt.code',
      sql<Policy | null>`receipt.policy`.as('policy'),
      'receipt.at',
      'receipt.recipient',
    ])
    .whereRef('receipt.senderID', '=', 'sender.id')
    .where('receipt.matched', '=', 0)
    .whereRef('attempt.senderID', '=', 'receipt.senderID')
    .whereRef('attempt.providerID', '=', 'receipt.providerID')
    .where(hasSameRecipient)
    .orderBy('sender.id')
    .orderBy('receipt.providerID')
    .orderBy('receipt.id')
    .limit(most)
    .execute();
}

export type UnmatchedReceipt = { id: number; senderID: string; providerID: string; receivedAt: string };

/** Lists receipts that match no message, in the order of their index, beginning after `after`. */
export async function listUnmatchedAfter(
  db: Db,
  after: Omit<UnmatchedReceipt, 'receivedAt'>,
  take: number,
): Promise<UnmatchedReceipt[]> {
  const { senderID, providerID, id } = after;
  return db
    .selectFrom('receipt')
    .select(['id', 'senderID', 'providerID', 'receivedAt'])
    .where('matched', '=', 0)
    .where((eb) => eb(eb.refTuple('senderID', 'providerID', 'id'), '>', eb.tuple(senderID, providerID, id)))
    .orderBy('senderID')
    .orderBy('providerID')
    .orderBy('id')
    .limit(take)
    .execute();
}

/**
 * Deletes those of these receipts that still match no message. They belong to messages that this program did not send,
 * for example a message that was written on the phone.
 */
export async function deleteUnmatched(db: Db, receiptIDs: readonly number[]): Promise<void> {
  await db.deleteFrom('receipt').where('id', 'in', receiptIDs).where('matched', '=', 0).execute();
}

export type SenderReceipts = { senderID: string; receipts: readonly NewReceipt[] };
type MovedMessage = { id: number; campusID: number; broadcastID: number; number: string } & {
  attempts: number;
  waits: number;
  providerID: string;
  sequence: number | null;
  /** For a failed message: when its attempt began. */
  startedAt: string | null;
};
/** `failure` is the receipt that reported the failure. It is undefined when the message changed to another state. */
export type AdvancedMessage = MovedMessage & { senderID: string; failure: NewReceipt | undefined };

/**
 * Selects the attempts of these receipts. The join begins with the receipts and finds each attempt by its provider id.
 * Otherwise SQLite would scan every attempt of the sender.
 */
const triesOf = (senderID: string, name: string, more = '') =>
  sql`tries as materialized (
    select attempt."messageID", attempt.attempt, attempt."providerID"${sql.raw(more)}
    from told cross join attempt
    where attempt."senderID" = ${senderID} and attempt."providerID" = ${sql.raw(name)})`;

/**
 * `delivered` and `read` count for every attempt of a message. `sent` and `failed` count only for the latest attempt.
 */
const onlyLatestAttempt: Record<ReceiptState, boolean> = {
  sent: true,
  delivered: false,
  read: false,
  failed: true,
};

/** A `sent` receipt does not change a message that a person has queued again after its attempt failed. */
const unlessRetried = sql`and not (message.status = 'queued' and exists (
  select 1 from receipt where receipt."senderID" = message."senderID"
    and receipt."providerID" = tries."providerID" and receipt.status = 'failed'))`;

const startOfTry = sql`(select attempt."startedAt" from attempt
  where attempt."messageID" = message.id and attempt.attempt = message.attempts)`;

/** Moves the messages of one sender forward to the states of these receipts, never back. */
export async function advanceMessages(
  db: Db,
  { senderID, receipts }: SenderReceipts,
  now: string,
): Promise<AdvancedMessage[]> {
  const advanced: AdvancedMessage[] = [];
  for (const status of receiptStates) {
    const ofStatus = receipts.filter((receipt) => receipt.status === status);
    if (ofStatus.length === 0) continue;
    const columns = { providerID: 'text', reason: 'text', code: 'text' } as const;
    const result = await sql<MovedMessage>`with ${valueRows(db, 'told', { columns, rows: ofStatus })},
      ${triesOf(senderID, 'told."providerID"', ', told.reason, told.code')}
      update message
      set status = ${status}, "pollAt" = ${isLast(status) ? sql`null` : sql`message."pollAt"`}, reason = tries.reason, code = tries.code, "leaseUntil" = null, "handedOverAt" = null, "dueAt" = null,
        "providerID" = tries."providerID", "acceptedAt" = coalesce(message."acceptedAt", ${now}), "updatedAt" = ${now}
      from tries
      where message.id = tries."messageID" and ${unindexedText('message.status')} in (${sql.join(raisedBy[status])})
        ${onlyLatestAttempt[status] ? sql`and message.attempts = tries.attempt` : sql``}
        ${status === 'sent' ? unlessRetried : sql``}
      returning message.id, message."campusID", message."broadcastID", message.number, message.attempts, message.waits,
        message."providerID", message.sequence, ${status === 'failed' ? startOfTry : sql`null`} as "startedAt"`.execute(
      db,
    );
    const failures = new Map(
      status === 'failed' ? ofStatus.map((receipt) => [receipt.providerID, receipt]) : [],
    );
    for (const row of result.rows) advanced.push({ ...row, senderID, failure: failures.get(row.providerID) });
  }
  return advanced;
}

/**
 * Marks the receipts with these provider ids as matched when their message is known by now. Returns those that were not
 * matched before.
 */
export async function markMatched(db: Db, { senderID, receipts }: SenderReceipts): Promise<NewReceipt[]> {
  const providerIDs = [...new Set(receipts.map(({ providerID }) => providerID))];
  if (providerIDs.length === 0) return [];
  // The list is joined. With two `in` conditions, on a list and on a query, PostgreSQL would read every receipt.
  const { rows } =
    await sql<NewReceipt>`with ${valueList(db, 'told', providerIDs)}, ${triesOf(senderID, 'told.value', ', attempt."waID"')}
    update receipt set matched = 1
    from tries
    where receipt."senderID" = ${senderID} and receipt."providerID" = tries."providerID"
      and receipt.matched = 0 and (receipt.recipient <> tries."waID") is not true
    returning receipt."senderID", receipt."providerID", receipt.status, receipt.reason, receipt.code,
        receipt.policy, receipt.recipient, receipt.at`.execute(db);
  return rows;
}

/** Lists messages about which the provider must be polled now. */
export async function listToPoll(db: Db, { now, most }: { now: string; most: number }) {
  return db
    .selectFrom('message')
    .select(['id', 'senderID', 'number', 'status', 'providerID', 'acceptedAt'])
    .where('pollAt', '<=', now)
    .orderBy('pollAt')
    .orderBy('id')
    .limit(most)
    .execute();
}

export type NextPoll = { id: number; providerID: string | null; pollAt: string | null };

/**
 * Stores when to poll the provider about each message again; null means never. A message that got another provider id
 * in the meantime is not changed, because the poll was about the earlier id.
 */
export async function setNextPolls(db: Db, times: readonly NextPoll[]): Promise<void> {
  if (times.length === 0) return;
  const columns = { id: 'bigint', providerID: 'text', pollAt: 'text' } as const;
  await sql`with ${valueRows(db, 'times', { columns, rows: times })} update message set "pollAt" = times."pollAt" from times
    where message.id = times.id and message."providerID" is not distinct from times."providerID"`.execute(db);
}

/** Tells whether Qasid has sent the message with this provider id. */
export async function isSentByUs(db: Db, senderID: string, providerID: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempt')
    .select('messageID')
    .where('senderID', '=', senderID)
    .where('providerID', '=', providerID)
    .executeTakeFirst();
  return row !== undefined;
}
