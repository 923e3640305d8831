/**
 * The program of a child process that sets papers, one order after the other: setting is one call that nothing interrupts,
 * and would hold up every request of the server. Ended by whoever started it.
 */
import { setPriority } from 'node:os';
import type { PaperOrder } from '../../deps.ts';
import { createCompiler } from './compiler.ts';

export type AskedOfCompiler = { id: number; order: PaperOrder };
export type ToldByCompiler = 'ready' | { id: number; bytes: Uint8Array } | { id: number; failed: string };

/** Others go first; Unix counts up to 19, Windows knows it as below normal. */
const niceness = 5;
/** Bytes. What was set is in part remembered; one that has grown beyond ends after its answer, and another begins. */
const mostMemory = 240 * 1024 * 1024;

const tell = (told: ToldByCompiler, then?: () => void): void =>
  void process.send?.(told, undefined, {}, then);

const compiler = createCompiler();

async function answer({ id, order }: AskedOfCompiler): Promise<void> {
  const told = await compiler.set(order).then(
    (bytes) => ({ id, bytes }),
    (error: unknown) => ({ id, failed: error instanceof Error ? error.message : String(error) }),
  );
  tell(told, () => {
    if (process.memoryUsage.rss() > mostMemory) process.exit(0);
  });
}

process.on('message', (asked: AskedOfCompiler) => void answer(asked));
// A terminal tells every process itself: whoever asked decides when this one ends.
process.on('SIGINT', () => {});
// Whoever asked is gone.
process.on('disconnect', () => process.exit(0));
setPriority(niceness);
tell('ready');
