/** Follows the outbox as a page does: after each live event it loads the figures again. */
import { createInterface } from 'node:readline';
import type { LiveEvent } from '#shared/calls/live.ts';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { ask, open } from './program.ts';
import type { School } from './school.ts';

export type Watch = {
  /** The time, by `performance.now()`, when the first figures of a new send arrived. */
  seen: Promise<number>;
  close: () => void;
};

/** Resolves when it listens. */
export async function watchRuns({ program, apiRequest }: School): Promise<Watch> {
  const list = async (): Promise<BroadcastProgress[]> => ask(program, apiRequest('/Outbox/Runs'));
  const existing = new Set((await list()).map(({ broadcastID }) => broadcastID));
  const stream = await open(program, apiRequest('/Live'));
  const lines = createInterface(stream);
  const look = async (): Promise<number> => {
    for await (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const { what } = JSON.parse(line.slice('data: '.length)) as LiveEvent;
      if (what !== 'outbox') continue;
      if ((await list()).some(({ broadcastID }) => !existing.has(broadcastID))) return performance.now();
    }
    throw new Error('the page received no live event about a new send');
  };
  const seen = look();
  // If the caller fails before it awaits this promise, the rejection must not hide the caller's error.
  seen.catch(() => {});
  return { seen, close: () => stream.destroy() };
}
