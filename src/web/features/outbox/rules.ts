import type { BroadcastProgress, OutboxFilter } from '#shared/calls/outbox.ts';
import type { Send } from '#shared/calls/send-failures.ts';
import { type MessageCounts, type MessageState, messageStates } from '#shared/messages/message-states.ts';
import { placeholderNames } from '#shared/messages/placeholders.ts';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { formatInstant } from '#shared/time/dates.ts';
import {
  copyWords,
  filterWords,
  outboxWords,
  sendListWords,
  stateWords,
  wholeSendWords,
} from '#shared/words/outbox.ts';
import { sendWords } from '#shared/words/sending.ts';

export type StateFilter = 'all' | keyof MessageCounts;
/** One filter for each state. The filters that cover several states are used only by the figures of a send. */
const stateFilters: readonly StateFilter[] = [
  'all',
  ...messageStates.map((state) => (state === 'queued' ? 'pending' : state)),
];

const sum = (counts: MessageCounts): number => Object.values(counts).reduce((all, count) => all + count, 0);

const labelOf = (filter: StateFilter, undecided: number) => ({
  label: filterWords[filter],
  note: filter === 'unknown' && undecided > 0 ? outboxWords.undecided(undecided) : undefined,
});

/** The filters to show: all messages, waiting messages, every state that has messages, and the chosen filter. */
export function shownFilters(
  counts: MessageCounts | undefined,
  { chosen, undecided }: { chosen: OutboxFilter; undecided: number },
) {
  const countOf = (filter: StateFilter): number | undefined =>
    counts && (filter === 'all' ? sum(counts) : counts[filter]);
  return stateFilters
    .filter((filter) => filter === 'all' || filter === 'pending' || filter === chosen || countOf(filter))
    .map((filter) => ({ value: filter, ...labelOf(filter, undecided), count: countOf(filter) }));
}

export const isRunning = ({ counts }: Pick<BroadcastProgress, 'counts'>): boolean =>
  counts.pending + counts.sending > 0;

/** Whether messages were cancelled and no other message is waiting. */
export const isCancelled = (broadcast: Pick<BroadcastProgress, 'counts'>): boolean =>
  !isRunning(broadcast) && broadcast.counts.cancelled > 0;

/** The state of a finished send. It is `sent` if any message was sent. Otherwise it explains why none was. */
export function endOf(broadcast: Pick<BroadcastProgress, 'counts' | 'total'>): MessageState {
  if (isCancelled(broadcast)) return 'cancelled';
  if (progressOf(broadcast).sent > 0) return 'sent';
  const { unknown, failed, skipped } = broadcast.counts;
  if (unknown > 0) return 'unknown';
  if (failed > 0) return 'failed';
  return skipped > 0 ? 'skipped' : 'sent';
}

/**
 * The number of messages that the send should reach. Cancelled messages are not counted while the send is running.
 * After its end they are counted, as messages that were not sent.
 */
const reachOf = (broadcast: Pick<BroadcastProgress, 'counts' | 'total'>): number =>
  broadcast.total - broadcast.counts.skipped - (isCancelled(broadcast) ? 0 : broadcast.counts.cancelled);

/** The progress of a send. Each number includes the later states. For example, a read message was also delivered. */
export function progressOf(broadcast: Pick<BroadcastProgress, 'counts' | 'total'>) {
  const { counts } = broadcast;
  const delivered = counts.delivered + counts.read;
  const sent = counts.accepted + counts.sent + delivered;
  return { sent, delivered, read: counts.read, reach: reachOf(broadcast) };
}

/** The parts of the progress bar as percentages of the reach. The most advanced state comes first. */
export function barOf(
  broadcast: Pick<BroadcastProgress, 'counts' | 'total'>,
): { part: string; percent: number }[] {
  const { counts } = broadcast;
  const reach = reachOf(broadcast);
  const parts: [string, number][] = [
    ['read', counts.read],
    ['delivered', counts.delivered],
    ['sent', counts.accepted + counts.sent],
    ['unknown', counts.unknown],
    ['failed', counts.failed],
  ];
  return parts
    .filter(([, count]) => count > 0 && reach > 0)
    .map(([part, count]) => ({ part, percent: (count / reach) * 100 }));
}

/** Whether the send starts later. A send that missed its time is paused instead, until a person resumes it. */
export const isScheduled = ({ startAt, startedAt, paused }: BroadcastProgress): boolean =>
  startAt !== null && startedAt === null && !paused;

type SendingContext = { timeZone: string; isByHand: boolean; isHeld: boolean };

/** The state of a send in words. `isHeld` means that nothing is sent, because the data is a copy. */
export function stateOf(
  broadcast: BroadcastProgress,
  { timeZone, isByHand, isHeld }: SendingContext,
): string {
  if (!isRunning(broadcast)) return stateWords[endOf(broadcast)];
  if (isHeld) return copyWords.held;
  if (broadcast.startAt !== null && isScheduled(broadcast))
    return outboxWords.begins(formatInstant(broadcast.startAt, timeZone));
  if (broadcast.paused) return outboxWords.paused;
  return isByHand ? outboxWords.byHand : outboxWords.sending;
}

const recentMilliseconds = 10 * 60_000;

/**
 * The sends that all users of the campus see: running sends, and then scheduled sends. If there are none, the latest
 * send is shown on its billings for ten minutes, because its receipts still arrive. A send of a single message is left
 * out, because the chat shows it.
 */
