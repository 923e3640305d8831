/** Starts, kills and stops the program in its own process. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../src/server/config.ts';
import { compileCache } from './compile-cache.ts';

/** `clockAhead`: milliseconds by which the child's clock is ahead, so that leases end without waiting. */
export type FaultPlace = { config: Config; recorder: string; clockAhead: number };
export type FaultOrder = { clockAhead?: number; stop?: boolean };

export type FaultProcess = {
  /** Resolves with the address once it answers requests, or with undefined when it ended before. */
  ready: Promise<string | undefined>;
  /** Resolves when the process has ended, with its exit code, or null when it was killed. */
  ended: Promise<number | null>;
  kill: () => Promise<void>;
  tell: (order: FaultOrder) => void;
  /** Its standard error. */
  complaints: () => string;
};

const child = fileURLToPath(new URL('./fault-child.ts', import.meta.url));

export function startFaultProcess(place: FaultPlace): FaultProcess {
  const program = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', child], {
    env: { ...process.env, ...compileCache, FAULT_PLACE: JSON.stringify(place) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errorOutput = '';
  program.stderr?.on('data', (chunk) => {
    errorOutput += chunk;
  });
  const ended = once(program, 'exit').then(([code]) => code as number | null);
  const ready = Promise.race([
    once(program, 'message').then(([{ address }]) => address as string),
    ended.then(() => undefined),
  ]);
  return {
    ready,
    ended,
    kill: async () => {
      program.kill('SIGKILL');
      await ended;
    },
    tell: (order) => void program.send(order, () => {}),
    complaints: () => errorOutput,
  };
}
