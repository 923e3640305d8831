import { expect, test } from 'vitest';
import { changesOf, formOf, missingIn, withOther } from './student-form.ts';

const ayesha = {
  id: 1,
  regNum: '12',
  name: 'Ayesha',
  fatherName: null,
  number: '0300-1234567',
  classID: 2,
  class: 'Five',
  sectionID: 3,
  section: 'Blue',
  endedOn: null,
};

test('Only changed fields of a student are sent, and a changed class includes its section.', () => {
  const form = formOf(ayesha);
  expect(changesOf(ayesha, form)).toEqual({});
  expect(changesOf(ayesha, { ...form, name: ' Ayesha Khan ', number: '' })).toEqual({
    name: 'Ayesha Khan',
    number: '',
  });
  expect(changesOf(ayesha, { ...form, class: 'Six' })).toEqual({ class: 'Six', section: 'Blue' });
});

test('A student needs a name, a registration number and a class.', () => {
  expect(missingIn(formOf(undefined))).toEqual(['name', 'regNum', 'class']);
  expect(missingIn({ ...formOf(ayesha), section: '', number: '' })).toEqual([]);
  expect(missingIn({ ...formOf(ayesha), name: '  ' })).toEqual(['name']);
});

test('A student whom a colleague changed keeps what was typed here and takes her other values.', () => {
  const other = { ...ayesha, number: '0321-7654321', class: 'Six', section: 'Green' };
  const typed = { ...formOf(ayesha), name: 'Ayesha Khan' };
  expect(withOther(typed, ayesha, other)).toEqual({ ...formOf(other), name: 'Ayesha Khan' });
  // A section belongs to its class, so a typed class keeps the section beside it.
  expect(withOther({ ...typed, class: 'Seven' }, ayesha, other)).toEqual({
    ...formOf(other),
    ...{ name: 'Ayesha Khan', class: 'Seven', section: 'Blue' },
  });
});
