/** The parts of a preview: counts, reasons for skipped recipients, and sample texts. Pure. */

import type { OutdatedValue, PlanAnswer, PlannedPerson, Sample } from '#shared/calls/messages.ts';
import { countReasons } from '#shared/messages/count-reasons.ts';
import { paperIn } from '#shared/messages/media.ts';
import { type PlaceholderName, placeholdersIn, saysOfAll } from '#shared/messages/placeholders.ts';
import { makeReason, tellReason } from '#shared/messages/reasons.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { toPaisa, toRupees } from '#shared/money/money.ts';
import { type InTimeFrom, isLate } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { countFamilies, countFamiliesOf } from '#shared/people/families.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';
import type { Plan, PlannedMessage, SkippedRecipient, TextReach } from './enqueue-rules.ts';

/**
 * Counts the distinct numbers that free text reaches, and the numbers that it does not reach. Null when it reaches
 * every number.
 */
export function countWindows({ messages, skipped }: Plan, { open, isByTemplate }: TextReach) {
  if (!open) return null;
  const isClosed = makeReason('windowClosed');
  const closed = skipped.filter(({ reason }) => reason === isClosed);
  const numbers = [...new Set([...messages, ...closed].map(({ number }) => number))];
  const reached = numbers.filter((number) => open.has(number)).length;
  return { open: reached, closed: numbers.length - reached, isApproved: isByTemplate };
}

/**
 * Counts the bills, students or plain numbers that the messages cover, and their families. Families are counted as in
 * the check of a sheet, because a family may have several numbers.
 */
export const countReached = ({ reached }: Pick<Plan, 'reached'>): { bills: number; families: number } => ({
  bills: reached.size,
  families: countFamilies(Array.from(reached, ({ numbers }) => numbers)),
});

const dueDays = ['dueDate', 'payableUntil'] as const;

/** Counts messages that name only one due date, the earliest, although their bills have several. */
export function countSeveralDates(
  { messages }: Plan,
  recipients: readonly Pick<Recipient, 'billID' | (typeof dueDays)[number]>[],
  text: string,
): number {
  const ofFamilies = messages.filter(({ billIDs }) => billIDs.length > 1);
  const named = dueDays.filter((name) => saysOfAll(text, name));
  if (ofFamilies.length === 0 || named.length === 0) return 0;
  const bills = new Map(recipients.map((recipient) => [recipient.billID, recipient]));
  const differ = ({ billIDs }: PlannedMessage, name: (typeof dueDays)[number]) =>
    new Set(billIDs.map((id) => bills.get(id)?.[name])).size > 1;
  return ofFamilies.filter((message) => named.some((name) => differ(message, name))).length;
}

type JudgedBill = Pick<
  Recipient,
  'billID' | 'numbers' | 'status' | 'total' | 'amountAfterDueDate' | 'dueDate' | 'payable' | 'payableUntil'
>;
type OutdatedRule = {
  use: 'payable' | 'payableUntil';
  /** If the text also names one of these values, parents see the right value, so there is no warning. */
  beside: readonly PlaceholderName[];
  isOutdated: (bill: JudgedBill, from: InTimeFrom) => boolean;
};

const isLateNow = (bill: JudgedBill, from: InTimeFrom): boolean => isOpen(bill) && isLate(from, bill);
const amountsOfDay = ['payable', 'balance', 'familyTotal'] as const;
const outdatedRules: Record<OutdatedValue['name'], OutdatedRule> = {
  total: { use: 'payable', beside: amountsOfDay, isOutdated: ({ total, payable }) => payable !== total },
  // Until the due date this amount is right, because it is what parents would have to pay later.
  amountAfterDueDate: {
    ...{ use: 'payable', beside: amountsOfDay },
    isOutdated: (bill, from) => isLateNow(bill, from) && bill.payable !== bill.amountAfterDueDate,
  },
  dueDate: { use: 'payableUntil', beside: ['payableUntil'], isOutdated: isLateNow },
};

/**
 * Returns the values in the text that are no longer right on the day of the send. `from` is the earliest due date that
 * is in time on that day.
 */
