import { expect, test } from 'vitest';
import type { Person } from '#shared/calls/people.ts';
import { allRights, noRights, roles } from '#shared/rights.ts';
import { roleWords } from '#shared/words/people.ts';
import {
  changedRights,
  choiceOf,
  formOf,
  isChanged,
  isLoopback,
  matches,
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
  rights: [{ campusID: 1, rights: roles.accounts }],
};

test('rights are called by the role that has just these', () => {
  expect(choiceOf(allRights)).toBe('owner');
  expect(choiceOf(roles.reception)).toBe('reception');
  expect(choiceOf(noRights)).toBe('none');
  expect(choiceOf({ ...roles.viewer, outbox: true })).toBe('own');
});

test('a form speaks of every campus and saves what was changed', () => {
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

test('somebody new may look, where one is', () => {
  expect(newForm(campuses, 2).rights).toEqual([
    { campusID: 1, rights: noRights },
    { campusID: 2, rights: roles.viewer },
  ]);
});

test('a person is listed with each role and found by either name', () => {
  expect(sayRoles(person, campuses)).toEqual([[roleWords.accounts, 'Girls Campus']]);
  expect(matches(person, ' KHAN')).toBe(true);
  expect(matches(person, 'ayesha.')).toBe(true);
  expect(matches(person, 'bilal')).toBe(false);
});

test('An invitation link of this computer alone is given with its address in the network, where others are let in.', () => {
  const link = 'http://127.0.0.1:3000/join#token';
  const urls = [link, 'http://localhost:3000/join', 'http://[::1]:3000/join', 'http://192.168.1.4:3000/join'];
  expect(urls.map(isLoopback)).toEqual([true, true, true, false]);
  const lan = { now: true, wanted: true, isFixed: false };
  const addresses = ['http://192.168.1.4:3000'];
  expect(networkLink(link, { lan, addresses })).toBe('http://192.168.1.4:3000/join#token');
  expect(networkLink(link, { lan, addresses: [] })).toBeUndefined();
  expect(networkLink(link, { lan: { ...lan, now: false }, addresses })).toBeUndefined();
});
