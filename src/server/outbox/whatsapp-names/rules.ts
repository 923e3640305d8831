/** Which number is meant by the names that WhatsApp has for its owner. Pure. */

/** A person in an event of WhatsApp's. `said`: the number it names, or the user id where it names none. */
export type NamedPerson = { said: string; userID?: string | undefined };

/** `others`: further numbers of the same person, for which a wish holds too. */
export type KnownPerson = { number: string; others: string[] };

/** WhatsApp's own id of a person is no number. */
export const isNumber = (name: string): boolean => name.startsWith('+');

/** The numbers that may be meant: those that are known by these names, and the one that is named. */
export const candidatesOf = ({ said }: NamedPerson, known: readonly { number: string }[]): string[] => [
  ...new Set([...(isNumber(said) ? [said] : []), ...known.map(({ number }) => number)]),
];

/** The named one where it was written to, else the one that was written to last. `latestID` 0: it never was. */
export function choosePerson(
  { said }: NamedPerson,
  candidates: readonly string[],
  used: readonly { number: string; latestID: number }[],
): KnownPerson {
  const [first = said] = candidates;
  const best = used.reduce<{ number: string; latestID: number }>(
    (best, one) => (one.latestID > best.latestID ? one : best),
    { number: first, latestID: 0 },
  );
  const isWritten = used.some(({ number, latestID }) => number === said && latestID > 0);
  const number = isWritten ? said : best.number;
  return { number, others: used.map((one) => one.number).filter((other) => other !== number) };
}