export function broadcastsToShow(
  broadcasts: readonly BroadcastProgress[],
  now: number,
  opened: number | undefined,
): BroadcastProgress[] {
  const running = broadcasts.filter(isRunning);
  if (running.length > 0)
    return [...running.filter((broadcast) => !isScheduled(broadcast)), ...running.filter(isScheduled)];
  const isOfOpened = ({ groupIDs }: BroadcastProgress): boolean =>
    opened === undefined || groupIDs.includes(opened);
  const latest = broadcasts.find((broadcast) => broadcast.total > 1 && isOfOpened(broadcast));
  return latest && now - Date.parse(latest.createdAt) < recentMilliseconds ? [latest] : [];
}

const nameValue = (whole: string, written: string): string => {
  const name = placeholderNames.find((known) => known.toLowerCase() === written.trim().toLowerCase());
  return name ? `[${sendWords.placeholders[name]}]` : whole;
};

/** The text of a message on one line. Its lines are joined, so that more than the greeting is visible. */
export const inOneLine = (text: string): string => withoutMarks(text.replace(/\s+/g, ' ').trim());

/** The name of a send: the title of its template, or else the first line of its text. */
export const nameOf = ({ template, text }: Pick<BroadcastProgress, 'template' | 'text'>): string =>
  template ?? titleOf(text);

/** The first line of a text, without WhatsApp's formatting marks. Placeholders are shown by their names. */
export const titleOf = (text: string): string => sayText(withoutMarks(text.trim().split('\n')[0] ?? ''));

export type FilterChoice = { id: number; name: string };

/** The billings of a send, such as `November 2026 and 2 more`. It is '' if the opened billing is among them. */
export function sayBillings(
  { groupIDs }: Pick<BroadcastProgress, 'groupIDs'>,
  billings: readonly FilterChoice[],
  opened: number | undefined,
): string {
  if (opened !== undefined && groupIDs.includes(opened)) return '';
  const [first, ...more] = billings.filter(({ id }) => groupIDs.includes(id));
  if (!first) return '';
  return more.length > 0 ? outboxWords.andMore(first.name, more.length) : first.name;
}

/** Adds the chosen entry to the choices if it no longer exists. `gone` is its name. */
export function withChosen(
  choices: FilterChoice[] | undefined,
  chosen: number | undefined,
  gone: string,
): FilterChoice[] {
  if (choices === undefined || chosen === undefined || choices.some(({ id }) => id === chosen))
    return choices ?? [];
  return [...choices, { id: chosen, name: gone }];
}

export type Figure = { filter: OutboxFilter; label: string; count: number };

/** The figures of a send. Each figure includes the later states. Rare states without messages are omitted. */
export function figuresOf(send: Pick<Send, 'counts' | 'total' | 'paidSince' | 'isPerFamily'>): Figure[] {
  const { counts, total, paidSince, isPerFamily } = send;
  const { sent, delivered } = progressOf(send);
  const figure = (filter: OutboxFilter, count: number, label = filterWords[filter]): Figure => ({
    filter,
    label,
    count,
  });
  const ifAny = (filter: 'pending' | 'sending' | 'unknown' | 'cancelled'): Figure[] =>
    counts[filter] > 0 ? [figure(filter, counts[filter])] : [];
  return [
    figure('all', total, isPerFamily ? wholeSendWords.families : wholeSendWords.messages),
    ...ifAny('pending'),
    ...ifAny('sending'),
    figure('gone', sent),
    figure('arrived', delivered),
    figure('read', counts.read),
    figure('failed', counts.failed),
    ...ifAny('unknown'),
    figure('skipped', counts.skipped),
    ...ifAny('cancelled'),
    ...(paidSince === null ? [] : [figure('paidSince', paidSince)]),
  ];
}

const mostClasses = 3;

/** The audience of a send: its billings with the filter of their bills, or its classes, or the count of numbers. */
export function sayAudience(
  {
    groupIDs,
    audience,
    classes,
    total,
  }: Pick<BroadcastProgress, 'groupIDs' | 'audience' | 'classes' | 'total'>,
  billings: readonly FilterChoice[],
): string {
  if (classes !== null) {
    const shown = classes.slice(0, mostClasses);
    const more = classes.length - shown.length;
    return more > 0 ? wholeSendWords.manyClasses(shown, more) : wholeSendWords.classes(shown);
  }
  const about = sayBillings({ groupIDs }, billings, undefined);
  if (about === '') return wholeSendWords.numbers(total);
  return [about, wholeSendWords.filters[audience]].filter(Boolean).join(', ');
}

/** The outcome of a send in the list: how many messages wait or failed, else how many were read or sent. */
export function sayOutcome(send: BroadcastProgress): string {
  const { failures: toMend, counts } = send;
  const { sent, delivered, read, reach } = progressOf(send);
  if (isRunning(send)) return sendListWords.waiting(counts.pending + counts.sending);
  if (toMend > 0) return sendListWords.failed(toMend);
  if (reach === 0 || isCancelled(send)) {
    const end = counts.cancelled > 0 ? 'cancelled' : 'skipped';
    return `${counts[end].toLocaleString('en-US')} ${outboxWords.progress[end]}`;
  }
  return delivered > 0 ? sendListWords.read(read, reach) : sendListWords.sent(sent, reach);
}

/** Replaces the placeholders in a text by their names. */
export const sayText = (text: string): string => text.replace(/\{\{([^{}]*)\}\}/g, nameValue);
