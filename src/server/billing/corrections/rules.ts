/** A number that was wrong, in a field as somebody typed it. Pure. */
import { type CountryCode, readEachNumber } from '#shared/phone.ts';

/** E.164; `typed`: as it is to stand where the other stood. `from` is empty where a number is added. */
export type Correction = { from: string; to: { e164: string; typed: string } };

const numbersIn = (typed: string, country: string): string[] => [
  ...new Set(readEachNumber(typed, country as CountryCode).found.map(({ e164 }) => e164)),
];

/** Each number once, as it was typed, the wrong one replaced. */
function listAnew(typed: string, { from, to }: Correction, country: string): string {
  const { found } = readEachNumber(typed, country as CountryCode);
  const anew = found.map((number) => (number.e164 === from ? to : number));
  return [...new Map([...anew].reverse().map((number) => [number.e164, number.typed])).values()]
    .reverse()
    .join(', ');
}

/**
 * The field with the right number, and its numbers in E.164, by space. What else stands in it stays as it was typed,
 * unless the right number stood there already: then each is there once.
 */
export function withNumber(
  typed: string,
  correction: Correction,
  country: string,
): { number: string; numbers: string } {
  const { from, to } = correction;
  const before = numbersIn(typed, country);
  const isThere = before.includes(to.e164);
  const kept = from === '' ? before : before.map((number) => (number === from ? to.e164 : number));
  const after = [...new Set([...kept, to.e164])].join(' ');
  if (from === '') {
    const number = isThere ? typed : [typed.trim(), to.typed].filter(Boolean).join(', ');
    return { number, numbers: after };
  }
  const { found } = readEachNumber(typed, country as CountryCode);
  const inPlace = typed.replace(found.find(({ e164 }) => e164 === from)?.typed ?? '', to.typed);
  const isAsMeant = !isThere && numbersIn(inPlace, country).join(' ') === after;
  return { number: isAsMeant ? inPlace : listAnew(typed, correction, country), numbers: after };
}
