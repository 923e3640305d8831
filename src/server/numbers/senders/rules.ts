/** How fast and when a campus sends. Pure: the clock and chance are given. */
import type { PaceSettings } from '#shared/calls/senders.ts';
import type { BroadcastKind } from '#shared/message-states.ts';
import { metaGraphUrl } from '../../config.ts';
import { quietUntil } from '../quiet-hours/rules.ts';
import type { SenderRow } from '../tables.ts';

/**
 * Where the Cloud API's messages go when they do not go to Meta; empty when they do. A gateway sends to WhatsApp
 * itself.
 */
export const testHostOf = (provider: string, graphUrl: string): string =>
  provider === 'cloud' && graphUrl !== metaGraphUrl ? new URL(graphUrl).host : '';

export function paceOf(sender: SenderRow): PaceSettings {
  const { gapFrom, gapTo, restEvery, restSeconds, quietFrom, quietTo } = sender;
  return {
    perMinute: sender.perMinute,
    gap: gapFrom !== null && gapTo !== null ? { from: gapFrom, to: gapTo } : null,
    rest: restEvery !== null && restSeconds !== null ? { every: restEvery, seconds: restSeconds } : null,
    newPerDay: sender.newPerDay,
    pairSeconds: sender.pairSeconds,
    quiet: quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null,
    quietDays: sender.quietDays.split(',').filter(Boolean).map(Number),
  };
}

export const columnsOf = ({ gap, rest, quiet, quietDays, ...pace }: PaceSettings) => ({
  ...pace,
  gapFrom: gap?.from ?? null,
  gapTo: gap?.to ?? null,
  restEvery: rest?.every ?? null,
  restSeconds: rest?.seconds ?? null,
  quietFrom: quiet?.from ?? null,
  quietTo: quiet?.to ?? null,
  quietDays: quietDays.join(','),
});

/**
 * Claimed at once of one sender by one process; twice as many are in flight, the most that a power cut can leave
 * unknown. Few while answers take their time, so that a pause stops what is left; more where they come at once.
 */
export const fewAtOnce = 50;
const mostAtOnce = 500;
export const inFlightAtOnce = 2 * fewAtOnce;

/** Milliseconds within which a batch must be answered and written for the next to be larger. */
const quick = 250;

/** How many are claimed at once after so many took so long. */
export const nextBatch = (batch: number, milliseconds: number): number =>
  milliseconds < quick ? Math.min(mostAtOnce, 2 * batch) : Math.max(fewAtOnce, Math.floor(batch / 2));

/** How long so many messages take, about, when one is taken in so many seconds; in whole seconds. */
export const secondsFor = (messages: number, secondsPerMessage: number): number =>
  messages === 0 ? 0 : Math.ceil(secondsPerMessage * Math.max(1, messages / inFlightAtOnce));

/** A step down leaves so much of the rate; one is taken back after so many seconds. */
const step = 0.8;
const recoverAfter = 15;
const mostSlowed = 20;

/**
 * A refusal counts three, and each message that goes takes one back: where up to a third is refused it does not add up,
 * since slower would only be slower. So many in a row are a step.
 */
const ofRefusal = 3;
const ofStep = 10 * ofRefusal;

const instantOf = (text: string): number => (text === '' ? 0 : Date.parse(text));

/** How many steps the rate is slowed down by now. */
export function slowedBy({ slowed, slowedAt }: Pick<SenderRow, 'slowed' | 'slowedAt'>, now: Date): number {
  const seconds = slowedAt === null ? 0 : (now.getTime() - Date.parse(slowedAt)) / 1000;
  return Math.max(0, slowed - Math.floor(Math.max(0, seconds) / recoverAfter));
}

/** What is left of the rate, from 1 down. */
const shareOf = (sender: Pick<SenderRow, 'slowed' | 'slowedAt'>, now: Date): number =>
  step ** slowedBy(sender, now);

