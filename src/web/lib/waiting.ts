/** Measures how long the page has waited for its slowest answer, so that the page can show a long wait. */
import { useSyncExternalStore } from 'react';

const stages = { long: 1000, slow: 8000 } as const;
type Stage = keyof typeof stages;
/** The number of answers in each stage of waiting. */
const awaited: Record<Stage, number> = { long: 0, slow: 0 };
const watchers = new Set<() => void>();

function countAwaited(stage: Stage, by: 1 | -1): void {
  awaited[stage] += by;
  for (const watcher of watchers) watcher();
}

export type Wait = 'none' | Stage;

export function currentWait(): Wait {
  if (awaited.slow > 0) return 'slow';
  return awaited.long > 0 ? 'long' : 'none';
}

/** Counts the work as awaited until it has ended. */
export async function withWaitTracked<T>(work: Promise<T>): Promise<T> {
  const passed: Stage[] = [];
  const timers = (['long', 'slow'] as const).map((stage) =>
    setTimeout(() => {
      passed.push(stage);
      countAwaited(stage, 1);
    }, stages[stage]),
  );
  try {
    return await work;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    for (const stage of passed) countAwaited(stage, -1);
  }
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useWait = (): Wait => useSyncExternalStore(watch, currentWait);
