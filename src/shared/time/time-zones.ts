/** Time zones by their names in the tz database, such as `Asia/Karachi`. */

/** Whether this computer knows the time zone. A mere offset such as `+05:00` is refused. */
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
