/** Who gets what: from recipients and a text to messages and to those left out, each with its reason. */
import type { Sample } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { longestMessage } from '#shared/limits.ts';
import {
  type Filled,
  fill,
  fillForFamily,
  placeholdersIn,
  unknownPlaceholders,
} from '#shared/placeholders.ts';
import { failureWords, skipReasons } from '#shared/words/failures.ts';
import type { Only, Recipient } from '../audience/rules.ts';

export type Planned = {
  number: string;
  name: string;
  text: string;
  groupIDs: number[];
  billIDs: number[];
};
/** `filled`: the text as far as there are values for it. */
export type Skipped = Omit<Planned, 'text'> & { reason: string; filled?: Filled };
/** `told`: how many of those who could get the text were sent it before. */
export type Plan = { messages: Planned[]; skipped: Skipped[]; told: number };

/** The numbers that were sent a text before, each with the bills it was about, as stored: ` 12 13 `. */
export type Told = ReadonlyMap<string, string>;

/** `only`: nobody but these. `family`: one message a number, with a line per child. `again`: also to those told. */
export type Wish = {
  text: string;
  family: boolean;
  again: boolean;
  only: Only | undefined;
  told: Told;
  optedOut: ReadonlySet<string>;
};

const known = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];

/** One number, and the recipients behind it that one message would speak of. */
type To = { number: string; about: readonly Recipient[] };

const headOf = ({ number, about }: To): Omit<Planned, 'text'> => ({
  number,
  name: about[0]?.name ?? '',
  groupIDs: known(about.map(({ groupID }) => groupID)),
  billIDs: known(about.map(({ billID }) => billID)),
});

/** Fails with what stands in double braces and is no placeholder: nobody shall get it as it is written. */
export function checkText(text: string): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  const issues = unknown.map((name) => ({ path: 'message', message: failureWords.unknownPlaceholder(name) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}

function leaveOut(plan: Plan, to: To, why: Pick<Skipped, 'reason' | 'filled'>): void {
  plan.skipped.push({ ...headOf(to), ...why });
}

function write(plan: Plan, to: To, text: string): void {
  if (text.length > longestMessage) leaveOut(plan, to, { reason: skipReasons.tooLong });
  else plan.messages.push({ ...headOf(to), text });
}

/** The recipients of each number, in the order in which the numbers first come. */
function byNumber(recipients: readonly Recipient[], wish: Wish, plan: Plan): Map<string, Recipient[]> {
  const families = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    const numbers = wish.only
      ? recipient.numbers.filter((number) => wish.only?.numbers.has(number))
      : recipient.numbers;
    if (numbers.length === 0 && !wish.only) {
      const reason = recipient.number ? skipReasons.unreadNumber : skipReasons.noNumber;
      leaveOut(plan, { number: recipient.number, about: [recipient] }, { reason });
    }
    for (const number of numbers) {
      const family = families.get(number);
      if (family) family.push(recipient);
      else families.set(number, [recipient]);
    }
  }
  return families;
}

/** What was asked for by number and is nobody here: it is said, not dropped. */
function leaveOutOthers(plan: Plan, only: Only, families: ReadonlyMap<string, unknown>): void {
  for (const number of only.unread)
    leaveOut(plan, { number, about: [] }, { reason: skipReasons.unreadNumber });
  for (const number of only.numbers) {
    if (!families.has(number)) leaveOut(plan, { number, about: [] }, { reason: skipReasons.notChosen });
  }
}

/** Counts one who was sent this text before; true when it shall not be sent to him again. */
function isEnough(plan: Plan, wish: Wish, wasTold: boolean): boolean {
  if (wasTold) plan.told += 1;
  return wasTold && !wish.again;
}

function writePlain(plan: Plan, wish: Wish, to: To): void {
  if (isEnough(plan, wish, wish.told.has(to.number))) leaveOut(plan, to, { reason: skipReasons.alreadyTold });
  else write(plan, to, wish.text);
}

/** Whoever stands for no bill is known by the number alone. */
function wasTold(told: Told, number: string, { billID }: Recipient): boolean {
  const bills = told.get(number);
  return bills !== undefined && (billID === null || bills.includes(` ${billID} `));
}

/** A child whose values are missing, or of whom they know, is left out so; they are told of its siblings without it. */
function writePersonal(plan: Plan, wish: Wish, { number, about }: To): void {
  const left: Recipient[] = [];
  let text = '';
  for (const recipient of about) {
    const filled = fill(wish.text, recipient);
    const to = { number, about: [recipient] };
    if (filled.missing.length > 0)
      leaveOut(plan, to, { reason: skipReasons.missing(filled.missing), filled });
    else if (isEnough(plan, wish, wasTold(wish.told, number, recipient)))
      leaveOut(plan, to, { reason: skipReasons.alreadyTold });
    else {
      left.push(recipient);
      ({ text } = filled);
    }
  }
  if (left.length > 1) ({ text } = fillForFamily(wish.text, left));
  if (left.length > 0) write(plan, { number, about: left }, text);
}

/**
 * A text without placeholders goes once to each number. One with placeholders goes once per bill and number, or
 * with `family` once per number. Recipients = messages + skipped, counted so.
 */
export function planMessages(recipients: readonly Recipient[], wish: Wish): Plan {
  const plan: Plan = { messages: [], skipped: [], told: 0 };
  const isPersonal = placeholdersIn(wish.text).length > 0;
  const families = byNumber(recipients, wish, plan);
  if (wish.only) leaveOutOthers(plan, wish.only, families);
  for (const [number, family] of families) {
    const isTogether = wish.family || !isPersonal;
    for (const about of isTogether ? [family] : family.map((recipient) => [recipient])) {
      const to = { number, about };
      if (wish.optedOut.has(number)) leaveOut(plan, to, { reason: skipReasons.optedOut });
      else if (isPersonal) writePersonal(plan, wish, to);
      else writePlain(plan, wish, to);
    }
  }
  return plan;
}

/** How many are left out for each reason, the commonest first. */
export function countReasons(skipped: readonly Skipped[]): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Array.from(counts, ([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

const mostSamples = 20;
/** Of texts that do not go, beside such as do. */
const mostMissing = 10;

/** The shortest and the longest text, unless they are all as long as each other. */
function extremesOf(messages: readonly Planned[]): [Planned, Sample['kind']][] {
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

/** The texts to look at before sending: those with missing values, the shortest, the longest, then others. */
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
  const chosen = new Map<Planned, Sample['kind']>(extremes);
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
