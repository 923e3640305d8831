import type { OutboxFilter, Run } from '#shared/calls/outbox.ts';
import { formatInstant } from '#shared/dates.ts';
import { type MessageCounts, type MessageState, messageStates } from '#shared/message-states.ts';
import { placeholderNames } from '#shared/placeholders.ts';
import { copyWords } from '#shared/words/copies.ts';
import { outboxWords, sendWords, stateWords } from '#shared/words/sending.ts';
import { withoutMarks } from '../../ui/whatsapp-marks.ts';

export const outboxFilters: readonly OutboxFilter[] = [
  'all',
  ...messageStates.map((state) => (state === 'queued' ? 'pending' : state)),
];

export const filterWord = (filter: OutboxFilter): string =>
  filter === 'all' ? outboxWords.all : stateWords[filter === 'pending' ? 'queued' : filter];

const sum = (counts: MessageCounts): number => Object.values(counts).reduce((all, count) => all + count, 0);

const labelOf = (filter: OutboxFilter, undecided: number) => ({
  label: filterWord(filter),
  note: filter === 'unknown' && undecided > 0 ? outboxWords.undecided(undecided) : undefined,
});

/** The filters worth showing: all, what is waiting, whatever there is, and the one that is on. */
export function shownFilters(
  counts: MessageCounts | undefined,
  { chosen, undecided }: { chosen: OutboxFilter; undecided: number },
) {
  const countOf = (filter: OutboxFilter): number | undefined =>
    counts && (filter === 'all' ? sum(counts) : counts[filter]);
  return outboxFilters
    .filter((filter) => filter === 'all' || filter === 'pending' || filter === chosen || countOf(filter))
    .map((filter) => ({ value: filter, ...labelOf(filter, undecided), count: countOf(filter) }));
}

export const isRunning = ({ counts }: Pick<Run, 'counts'>): boolean => counts.pending + counts.sending > 0;

/** Nothing of it waits any more, and some of it was not to go. */
export const isCancelled = (run: Pick<Run, 'counts'>): boolean => !isRunning(run) && run.counts.cancelled > 0;

/** What a run that has ended is called: by what was sent of it, else by why nothing was. */
export function endOf(run: Pick<Run, 'counts' | 'total'>): MessageState {
  if (isCancelled(run)) return 'cancelled';
  if (progressOf(run).sent > 0) return 'sent';
  const { unknown, failed, skipped } = run.counts;
  if (unknown > 0) return 'unknown';
  if (failed > 0) return 'failed';
  return skipped > 0 ? 'skipped' : 'sent';
}

/** Whom a run is to reach. Whoever was cleared is not waited for, and afterwards counts as not reached. */
const reachOf = (run: Pick<Run, 'counts' | 'total'>): number =>
  run.total - run.counts.skipped - (isCancelled(run) ? 0 : run.counts.cancelled);

/** How far a run is: each number holds the later ones too, as whoever read a message has got it. */
export function progressOf(run: Pick<Run, 'counts' | 'total'>) {
  const { counts } = run;
  const delivered = counts.delivered + counts.read;
  const sent = counts.accepted + counts.sent + delivered;
  return { sent, delivered, read: counts.read, reach: reachOf(run) };
}

/** The parts of a run's bar in per cent of whom it is to reach, the furthest first. */
export function barOf(run: Pick<Run, 'counts' | 'total'>): { part: string; percent: number }[] {
  const { counts } = run;
  const reach = reachOf(run);
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

/** It begins later. One that was missed is paused, and begins when a person says so. */
export const isScheduled = ({ startAt, startedAt, paused }: Run): boolean =>
  startAt !== null && startedAt === null && !paused;

type Around = { timeZone: string; isByHand: boolean; isHeld: boolean };

/** What a run is doing. `isHeld`: nothing is sent, since the data are a copy. */
export function stateOf(run: Run, { timeZone, isByHand, isHeld }: Around): string {
  if (!isRunning(run)) return stateWords[endOf(run)];
  if (isHeld) return copyWords.held;
  if (run.startAt !== null && isScheduled(run))
    return outboxWords.begins(formatInstant(run.startAt, timeZone));
  if (run.paused) return outboxWords.paused;
  return isByHand ? outboxWords.byHand : outboxWords.sending;
}

const justNow = 10 * 60_000;

/**
 * The runs everyone on the campus should see: those under way before those that begin later, else the latest if it
 * ended so lately that its receipts still come in, and was for the billing that is `opened`, where one is. A single
 * message, as of a chat, is seen where it was written.
 */
export function runsToShow(runs: readonly Run[], now: number, opened: number | undefined): Run[] {
  const running = runs.filter(isRunning);
  if (running.length > 0)
    return [...running.filter((run) => !isScheduled(run)), ...running.filter(isScheduled)];
  const isForIt = ({ groupIDs }: Run): boolean => opened === undefined || groupIDs.includes(opened);
  const latest = runs.find((run) => run.total > 1 && isForIt(run));
  return latest && now - Date.parse(latest.createdAt) < justNow ? [latest] : [];
}

const nameValue = (whole: string, written: string): string => {
  const name = placeholderNames.find((one) => one.toLowerCase() === written.trim().toLowerCase());
  return name ? `[${sendWords.placeholders[name]}]` : whole;
};

/** A message where there is room for one line: its lines run on, so that more than the greeting is seen. */
export const inOneLine = (text: string): string => withoutMarks(text.replace(/\s+/g, ' ').trim());

/** What a run is called: by its template, else by its first line. */
export const nameOf = ({ template, text }: Pick<Run, 'template' | 'text'>): string =>
  template ?? titleOf(text);

/** The first line of a text, without WhatsApp's marks and with its values named: what a run is called. */
export const titleOf = (text: string): string =>
  withoutMarks(text.trim().split('\n')[0] ?? '').replace(/\{\{([^{}]*)\}\}/g, nameValue);

export type Choice = { id: number; name: string };

/** The billings a run is about, by the first of their names; '' where the open one is among them. */
export function sayBillings(
  { groupIDs }: Pick<Run, 'groupIDs'>,
  billings: readonly Choice[],
  opened: number | undefined,
): string {
  if (opened !== undefined && groupIDs.includes(opened)) return '';
  const [first, ...more] = billings.filter(({ id }) => groupIDs.includes(id));
  if (!first) return '';
  return more.length > 0 ? outboxWords.andMore(first.name, more.length) : first.name;
}

/** What there is to choose from, and what is chosen though it is not there any more. */
export function withChosen(
  choices: Choice[] | undefined,
  chosen: number | undefined,
  gone: string,
): Choice[] {
  if (choices === undefined || chosen === undefined || choices.some(({ id }) => id === chosen))
    return choices ?? [];
  return [...choices, { id: chosen, name: gone }];
}
