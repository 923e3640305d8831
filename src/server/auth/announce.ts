/** Tells open pages and streams that who may do what has changed; each looks for itself whether it still may listen. */
import type { Deps } from '../deps.ts';

/** What sessions of this user say is out of date, or over. `campusIDs`: where they may be open. */
export function announceSession(
  { bus }: Pick<Deps, 'bus'>,
  { userID, campusIDs }: { userID: string; campusIDs: readonly number[] },
): void {
  for (const campusID of campusIDs) bus.publish(campusID, { what: 'session', userID });
}

/** The same, and the list of people there. */
export function announcePerson(
  deps: Pick<Deps, 'bus'>,
  person: { userID: string; campusIDs: readonly number[] },
): void {
  announceSession(deps, person);
  for (const campusID of person.campusIDs) deps.bus.publish(campusID, { what: 'people' });
}
