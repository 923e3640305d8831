/** Plans a broadcast: from recipients and a text to messages and to those left out, each with its reason. Pure. */
import { isOpen } from '#shared/bill-status.ts';
import { instantIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import { paperIn } from '#shared/media.ts';
import { type Filled, placeholdersIn } from '#shared/placeholders.ts';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import {
  isTooLong,
  namePaper,
  type Only,
  type Recipient,
  type ToldPayment,
  type Words,
  wordsFor,
} from '../../recipients/rules.ts';
import { stepsOf } from '../../yielding.ts';
import { isPersonal } from '../skip/rules.ts';

export type PlannedMessage = {
  number: string;
  name: string;
  text: string;
  /** Where each family has its own paper: how this message names it. */
  media?: string | undefined;
  /** JSON of the values that the text is made of, where it goes by a template. */
  params?: string | undefined;
  groupIDs: number[];
  billIDs: number[];
  /** Those of its bills of which something is still to be paid. */
  owedIDs: number[];
};
/** `filled`: the text as far as there are values for it. */
export type SkippedRecipient = Omit<PlannedMessage, 'text' | 'params' | 'media' | 'owedIDs'> & {
  reason: Reason;
  filled?: Filled;
};
/**
 * `told`: how many of those who could get the text were sent it before. `reached`: those whom the messages speak of, in
 * a plan once though they have several numbers.
 */
export type Plan = {
  messages: PlannedMessage[];
  skipped: SkippedRecipient[];
  told: number;
  reached: Set<Recipient>;
};

/** The numbers that were sent a text before, each with the bills it was about, as stored: ` 12 13 `. */
export type AlreadyTold = ReadonlyMap<string, string>;

/** `only`: nobody but these. `family`: one message a number, with a line per child. `again`: also to those told. */
export type PlanOptions = {
  text: string;
  media: string;
  family: boolean;
  again: boolean;
  only: Only | undefined;
  told: AlreadyTold;
  /** By number the link that the text names; those without one get no such text. */
  links: ReadonlyMap<string, string>;
  optedOut: ReadonlySet<string>;
  /** Of which it is the receipt. */
  payment?: ToldPayment | undefined;
} & Partial<TextReach>;

/** By which words it goes, and whom they reach. */
export type TextReach = {
  /** By an approved template, which reaches everybody; its text is at most as long as one below a picture. */
  isByTemplate: boolean;
  /** Those that free text reaches; undefined: everybody. */
  open: ReadonlyMap<string, unknown> | undefined;
};

function known(ids: readonly (number | null)[]): number[] {
  const [only = null] = ids;
  // Nearly always there is one, of 100,000 in a large broadcast.
  if (ids.length === 1) return only === null ? [] : [only];
  return [...new Set(ids.filter((id) => id !== null))];
}

/** One number, and the recipients behind it that one message would speak of. */
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

/** The recipients of each number, in the order in which the numbers first come. */
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

/** What was asked for by number and is nobody here: it is said, not dropped. */
function leaveOutOthers(plan: Plan, only: Only, families: ReadonlyMap<string, unknown>): void {
  for (const number of only.unread)
    leaveOut(plan, { number, about: [] }, { reason: reasonOf('unreadNumber') });
  for (const number of only.numbers) {
    if (!families.has(number)) leaveOut(plan, { number, about: [] }, { reason: reasonOf('notChosen') });
  }
}

/** Counts one who was sent this text before; true when it shall not be sent to him again. */
function isEnough(plan: Plan, wish: PlanOptions, wasTold: boolean): boolean {
  if (wasTold) plan.told += 1;
  return wasTold && !wish.again;
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

/** Whoever stands for no bill is known by the number alone. */
function wasTold(told: AlreadyTold, number: string, { billID }: Recipient): boolean {
  const bills = told.get(number);
  return bills !== undefined && (billID === null || bills.includes(` ${billID} `));
}

/** A child whose values are missing, or of whom they know, is left out so; they are told of its siblings without it. */
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
    else if (isEnough(plan, wish, wasTold(wish.told, number, recipient)))
      leaveOut(plan, to, { reason: reasonOf('alreadyTold') });
    else {
      left.push(recipient);
      words = filled;
    }
  });
  if (left.length > 1) words = wordsFor(wish, left, link);
  const { text, params } = words;
  if (left.length > 0) write(plan, wish, { number, about: left, text, params });
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
 * A text without placeholders goes once to each number. One with placeholders goes once per bill and number, or
 * with `family` once per number; one that brings papers is of each bill, too. Recipients = messages + skipped, counted
 * so. In steps, since there may be 100,000.
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
    if (isClosed(wish, to.number)) return leaveOut(plan, to, { reason: reasonOf('windowClosed') });
    return isOfBills ? writePersonal(plan, wish, to) : writePlain(plan, wish, to);
  });
  return plan;
}

const yearLength = 366 * 86_400_000;

/**
 * The instant of a day and time in the campus's time zone. Fails when it has passed, or is too far away to be meant.
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
