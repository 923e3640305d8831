/** What a page sees of the outbox while it listens, as a browser does: told that something changed, it asks again. */
import { createInterface } from 'node:readline';
import type { LiveEvent } from '#shared/calls/live.ts';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { ask, open } from './program.ts';
import type { School } from './school.ts';

export type Watch = {
  /** When the first figures of a run that was not there before had come, by `performance.now()`. */
  seen: Promise<number>;
  close: () => void;
};

/** Resolves when it listens. */
export async function watchRuns({ program, asked }: School): Promise<Watch> {
  const list = async (): Promise<BroadcastProgress[]> => ask(program, asked('/Outbox/Runs'));
  const known = new Set((await list()).map(({ broadcastID }) => broadcastID));
  const stream = await open(program, asked('/Live'));
  const lines = createInterface(stream);
  const look = async (): Promise<number> => {
    for await (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const { what } = JSON.parse(line.slice('data: '.length)) as LiveEvent;
      if (what !== 'outbox') continue;
      if ((await list()).some(({ broadcastID }) => !known.has(broadcastID))) return performance.now();
    }
    throw new Error('the page was told of no run');
  };
  const seen = look();
  // Whoever fails before he waits for it has his own reason to tell.
  seen.catch(() => {});
  return { seen, close: () => stream.destroy() };
}
