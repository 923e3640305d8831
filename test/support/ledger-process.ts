/** Starts an act of the ledger in its own process; see `ledger-child.ts`. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../src/server/config.ts';
import type { allocateCredit, Receiving, voidPayment } from '../../src/server/counter/payments/payments.ts';
import type { Returning } from '../../src/server/counter/returns/returns.ts';
import { compileCache } from './compile-cache.ts';

export type LedgerAct =
  | { what: 'receive'; request: Receiving }
  | { what: 'void'; request: Parameters<typeof voidPayment>[2] }
  | { what: 'return'; request: Returning }
  | { what: 'allocate'; request: Parameters<typeof allocateCredit>[2] };

export type LedgerOrder = {
  config: Config;
  campusID: number;
  /** The time of the act. */
  at: string;
  act: LedgerAct;
  /** The process is killed before this step; with 0 it is not. */
  killBefore: number;
};

const child = fileURLToPath(new URL('./ledger-child.ts', import.meta.url));
const run = promisify(execFile);

/** Returns the answer of the act, or undefined when the process was killed. */
export async function runLedgerAct(order: LedgerOrder): Promise<unknown> {
  const env = { ...process.env, ...compileCache, LEDGER_ORDER: JSON.stringify(order) };
  try {
    const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', child], { env });
    return JSON.parse(stdout);
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return undefined;
    throw error;
  }
}
