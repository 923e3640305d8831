/** Resident memory of another process, in MB. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const kBPerMB = 1024;

export async function residentOf(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / kBPerMB;
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) / kBPerMB;
}

const lookEvery = 20;

/** The largest resident size while the work lasts. */
export async function peakWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  const look = async () => {
    peak = Math.max(peak, await residentOf(pid));
  };
  const timer = setInterval(() => void look().catch(() => {}), lookEvery);
  try {
    await work();
    await look();
  } finally {
    clearInterval(timer);
  }
  return peak;
}