/** A step slower, and a pause of half a second to a minute, longer the slower it is. */
function slowDown(sender: SenderRow, now: Date, chance: () => number) {
  const slowed = Math.min(mostSlowed, slowedBy(sender, now) + 1);
  const seconds = Math.min(60, 0.5 / step ** slowed) * (0.75 + chance() / 2);
  const nextAt = new Date(Math.max(instantOf(sender.nextAt), now.getTime() + seconds * 1000)).toISOString();
  return { slowed, slowedAt: now.toISOString(), nextAt, refused: 0 };
}

export type Refusals = { count: number; now: Date; chance: () => number };

/**
 * The provider asked to slow down so many times. What was refused waits by itself; the sender is slower once it adds
 * up.
 */
export function slowDownAfterRefusals(
  sender: SenderRow,
  { count, now, chance }: Refusals,
): Partial<Pick<SenderRow, 'slowed' | 'slowedAt' | 'nextAt' | 'refused'>> {
  const refused = sender.refused + ofRefusal * count;
  return refused < ofStep ? { refused } : slowDown(sender, now, chance);
}

/**
 * Whether what comes of a try begun then is a reason to slow down (more). The tries that were on their way when it was
 * slowed down were as fast as the first of them that was refused; one of the same millisecond is of those.
 */
export const isSinceSlowed = ({ slowedAt }: Pick<SenderRow, 'slowedAt'>, startedAt: string): boolean =>
  slowedAt === null || startedAt > slowedAt;

/**
 * Milliseconds before its time that a sender is looked at, so that no moment of its rate is lost though a claim of a
 * busy computer takes a while; and for which it is served.
 */
export const ahead = 200;
const stretch = 250;

/**
 * Of a rate of several a second a twentieth is left: what is on its way for a moment longer than the one before it, by
 * a busy computer or line, does not make more of any second than there may be.
 */
const margin = 1.05;
/** Milliseconds. */
const aSecond = 1000;
/** Milliseconds between two messages that a limit never makes longer. */
const longestInterval = 60_000;

/** Milliseconds from one message to the next; 0 where there is no rate. */
export function spacingOf(sender: SenderRow, now: Date): number {
  if (sender.perMinute === null) return 0;
  const interval = 60_000 / sender.perMinute;
  const kept = interval < aSecond ? interval * margin : interval;
  return Math.min(longestInterval, kept / shareOf(sender, now));
}

/** When the first of them may go. */
export const firstSlot = (sender: SenderRow, now: Date): number =>
  Math.max(now.getTime(), instantOf(sender.nextAt));

/**
 * How many messages may go in the next moment, of a broadcast or as a reply; at least one, since whoever asks has
 * waited for its time.
 */
export function allowanceOf(sender: SenderRow, kind: BroadcastKind, now: Date): number {
  const spacing = spacingOf(sender, now);
  const left = now.getTime() + ahead + stretch - firstSlot(sender, now);
  const byRate = spacing > 0 ? Math.max(0, Math.floor(left / spacing)) + 1 : Number.POSITIVE_INFINITY;
  if (kind !== 'run') return byRate;
  const { gap, rest } = paceOf(sender);
  const byRest = rest ? Math.max(1, rest.every - sender.sinceRest) : Number.POSITIVE_INFINITY;
  return Math.min(byRate, byRest, gap ? 1 : Number.POSITIVE_INFINITY);
}

/**
 * Milliseconds by which a message may miss its turn, so many that no second has more than the rate: what `margin`
 * leaves of a second at 80 of them is 37. Of a slow rate it is half the way to the next.
 */
const mostLate = 35;

/** Whether the turn is so long past that to take it now would be to go beside another's. Milliseconds. */
export const hasMissedSlot = ({ goAt, spacing }: { goAt: number; spacing: number }, now: Date): boolean =>
  spacing > 0 && now.getTime() - goAt > Math.max(mostLate, spacing / 2);

