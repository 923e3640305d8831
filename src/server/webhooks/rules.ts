/** What every handler needs of an event. Pure. */

/** A provider that tells whole seconds may mean the end of that second. */
export const asOf = (at: Date): Date => (at.getMilliseconds() === 0 ? new Date(at.getTime() + 999) : at);
