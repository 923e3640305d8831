import type { InstallationAnswer } from '#shared/calls/installation.ts';
import type { Person, RightsOfCampus } from '#shared/calls/people.ts';
import { areSame, noRights, type Rights, type Role, roleOf, roles } from '#shared/people/rights.ts';
import { roleWords } from '#shared/words/people.ts';
import { mergedForm } from '../../lib/merged-form.ts';

type Campus = { id: number; name: string };
/** The fields of a person's form. */
export type PersonForm = { name: string; userName: string; rights: RightsOfCampus[] };
/** A choice that sets all rights of a campus. `own` stands for rights that match no role. */
export type RoleChoice = Role | 'none' | 'own';

export const rightsIn = (rights: readonly RightsOfCampus[], campusID: number): Rights =>
  rights.find((ofCampus) => ofCampus.campusID === campusID)?.rights ?? noRights;

export const choiceOf = (rights: Rights): RoleChoice =>
  areSame(rights, noRights) ? 'none' : (roleOf(rights) ?? 'own');

export const rightsOfChoice = (choice: Exclude<RoleChoice, 'own'>): Rights =>
  choice === 'none' ? noRights : roles[choice];

/** The form of a person. It contains every campus, even if the person has no rights in it. */
export const formOf = (person: Person, campuses: readonly Campus[]): PersonForm => ({
  name: person.name,
  userName: person.userName,
  rights: campuses.map(({ id }) => ({ campusID: id, rights: rightsIn(person.rights, id) })),
});

/** A new person starts as a viewer in the open campus. */
export const newForm = (campuses: readonly Campus[], cId: number): PersonForm => ({
  name: '',
  userName: '',
  rights: campuses.map(({ id }) => ({ campusID: id, rights: id === cId ? roles.viewer : noRights })),
});

export const withRights = (form: PersonForm, campusID: number, rights: Rights): PersonForm => ({
  ...form,
  rights: form.rights.map((before) => (before.campusID === campusID ? { campusID, rights } : before)),
});

/** Returns the rights only of the campuses in which they were changed. */
export const changedRights = (form: PersonForm, before: PersonForm): RightsOfCampus[] =>
  form.rights.filter(({ campusID, rights }) => !areSame(rights, rightsIn(before.rights, campusID)));

/** Merges the form with a newer version of the person. Values that the user has not changed take the newer values. */
export const mergeNewer = (form: PersonForm, before: PersonForm, now: PersonForm): PersonForm => ({
  ...mergedForm(form, before, now),
  rights: now.rights.map(({ campusID, rights }) => {
    const chosen = rightsIn(form.rights, campusID);
    return { campusID, rights: areSame(chosen, rightsIn(before.rights, campusID)) ? rights : chosen };
  }),
});

export const isChanged = (form: PersonForm, before: PersonForm): boolean =>
  form.name.trim() !== before.name || changedRights(form, before).length > 0;

/** The roles of a person, each with its campus. Campuses in which the person has no rights are omitted. */
export function sayRoles({ rights }: Person, campuses: readonly Campus[]): [role: string, campus: string][] {
  return campuses.flatMap(({ id, name }) => {
    const choice = choiceOf(rightsIn(rights, id));
    return choice === 'none' ? [] : [[roleWords[choice], name] as [string, string]];
  });
}

export const matches = ({ name, userName }: Person, search: string): boolean =>
  [name, userName].some((text) => text.toLowerCase().includes(search.trim().toLowerCase()));

/** Whether only this computer can open an address. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** The same link with the network address of the computer. Undefined if other computers have no access. */
export function networkLink(
  url: string,
  { lan, addresses: [first] }: Pick<InstallationAnswer, 'lan' | 'addresses'>,
): string | undefined {
  if (!lan.now || first === undefined) return undefined;
  const link = new URL(url);
  link.hostname = new URL(first).hostname;
  return link.href;
}
