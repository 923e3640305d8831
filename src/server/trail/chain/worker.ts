/** Seals new rows, and records failed sign-ins after their minute is over. */
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { recordFailedSignIns } from '../failed-sign-ins/failed-sign-ins.ts';
import { sealTrail } from './chain.ts';

/** Returns the number of rows that were recorded and sealed. */
export async function keepTrail({ store: { db }, now }: Pick<Deps, 'store' | 'now'>): Promise<number> {
  return (await recordFailedSignIns(db, now())) + (await sealTrail(db));
}

export const trailWorker = (deps: Deps): Loop =>
  createLoop({ name: 'trail', tick: () => keepTrail(deps) }, deps.runtime);
