/** Live events about changed rights. Each open page and stream checks for itself whether it may go on. */
import type { Deps } from '../deps.ts';

/** Sessions of this user are out of date, or over. `campusIDs`: the campuses in which they may be open. */
export function announceSession(
  { bus }: Pick<Deps, 'bus'>,
  { userID, campusIDs }: { userID: string; campusIDs: readonly number[] },
): void {
  for (const campusID of campusIDs) bus.publish(campusID, { what: 'session', userID });
}

/** Also says that the list of people in these campuses has changed. */
export function announcePerson(
  deps: Pick<Deps, 'bus'>,
  person: { userID: string; campusIDs: readonly number[] },
): void {
  announceSession(deps, person);
  for (const campusID of person.campusIDs) deps.bus.publish(campusID, { what: 'people' });
}
