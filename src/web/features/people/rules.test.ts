import { expect, test } from 'vitest';
import type { Person } from '#shared/calls/people.ts';
import { allRights, noRights, roles } from '#shared/people/rights.ts';
import { roleWords } from '#shared/words/people.ts';
import {
  changedRights,
  choiceOf,
  formOf,
  isChanged,
  isLoopback,
  matches,
  mergeNewer,
  networkLink,
  newForm,
  sayRoles,
  withRights,
} from './rules.ts';

const campuses = [
  { id: 1, name: 'Girls Campus' },
  { id: 2, name: 'Boys Campus' },
];
const person: Person = {
  id: 'a',
  name: 'Ayesha Khan',
  userName: 'ayesha.khan',
  state: 'active',
  isSelf: false,
  mayManage: true,
  hasTwoFactor: false,
  linkUntil: null,
  version: '',
  rights: [{ campusID: 1, rights: roles.accounts }],
};

test('Rights are named after the role that has exactly these rights.', () => {
  expect(choiceOf(allRights)).toBe('owner');
  expect(choiceOf(roles.reception)).toBe('reception');
  expect(choiceOf(noRights)).toBe('none');
  expect(choiceOf({ ...roles.viewer, outbox: true })).toBe('own');
});

test('The form of a person lists every campus and saves only changed rights.', () => {
  const before = formOf(person, campuses);
  expect(before.rights).toEqual([
    { campusID: 1, rights: roles.accounts },
    { campusID: 2, rights: noRights },
  ]);
  expect(isChanged(before, before)).toBe(false);
  const form = withRights(before, 2, roles.viewer);
  expect(isChanged(form, before)).toBe(true);
  expect(changedRights(form, before)).toEqual([{ campusID: 2, rights: roles.viewer }]);
  expect(isChanged({ ...before, name: 'Ayesha' }, before)).toBe(true);
});

test('A form keeps the values that the user changed, and takes all other values that somebody else has saved.', () => {
  const before = formOf(person, campuses);
  const form = withRights({ ...before, name: 'Ayesha' }, 2, roles.viewer);
  const saved = {
    ...person,
    name: 'Ayesha Khan Durrani',
    rights: [
      { campusID: 1, rights: roles.owner },
      { campusID: 2, rights: roles.reception },
    ],
  };
  expect(mergeNewer(form, before, formOf(saved, campuses))).toEqual({
    name: 'Ayesha',
    userName: 'ayesha.khan',
    rights: [
      { campusID: 1, rights: roles.owner },
      { campusID: 2, rights: roles.viewer },
    ],
  });
});

test('A new person starts with the viewer role on the current campus only.', () => {
  expect(newForm(campuses, 2).rights).toEqual([
    { campusID: 1, rights: noRights },
    { campusID: 2, rights: roles.viewer },
  ]);
});

test('A person is listed with each role and found by name or user name.', () => {
  expect(sayRoles(person, campuses)).toEqual([[roleWords.accounts, 'Girls Campus']]);
  expect(matches(person, ' KHAN')).toBe(true);
  expect(matches(person, 'ayesha.')).toBe(true);
  expect(matches(person, 'bilal')).toBe(false);
});

test('An invitation link with a loopback address gets the network address, if other computers have access.', () => {
  const link = 'http://127.0.0.1:3000/join#token';
  const urls = [link, 'http://localhost:3000/join', 'http://[::1]:3000/join', 'http://192.168.1.4:3000/join'];
  expect(urls.map(isLoopback)).toEqual([true, true, true, false]);
  const lan = { now: true, next: true, isFixed: false };
  const addresses = ['http://192.168.1.4:3000'];
  expect(networkLink(link, { lan, addresses })).toBe('http://192.168.1.4:3000/join#token');
  expect(networkLink(link, { lan, addresses: [] })).toBeUndefined();
  expect(networkLink(link, { lan: { ...lan, now: false }, addresses })).toBeUndefined();
});
