/** Plans a broadcast: turns recipients and a text into messages and skipped recipients, each with a reason. Pure. */

import { Failure } from '#shared/failures.ts';
import { paperIn } from '#shared/messages/media.ts';
import { type Filled, placeholdersIn } from '#shared/messages/placeholders.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { SendAudience } from '#shared/money/bill-status.ts';
import { instantIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import {
  documentMediaFor,
  isAboutNothing,
  isTooLong,
  type Only,
  type ReceiptPayment,
  type Recipient,
  reasonOfNothing,
  type Words,
  wordsFor,
} from '../../recipients/recipients-rules.ts';
import { stepsOf } from '../../yielding.ts';
import { isOwed, isPersonal, whyNotReminded } from '../skip/skip-rules.ts';

export type PlannedMessage = {
  number: string;
  name: string;
  text: string;
  /** The name of the document of this message, if each family gets its own. */
  media?: string | undefined;
  /** The placeholder values as JSON, if the message uses a template. */
  params?: string | undefined;
  groupIDs: number[];
  billIDs: number[];
  /** Those of its bills that are not fully paid, also not by credit. */
  owedIDs: number[];
};
/** `filled` is the text as far as its values are known. */
export type SkippedRecipient = Omit<PlannedMessage, 'text' | 'params' | 'media' | 'owedIDs'> & {
  reason: Reason;
  filled?: Filled;
};
/**
 * `repeated` counts the recipients that got the text before and could get it again. `reached` has each recipient of the
 * messages once, even if it has several numbers.
 */
export type Plan = {
  messages: PlannedMessage[];
  skipped: SkippedRecipient[];
  repeated: number;
  reached: Set<Recipient>;
};

/** The numbers that got the text before, each with the bills of those messages, as stored: ` 12 13 `. */
export type AlreadySent = ReadonlyMap<string, string>;

/**
 * `only` limits the send to these numbers. `family` makes one message per number, with a line for each child. With
 * `again` the text is also sent to numbers that got it before.
 */
export type PlanOptions = {
  text: string;
  audience: SendAudience;
  media: string;
  family: boolean;
  again: boolean;
  only: Only | undefined;
  alreadySent: AlreadySent;
  /** The link for each number. A number without a link does not get a text that contains one. */
  links: ReadonlyMap<string, string>;
  optedOut: ReadonlySet<string>;
  /**
   * The day by which the family of each number has promised to pay. It is set only if such a promise holds this text
   * back.
   */
  promised?: ReadonlyMap<string, string> | undefined;
  /** The payment for which this is the receipt. */
  payment?: ReceiptPayment | undefined;
} & Partial<TextReach>;

/** How the text is sent, and which numbers it reaches. */
export type TextReach = {
  /** True for an approved template, which reaches every number. Its text may be at most as long as a caption. */
  isByTemplate: boolean;
  /** The numbers that free text reaches. Undefined when it reaches every number. */
  open: ReadonlyMap<string, unknown> | undefined;
};

function distinctIDs(ids: readonly (number | null)[]): number[] {
  const [only = null] = ids;
  // Fast path: of up to 100,000 recipients in a large broadcast, nearly all have one id.
  if (ids.length === 1) return only === null ? [] : [only];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** A number, and the recipients that one message to this number covers. */
type Addressee = { number: string; about: readonly Recipient[] };

const addressOf = ({
  number,
  about,
}: Addressee): Omit<PlannedMessage, 'text' | 'params' | 'media' | 'owedIDs'> => ({
  number,
  name: about[0]?.name ?? '',
  groupIDs: distinctIDs(about.map(({ groupID }) => groupID)),
  billIDs: distinctIDs(about.map(({ billID }) => billID)),
});

function leaveOut(plan: Plan, to: Addressee, why: Pick<SkippedRecipient, 'reason' | 'filled'>): void {
  plan.skipped.push({ ...addressOf(to), ...why });
}

function addMessage(
  plan: Plan,
  options: PlanOptions,
  { text, params, ...to }: Addressee & Pick<PlannedMessage, 'text' | 'params'>,
): void {
  if (isTooLong(options, text)) leaveOut(plan, to, { reason: makeReason('tooLong') });
  else {
    const owedIDs = distinctIDs(to.about.filter(isOwed).map(({ billID }) => billID));
    plan.messages.push({
      ...addressOf(to),
      owedIDs,
      text,
      params,
      media: documentMediaFor(options, to.about),
    });
    for (const recipient of to.about) plan.reached.add(recipient);
  }
}

type Families = Map<string, Recipient[]>;

/** Groups the recipients by number, in the order in which the numbers first occur. */
function* byNumber(
  recipients: readonly Recipient[],
  options: PlanOptions,
  plan: Plan,
): Generator<undefined, Families> {
  const families: Families = new Map();
  yield* stepsOf(recipients, (recipient) => {
    const numbers = options.only
      ? recipient.numbers.filter((number) => options.only?.numbers.has(number))
      : recipient.numbers;
    if (numbers.length === 0 && !options.only) {
      const reason = recipient.number ? makeReason('unreadNumber') : makeReason('noNumber');
      leaveOut(plan, { number: recipient.number, about: [recipient] }, { reason });
    }
    for (const number of numbers) {
      const family = families.get(number);
      if (family) family.push(recipient);
      else families.set(number, [recipient]);
    }
  });
  return families;
}

/** Skips numbers that were asked for but belong to no recipient, so that the answer lists them. */
function skipUnmatchedNumbers(plan: Plan, only: Only, families: ReadonlyMap<string, unknown>): void {
  for (const number of only.unread)
    leaveOut(plan, { number, about: [] }, { reason: makeReason('unreadNumber') });
  for (const number of only.numbers) {
    if (!families.has(number)) leaveOut(plan, { number, about: [] }, { reason: makeReason('notChosen') });
  }
}

/** Counts a recipient that got this text before. Returns true when the text must not be sent again. */
function countRepeated(plan: Plan, options: PlanOptions, wasSent: boolean): boolean {
  if (wasSent) plan.repeated += 1;
  return wasSent && !options.again;
}

/** Plans a text that is the same for all. A reminder leaves out children whose credit pays their bill. */
function planPlain(plan: Plan, options: PlanOptions, all: Addressee): void {
  const isPaid = (recipient: Recipient) =>
    whyNotReminded(options, { ...recipient, paid: recipient.paid ?? 0 }) === 'paidByCredit';
  const to = { ...all, about: all.about.filter((recipient) => !isPaid(recipient)) };
  for (const recipient of all.about.filter(isPaid))
    leaveOut(plan, { number: all.number, about: [recipient] }, { reason: makeReason('paidByCredit') });
  if (all.about.length > 0 && to.about.length === 0) return;
  if (countRepeated(plan, options, options.alreadySent.has(to.number)))
    leaveOut(plan, to, { reason: makeReason('alreadyTold') });
  else
    addMessage(plan, options, {
      ...to,
      text: options.isByTemplate ? options.text.trim() : options.text,
      params: options.isByTemplate ? '[]' : undefined,
    });
}

/** A recipient without a bill is matched by the number alone. */
function wasSent(alreadySent: AlreadySent, number: string, { billID }: Recipient): boolean {
  const bills = alreadySent.get(number);
  return bills !== undefined && (billID === null || bills.includes(` ${billID} `));
}

/**
 * Plans the message to one number. It leaves out children with missing values, part-paid bills if the text states the
 * full amount, and children whose family got this text before, and covers the others. It leaves out all of them if every amount would be 0.
 */
function* planPersonal(
  plan: Plan,
  options: PlanOptions,
  { number, about }: Addressee,
): Generator<undefined, void> {
  const left: Recipient[] = [];
  const link = options.links.get(number);
  let words: Words = { text: '', missing: [] };
  const hasDocument = paperIn(options.media) !== undefined;
  yield* stepsOf(about, (recipient) => {
    const filled = wordsFor(options, [recipient], link);
    const to = { number, about: [recipient] };
    const why = whyNotReminded(options, { ...recipient, paid: recipient.paid ?? 0 });
    if (hasDocument && recipient.billID === null) leaveOut(plan, to, { reason: makeReason('noPaper') });
    else if (filled.missing.length > 0)
      leaveOut(plan, to, { reason: makeReason('missing', { names: filled.missing }), filled });
    else if (why !== undefined) leaveOut(plan, to, { reason: makeReason(why) });
    else if (countRepeated(plan, options, wasSent(options.alreadySent, number, recipient)))
      leaveOut(plan, to, { reason: makeReason('alreadyTold') });
    else {
      left.push(recipient);
      words = filled;
    }
  });
  if (left.length === 0) return;
  if (isAboutNothing(options, left)) {
    leaveOut(plan, { number, about: left }, { reason: reasonOfNothing(left) });
    return;
  }
  if (left.length > 1) words = wordsFor(options, left, link);
  const { text, params } = words;
  addMessage(plan, options, { number, about: left, text, params });
}

function* messagesOf(families: Families, isTogether: boolean): Generator<Addressee> {
  for (const [number, family] of families) {
    if (isTogether) yield { number, about: family };
    else for (const recipient of family) yield { number, about: [recipient] };
  }
}

const isClosed = ({ open, isByTemplate }: PlanOptions, number: string): boolean =>
  open !== undefined && !isByTemplate && !open.has(number);

/**
 * A text without placeholders is sent once to each number. A text with placeholders or documents is sent once per bill
 * and number, or with `family` once per number. Recipients = messages + skipped, counted in this way. Runs in steps,
 * because there may be 100,000 recipients.
 */
export function* planMessages(
  recipients: readonly Recipient[],
  options: PlanOptions,
): Generator<undefined, Plan> {
  const plan: Plan = { messages: [], skipped: [], repeated: 0, reached: new Set() };
  const hasValues = placeholdersIn(options.text).length > 0;
  const isOfBills = isPersonal(options);
  const families = yield* byNumber(recipients, options, plan);
  if (options.only) skipUnmatchedNumbers(plan, options.only, families);
  const isTogether = options.family || !hasValues;
  yield* stepsOf(messagesOf(families, isTogether), (to) => {
    if (options.optedOut.has(to.number)) return leaveOut(plan, to, { reason: makeReason('optedOut') });
    const day = options.promised?.get(to.number);
    if (day !== undefined) return leaveOut(plan, to, { reason: makeReason('promised', { day }) });
    if (isClosed(options, to.number)) return leaveOut(plan, to, { reason: makeReason('windowClosed') });
    return isOfBills ? planPersonal(plan, options, to) : planPlain(plan, options, to);
  });
  return plan;
}

const yearLength = 366 * 86_400_000;

/**
 * Returns the instant of a day and time in the time zone of the campus. Fails when it has passed or is more than 366
 * days away.
 */
export function startOf(
  { timeZone }: { timeZone: string },
  sendAt: string | undefined,
  now: Date,
): string | null {
  if (sendAt === undefined) return null;
  const start = instantIn(timeZone, sendAt);
  const ahead = start.getTime() - now.getTime();
  const wrong =
    ahead <= 0 ? failureWords.sendAtPast : ahead > yearLength ? failureWords.sendAtFar : undefined;
  if (wrong) throw new Failure('invalid', wrong, [{ path: 'sendAt', message: wrong }]);
  return start.toISOString();
}