export function outdatedIn(
  text: string,
  reached: Iterable<JudgedBill>,
  from: InTimeFrom,
): PlanAnswer['outdated'] {
  const names = placeholdersIn(text);
  const all = [...reached];
  const bills = all.filter(({ billID }) => billID !== null);
  return Object.entries(outdatedRules).flatMap(([key, { use, beside, isOutdated }]) => {
    const name = key as OutdatedValue['name'];
    if (!names.includes(name) || names.some((other) => beside.includes(other))) return [];
    const outdated = bills.filter((bill) => isOutdated(bill, from));
    if (outdated.length === 0) return [];
    const hasOther = bills.every((bill) => bill[use] !== null);
    const numbersOf = ({ numbers }: JudgedBill): string[] => numbers;
    const families = countFamiliesOf(outdated.map(numbersOf), all.map(numbersOf));
    return [{ name, use: hasOther ? use : null, families }];
  });
}

const mostSamples = 20;
/** The maximum number of samples with missing values, if there are also texts that can be sent. */
const mostMissing = 10;

/** Returns the shortest and the longest text, unless all have the same length. */
function extremesOf(messages: readonly PlannedMessage[]): [PlannedMessage, Sample['kind']][] {
  let [shortest] = messages;
  let longest = shortest;
  if (!shortest || !longest) return [];
  for (const message of messages) {
    if (message.text.length < shortest.text.length) shortest = message;
    if (message.text.length > longest.text.length) longest = message;
  }
  return shortest === longest
    ? []
    : [
        [shortest, 'shortest'],
        [longest, 'longest'],
      ];
}

/** Chooses sample texts to check before sending: those with missing values, the shortest, the longest, then others. */
export function samplesOf({ messages, skipped }: Plan): Sample[] {
  const missing = skipped
    .filter(({ filled }) => filled !== undefined)
    .slice(0, mostSamples - Math.min(messages.length, mostSamples - mostMissing))
    .map(
      ({ number, name, filled }): Sample => ({
        number,
        name,
        text: filled?.text ?? '',
        kind: 'missing',
        missing: filled?.missing ?? [],
      }),
    );
  const extremes = extremesOf(messages);
  const chosen = new Map<PlannedMessage, Sample['kind']>(extremes);
  for (const message of messages.slice(0, mostSamples)) {
    if (!chosen.has(message)) chosen.set(message, 'other');
  }
  const sent = Array.from(
    chosen,
    ([{ number, name, text }, kind]): Sample => ({
      number,
      name,
      text,
      kind,
      missing: [],
    }),
  );
  return [...missing, ...sent].slice(0, mostSamples);
}

/** A recipient that gets a message, or one that is skipped. */
type PlannedOne = PlannedMessage | SkippedRecipient;
type RecipientsBehind = (one: Pick<PlannedOne, 'billIDs' | 'number' | 'name'>) => Recipient[];

/**
 * Returns a function that finds the recipients of a planned message: by its bills, or by its number if it has no bills.
 */
export function recipientsBehind(recipients: readonly Recipient[]): RecipientsBehind {
  const bills = new Map<number, Recipient>();
  const byNumber = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    if (recipient.billID !== null) bills.set(recipient.billID, recipient);
    else
      for (const number of recipient.numbers.length > 0 ? recipient.numbers : [recipient.number])
        byNumber.set(number, [...(byNumber.get(number) ?? []), recipient]);
  }
  return ({ billIDs, number, name }) =>
    billIDs.length > 0
      ? billIDs.flatMap((id) => bills.get(id) ?? [])
      : (byNumber.get(number) ?? []).filter((recipient) => recipient.name === name);
}

const isUrdu = (name: string): boolean => /[\u0600-\u06ff]/.test(name);

