/** Decides which messages for a wrong number go to the corrected one. Pure. */
import { billIDsOf, storedIDs, type WaitingMessage } from '../model.ts';

/**
 * `bills` are those whose number was corrected. `isNobodys` means that no child of the campus has the wrong number any
 * more.
 */
export type Readdressing = { bills: ReadonlySet<number>; from: string; to: string; isNobodys: boolean };

export type MessageFor = WaitingMessage & { groupIDs: string; attempts: number };

/** A reply in a chat, or a notice, is meant for the person who wrote from that number, so it stays. */
export const isMeant = (
  message: Pick<WaitingMessage, 'billIDs'>,
  kind: string,
  { bills, isNobodys }: Pick<Readdressing, 'bills' | 'isNobodys'>,
): boolean => {
  const ids = billIDsOf(message);
  return ids.length === 0 ? isNobodys && kind === 'run' : ids.some((id) => bills.has(id));
};

/**
 * Tells whether the corrected number already got this text. `alreadySent` holds the bills it got the text for, as stored;
 * undefined means none.
 */
export const wasSentBefore = (
  message: Pick<WaitingMessage, 'billIDs'>,
  alreadySent: string | undefined,
  isPersonal: boolean,
): boolean =>
  alreadySent !== undefined &&
  (!isPersonal || billIDsOf(message).some((id) => alreadySent.includes(` ${id} `)));

/** Merges two stored lists of ids; each id occurs once. */
export const joined = (one: string, other: string): string =>
  storedIDs([
    ...new Set([...billIDsOf({ billIDs: one }), ...billIDsOf({ billIDs: other })].toSorted((a, b) => a - b)),
  ]);
