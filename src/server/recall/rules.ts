/** Which messages must not go any more, because of what has become of their bills. Pure. */

import type { BillFilter } from '#shared/bill-status.ts';
import { paymentOf } from '#shared/bill-status.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { outcomeReasons, skipReasons } from '#shared/words/failures.ts';
import { reasonCodes } from '#shared/words/reasons.ts';

/** `billIDs` as stored: ` 12 13 `. */
export type Waiting = { id: number; broadcastID: number; billIDs: string; number: string };
/** What a message says of which bills. `params`: JSON of its values, where its run goes by a template. */
export type Told = { id: number; text: string; params: string | null; billIDs: string };
/** `day`: when the run was made, in the campus. */
export type RunAbout = { id: number; audience: BillFilter; text: string; family: number; day: string };
/** `numbers`: E.164, a space between two. */
export type BillNow = { status: string; expiryDate: string | null; numbers: string };
export type BillsNow = { bills: ReadonlyMap<number, BillNow>; today: string };

/** `left`: the bills that a family's text still speaks of. */
export type Fate = { kind: 'go' } | { kind: 'rewrite'; left: number[] } | { kind: 'skip'; reason: string };

export function billsOf({ billIDs }: Pick<Waiting, 'billIDs'>): number[] {
  const ids = billIDs.trim();
  return ids === '' ? [] : ids.split(' ').map(Number);
}

/** Whether a run says something of each bill. */
export const isPersonal = ({ text }: Pick<RunAbout, 'text'>): boolean => placeholdersIn(text).length > 0;

/** Whom a reminder is for. */
export const reminded: readonly BillFilter[] = ['unpaid', 'overdue'];

/** Why a bill is not reminded of, by what was paid of it. */
export const notOwedSince = {
  unpaid: undefined,
  partPaid: reasonCodes.partPaidSince,
  paid: skipReasons.paidSince,
  other: reasonCodes.otherSince,
} as const;

/** Why a text of this run must not speak of a bill to this number any more. */
function whyNot(
  bill: BillNow | undefined,
  number: string,
  { run, today }: { run: RunAbout; today: string },
): string | undefined {
  if (!bill) return skipReasons.billRemoved;
  const notOwed = reminded.includes(run.audience) && notOwedSince[paymentOf(bill)];
  if (notOwed) return notOwed;
  if (!bill.numbers.split(' ').includes(number)) return skipReasons.numberChanged;
  // A voucher that had expired already when the message was written is what it was written about.
  const hasExpired = bill.expiryDate !== null && bill.expiryDate < today && bill.expiryDate >= run.day;
  return hasExpired && placeholdersIn(run.text).includes('dueDate') ? skipReasons.expiredSince : undefined;
}

/**
 * What becomes of a message. A text that names nobody goes while one of its bills is left; a family's is written anew
 * for those that are left.
 */
export function fateOf(
  message: Pick<Waiting, 'billIDs' | 'number'>,
  run: RunAbout,
  { bills, today }: BillsNow,
): Fate {
  const ids = billsOf(message);
  const reasons = ids.map((id) => whyNot(bills.get(id), message.number, { run, today }));
  const left = ids.filter((_id, at) => reasons[at] === undefined);
  if (left.length === ids.length) return { kind: 'go' };
  if (left.length === 0) return { kind: 'skip', reason: reasons.find((reason) => reason) ?? '' };
  return isPersonal(run) ? { kind: 'rewrite', left } : { kind: 'go' };
}

/** The bills that the text of a message which may go is to speak of; none where it says nothing of any. */
export function toldOf(message: Pick<Waiting, 'billIDs'>, run: Pick<RunAbout, 'text'>, fate: Fate): number[] {
  if (fate.kind === 'skip' || !isPersonal(run)) return [];
  return fate.kind === 'rewrite' ? fate.left : billsOf(message);
}

/** Bills as a message names them: ` 12 13 `. */
export const joined = (billIDs: readonly number[]): string => ` ${billIDs.join(' ')} `;

/** The numbers of the bills that have another one than the message by now, each with those bills. E.164. */
export function movedTo(
  message: Pick<Waiting, 'billIDs' | 'number'>,
  bills: BillsNow['bills'],
): Map<string, number[]> {
  const moved = new Map<string, number[]>();
  for (const id of billsOf(message)) {
    const numbers = bills.get(id)?.numbers.split(' ') ?? [];
    if (numbers.includes(message.number)) continue;
    for (const number of numbers) if (number !== '') moved.set(number, [...(moved.get(number) ?? []), id]);
  }
  return moved;
}

/** What is looked for in what waits: a billing, or one bill. */
export type About = { column: 'groupIDs' | 'billIDs'; id: number };

/** Whether a message has nothing left to speak of without this billing or bill. */
export function isOnlyAbout(
  message: Pick<Waiting, 'billIDs'>,
  { column, id }: About,
  bills: ReadonlyMap<number, { groupID: number }>,
): boolean {
  return billsOf(message).every((billID) => {
    const bill = bills.get(billID);
    return !bill || (column === 'billIDs' ? billID : bill.groupID) === id;
  });
}

/** How it is stored that a number has no WhatsApp: by the provider's code, or where there is none by our reason. */
export const notOnWhatsApp = { code: '131026', reason: outcomeReasons.notOnWhatsApp } as const;

/** `now`, or when that is not later than `last`, the earliest instant that is. */
export const nextInstant = (now: string, last: string | undefined): string =>
  last !== undefined && last >= now ? new Date(Date.parse(last) + 1).toISOString() : now;

/** Milliseconds within which what was taken back may be put back: later a text may no longer be true. */
export const restorable = 10 * 60_000;

/** Those of these messages that speak of one of these bills. */
export const speakOf = <M extends Pick<Waiting, 'billIDs'>>(
  messages: readonly M[],
  bills: ReadonlySet<number>,
): M[] => messages.filter((message) => billsOf(message).some((id) => bills.has(id)));
