/** Finds the number behind the names that WhatsApp uses for a person. Pure. */

/** A person in a WhatsApp event. `numberOrID` is the number in the event, or the user id if the event has no number. */
export type NamedPerson = { numberOrID: string; userID?: string | undefined };

/** `others` are further numbers of the same person. An opt-out applies to them too. */
export type FoundPerson = { number: string; others: string[] };

/** A user id of WhatsApp is not a number. */
export const isNumber = (name: string): boolean => name.startsWith('+');

/** Returns the possible numbers of a person: those known under these names, and the number in the event. */
export const candidatesOf = (
  { numberOrID }: NamedPerson,
  stored: readonly { number: string }[],
): string[] => [
  ...new Set([...(isNumber(numberOrID) ? [numberOrID] : []), ...stored.map(({ number }) => number)]),
];

/**
 * Chooses the number in the event if it was written to, otherwise the number that was written to last. `latestID` is 0
 * for a number that was never written to.
 */
export function choosePerson(
  { numberOrID }: NamedPerson,
  candidates: readonly string[],
  used: readonly { number: string; latestID: number }[],
): FoundPerson {
  const [first = numberOrID] = candidates;
  const best = used.reduce<{ number: string; latestID: number }>(
    (best, one) => (one.latestID > best.latestID ? one : best),
    { number: first, latestID: 0 },
  );
  const isWritten = used.some(({ number, latestID }) => number === numberOrID && latestID > 0);
  const number = isWritten ? numberOrID : best.number;
  return { number, others: used.map((one) => one.number).filter((other) => other !== number) };
}
