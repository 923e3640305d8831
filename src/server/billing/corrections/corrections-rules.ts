/** Corrects a wrong number in a field that a person typed. Pure functions. */
import { type CountryCode, readEachNumber } from '#shared/people/phone.ts';

/** `e164` is the number in E.164, `typed` is the text to write in its place. `from` is empty if a number is added. */
export type Correction = { from: string; to: { e164: string; typed: string } };

const numbersIn = (typed: string, country: string): string[] => [
  ...new Set(readEachNumber(typed, country as CountryCode).found.map(({ e164 }) => e164)),
];

/** Lists each number once, as it was typed. The wrong number is replaced. */
function listNumbers(typed: string, { from, to }: Correction, country: string): string {
  const { found } = readEachNumber(typed, country as CountryCode);
  const replaced = found.map((number) => (number.e164 === from ? to : number));
  return [...new Map([...replaced].reverse().map((number) => [number.e164, number.typed])).values()]
    .reverse()
    .join(', ');
}

/**
 * Returns the field with the corrected number, and its numbers in E.164, separated by spaces. The rest of the field
 * stays as typed. If the field already contained the corrected number, it becomes a list that has each number once.
 */
export function withNumber(
  typed: string,
  correction: Correction,
  country: string,
): { number: string; numbers: string } {
  const { from, to } = correction;
  const before = numbersIn(typed, country);
  const isThere = before.includes(to.e164);
  const corrected = from === '' ? before : before.map((number) => (number === from ? to.e164 : number));
  const after = [...new Set([...corrected, to.e164])].join(' ');
  if (from === '') {
    const number = isThere ? typed : [typed.trim(), to.typed].filter(Boolean).join(', ');
    return { number, numbers: after };
  }
  const { found } = readEachNumber(typed, country as CountryCode);
  const inPlace = typed.replace(found.find(({ e164 }) => e164 === from)?.typed ?? '', to.typed);
  const isAsMeant = !isThere && numbersIn(inPlace, country).join(' ') === after;
  return { number: isAsMeant ? inPlace : listNumbers(typed, correction, country), numbers: after };
}
