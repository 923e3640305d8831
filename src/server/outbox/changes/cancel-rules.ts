/** Returns `now`, or the first instant after `last` when `now` is not later than that. */
export const nextInstant = (now: string, last: string | undefined): string =>
  last !== undefined && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now;
