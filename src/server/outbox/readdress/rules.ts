/** Which of the messages that wait for a number that was wrong go to the right one. Pure. */
import { billIDsOf, storedIDs, type WaitingMessage } from '../model.ts';

/**
 * `bills`: those whose number became another. `isNobodys`: no child of the campus has the wrong number any more.
 */
export type Readdressing = { bills: ReadonlySet<number>; from: string; to: string; isNobodys: boolean };

export type MessageFor = WaitingMessage & { groupIDs: string; attempts: number };

/** An answer out of a chat, or a notice, is to whoever wrote from the number. */
export const isMeant = (
  message: Pick<WaitingMessage, 'billIDs'>,
  kind: string,
  { bills, isNobodys }: Pick<Readdressing, 'bills' | 'isNobodys'>,
): boolean => {
  const ids = billIDsOf(message);
  return ids.length === 0 ? isNobodys && kind === 'run' : ids.some((id) => bills.has(id));
};

/**
 * Whether the right number was told this already. `told`: the bills it was told of in these words, as stored; undefined:
 * of none.
 */
export const isTold = (
  message: Pick<WaitingMessage, 'billIDs'>,
  told: string | undefined,
  isPersonal: boolean,
): boolean =>
  told !== undefined && (!isPersonal || billIDsOf(message).some((id) => told.includes(` ${id} `)));

/** Of two lists as stored, each id once. */
export const joined = (one: string, other: string): string =>
  storedIDs([
    ...new Set([...billIDsOf({ billIDs: one }), ...billIDsOf({ billIDs: other })].toSorted((a, b) => a - b)),
  ]);
