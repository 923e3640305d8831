/** `now`, or when that is not later than `last`, the earliest instant that is. */
export const nextInstant = (now: string, last: string | undefined): string =>
  last !== undefined && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now;
