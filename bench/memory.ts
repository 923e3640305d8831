/** Memory of another process, in MB. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const kBPerMB = 1024;
const bytesPerMB = 1024 * 1024;

export async function residentOf(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / kBPerMB;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / kBPerMB;
}

/** What V8 has taken for the heap of the server at this address, what it no longer uses included. */
export async function heapOf(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const bytes = /^nodejs_heap_size_total_bytes (\d+)/m.exec(metrics)?.[1];
  if (!bytes) throw new Error('the server does not say how large its heap is');
  return Number(bytes) / bytesPerMB;
}

const lookEvery = 20;

/** The largest of what is looked at each so many milliseconds while the work lasts; a look that fails is passed over. */
export async function peakOf(
  look: () => Promise<number>,
  work: () => Promise<unknown>,
  every = lookEvery,
): Promise<number> {
  let peak = 0;
  let isDone = false;
  const lookOnce = async () => {
    peak = Math.max(peak, await look());
  };
  const looking = (async () => {
    for (; !isDone; await wait(every)) await lookOnce().catch(() => {});
  })();
  try {
    await work();
    await lookOnce();
  } finally {
    isDone = true;
    await looking;
  }
  return peak;
}

/** The largest resident size while the work lasts. */
export const peakWhile = (pid: number, work: () => Promise<unknown>): Promise<number> =>
  peakOf(() => residentOf(pid), work);
