/** Live events about changed rights. Each open page and stream checks for itself whether it may go on. */
import type { Deps } from '../deps.ts';

/**
 * Tells open pages that a session of this user has ended, or that something about the user has changed. `campusIDs`:
 * the campuses in which the user may have a page open.
 */
export function announceSession(
  { bus }: Pick<Deps, 'bus'>,
  { userID, campusIDs }: { userID: string; campusIDs: readonly number[] },
): void {
  for (const campusID of campusIDs) bus.publish(campusID, { what: 'session', userID });
}

/** Does the same, and also tells them that the list of people in these campuses has changed. */
export function announcePerson(
  deps: Pick<Deps, 'bus'>,
  person: { userID: string; campusIDs: readonly number[] },
): void {
  announceSession(deps, person);
  for (const campusID of person.campusIDs) deps.bus.publish(campusID, { what: 'people' });
}
