import { vi } from 'vitest';

/** Waits until the check passes. The limit of a minute is for a busy machine; only a test that hangs reaches it. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 30 });
