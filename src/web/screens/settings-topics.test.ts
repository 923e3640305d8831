import { expect, test } from 'vitest';
import { allRights, noRights, roles } from '#shared/people/rights.ts';
import { dueRuleWords, settingsWords } from '#shared/words/settings.ts';
import { findTopics, groupsFor, mayOpen, partAt, topicAt } from './settings-topics.ts';

const namesFor = (rights: typeof allRights) =>
  groupsFor(rights).flatMap(({ topics }) => topics.map(({ name }) => name));
const topics = groupsFor(allRights).flatMap((group) => group.topics);
const found = (typed: string) => findTopics(topics, typed).map(({ topic }) => topic.name);

test('The list has only the topics that a person may open, and no empty group.', () => {
  expect(namesFor({ ...noRights, view: true })).toEqual(['account', 'signing-in']);
  expect(namesFor(roles.accounts)).toEqual(['account', 'signing-in', 'fee-heads', 'bin']);
  expect(groupsFor({ ...noRights, edit: true }).map(({ title }) => title)).toEqual([
    settingsWords.groups.you,
    settingsWords.groups.money,
  ]);
  expect(namesFor(allRights)).toHaveLength(Object.keys(settingsWords.parts).length);
});

test('The address of the accounts still opens the fee heads for a person who may open only these.', () => {
  expect(partAt('money', roles.accounts)).toBe('fee-heads');
  expect(partAt('money', allRights)).toBe('money');
  expect(partAt('money', roles.viewer)).toBe('money');
  expect(mayOpen('money', roles.viewer)).toBe(false);
  expect(partAt(undefined, roles.viewer)).toBe('account');
  expect(topicAt('/settings/backups', undefined, allRights)).toBe('backups');
  expect(topicAt('/whatsapp-number', undefined, allRights)).toBe('number');
});

test('The search finds topics by title first, and then by the words on their pages.', () => {
  expect(found('backups')[0]).toBe('backups');
  expect(found('SUNDAY')).toEqual(['due-dates']);
  expect(findTopics(topics, 'counts monday')).toEqual([
    expect.objectContaining({ label: dueRuleWords.sunday }),
  ]);
  expect(found('quiet hours')[0]).toBe('pace');
  expect(found('password')).toContain('account');
  expect(found('nothing like this')).toEqual([]);
});
