import { expect, test } from 'vitest';
import { classNamed, searchClasses } from './rules.ts';

test.each([
  ['five', ['Five']],
  ['Blue', ['Five Blue', '10 Blue']],
  ['10-b', ['10 Blue']],
  ['5', []],
  ['f', []],
  ['', []],
])('The text %j finds the classes %j.', (text, labels) => {
  const section = (id: number, name: string) => ({ id, name, students: 1 });
  const all = [
    { id: 1, name: 'Five', spellings: [], students: 2, sections: [section(1, 'Blue'), section(2, 'Green')] },
    { id: 2, name: '10', spellings: [], students: 2, sections: [section(3, 'Blue'), section(4, '')] },
  ];
  expect(searchClasses(all, text).map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['Class 5', '', 'Five'],
  ['5-A', '', 'Five'],
  ['5-A', 'A', 'Five'],
  ['class six', '', 'Class Six'],
  ['6', '', '6'],
  ['7', '', undefined],
  ['Blue', '', undefined],
])('The typed class %j with the section %j means the class %j.', (name, section, found) => {
  const all = ['Five', '6', 'Class Six'].map((name, id) => ({
    id,
    name,
    spellings: [],
    students: 1,
    sections: [],
  }));
  expect(classNamed(all, { class: name, section })?.name).toBe(found);
});
