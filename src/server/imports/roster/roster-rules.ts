/** Rules for a child that a person adds or changes on the screen. Pure functions. */
import type { NewStudent, Student } from '#shared/calls/students.ts';
import { Failure } from '#shared/failures.ts';
import { type CountryCode, readNumbers, wordsBeside } from '#shared/people/phone.ts';
import { plainName } from '#shared/sheets/same-value.ts';
import { failureWords } from '#shared/words/failures.ts';

export type Written = Pick<Student, 'regNum' | 'name' | 'fatherName' | 'number' | 'class' | 'section'>;

/**
 * Fields that are left out stay as they are. A section belongs to its class, so a child that moves to another class
 * has no section unless one is given.
 */
export function withChange(before: Written, change: Partial<NewStudent>): Written {
  const className = change.class ?? before.class;
  const isElsewhere = plainName(className) !== plainName(before.class);
  const section = change.section === undefined && !isElsewhere ? before.section : (change.section ?? '');
  return {
    regNum: change.regNum ?? before.regNum,
    name: change.name ?? before.name,
    fatherName: change.fatherName === undefined ? before.fatherName : change.fatherName || null,
    number: change.number === undefined ? before.number : (change.number ?? ''),
    class: className,
    section,
  };
}

export const toWritten = (student: NewStudent): Written =>
  withChange({ regNum: '', name: '', fatherName: null, number: '', class: '', section: '' }, student);

/**
 * Returns the E.164 numbers, separated by spaces. Throws if a part of a new value is not a phone number. An unchanged
 * value is always accepted.
 */
export function readChangedNumbers(number: string, before: string, country: string): string {
  const { numbers, unread } = readNumbers(number, country as CountryCode);
  const bad = number === before ? [] : [...wordsBeside(number), ...unread];
  if (bad.length === 0) return numbers.join(' ');
  const issues = bad.map((part) => ({ path: 'number', message: failureWords.numberUnread(part) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}
