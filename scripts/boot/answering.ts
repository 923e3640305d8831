/** Whether Qasid runs: by the lock on its data, and by what answers at its address. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, everyAddress } from '../../src/server/config.ts';
import { holdLock } from '../../src/server/db/open-sqlite.ts';

/** As a browser on this computer reaches it. */
export const addressOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${host === everyAddress || host === '::' ? '127.0.0.1' : host}${port === 80 ? '' : `:${port}`}`;

/** A program holds the data. */
export function isRunning({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    holdLock(join(dataDir, 'qasid.db'), 'running').close();
    return false;
  } catch {
    return true;
  }
}

/** The version that answers there; undefined where none does. */
export async function askVersion(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(3000) });
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Asked each second, for so many at most; `isDone` says whether the answer will do. */
export async function waitFor(isDone: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  for (let second = 0; second < seconds; second += 1) {
    if (await isDone()) return true;
    await sleep(1000);
  }
  return isDone();
}
