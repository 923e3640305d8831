/** Time zones by their names in the tz database, as `Asia/Karachi`. */

/** Whether this computer knows it; what only shifts the clock, as `+05:00`, is none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const listTimeZones = (): string[] => Intl.supportedValuesOf('timeZone');
