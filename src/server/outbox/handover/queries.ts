/** Messages that begin to leave for the provider, of every campus; each takes `Db`, and says so. */
import { sql } from 'kysely';
import { unindexedText, valueRows } from '../../db/long-lists.ts';
import type { Db } from '../../db/store.ts';
import type { Claimed } from '../model.ts';

/**
 * From now on these may have been sent; answers which of them may be: what was cancelled since it was claimed may not,
 * nor what another process has put back because the lease was over.
 */
export async function markHandedOver(
  db: Db,
  claimed: readonly Pick<Claimed, 'id' | 'leaseUntil'>[],
  now: string,
): Promise<Set<number>> {
  const columns = { id: 'bigint', leaseUntil: 'text' } as const;
  // In one order, so that nobody waits for a row of another's who waits for one of these.
  const rows = [...claimed].sort((a, b) => a.id - b.id);
  const { rows: marked } = await sql<{ id: number }>`with ${valueRows(db, 'leaving', { columns, rows })}
    update message set "handedOverAt" = ${now}
    from leaving
    where message.id = leaving.id and ${unindexedText('message.status')} = 'sending'
      and message."leaseUntil" = leaving."leaseUntil" and message."cancelledAt" is null
    returning message.id`.execute(db);
  return new Set(marked.map(({ id }) => id));
}
