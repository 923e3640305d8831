/**
 * The program of the child process that makes papers (vouchers and receipts), one order at a time. Compiling cannot
 * be interrupted and would block all requests of the server. The parent process ends this process.
 */
import { setPriority } from 'node:os';
import type { PaperOrder } from '../../deps.ts';
import { createCompiler } from './compiler.ts';

export type CompilerRequest = { id: number; order: PaperOrder };
export type CompilerReply = 'ready' | { id: number; bytes: Uint8Array } | { id: number; failed: string };

/** Lets requests of the server run first. On Unix 19 is the lowest priority; Windows treats 5 as below normal. */
const niceness = 5;
/**
 * In bytes. The compiler caches some of its work. If the process uses more than this after an answer, it ends, and a
 * new one is started for the next order.
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
// A terminal sends Ctrl-C to all processes of the program. Only the parent decides when this process ends.
process.on('SIGINT', () => {});
// The parent process has ended.
process.on('disconnect', () => process.exit(0));
setPriority(niceness);
sendReply('ready');
