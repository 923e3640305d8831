/** Messages of every campus that are about to be sent; each function takes `Db`. */
import { sql } from 'kysely';
import { unindexedText, valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Claimed } from '../model.ts';

/**
 * Marks these messages as handed over: from now on they may have been sent. Returns the ids that may go. A message that
 * was cancelled since its claim may not, nor one whose lease ended and that another process put back.
 */
export async function markHandedOver(
  db: Db,
  claimed: readonly Pick<Claimed, 'id' | 'leaseUntil'>[],
  now: string,
): Promise<Set<number>> {
  const columns = { id: 'bigint', leaseUntil: 'text' } as const;
  // One order of rows, so that two transactions do not wait for each other.
  const rows = [...claimed].sort((a, b) => a.id - b.id);
  const { rows: marked } = await sql<{ id: number }>`with ${valueRows(db, 'leaving', { columns, rows })}
    update message set "handedOverAt" = ${now}
    from leaving
    where message.id = leaving.id and ${unindexedText('message.status')} = 'sending'
      and message."leaseUntil" = leaving."leaseUntil" and message."cancelledAt" is null
    returning message.id`.execute(db);
  return new Set(marked.map(({ id }) => id));
}
