/** Decides which messages for a wrong number are sent to the corrected one. Pure. */
import { billIDsOf, storedIDs, type WaitingMessage } from '../model.ts';

/**
 * `bills` are the bills that got a corrected number. `isNobodys` means that no child of the campus has the wrong number
 * any more.
 */
export type Readdressing = { bills: ReadonlySet<number>; from: string; to: string; isNobodys: boolean };

export type MessageFor = WaitingMessage & { groupIDs: string; attempts: number };

/**
 * Tells whether a message for the wrong number goes to the corrected one. A chat reply or a notice does not, because it
 * answers the person who wrote from the wrong number.
 */
export const isForCorrectedNumber = (
  message: Pick<WaitingMessage, 'billIDs'>,
  kind: string,
  { bills, isNobodys }: Pick<Readdressing, 'bills' | 'isNobodys'>,
): boolean => {
  const ids = billIDsOf(message);
  return ids.length === 0 ? isNobodys && kind === 'run' : ids.some((id) => bills.has(id));
};

/**
 * Tells whether the corrected number already got this text. `alreadySent` lists the bills in that text, as stored. It
 * is undefined when the number did not get the text.
 */
export const wasSentBefore = (
  message: Pick<WaitingMessage, 'billIDs'>,
  alreadySent: string | undefined,
  isPersonal: boolean,
): boolean =>
  alreadySent !== undefined &&
  (!isPersonal || billIDsOf(message).some((id) => alreadySent.includes(` ${id} `)));

/** Merges two stored lists of ids; each id occurs once. */
export const mergeIDs = (one: string, other: string): string =>
  storedIDs([
    ...new Set([...billIDsOf({ billIDs: one }), ...billIDsOf({ billIDs: other })].toSorted((a, b) => a - b)),
  ]);
