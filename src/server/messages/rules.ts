/** Who gets what: from recipients and a text to messages and to those left out, each with its reason. */
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
export type Skipped = Omit<Planned, 'text'> & { reason: string };
export type Plan = { messages: Planned[]; skipped: Skipped[] };

/** `only`: nobody but these. `family`: one message a number, with a line per child. */
export type Wish = { text: string; family: boolean; only: Only | undefined };

const known = (ids: readonly (number | null)[]): number[] => [...new Set(ids.filter((id) => id !== null))];
const idsOf = (recipients: readonly Recipient[]) => ({
  groupIDs: known(recipients.map(({ groupID }) => groupID)),
  billIDs: known(recipients.map(({ billID }) => billID)),
});

function leaveOut(recipient: Recipient, number: string, reason: string): Skipped {
  return { number, name: recipient.name, ...idsOf([recipient]), reason };
}

/** Fails with what stands in double braces and is no placeholder: nobody shall get it as it is written. */
export function checkText(text: string): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  const issues = unknown.map((name) => ({ path: 'message', message: failureWords.unknownPlaceholder(name) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}

/** The message to this number about these recipients, or why there is none. */
function write(number: string, about: readonly Recipient[], filled: Filled): Planned | Skipped {
  const [first] = about;
  const base = { number, name: first?.name ?? '', ...idsOf(about) };
  if (filled.missing.length > 0) return { ...base, reason: skipReasons.missing(filled.missing) };
  if (filled.text.length > longestMessage) return { ...base, reason: skipReasons.tooLong };
  return { ...base, text: filled.text };
}

const place = (plan: Plan, result: Planned | Skipped): void => {
  if ('text' in result) plan.messages.push(result);
  else plan.skipped.push(result);
};

/** The recipients of each number, in the order in which the numbers first come. */
function byNumber(recipients: readonly Recipient[], wish: Wish, plan: Plan): Map<string, Recipient[]> {
  const families = new Map<string, Recipient[]>();
  for (const recipient of recipients) {
    const numbers = wish.only
      ? recipient.numbers.filter((number) => wish.only?.numbers.has(number))
      : recipient.numbers;
    if (numbers.length === 0 && !wish.only) {
      plan.skipped.push(
        leaveOut(
          recipient,
          recipient.number,
          recipient.number ? skipReasons.unreadNumber : skipReasons.noNumber,
        ),
      );
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
  const nobody = { name: '', groupIDs: [], billIDs: [] };
  for (const number of only.unread)
    plan.skipped.push({ ...nobody, number, reason: skipReasons.unreadNumber });
  for (const number of only.numbers) {
    if (!families.has(number)) plan.skipped.push({ ...nobody, number, reason: skipReasons.notChosen });
  }
}

/** A child whose values are missing is left out with that reason, and its siblings are told without it. */
function writeForFamily(plan: Plan, [number, family]: [string, readonly Recipient[]], text: string): void {
  const complete: Recipient[] = [];
  for (const recipient of family) {
    const { missing } = fill(text, recipient);
    if (missing.length === 0) complete.push(recipient);
    else plan.skipped.push(leaveOut(recipient, number, skipReasons.missing(missing)));
  }
  if (complete.length > 0) place(plan, write(number, complete, fillForFamily(text, complete)));
}

/**
 * A text without placeholders goes once to each number. One with placeholders goes once per bill and number, or
 * with `family` once per number. Recipients = messages + skipped, counted so.
 */
export function planMessages(recipients: readonly Recipient[], wish: Wish): Plan {
  const plan: Plan = { messages: [], skipped: [] };
  const isPersonal = placeholdersIn(wish.text).length > 0;
  const families = byNumber(recipients, wish, plan);
  if (wish.only) leaveOutOthers(plan, wish.only, families);
  for (const [number, family] of families) {
    if (!isPersonal) place(plan, write(number, family, { text: wish.text, missing: [] }));
    else if (wish.family) writeForFamily(plan, [number, family], wish.text);
    else for (const recipient of family) place(plan, write(number, [recipient], fill(wish.text, recipient)));
  }
  return plan;
}
