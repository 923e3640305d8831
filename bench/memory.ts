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

/** The heap that V8 has reserved in the server at this address, including unused parts. */
export async function heapOf(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const bytes = /^nodejs_heap_size_total_bytes (\d+)/m.exec(metrics)?.[1];
  if (!bytes) throw new Error('the server does not report the size of its heap');
  return Number(bytes) / bytesPerMB;
}

const lookEvery = 20;

/** The highest of the values read at intervals while the work lasts. A failed read is skipped. */
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

/** The highest resident size while the work lasts. */
export const peakWhile = (pid: number, work: () => Promise<unknown>): Promise<number> =>
  peakOf(() => residentOf(pid), work);
