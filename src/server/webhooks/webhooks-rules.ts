/** A helper of all handlers. Pure. */

/** Returns the latest instant that a provider can mean. A time in whole seconds may mean the end of that second. */
export const asOf = (at: Date): Date => (at.getMilliseconds() === 0 ? new Date(at.getTime() + 999) : at);
