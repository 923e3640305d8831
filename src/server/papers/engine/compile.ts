/**
 * The program of the child process that makes papers, one order after the other. Compiling cannot be interrupted and
 * would block every request of the server. The process that started it ends it.
 */
import { setPriority } from 'node:os';
import type { PaperOrder } from '../../deps.ts';
import { createCompiler } from './compiler.ts';

export type CompilerRequest = { id: number; order: PaperOrder };
export type CompilerReply = 'ready' | { id: number; bytes: Uint8Array } | { id: number; failed: string };

/** Requests have priority. Unix counts up to 19; Windows uses it as below normal. */
const niceness = 5;
/**
 * Bytes. The compiler caches some of its work. A process that has grown beyond the limit ends after its answer, and
 * another one starts.
 */
const mostMemory = 240 * 1024 * 1024;

const sendReply = (reply: CompilerReply, then?: () => void): void =>
  void process.send?.(reply, undefined, {}, then);

const compiler = createCompiler();

async function answer({ id, order }: CompilerRequest): Promise<void> {
  const reply = await compiler.set(order).then(
    (bytes) => ({ id, bytes }),
    (error: unknown) => ({ id, failed: error instanceof Error ? error.message : String(error) }),
  );
  sendReply(reply, () => {
    if (process.memoryUsage.rss() > mostMemory) process.exit(0);
  });
}

process.on('message', (request: CompilerRequest) => void answer(request));
// A terminal sends the signal to every process. Only the parent process decides when this one ends.
process.on('SIGINT', () => {});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));
setPriority(niceness);
sendReply('ready');
