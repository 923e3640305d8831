/**
 * Syncs submitted templates with the providers: every few minutes while one is undecided, otherwise a few times a day.
 */
import { scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { syncTemplates } from './approvals.ts';
import { listSyncs } from './approvals-queries.ts';
import { type Approved, isSyncDue } from './approvals-rules.ts';

/** Milliseconds between two checks of the store. */
const lookEvery = 10_000;

/** When each campus was last synced, successfully or not. */
export type SyncTries = Map<number, Date>;

/** Syncs every campus that is due. If one fails, the others are still synced. */
export async function syncDue(deps: Deps, tried: SyncTries, approved: Approved): Promise<void> {
  const now = deps.now();
  for (const { waiting, lastSyncAt, ...campus } of await listSyncs(deps.store.db)) {
    if (!isSyncDue({ waiting, lastSyncAt }, { triedAt: tried.get(campus.id), now })) continue;
    tried.set(campus.id, now);
    await syncTemplates(scopeOfRow(deps.store.db, campus, ''), deps).catch((error: unknown) =>
      deps.log.warn({ err: error, campusID: campus.id }, 'the templates of a campus could not be synced'),
    );
  }
  await approved(deps);
}

export function approvalsWorker(deps: Deps, approved: Approved): Loop {
  const { elapsed } = deps.runtime;
  const tried: SyncTries = new Map();
  let lookedAt = Number.NEGATIVE_INFINITY;
  const tick = async (): Promise<number> => {
    if (elapsed() - lookedAt < lookEvery) return 0;
    lookedAt = elapsed();
    await syncDue(deps, tried, approved);
    return 0;
  };
  return createLoop({ name: 'approvals', tick }, deps.runtime);
}
