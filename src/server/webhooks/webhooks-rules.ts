/** A helper of all handlers. Pure. */

/** A provider that gives whole seconds may mean the end of that second. */
export const asOf = (at: Date): Date => (at.getMilliseconds() === 0 ? new Date(at.getTime() + 999) : at);
