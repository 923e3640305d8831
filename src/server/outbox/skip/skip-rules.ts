/** Decides what happens to a waiting message when its bills have changed. Pure. */

import { paperIn } from '#shared/messages/media.ts';
import { placeholdersIn, saysOfOwed, statesFullAmount } from '#shared/messages/placeholders.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { isOpen, paymentOf, type SendAudience } from '#shared/money/bill-status.ts';
import type { Cover } from '#shared/money/credit.ts';
import type { InTimeFrom } from '#shared/money/payable.ts';
import { type Broadcast, billIDsOf, type WaitingMessage } from '../model.ts';

/**
 * The status of a bill, what was paid of it, and how much of it the child's credit pays. The paid amount of a part-paid
 * bill is 0 if it is not known.
 */
type Settlement = { status: string; paid: number; covered?: Cover | undefined };

/** `numbers` are E.164, separated by a space. */
export type BillState = Settlement & {
  dueDate: string | null;
  expiryDate: string | null;
  numbers: string;
};
/** `dueFrom` is the earliest due date that is still in time on the day of the message. */
export type BillStates = { bills: ReadonlyMap<number, BillState>; today: string; dueFrom: InTimeFrom };

/** Returns the day for which a text is written: the first day of its broadcast, or today when that is past. */
export const dayOfText = ({ begins }: { begins: string }, today: string): string =>
  begins > today ? begins : today;

/** `left` are the bills that the text of a family still covers. */
export type MessageDecision =
  | { kind: 'go' }
  | { kind: 'rewrite'; left: number[] }
  | { kind: 'skip'; reason: Reason };

/** Tells whether a broadcast contains values of each bill, or has a document for each bill. */
export const isPersonal = ({ text, media }: Pick<Broadcast, 'text' | 'media'>): boolean =>
  placeholdersIn(text).length > 0 || paperIn(media) !== undefined;

/** The audiences of reminders. */
export const reminderAudiences: readonly SendAudience[] = ['unpaid', 'overdue', 'open'];

/** Returns why a reminder would ask a family for money that it has already paid for this open bill. */
export function whyNotReminded(
  { audience, text }: Pick<Broadcast, 'audience' | 'text'>,
  bill: Settlement,
): 'partPaid' | 'paidByCredit' | 'partByCredit' | undefined {
  if (!isOpen(bill) || !reminderAudiences.includes(audience)) return undefined;
  if (bill.covered === 'whole') return 'paidByCredit';
  if (paymentOf(bill) === 'partPaid' && statesFullAmount(text, bill.paid > 0)) return 'partPaid';
  return bill.covered === 'part' && statesFullAmount(text, true, 'credit') ? 'partByCredit' : undefined;
}

/** Tells whether something is still to pay of a bill. */
export const isOwed = (bill: Omit<Settlement, 'paid'>): boolean => isOpen(bill) && bill.covered !== 'whole';

/** Tells whether a text names the day by which a voucher must be paid. */
const namesDueDay = (text: string): boolean =>
  placeholdersIn(text).some((name) => name === 'dueDate' || name === 'payableUntil');

/** Tells whether a bill with this status needs no reminder of this broadcast. */
const isSettledFor = (broadcast: Pick<Broadcast, 'audience' | 'text'>, bill: Settlement): boolean =>
  isOpen(bill)
    ? whyNotReminded(broadcast, bill) !== undefined
    : reminderAudiences.includes(broadcast.audience);

/** Tells whether a broadcast speaks of what is owed, or carries a paper about it. Other texts are notices to everybody. */
const isAboutOwed = ({ text, media }: Pick<Broadcast, 'text' | 'media'>): boolean =>
  saysOfOwed(text) || paperIn(media) !== undefined;

/**
 * Tells whether a bill is dropped from a message because it was paid. This applies to reminders, and to messages about
 * what is owed that were planned for later while the bill was owed. A bill that was already paid when a message to
 * everybody was planned stays in the message.
 */
export const isPaidSince = (
  broadcast: Pick<Broadcast, 'audience' | 'text' | 'media'>,
  { owedIDs }: Pick<WaitingMessage, 'owedIDs'>,
  bill: Settlement & { id: number },
): boolean =>
  isSettledFor(broadcast, bill) ||
  (owedIDs.includes(` ${bill.id} `) && !isOwed(bill) && isAboutOwed(broadcast));

