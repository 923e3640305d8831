/** The people of a school and their rights. Administrators see and change only the campuses that they administer. */
import { z } from 'zod';
import { defineCall, id, ofCampus, version, versioned } from '../call.ts';
import { mostCampuses } from '../limits.ts';
import { newUserName, personName, rights } from './account.ts';

const rightsOfCampus = z.object({ campusID: z.number(), rights });

export const personStates = ['active', 'invited', 'disabled'] as const;

const person = z.object({
  id: z.string(),
  name: z.string(),
  userName: z.string(),
  /** `invited`: only a one-time link, of an invitation or a reset, opens the account. */
  state: z.enum(personStates),
  isSelf: z.boolean(),
  /** Whether the current user administers every campus of the account, and so may change everything about it. */
  mayManage: z.boolean(),
  hasTwoFactor: z.boolean(),
  /** Until when the current one-time link is valid; null if there is none. */
  linkUntil: z.string().nullable(),
  rights: z.array(rightsOfCampus),
  ...versioned,
});
export type Person = z.infer<typeof person>;
export type RightsOfCampus = z.infer<typeof rightsOfCampus>;

const oneTimeLink = z.object({ url: z.string(), expiresAt: z.string() });
export type OneTimeLink = z.infer<typeof oneTimeLink>;

const newRights = z
  .array(z.strictObject({ campusID: id, rights: rights.strict() }))
  .min(1)
  .max(mostCampuses)
  .refine((list) => new Set(list.map(({ campusID }) => campusID)).size === list.length, {
    error: 'Name each campus once.',
  });

const personInPath = z.object({ id: z.string().min(1).max(100) });

export const listPeople = defineCall({
  method: 'GET',
  path: '/People',
  access: 'admin',
  campus: 'query',
  summary: 'Lists the people of the campuses that the caller administers, with their rights there.',
  query: ofCampus,
  answer: z.object({
    people: z.array(person),
    campuses: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
});

export const invitePerson = defineCall({
  method: 'POST',
  path: '/People',
  access: 'admin',
  campus: 'query',
  summary: 'Creates an account without a password, and returns the one-time link that sets one.',
  query: ofCampus,
  body: z.strictObject({ name: personName, userName: newUserName, rights: newRights }),
  answer: z.object({ id: z.string(), link: oneTimeLink }),
});

export const updatePerson = defineCall({
  method: 'PUT',
  path: '/People/:id',
  access: 'admin',
  campus: 'query',
  summary: 'Changes a person’s name, and the rights in the given campuses.',
  query: ofCampus,
  params: personInPath,
  body: z.strictObject({ name: personName, rights: newRights, version }),
  answer: person,
});

export const resetPerson = defineCall({
  method: 'POST',
  path: '/People/:id/Reset',
  access: 'admin',
  campus: 'query',
  summary:
    'Ends a person’s sessions, password and two-factor, and returns a one-time link for a new password.',
  query: ofCampus,
  params: personInPath,
  answer: oneTimeLink,
});

export const disablePerson = defineCall({
  method: 'POST',
  path: '/People/:id/Disable',
  access: 'admin',
  campus: 'query',
  summary: 'Disables an account: ends its sessions, and refuses sign-ins until it is enabled.',
  query: ofCampus,
  params: personInPath,
  answer: null,
});

export const enablePerson = defineCall({
  method: 'POST',
  path: '/People/:id/Enable',
  access: 'admin',
  campus: 'query',
  summary: 'Enables a disabled account. The former password works again.',
  query: ofCampus,
  params: personInPath,
  answer: null,
});
