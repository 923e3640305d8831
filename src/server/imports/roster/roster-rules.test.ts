import { expect, test } from 'vitest';
import { failureWords } from '#shared/words/failures.ts';
import { readChangedNumbers, withChange } from './roster-rules.ts';

const before = {
  regNum: '12',
  name: 'Ayesha',
  fatherName: 'Imran',
  number: '0300-1234567',
  class: 'Class 5',
  section: 'Blue',
};

test('A change of a student keeps the fields that it omits and clears the fields that are empty.', () => {
  expect(withChange(before, {})).toEqual(before);
  expect(withChange(before, { name: 'Sana', fatherName: '', number: null })).toEqual({
    ...before,
    name: 'Sana',
    fatherName: null,
    number: '',
  });
});

test('A change to another class clears the section unless it names a new one.', () => {
  expect(withChange(before, { class: 'class 5' }).section).toBe('Blue');
  expect(withChange(before, { class: '6' })).toMatchObject({ class: '6', section: '' });
  expect(withChange(before, { class: '6', section: 'Red' })).toMatchObject({ class: '6', section: 'Red' });
  expect(withChange(before, { section: null }).section).toBe('');
});

test('A student’s unreadable number is refused unless the student already had it.', () => {
  expect(readChangedNumbers('0300-1234567, 0321 7654321', '', 'PK')).toBe('+923001234567 +923217654321');
  expect(readChangedNumbers('', '0300-1234567', 'PK')).toBe('');
  expect(() => readChangedNumbers('0300-1234567, no phone', '', 'PK')).toThrow(
    failureWords.numberUnread('no phone'),
  );
  expect(readChangedNumbers('no phone', 'no phone', 'PK')).toBe('');
});
