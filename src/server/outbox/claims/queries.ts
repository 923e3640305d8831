/** What is known of messages before they are sent, and what is written of them then: each takes `Db`, and says so. */
import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { unindexed, unindexedText, valueList, valueRows } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';
import { type DueBroadcast, dueBroadcastColumns, hasBegun } from '../broadcasts/queries.ts';
import type { Candidate, LeftOut, PutOff } from '../model.ts';

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
 * The broadcast of this campus that a message waits in, and the message; undefined where it does not, or is held up.
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

/** The numbers of so many tries of this broadcast begin behind the one that is answered. */
export async function takeSequence(db: Db, broadcastID: number, tries: number): Promise<number> {
  const { sequence } = await db
    .updateTable('broadcast')
    .set((eb) => ({ sequence: eb('sequence', '+', tries) }))
    .where('id', '=', broadcastID)
    .returning('sequence')
    .executeTakeFirstOrThrow();
  return sequence - tries;
}

/** Marks these as being sent, this try counted; answers which of them still waited. `handedOverAt`: where they leave at once. */
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

/** Leaves out for good what must not go any more. */
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

/** Those of these numbers that ask for no messages. */
export async function listOptedOutOf(scope: Scope, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ number: string }>`with ${valueList(scope.db, 'asked', numbers)}
    select opt_out.number from asked
    join opt_out on opt_out."campusID" = ${scope.campusID} and opt_out.number = asked.value
    where opt_out."endedAt" is null`.execute(scope.db);
  return new Set(rows.map(({ number }) => number));
}

/**
 * When these numbers were last handed a message, after `since`; one that is being handed over counts as now. So does a
 * try that was taken, or may have been, of a message that failed later or is put back for a retry. What is behind
 * `latest` was written by a clock that was ahead, and is left out: it would never be long ago.
 */
export async function listLatelyWritten(
  scope: Scope,
  { numbers, since, now, latest }: { numbers: readonly string[]; since: string; now: string; latest: string },
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  // Whoever has such a try was changed since: the tries of older messages are not looked up.
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

/** Those of these numbers that the sender, as it is connected now, never wrote to, nor may have. */
export async function listStrangers(scope: Scope, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const { rows } = await sql<{ value: string }>`with ${valueList(scope.db, 'asked', numbers)}
    select asked.value from asked
    where not exists (select 1 from message m join sender s on s.id = m."senderID"
      where m.number = asked.value and m.attempts > 0 and (m."acceptedAt" >= coalesce(s."connectedAt", '')
        or m.status in ('sending', 'unknown')) and m."campusID" = ${scope.campusID})`.execute(scope.db);
  return new Set(rows.map(({ value }) => value));
}
