/** Reads and writes messages right before they are sent. Functions that work for every campus take a `Db`. */
import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { unindexed, unindexedText, valueList, valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import { type DueBroadcast, dueBroadcastColumns, hasBegun } from '../broadcasts/broadcasts-queries.ts';
import type { Candidate, Claimed, LeftOut, PutOff } from '../model.ts';

export const candidateColumns = [
  'id',
  'campusID',
  'broadcastID',
  'senderID',
  'number',
  'text',
  'media',
  'attempts',
  'waits',
  'billIDs',
  'owedIDs',
  'params',
] as const;

/**
 * Returns a waiting message with its broadcast; undefined when the message does not wait or its broadcast is paused.
 */
export async function findClaimable(
  scope: Scope,
  messageID: number,
): Promise<{ broadcast: DueBroadcast; candidate: Candidate } | undefined> {
  const candidate = await scope.db
    .selectFrom('message')
    .select(candidateColumns)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', '=', messageID)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  if (!candidate) return undefined;
  const broadcast = await scope.db
    .selectFrom('broadcast')
    .select(dueBroadcastColumns)
    .where('campusID', '=', scope.campusID)
    .where('id', '=', candidate.broadcastID)
    .where('state', '=', 'running')
    .where((eb) => hasBegun(eb))
    .executeTakeFirst();
  return broadcast && { broadcast, candidate };
}

/**
 * Reserves sequence numbers for this many attempts of a broadcast. The first of them is the returned number plus one.
 */
export async function takeSequence(db: Db, broadcastID: number, attempts: number): Promise<number> {
  const { sequence } = await db
    .updateTable('broadcast')
    .set((eb) => ({ sequence: eb('sequence', '+', attempts) }))
    .where('id', '=', broadcastID)
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence - attempts;
}

/**
 * Marks these messages as being sent and counts the attempt. Returns the ids of those that still waited. `handedOverAt`
 * is set for messages that a person sends.
 */
export async function markSending(
  db: Db,
  chosen: readonly { id: number; sequence: number }[],
  { now, leaseUntil, handedOverAt = null }: { now: string; leaseUntil: string; handedOverAt?: string | null },
): Promise<Set<number>> {
  if (chosen.length === 0) return new Set();
  const columns = { id: 'bigint', sequence: 'bigint' } as const;
  const { rows } = await sql<{ id: number }>`with ${valueRows(db, 'chosen', { columns, rows: chosen })}
    update message set sequence = chosen.sequence, status = 'sending', "leaseUntil" = ${leaseUntil}, "dueAt" = null, reason = null, code = null,
      attempts = attempts + 1, "handedOverAt" = ${handedOverAt}, "updatedAt" = ${now}
    from chosen
    where message.id = chosen.id and ${unindexedText('message.status')} = 'queued'
    returning message.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

const byID = { id: 'bigint', reason: 'text' } as const;

/** Skips messages that must not be sent any more. */
export async function skipCandidates(db: Db, skipped: readonly LeftOut[], now: string): Promise<void> {
  if (skipped.length === 0) return;
  await sql`with ${valueRows(db, 'left_out', { columns: byID, rows: skipped })}
    update message set status = 'skipped', reason = left_out.reason, "dueAt" = null, "updatedAt" = ${now}
    from left_out where message.id = left_out.id and ${unindexedText('message.status')} = 'queued'`.execute(
    db,
  );
}

export async function putOffCandidates(db: Db, putOff: readonly PutOff[]): Promise<void> {
  if (putOff.length === 0) return;
  const columns = { ...byID, dueAt: 'text' } as const;
  await sql`with ${valueRows(db, 'put_off', { columns, rows: putOff })}
    update message set "dueAt" = put_off."dueAt", reason = put_off.reason
    from put_off where message.id = put_off.id and ${unindexedText('message.status')} = 'queued'`.execute(db);
}

/** Returns those of these numbers that opted out. */
export async function listOptedOutOf(scope: Scope, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`with ${valueList(scope.db, 'asked', numbers)}
    select opt_out.number from asked
    join opt_out on opt_out."campusID" = ${scope.campusID} and opt_out.number = asked.value
    where opt_out."endedAt" is null`.execute(scope.db);
  return new Set(rows.map(({ number }) => number));
}

/**
 * Returns when each number last got a message after `since`. A message that is being sent counts as now. An accepted or
 * unknown attempt counts even if its message failed later or waits for a retry. Times after `latest` were written by a
 * clock that was ahead, and they are ignored because they would block a number for too long.
 */
export async function listRecentlyWritten(
  scope: Scope,
  { numbers, since, now, latest }: { numbers: readonly string[]; since: string; now: string; latest: string },
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  // A message with such an attempt was also updated since then, so the attempts of older messages need not be read.
  const { rows } = await sql<{ number: string; at: string }>`with ${valueList(scope.db, 'asked', numbers)}
    select message.number, max(case when message.status = 'sending' then ${now}
      when message."acceptedAt" > ${since} and message."acceptedAt" <= ${latest} then message."acceptedAt"
      else attempt."endedAt" end) as at
    from asked
    join message on message."campusID" = ${scope.campusID} and message.number = asked.value
    left join attempt on message."updatedAt" > ${since} and attempt."messageID" = message.id
      and attempt.attempt = message.attempts and attempt.outcome in ('accepted', 'unknown')
    where message.status = 'sending' or message."acceptedAt" > ${since} and message."acceptedAt" <= ${latest}
      or attempt."endedAt" > ${since} and attempt."endedAt" <= ${latest}
    group by message.number`.execute(scope.db);
  return new Map(rows.map(({ number, at }) => [number, at]));
}

/** Returns the numbers to which the sender has certainly not written since it was connected. */
export async function listNewNumbers(scope: Scope, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ value: string }>`with ${valueList(scope.db, 'asked', numbers)}
    select asked.value from asked
    where not exists (select 1 from message m join sender s on s.id = m."senderID"
      where m.number = asked.value and m.attempts > 0 and (m."acceptedAt" >= coalesce(s."connectedAt", '')
        or m.status in ('sending', 'unknown')) and m."campusID" = ${scope.campusID})`.execute(scope.db);
  return new Set(rows.map(({ value }) => value));
}

/**
 * Marks these messages as handed over: from now on they may have been sent. Returns the ids of messages that may be
 * sent. A message is left out if it was cancelled since its claim, or if its lease ended and another process put it
 * back.
 */
export async function markHandedOver(
  db: Db,
  claimed: readonly Pick<Claimed, 'id' | 'leaseUntil'>[],
  now: string,
): Promise<Set<number>> {
  const columns = { id: 'bigint', leaseUntil: 'text' } as const;
  // All transactions write these rows in the same order, which prevents deadlocks.
  const rows = [...claimed].sort((a, b) => a.id - b.id);
  const { rows: marked } = await sql<{ id: number }>`with ${valueRows(db, 'leaving', { columns, rows })}
    update message set "handedOverAt" = ${now}
    from leaving
    where message.id = leaving.id and ${unindexedText('message.status')} = 'sending'
      and message."leaseUntil" = leaving."leaseUntil" and message."cancelledAt" is null
    returning message.id`.execute(db);
  return new Set(marked.map(({ id }) => id));
}
