/**
 * Syncs submitted templates with the providers: every few minutes while one is undecided, otherwise a few times a day.
 */
import { scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop, shuffled } from '../../loop.ts';
import { syncTemplates } from './approvals.ts';
import { listSyncs } from './approvals-queries.ts';
import { type Approved, isSyncDue } from './approvals-rules.ts';

/** Milliseconds between two checks of the store. */
const lookEvery = 10_000;

/** When each campus was last synced, successfully or not. */
export type SyncTries = Map<number, Date>;

/** Campuses that are synced at a time. A provider that does not answer holds up only its own. */
const mostAtOnce = 4;

/** Syncs every campus that is due. If one fails, the others are still synced. */
export async function syncDue(deps: Deps, tried: SyncTries, approved: Approved): Promise<void> {
  const now = deps.now();
  const due = (await listSyncs(deps.store.db)).filter((one) =>
    isSyncDue(one, { triedAt: tried.get(one.id), now }),
  );
  for (const { id } of due) tried.set(id, now);
  const left = shuffled(deps.runtime, due);
  const syncNext = async (): Promise<void> => {
    for (let campus = left.shift(); campus; campus = left.shift()) {
      const { id: campusID } = campus;
      await syncTemplates(scopeOfRow(deps.store.db, campus, ''), deps).catch((error: unknown) =>
        deps.log.warn({ err: error, campusID }, 'the templates of a campus could not be synced'),
      );
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, syncNext));
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
