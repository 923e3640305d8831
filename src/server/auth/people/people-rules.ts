import type { Person, personStates, RightsOfCampus } from '#shared/calls/people.ts';
import { type Rights, rightNames } from '#shared/people/rights.ts';
import { rightWords, roleWords } from '#shared/words/people.ts';

/** One person in one campus, as it is stored. */
export type Member = {
  userID: string;
  name: string;
  username: string | null;
  invitedAt: string | null;
  disabledAt: string | null;
  linkUntil: string | null;
  twoFactorAt: string | null;
  campusID: number;
} & Record<keyof Rights, number>;

/** A person as an administrator sees them: with the rights in that administrator's campuses. */
export type Found = Pick<
  Person,
  'id' | 'name' | 'userName' | 'state' | 'hasTwoFactor' | 'linkUntil' | 'rights'
>;

const rightsOf = (stored: Record<keyof Rights, number>): Rights =>
  Object.fromEntries(rightNames.map((right) => [right, stored[right] === 1])) as Rights;

function stateOf({ invitedAt, disabledAt }: Member): (typeof personStates)[number] {
  if (disabledAt !== null) return 'disabled';
  return invitedAt === null ? 'active' : 'invited';
}

/** Merges the rows of each person; people stay in the order of their first row. */
export function gatherPeople(members: readonly Member[]): Found[] {
  const people = new Map<string, Found>();
  for (const member of members) {
    const { userID, name, username, linkUntil, campusID } = member;
    const person = people.get(userID) ?? {
      id: userID,
      name,
      userName: username ?? '',
      state: stateOf(member),
      hasTwoFactor: member.twoFactorAt !== null,
      linkUntil,
      rights: [],
    };
    person.rights.push({ campusID, rights: rightsOf(member) });
    people.set(userID, person);
  }
  return [...people.values()];
}

/** The campuses in which an active person would lose the right to administer. */
export function campusesLosingAdministrator(before: Found, after: readonly RightsOfCampus[]): number[] {
  if (before.state !== 'active') return [];
  const isStillAdmin = (campusID: number): boolean => {
    const next = after.find((one) => one.campusID === campusID);
    return next === undefined || next.rights.admin;
  };
  return before.rights
    .filter(({ campusID, rights }) => rights.admin && !isStillAdmin(campusID))
    .map(({ campusID }) => campusID);
}

/** The rights in each campus, such as `Girls Campus: View, Edit`. */
export const describeRights = (
  rights: readonly RightsOfCampus[],
  campuses: readonly { id: number; name: string }[],
): string[] =>
  rights.map(({ campusID, rights }) => {
    const names = rightNames.filter((right) => rights[right]).map((right) => rightWords[right].name);
    const campus = campuses.find(({ id }) => id === campusID)?.name ?? campusID;
    return `${campus}: ${names.join(', ') || roleWords.none}`;
  });