/** Returns the positions of messages that a person should check before sending, one for each kind. */
export function positionsToCheck(
  { messages }: Pick<Plan, 'messages'>,
  recipientsOf: RecipientsBehind,
): PlanAnswer['looks'] {
  let [shortest, longest, mostChildren] = [0, 0, 0];
  const childrenOf = (at: number): number => messages[at]?.billIDs.length ?? 0;
  const lengthOf = (at: number): number => messages[at]?.text.length ?? 0;
  for (let at = 1; at < messages.length; at++) {
    if (lengthOf(at) < lengthOf(shortest)) shortest = at;
    if (lengthOf(at) > lengthOf(longest)) longest = at;
    if (childrenOf(at) > childrenOf(mostChildren)) mostChildren = at;
  }
  const urduName = messages.findIndex((one) => recipientsOf(one).some(({ name }) => isUrdu(name)));
  const isAny = messages.length > 0;
  return {
    shortest: isAny ? shortest : null,
    longest: isAny ? longest : null,
    mostChildren: childrenOf(mostChildren) > 1 ? mostChildren : null,
    urduName: urduName < 0 ? null : urduName,
  };
}

/** Sorts skipped recipients by reason, the commonest first. */
export function inOrderOfReasons(skipped: readonly SkippedRecipient[]): SkippedRecipient[] {
  const places = new Map(countReasons(skipped).map(({ reason }, at) => [reason, at]));
  const reasonRank = ({ reason }: SkippedRecipient): number => places.get(reason) ?? 0;
  return skipped.toSorted((a, b) => reasonRank(a) - reasonRank(b));
}

/** Students of the roster, by registration number. */
export type RosterStudents = ReadonlyMap<
  string,
  { fatherName: string | null; className: string; section: string }
>;
type PlannedPlace = { one: PlannedOne; at: number; about: readonly Recipient[] };

const studentOf = ({ regNum }: Recipient, students: RosterStudents) =>
  regNum === null ? undefined : students.get(regNum);
const fatherOf = (about: readonly Recipient[], students: RosterStudents): string =>
  about.map((recipient) => studentOf(recipient, students)?.fatherName ?? '').find((name) => name !== '') ??
  '';

/** Fewer digits would match almost every number. */
const fewestDigits = 3;

/** Tells whether a search matches this recipient by name, registration number, class or a part of the phone number. */
export function findsPerson(search: string, { one, about }: PlannedPlace, students: RosterStudents): boolean {
  const query = search.toLowerCase();
  const words = [
    one.name,
    fatherOf(about, students),
    ...about.flatMap((recipient) => {
      const student = studentOf(recipient, students);
      return [
        recipient.name,
        recipient.regNum ?? '',
        student ? nameOfClass({ class: student.className, section: student.section }) : '',
      ];
    }),
  ];
  // A typed number begins with a zero, a stored one with the country code.
  const digits = search.replace(/\D/g, '').replace(/^0+/, '');
  return (
    words.some((word) => word.toLowerCase().includes(query)) ||
    (digits.length >= fewestDigits && one.number.replace(/\D/g, '').includes(digits))
  );
}

const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.length === 0 || amounts.some((amount) => amount === null)
    ? null
    : toRupees(amounts.reduce<number>((sum, amount) => sum + toPaisa(amount ?? 0), 0));

/** `since` has the time at which each number opted out. */
export function personOf(
  { one, at, about }: PlannedPlace,
  students: RosterStudents,
  since: ReadonlyMap<string, string>,
): PlannedPerson {
  const leftOut = 'reason' in one ? one : undefined;
  const skipReason = leftOut && tellReason(leftOut.reason);
  const isOptedOut = leftOut?.reason === makeReason('optedOut');
  return {
    at,
    number: one.number,
    name: one.name,
    father: fatherOf(about, students),
    children: about.map((recipient) => {
      const { billID, name, regNum } = recipient;
      const { className = '', section = '' } = studentOf(recipient, students) ?? {};
      return { billID, name, regNum, className, section };
    }),
    payable: sumOf(about.map(({ payable }) => payable)),
    text: 'text' in one ? one.text : (one.filled?.text ?? ''),
    reason: skipReason?.reason ?? null,
    reasonCode: skipReason?.reasonCode ?? null,
    missing: leftOut?.filled?.missing ?? [],
    document: ('media' in one && paperIn(one.media ?? '')?.name) || '',
    since: isOptedOut ? (since.get(one.number) ?? null) : null,
  };
}
