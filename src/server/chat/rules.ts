/** Numbers as people type them: to name one, and to look for some. */
import { Failure } from '#shared/failures.ts';
import { type CountryCode, readNumbers } from '#shared/phone.ts';
import { failureWords } from '#shared/words/failures.ts';

/** The first number of what was typed, in E.164; undefined when there is none. `country` is the campus's. */
export const firstNumber = (typed: string, country: string): string | undefined =>
  readNumbers(typed, country as CountryCode).numbers[0];

/** The same; fails when there is none. */
export function needNumber(typed: string, country: string): string {
  const number = firstNumber(typed, country);
  if (number === undefined) throw new Failure('invalid', failureWords.numberUnread(typed));
  return number;
}

/** Whose chat it is: a number as it was typed, or the name that stood in the place of one when it wrote. */
export const writerIn = (typed: string, country: string): string | undefined =>
  /^\d+@[a-z]+$/.test(typed) ? typed : firstNumber(typed, country);

/** What a typed part of a number has in common with its E.164 form: `0300-12` and `+92 300 12` do; else ''. */
export const digitsIn = (search: string): string =>
  /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';
