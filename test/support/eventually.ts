import { vi } from 'vitest';

/** Until what the check expects is so: however busy the machine is, only what hangs takes a minute. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 30 });
