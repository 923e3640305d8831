/** How many messages without a rate are marked as handed over together. Pure. */

/** Milliseconds. If the requests of a group are written in less time, the next group may be larger. */
const quick = 1;
const largestGroup = 500;

/** Returns the limit of the next group, after the requests of this many messages were written in this time. */
export function nextGroup(limit: number, messages: number, milliseconds: number): number {
  if (milliseconds > quick) return Math.max(1, Math.floor(limit / 2));
  return messages === limit ? Math.min(largestGroup, 2 * limit) : limit;
}
