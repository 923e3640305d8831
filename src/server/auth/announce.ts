/** Live events about changed rights. Each open page and live stream then checks whether its user still has access. */
import type { Deps } from '../deps.ts';

/**
 * Notifies open pages that a session of this user has ended or that the user's data has changed. `campusIDs`: the
 * campuses in which the user may have a page open.
 */
export function announceSession(
  { bus }: Pick<Deps, 'bus'>,
  { userID, campusIDs }: { userID: string; campusIDs: readonly number[] },
): void {
  for (const campusID of campusIDs) bus.publish(campusID, { what: 'session', userID });
}

/** Also notifies the pages that the list of people in these campuses has changed. */
export function announcePerson(
  deps: Pick<Deps, 'bus'>,
  person: { userID: string; campusIDs: readonly number[] },
): void {
  announceSession(deps, person);
  for (const campusID of person.campusIDs) deps.bus.publish(campusID, { what: 'people' });
}
