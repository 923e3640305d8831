/**
 * The functions of the computer: clocks, timers, random numbers, and calls to other computers. Only this file uses them
 * directly, so that a simulation can replace them and control what happens and when.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export type Timer = { cancel: () => void };

export type Runtime = {
  /** The wall clock. People and NTP set it, so it may jump in both directions. */
  now: () => Date;
  /** The monotonic clock: milliseconds since some moment. It never goes back. */
  elapsed: () => number;
  /** Calls the function once after a delay. The timer does not keep the process alive. */
  after: (milliseconds: number, call: () => void) => Timer;
  /** Calls the function repeatedly at an interval. The timer does not keep the process alive. */
  every: (milliseconds: number, call: () => void) => Timer;
  /** Resolves after a delay, or when the signal aborts. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Returns a signal that aborts after a delay. */
  timeout: (milliseconds: number) => AbortSignal;
  /** Returns a random number from 0 to below 1. */
  random: () => number;
  /** Cryptographically secure random bytes. */
  randomBytes: (count: number) => Buffer;
  randomUUID: () => string;
  fetch: typeof fetch;
  /** If set, these functions replace the hashing of passwords, which takes long by design. */
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