/** New turns for so many that have missed theirs, behind all that were given out, and soon enough to be met. */
export function newSlots(sender: SenderRow, count: number, now: Date) {
  const spacing = spacingOf(sender, now);
  const first = Math.max(now.getTime() + ahead / 2, firstSlot(sender, now));
  const turns = Array.from({ length: count }, (_, index) => ({ goAt: first + index * spacing, spacing }));
  return { turns, nextAt: new Date(Math.ceil(first + count * spacing)).toISOString() };
}

export type Served = { count: number; kind: BroadcastKind; now: Date; chance: () => number };

/** When the next may go after so many went now, one after the other. What was not used is not made up for. */
export function afterServing(
  sender: SenderRow,
  { count, kind, now, chance }: Served,
): Pick<SenderRow, 'nextAt' | 'runsAt' | 'sinceRest' | 'refused'> {
  const spacing = spacingOf(sender, now);
  const nextAt =
    spacing > 0 ? new Date(Math.ceil(firstSlot(sender, now) + count * spacing)).toISOString() : sender.nextAt;
  const refused = Math.max(0, sender.refused - count);
  const { gap, rest } = paceOf(sender);
  if (kind !== 'run' || count === 0 || !(gap || rest))
    return { nextAt, runsAt: sender.runsAt, sinceRest: sender.sinceRest, refused };
  const sinceRest = sender.sinceRest + count;
  const isTired = rest !== null && sinceRest >= rest.every;
  const seconds = (gap ? gap.from + (gap.to - gap.from) * chance() : 0) + (isTired ? rest.seconds : 0);
  const runsAt = seconds > 0 ? new Date(now.getTime() + seconds * 1000).toISOString() : sender.runsAt;
  return { nextAt, runsAt, sinceRest: isTired ? 0 : sinceRest, refused };
}

/** Milliseconds by which the clocks of two computers may differ without either being wrong. */
const skew = 5 * 60_000;

/** The latest instant that is no sign of a clock that was ahead. */
export const plausibleUntil = (now: Date): Date => new Date(now.getTime() + skew);

/** Times of a sender that no clock like this one can have written, made harmless; nothing where there are none. */
export function clampFutureTimes(
  sender: SenderRow,
  timeZone: string,
  now: Date,
): Partial<Pick<SenderRow, 'nextAt' | 'runsAt' | 'servedAt' | 'slowedAt'>> {
  const most = plausibleUntil(now);
  const pace = paceOf(sender);
  const quiet = [now, most].map((at) => quietUntil(pace, timeZone, at)?.getTime() ?? 0);
  const resting = ((pace.gap?.to ?? 0) + (pace.rest?.seconds ?? 0)) * 1000;
  const isAhead = (text: string | null, latest = most.getTime()) => instantOf(text ?? '') > latest;
  return {
    ...(isAhead(sender.nextAt) ? { nextAt: '' } : {}),
    ...(isAhead(sender.runsAt, Math.max(most.getTime() + resting, ...quiet.map((at) => at + skew)))
      ? { runsAt: '' }
      : {}),
    ...(isAhead(sender.servedAt) ? { servedAt: '' } : {}),
    ...(isAhead(sender.slowedAt) ? { slowedAt: now.toISOString() } : {}),
  };
}

/** Whose limit it is: the portfolio's, or where none is known, the number's own. */
export const portfolioOf = ({ id, portfolio }: Pick<SenderRow, 'id' | 'portfolio'>): string =>
  portfolio === '' ? `sender:${id}` : portfolio;

/** Stands in the opaque texts of a sender's messages, in those of tries that were begun before `until`. */
export type Word = { word: string; until: string };

const forNow = '9999';
/** So many past ones are known. */
const mostPast = 7;

/** The words of a sender, the one of now first. */
export const wordsOf = ({ words }: Pick<SenderRow, 'words'>): Word[] => JSON.parse(words) as Word[];

/** From now on this one is in use; what was given with those before is still known by them. */
export const beginWord = (words: readonly Word[], word: string, now: string): string =>
  JSON.stringify([
    { word, until: forNow },
    ...words.slice(0, mostPast).map((one) => (one.until === forNow ? { ...one, until: now } : one)),
  ]);