/** Returns the reason for dropping a bill that was paid since. */
function reasonOfPaid(broadcast: Pick<Broadcast, 'audience' | 'text'>, bill: Settlement): Reason {
  if (paymentOf(bill) === 'other') return makeReason('otherSince');
  if (!isOpen(bill)) return makeReason('paidSince');
  const why = whyNotReminded(broadcast, bill) ?? 'paidByCredit';
  return makeReason(why === 'partPaid' ? 'partPaidSince' : why);
}

type Judged = Pick<WaitingMessage, 'billIDs' | 'owedIDs' | 'number'>;

/** Returns why this message must not cover a bill any more. */
function reasonToDrop(
  id: number,
  message: Judged,
  { broadcast, bills, today, dueFrom }: { broadcast: Broadcast } & BillStates,
): Reason | undefined {
  const bill = bills.get(id);
  if (!bill) return makeReason('billRemoved');
  if (isPaidSince(broadcast, message, { id, ...bill })) return reasonOfPaid(broadcast, bill);
  const isOverdue = bill.dueDate !== null && bill.dueDate < dueFrom;
  if (broadcast.audience === 'overdue' && !isOverdue) return makeReason('inTimeSince');
  if (!bill.numbers.split(' ').includes(message.number)) return makeReason('numberChanged');
  // If the voucher had already expired when the message was written, that is no reason to skip the message.
  const hasExpired = bill.expiryDate !== null && bill.expiryDate < today && bill.expiryDate >= broadcast.day;
  return hasExpired && namesDueDay(broadcast.text) ? makeReason('expiredSince') : undefined;
}

/**
 * Decides what happens to a message. A text without values of bills is sent if one of its bills is left. A text with
 * such values is rewritten for the bills that are left.
 */
export function decideMessage(message: Judged, broadcast: Broadcast, states: BillStates): MessageDecision {
  const { lastDay, payment } = broadcast;
  if (payment?.isTakenBack) return { kind: 'skip', reason: makeReason('paymentVoided') };
  if (lastDay !== null && states.today > lastDay)
    return { kind: 'skip', reason: makeReason('outOfDate', { day: lastDay }) };
  const ids = billIDsOf(message);
  const reasons = ids.map((id) => reasonToDrop(id, message, { broadcast, ...states }));
  const left = ids.filter((_id, at) => reasons[at] === undefined);
  const [reason] = reasons.filter((reason) => reason !== undefined);
  if (reason === undefined) return { kind: 'go' };
  if (left.length === 0) return { kind: 'skip', reason };
  return isPersonal(broadcast) ? { kind: 'rewrite', left } : { kind: 'go' };
}

/** Returns the bills that the text of a message covers. The list is empty if the text has no values of bills. */
export function billsToName(
  message: Pick<WaitingMessage, 'billIDs'>,
  broadcast: Pick<Broadcast, 'text' | 'media'>,
  decision: MessageDecision,
): number[] {
  if (decision.kind === 'skip' || !isPersonal(broadcast)) return [];
  return decision.kind === 'rewrite' ? decision.left : billIDsOf(message);
}

/**
 * Finds bills that no longer have the number of the message. Returns their present numbers (E.164), each with its
 * bills.
 */
export function movedTo(
  message: Pick<WaitingMessage, 'billIDs' | 'number'>,
  bills: BillStates['bills'],
): Map<string, number[]> {
  const moved = new Map<string, number[]>();
  for (const id of billIDsOf(message)) {
    const numbers = bills.get(id)?.numbers.split(' ') ?? [];
    if (numbers.includes(message.number)) continue;
    for (const number of numbers) if (number !== '') moved.set(number, [...(moved.get(number) ?? []), id]);
  }
  return moved;
}

/** The billing or the bill about which waiting messages are searched. */
export type About = { column: 'groupIDs' | 'billIDs'; id: number };

/** Tells whether a message would have no bill left if this billing or bill were deleted. */
export function isOnlyAbout(
  message: Pick<WaitingMessage, 'billIDs'>,
  { column, id }: About,
  bills: ReadonlyMap<number, { groupID: number }>,
): boolean {
  return billIDsOf(message).every((billID) => {
    const bill = bills.get(billID);
    return !bill || (column === 'billIDs' ? billID : bill.groupID) === id;
  });
}
