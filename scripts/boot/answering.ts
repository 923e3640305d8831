/** Finds out whether Qasid runs, by the lock on its data and by the answer at its address. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, everyAddress } from '../../src/server/config.ts';
import { holdLock } from '../../src/server/platform/db/open-sqlite.ts';

/** The address that a browser on this computer uses. */
export const addressOf = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  `http://${host === everyAddress || host === '::' ? '127.0.0.1' : host}${port === 80 ? '' : `:${port}`}`;

/** Returns whether a program holds the lock on the data. */
export function isRunning({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    holdLock(join(dataDir, 'qasid.db'), 'running').close();
    return false;
  } catch {
    return true;
  }
}

/** The version that answers at the address, or undefined if nothing answers. */
export async function askVersion(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(3000) });
    const { version } = (await response.json()) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

/** Checks `isDone` once a second, for at most `seconds` seconds. */
export async function waitFor(isDone: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  for (let second = 0; second < seconds; second += 1) {
    if (await isDone()) return true;
    await sleep(1000);
  }
  return isDone();
}
