/**
 * What the computer gives: its clocks, timers, chance, and calls to other computers. Only this file asks the computer
 * for them. A simulation puts its own in their place, and so decides what happens and when.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export type Timer = { cancel: () => void };

export type Runtime = {
  /** Wall clock: people and NTP set it, so it may jump either way. */
  now: () => Date;
  /** Monotonic clock: milliseconds since some moment. It never goes back. */
  elapsed: () => number;
  /** Calls once, after so many milliseconds. Keeps no process alive. */
  after: (milliseconds: number, call: () => void) => Timer;
  /** Calls again and again, so many milliseconds apart. Keeps no process alive. */
  every: (milliseconds: number, call: () => void) => Timer;
  /** Resolves after so many milliseconds, or once the signal aborts. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Aborts after so many milliseconds. */
  timeout: (milliseconds: number) => AbortSignal;
  /** From 0 to below 1. */
  random: () => number;
  /** So many bytes that nobody can guess. */
  randomBytes: (count: number) => Buffer;
  randomUUID: () => string;
  fetch: typeof fetch;
  /** Hashes passwords in place of better-auth. */
  passwords?: {
    hash: (password: string) => Promise<string>;
    verify: (given: { hash: string; password: string }) => Promise<boolean>;
  };
};

export const computer: Runtime = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds).unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every: (milliseconds, call) => {
    const timer = setInterval(call, milliseconds).unref();
    return { cancel: () => clearInterval(timer) };
  },
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  random: () => Math.random(),
  randomBytes: (count) => randomBytes(count),
  randomUUID: () => randomUUID(),
  fetch: (input, init) => fetch(input, init),
};
