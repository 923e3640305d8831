/** Receipts are facts: stored once each, idempotently, whenever they come, and applied to messages of whatever campus. */
import { sql } from 'kysely';
import { type ReceiptState, raisedBy, receiptStates } from '#shared/message-states.ts';
import type { Reason } from '#shared/reasons.ts';
import { unindexedText, valueList, valueRows } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';
import type { Policy } from '../../whatsapp/error-codes.ts';
import { isLast } from './rules.ts';

export type NewReceipt = {
  senderID: string;
  providerID: string;
  status: ReceiptState;
  reason: Reason | null;
  /** Of a failure: the provider's word for it, and what is to be done about it. */
  code: string | null;
  policy: Policy | null;
  at: string;
  /** Whom it speaks of, as E.164. */
  recipient: string | null;
  /** The message and the try it speaks of, where the provider says so. */
  tried?: Pick<NamedTry, 'id' | 'attempts' | 'until'> | undefined;
};

/** A try that a receipt has named by what it was sent with. `until`: its word stood in tries begun before that. */
type NamedTry = {
  id: number;
  attempts: number;
  until: string;
  senderID: string;
  providerID: string;
  recipient: string | null;
};

/**
 * Keeps what a try is called that a receipt has named by what it was sent with: its answer was lost, or has not come
 * yet. It was accepted, whatever was thought of it; a try that has a name keeps it.
 */
async function nameTries(db: Db, tries: readonly NamedTry[], now: string): Promise<void> {
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

/** `matched`: 1 where the try it speaks of is known. */
export type StoredReceipt = NewReceipt & { matched: number };

/**
 * Stores what is new; a repeated receipt changes nothing, nor does one that speaks of somebody else than the try it is
 * of. Answers the new ones, their messages known where they can be.
 */
export async function insertReceipts(
  db: Db,
  receipts: readonly NewReceipt[],
  now: string,
): Promise<StoredReceipt[]> {
  if (receipts.length === 0) return [];
  // Each try once, and each name once: what several receipts say of one is the same.
  const named = new Map<string, NamedTry>();
  for (const { tried, senderID, providerID, recipient } of receipts)
    if (tried) named.set(`${tried.id}:${tried.attempts}`, { ...tried, senderID, providerID, recipient });
  const tries = new Map([...named.values()].map((one) => [`${one.senderID} ${one.providerID}`, one]));
  await nameTries(db, [...tries.values()], now);
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

/** Where both are known it is the very one whom the provider took the message for. */
const speaksOfSame = sql<boolean>`(receipt.recipient <> attempt."waID") is not true`;

/** Whether receipts of this sender wait until their message is known. */
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
 * Receipts that came before anyone knew their message, and whose message is known by now. Asked every second: sender by
 * sender in the index of those that wait, and in its order, for otherwise SQLite would go through all there ever were.
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
    .where(speaksOfSame)
    .orderBy('sender.id')
    .orderBy('receipt.providerID')
    .orderBy('receipt.id')
    .limit(most)
    .execute();
}

/** What has found no message for so long is of none of ours, such as one that was written on the phone itself. */
export async function forgetUnmatched(db: Db, before: string): Promise<void> {
  await db
    .deleteFrom('receipt')
    .where('senderID', 'in', db.selectFrom('sender').select('id'))
    .where('matched', '=', 0)
    .where('receivedAt', '<', before)
    .execute();
}

export type SenderReceipts = { senderID: string; receipts: readonly NewReceipt[] };
type MovedMessage = { id: number; campusID: number; broadcastID: number; number: string } & {
  attempts: number;
  waits: number;
  providerID: string;
  sequence: number | null;
  /** Of one that failed: when its try began. */
  startedAt: string | null;
};
/** `failure`: what the receipt said of it where that is what moved the message. */
export type RaisedMessage = MovedMessage & { senderID: string; failure: NewReceipt | undefined };

/**
 * The tries that these receipts are of: first the receipts, then each try by its name. Left to itself SQLite would go
 * through every try of the sender.
 */
const triesOf = (senderID: string, name: string, more = '') =>
  sql`tries as materialized (
    select attempt."messageID", attempt.attempt, attempt."providerID"${sql.raw(more)}
    from told cross join attempt
    where attempt."senderID" = ${senderID} and attempt."providerID" = ${sql.raw(name)})`;

/** What arrived has arrived, whichever try it was; that one was sent or failed says nothing about a later one. */
const ofLatest: Record<ReceiptState, boolean> = { sent: true, delivered: false, read: false, failed: true };

/** That a try was on its way says nothing new of a message that a person put back because that try failed. */
const unlessRetried = sql`and not (message.status = 'queued' and exists (
  select 1 from receipt where receipt."senderID" = message."senderID"
    and receipt."providerID" = tries."providerID" and receipt.status = 'failed'))`;

const startOfTry = sql`(select attempt."startedAt" from attempt
  where attempt."messageID" = message.id and attempt.attempt = message.attempts)`;

/** Moves one sender's messages as far to the right as these receipts say, never back. */
export async function raiseMessages(
  db: Db,
  { senderID, receipts }: SenderReceipts,
  now: string,
): Promise<RaisedMessage[]> {
  const raised: RaisedMessage[] = [];
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
        ${ofLatest[status] ? sql`and message.attempts = tries.attempt` : sql``}
        ${status === 'sent' ? unlessRetried : sql``}
      returning message.id, message."campusID", message."broadcastID", message.number, message.attempts, message.waits,
        message."providerID", message.sequence, ${status === 'failed' ? startOfTry : sql`null`} as "startedAt"`.execute(
      db,
    );
    const failures = new Map(status === 'failed' ? ofStatus.map((told) => [told.providerID, told]) : []);
    for (const row of result.rows) raised.push({ ...row, senderID, failure: failures.get(row.providerID) });
  }
  return raised;
}

/** Marks the receipts of these names whose message is known by now; answers those that were not so before. */
export async function markMatched(db: Db, { senderID, receipts }: SenderReceipts): Promise<NewReceipt[]> {
  const providerIDs = [...new Set(receipts.map(({ providerID }) => providerID))];
  if (providerIDs.length === 0) return [];
  // A join with the list: for the same as `in` a list and `in` a query PostgreSQL reads every receipt there is.
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

/** Messages whose provider wants to be asked by now. */
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

/** When to ask again about each message, if ever; one that has got another id meanwhile was not asked about. */
export async function setNextPolls(db: Db, times: readonly NextPoll[]): Promise<void> {
  if (times.length === 0) return;
  const columns = { id: 'bigint', providerID: 'text', pollAt: 'text' } as const;
  await sql`with ${valueRows(db, 'times', { columns, rows: times })} update message set "pollAt" = times."pollAt" from times
    where message.id = times.id and message."providerID" is not distinct from times."providerID"`.execute(db);
}
