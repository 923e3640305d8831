/** Compares values that can be written in different ways. */
import { type CountryCode, readNumbers } from '../people/phone.ts';

const e164 = (typed: string, country: CountryCode): string => readNumbers(typed, country).numbers.join(' ');

/** Whether two number fields mean the same numbers: `0300-1234567` and `+92 300 1234567`. */
export const isSameNumber = (one: string, other: string, country: CountryCode): boolean =>
  one === other || (one !== '' && other !== '' && e164(one, country) === e164(other, country));

/** The form in which names of classes and sections are compared. */
export const plainName = (name: string): string => name.trim().toLowerCase();
