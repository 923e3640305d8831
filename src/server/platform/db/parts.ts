/** Long work on the database in small parts, each with statements of its own. */
import type { Runtime } from '../../runtime.ts';

/** Milliseconds. On SQLite a statement blocks the thread, so the others need most of the time. */
const pause = 25;

/** Repeats `work` with a pause after each part, as long as it returns that there is more and nothing stops it. */
export async function workInParts(
  { runtime, stopping }: { runtime: Pick<Runtime, 'sleep'>; stopping?: AbortSignal | undefined },
  work: () => Promise<boolean>,
): Promise<void> {
  while (!stopping?.aborted && (await work())) await runtime.sleep(pause, stopping);
}
