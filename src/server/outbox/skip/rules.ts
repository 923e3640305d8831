/** What becomes of a message that waits when its bills have changed. Pure. */
import { isOpen, paymentOf, type SendAudience } from '#shared/bill-status.ts';
import { paperIn } from '#shared/media.ts';
import type { InTimeFrom } from '#shared/payable.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import { type Broadcast, billIDsOf, type WaitingMessage } from '../model.ts';

/** `numbers`: E.164, a space between two. */
export type BillState = {
  status: string;
  dueDate: string | null;
  expiryDate: string | null;
  numbers: string;
};
/** `dueFrom`: the earliest due date that is in time still on the day on which a message is told. */
export type BillStates = { bills: ReadonlyMap<number, BillState>; today: string; dueFrom: InTimeFrom };

/** The day for which a text is written: that on which its broadcast begins, or today where that is past. */
export const dayToTell = ({ begins }: { begins: string }, today: string): string =>
  begins > today ? begins : today;

/** `left`: the bills that a family's text still speaks of. */
export type Fate = { kind: 'go' } | { kind: 'rewrite'; left: number[] } | { kind: 'skip'; reason: Reason };

/** Whether a broadcast says something of each bill, or brings its paper. */
export const isPersonal = ({ text, media }: Pick<Broadcast, 'text' | 'media'>): boolean =>
  placeholdersIn(text).length > 0 || paperIn(media) !== undefined;

/** Whom a reminder is for. */
export const reminded: readonly SendAudience[] = ['unpaid', 'overdue', 'open'];

/** Whether a text speaks of the whole sum, whatever was paid of it. */
const namesWhole = (text: string): boolean => {
  const names = placeholdersIn(text);
  return names.includes('total') && !names.includes('payable');
};

/** Whether a broadcast that reminds is no more for a bill of this status. */
function isSettledFor(
  { audience, text }: Pick<Broadcast, 'audience' | 'text'>,
  bill: { status: string },
): boolean {
  if (!reminded.includes(audience)) return false;
  const payment = paymentOf(bill);
  return payment === 'partPaid' ? audience !== 'open' || namesWhole(text) : payment !== 'unpaid';
}

/**
 * Whether a bill is not told of any more, by what was paid of it: in a reminder, and in whatever was planned for later
 * while it was owed. One that was paid already when a broadcast to everybody was planned is told of.
 */
export const isPaidSince = (
  broadcast: Pick<Broadcast, 'audience' | 'text'>,
  { owedIDs }: Pick<WaitingMessage, 'owedIDs'>,
  bill: { id: number; status: string },
): boolean => isSettledFor(broadcast, bill) || (owedIDs.includes(` ${bill.id} `) && !isOpen(bill));

/** Why a bill is not told of any more, by what was paid of it. */
export const whyNotOwed = {
  unpaid: undefined,
  partPaid: reasonOf('partPaidSince'),
  paid: reasonOf('paidSince'),
  other: reasonOf('otherSince'),
} as const;

type Judged = Pick<WaitingMessage, 'billIDs' | 'owedIDs' | 'number'>;

/** Why this message of a broadcast must not speak of a bill any more. */
function whyNot(
  id: number,
  message: Judged,
  { broadcast, bills, today, dueFrom }: { broadcast: Broadcast } & BillStates,
): Reason | undefined {
  const bill = bills.get(id);
  if (!bill) return reasonOf('billRemoved');
  const notOwed = isPaidSince(broadcast, message, { id, ...bill }) && whyNotOwed[paymentOf(bill)];
  if (notOwed) return notOwed;
  const isOverdue = bill.dueDate !== null && bill.dueDate < dueFrom;
  if (broadcast.audience === 'overdue' && !isOverdue) return reasonOf('inTimeSince');
  if (!bill.numbers.split(' ').includes(message.number)) return reasonOf('numberChanged');
  // A voucher that had expired already when the message was written is what it was written about.
  const hasExpired = bill.expiryDate !== null && bill.expiryDate < today && bill.expiryDate >= broadcast.day;
  return hasExpired && placeholdersIn(broadcast.text).includes('dueDate')
    ? reasonOf('expiredSince')
    : undefined;
}

/**
 * What becomes of a message. A text that names nobody goes while one of its bills is left; a family's is written anew
 * for those that are left.
 */
export function fateOf(message: Judged, broadcast: Broadcast, states: BillStates): Fate {
  const { lastDay, payment } = broadcast;
  if (payment?.isTakenBack) return { kind: 'skip', reason: reasonOf('paymentVoided') };
  if (lastDay !== null && states.today > lastDay)
    return { kind: 'skip', reason: reasonOf('outOfDate', { day: lastDay }) };
  const ids = billIDsOf(message);
  const reasons = ids.map((id) => whyNot(id, message, { broadcast, ...states }));
  const left = ids.filter((_id, at) => reasons[at] === undefined);
  const [reason] = reasons.filter((reason) => reason !== undefined);
  if (reason === undefined) return { kind: 'go' };
  if (left.length === 0) return { kind: 'skip', reason };
  return isPersonal(broadcast) ? { kind: 'rewrite', left } : { kind: 'go' };
}

/** The bills that the text of a message which may go is to speak of; none where it says nothing of any. */
export function billsToName(
  message: Pick<WaitingMessage, 'billIDs'>,
  broadcast: Pick<Broadcast, 'text' | 'media'>,
  fate: Fate,
): number[] {
  if (fate.kind === 'skip' || !isPersonal(broadcast)) return [];
  return fate.kind === 'rewrite' ? fate.left : billIDsOf(message);
}

/** The numbers of the bills that have another one than the message by now, each with those bills. E.164. */
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

/** What is looked for in what waits: a billing, or one bill. */
export type About = { column: 'groupIDs' | 'billIDs'; id: number };

/** Whether a message has nothing left to speak of without this billing or bill. */
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
