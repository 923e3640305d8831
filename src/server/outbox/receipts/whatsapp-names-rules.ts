/** Finds the number behind the names that WhatsApp uses for a person. Pure. */

/** A person in a WhatsApp event. `said` is the number it names, or the user id where it names none. */
export type NamedPerson = { said: string; userID?: string | undefined };

/** `others` are further numbers of the same person; an opt-out holds for them too. */
export type KnownPerson = { number: string; others: string[] };

/** A user id of WhatsApp is not a number. */
export const isNumber = (name: string): boolean => name.startsWith('+');

/** Returns the numbers that may be meant: those known under these names, and the one in the event. */
export const candidatesOf = ({ said }: NamedPerson, known: readonly { number: string }[]): string[] => [
  ...new Set([...(isNumber(said) ? [said] : []), ...known.map(({ number }) => number)]),
];

/**
 * Chooses the number in the event if it was written to, otherwise the one that was written to last. `latestID` 0: never
 * written to.
 */
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
