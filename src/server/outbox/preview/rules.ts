/** What a plan shows of who would get what: how many, for which reasons not, and texts to look at. Pure. */
import type { Sample } from '#shared/calls/messages.ts';
import { countFamilies } from '#shared/families.ts';
import { saysOfAll } from '#shared/placeholders.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Recipient } from '../../recipients/rules.ts';
import type { Plan, PlannedMessage, TextReach } from '../enqueue/rules.ts';

/** The different numbers of a plan that free text reaches, and the others; null where it reaches all. */
export function countWindows({ messages, skipped }: Plan, { open, isByTemplate }: TextReach) {
  if (!open) return null;
  const isClosed = reasonOf('windowClosed');
  const closed = skipped.filter(({ reason }) => reason === isClosed);
  const numbers = [...new Set([...messages, ...closed].map(({ number }) => number))];
  const reached = numbers.filter((number) => open.has(number)).length;
  return { open: reached, closed: numbers.length - reached, isApproved: isByTemplate };
}

/**
 * How many bills, students or plain numbers the messages speak of, and how many families those are, counted as the check
 * of a sheet counts them: one may have several numbers.
 */
export const countReached = ({ reached }: Pick<Plan, 'reached'>): { bills: number; families: number } => ({
  bills: reached.size,
  families: countFamilies(Array.from(reached, ({ numbers }) => numbers)),
});

/** How many messages speak of bills with several due dates as if they had one: the earliest is written. */
export function countSeveralDates(
  { messages }: Plan,
  recipients: readonly Pick<Recipient, 'billID' | 'dueDate'>[],
  text: string,
): number {
  const ofFamilies = messages.filter(({ billIDs }) => billIDs.length > 1);
  if (ofFamilies.length === 0 || !saysOfAll(text, 'dueDate')) return 0;
  const dates = new Map(recipients.map(({ billID, dueDate }) => [billID, dueDate]));
  const datesOf = ({ billIDs }: PlannedMessage) => new Set(billIDs.map((id) => dates.get(id)));
  return ofFamilies.filter((message) => datesOf(message).size > 1).length;
}

const mostSamples = 20;
/** Of texts that do not go, beside such as do. */
const mostMissing = 10;

/** The shortest and the longest text, unless they are all as long as each other. */
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
