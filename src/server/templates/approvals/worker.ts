/** Asks providers what has become of submitted templates: soon while something is awaited, a few times a day otherwise. */
import { scopeOfRow } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { syncTemplates } from './actions.ts';
import { listSyncs } from './queries.ts';
import { type Approved, isSyncDue } from './rules.ts';

/** Milliseconds between two looks at the store. */
const lookEvery = 10_000;

/** When each campus was last asked for, whatever came of it. */
export type SyncTries = Map<number, Date>;

/** Asks for every campus whose time has come; one that fails does not keep the others. */
export async function syncDue(deps: Deps, tried: SyncTries, approved: Approved): Promise<void> {
  const now = deps.now();
  for (const { waiting, askedAt, ...campus } of await listSyncs(deps.store.db)) {
    if (!isSyncDue({ waiting, askedAt }, { triedAt: tried.get(campus.id), now })) continue;
    tried.set(campus.id, now);
    await syncTemplates(scopeOfRow(deps.store.db, campus, ''), deps).catch((error: unknown) =>
      deps.log.warn({ err: error, campusID: campus.id }, 'templates could not be asked for'),
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
