/** Plans a broadcast: turns recipients and a text into messages and skipped recipients, each with a reason. Pure. */
import { isOpen } from '#shared/bill-status.ts';
import { instantIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { paperIn } from '#shared/media.ts';
import { type Filled, placeholdersIn } from '#shared/placeholders.ts';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import {
  isAboutNothing,
  isTooLong,
  namePaper,
  type Only,
  type ReceiptPayment,
  type Recipient,
  type Words,
  wordsFor,
} from '../../recipients/recipients-rules.ts';
import { stepsOf } from '../../yielding.ts';
import { isPersonal } from '../skip/skip-rules.ts';

export type PlannedMessage = {
  number: string;
  name: string;
  text: string;
  /** Names the paper of this message, where each family gets its own. */
  media?: string | undefined;
  /** JSON of the placeholder values, where the message uses a template. */
  params?: string | undefined;
  groupIDs: number[];
  billIDs: number[];
  /** Those of its bills that are not fully paid. */
  owedIDs: number[];
};
/** `filled` is the text as far as its values are known. */
export type SkippedRecipient = Omit<PlannedMessage, 'text' | 'params' | 'media' | 'owedIDs'> & {
  reason: Reason;
  filled?: Filled;
};
/**
 * `told` counts the recipients that could get the text and got it before. `reached` holds the recipients of the
 * messages, each once even with several numbers.
 */
export type Plan = {
  messages: PlannedMessage[];
  skipped: SkippedRecipient[];
  told: number;
  reached: Set<Recipient>;
};

/** The numbers that got the text before, each with the bills it was about, as stored: ` 12 13 `. */
export type AlreadySent = ReadonlyMap<string, string>;

/**
 * `only` limits the send to these numbers. `family` makes one message per number, with a line for each child. `again`
 * also sends to those that got the text before.
 */
export type PlanOptions = {
  text: string;
  media: string;
  family: boolean;
  again: boolean;
  only: Only | undefined;
  told: AlreadySent;
  /** The link for each number. A text with the link is not sent to a number without one. */
  links: ReadonlyMap<string, string>;
  optedOut: ReadonlySet<string>;
  /** By number the day by which its family has promised to pay, where that holds this text. */
  promised?: ReadonlyMap<string, string> | undefined;
  /** The payment for which this is the receipt. */
  payment?: ReceiptPayment | undefined;
} & Partial<TextReach>;

/** How the text is sent, and which numbers it reaches. */
export type TextReach = {
  /** True for an approved template, which reaches every number. Its text may only be as long as a caption. */
  isByTemplate: boolean;
  /** The numbers that free text reaches; undefined when it reaches every number. */
  open: ReadonlyMap<string, unknown> | undefined;
};

function known(ids: readonly (number | null)[]): number[] {
  const [only = null] = ids;
  // Fast path: of up to 100,000 recipients in a large broadcast, nearly all have one id.
  if (ids.length === 1) return only === null ? [] : [only];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** A number, and the recipients that one message to it covers. */
type Addressee = { number: string; about: readonly Recipient[] };

const headOf = ({
  number,
  about,
}: Addressee): Omit<PlannedMessage, 'text' | 'params' | 'media' | 'owedIDs'> => ({
  number,
  name: about[0]?.name ?? '',
  groupIDs: known(about.map(({ groupID }) => groupID)),
  billIDs: known(about.map(({ billID }) => billID)),
});

function leaveOut(plan: Plan, to: Addressee, why: Pick<SkippedRecipient, 'reason' | 'filled'>): void {
  plan.skipped.push({ ...headOf(to), ...why });
}

function write(
  plan: Plan,
  wish: PlanOptions,
  { text, params, ...to }: Addressee & Pick<PlannedMessage, 'text' | 'params'>,
): void {
  if (isTooLong(wish, text)) leaveOut(plan, to, { reason: reasonOf('tooLong') });
  else {
    const owedIDs = known(to.about.filter(isOpen).map(({ billID }) => billID));
    plan.messages.push({ ...headOf(to), owedIDs, text, params, media: namePaper(wish, to.about) });
    for (const recipient of to.about) plan.reached.add(recipient);
  }
}

type Families = Map<string, Recipient[]>;

/** Groups the recipients by number, in the order in which the numbers first occur. */
function* byNumber(
  recipients: readonly Recipient[],
  wish: PlanOptions,
  plan: Plan,
): Generator<undefined, Families> {
  const families: Families = new Map();
  yield* stepsOf(recipients, (recipient) => {
    const numbers = wish.only
      ? recipient.numbers.filter((number) => wish.only?.numbers.has(number))
      : recipient.numbers;
    if (numbers.length === 0 && !wish.only) {
      const reason = recipient.number ? reasonOf('unreadNumber') : reasonOf('noNumber');
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
function leaveOutOthers(plan: Plan, only: Only, families: ReadonlyMap<string, unknown>): void {
  for (const number of only.unread)
    leaveOut(plan, { number, about: [] }, { reason: reasonOf('unreadNumber') });
  for (const number of only.numbers) {
    if (!families.has(number)) leaveOut(plan, { number, about: [] }, { reason: reasonOf('notChosen') });
  }
}

/** Counts a recipient that got this text before. Returns true when the text must not be sent again. */
function isEnough(plan: Plan, wish: PlanOptions, wasSent: boolean): boolean {
  if (wasSent) plan.told += 1;
  return wasSent && !wish.again;
}

function writePlain(plan: Plan, wish: PlanOptions, to: Addressee): void {
  if (isEnough(plan, wish, wish.told.has(to.number))) leaveOut(plan, to, { reason: reasonOf('alreadyTold') });
  else
    write(plan, wish, {
      ...to,
      text: wish.isByTemplate ? wish.text.trim() : wish.text,
      params: wish.isByTemplate ? '[]' : undefined,
    });
}

/** A recipient without a bill is matched by the number alone. */
function wasSent(told: AlreadySent, number: string, { billID }: Recipient): boolean {
  const bills = told.get(number);
  return bills !== undefined && (billID === null || bills.includes(` ${billID} `));
}

/**
 * Skips a child with missing values, or one whose family got this text before. Its siblings are sent without it. Skips
 * all of them where every amount would be 0.
 */
function* writePersonal(
  plan: Plan,
  wish: PlanOptions,
  { number, about }: Addressee,
): Generator<undefined, void> {
  const left: Recipient[] = [];
  const link = wish.links.get(number);
  let words: Words = { text: '', missing: [] };
  const bringsPaper = paperIn(wish.media) !== undefined;
  yield* stepsOf(about, (recipient) => {
    const filled = wordsFor(wish, [recipient], link);
    const to = { number, about: [recipient] };
    if (bringsPaper && recipient.billID === null) leaveOut(plan, to, { reason: reasonOf('noPaper') });
    else if (filled.missing.length > 0)
      leaveOut(plan, to, { reason: reasonOf('missing', { names: filled.missing }), filled });
    else if (isEnough(plan, wish, wasSent(wish.told, number, recipient)))
      leaveOut(plan, to, { reason: reasonOf('alreadyTold') });
    else {
      left.push(recipient);
      words = filled;
    }
  });
  if (left.length === 0) return;
  if (isAboutNothing(wish, left)) {
    leaveOut(plan, { number, about: left }, { reason: reasonOf('nothingOwed') });
    return;
  }
  if (left.length > 1) words = wordsFor(wish, left, link);
  const { text, params } = words;
  write(plan, wish, { number, about: left, text, params });
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
 * A text without placeholders goes once to each number. A text with placeholders goes once per bill and number, or with
 * `family` once per number; a text with papers is per bill too. Recipients = messages + skipped, counted in this way.
 * Runs in steps, because there may be 100,000 recipients.
 */
export function* planMessages(
  recipients: readonly Recipient[],
  wish: PlanOptions,
): Generator<undefined, Plan> {
  const plan: Plan = { messages: [], skipped: [], told: 0, reached: new Set() };
  const hasValues = placeholdersIn(wish.text).length > 0;
  const isOfBills = isPersonal(wish);
  const families = yield* byNumber(recipients, wish, plan);
  if (wish.only) leaveOutOthers(plan, wish.only, families);
  const isTogether = wish.family || !hasValues;
  yield* stepsOf(messagesOf(families, isTogether), (to) => {
    if (wish.optedOut.has(to.number)) return leaveOut(plan, to, { reason: reasonOf('optedOut') });
    const day = wish.promised?.get(to.number);
    if (day !== undefined) return leaveOut(plan, to, { reason: reasonOf('promised', { day }) });
    if (isClosed(wish, to.number)) return leaveOut(plan, to, { reason: reasonOf('windowClosed') });
    return isOfBills ? writePersonal(plan, wish, to) : writePlain(plan, wish, to);
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
