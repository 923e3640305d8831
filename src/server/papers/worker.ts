/** Regularly removes papers that are not needed any more. */
import type { Deps } from '../deps.ts';
import { lookPeriodically } from '../loop.ts';
import { maxAge } from './engine/paper-cache.ts';
import { deleteOldJobs } from './prints/prints-queries.ts';

export type PapersWatch = { stop: () => Promise<void> };

async function removeOld(deps: Deps): Promise<void> {
  const now = deps.now();
  await deps.papers.sweep(deps.config.dataDir, now);
  const before = new Date(now.getTime() - maxAge.job).toISOString();
  await deleteOldJobs(deps.store.db, before);
}

/** Runs until it is stopped. */
export const watchPapers = (deps: Deps): PapersWatch =>
  lookPeriodically(deps, {
    look: () => removeOld(deps),
    first: 60_000,
    every: 10 * 60_000,
    failed: 'old papers cannot be removed',
  });
