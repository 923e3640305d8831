/** How fast and when a campus sends. Pure: clock and chance are parameters. */
import type { PaceSettings } from '#shared/calls/senders.ts';
import type { BroadcastKind } from '#shared/message-states.ts';
import { metaGraphUrl } from '../../config.ts';
import { quietUntil } from '../quiet-hours/quiet-hours-rules.ts';
import type { SenderRow } from '../tables.ts';

/**
 * Returns the host that gets Cloud API messages in place of Meta; empty when they go to Meta. A gateway always sends to
 * WhatsApp itself.
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
 * Messages of one sender that one process claims at once. Twice as many can be in flight, and that is the most that a
 * power cut can leave unknown. Few while answers are slow, so that a pause stops the rest; more while they are fast.
 */
export const fewAtOnce = 50;
const mostAtOnce = 500;
export const inFlightAtOnce = 2 * fewAtOnce;

/** Milliseconds within which a batch must be answered and stored for the next one to be larger. */
const quick = 250;

/** Returns the size of the next batch after one of this size took this long. */
export const nextBatch = (batch: number, milliseconds: number): number =>
  milliseconds < quick ? Math.min(mostAtOnce, 2 * batch) : Math.max(fewAtOnce, Math.floor(batch / 2));

/** Estimates how long these messages take, in whole seconds, from the seconds for one message. */
export const secondsFor = (messages: number, secondsPerMessage: number): number =>
  messages === 0 ? 0 : Math.ceil(secondsPerMessage * Math.max(1, messages / inFlightAtOnce));

/** Each step down keeps this share of the rate. One step is taken back after `recoverAfter` seconds. */
const step = 0.8;
const recoverAfter = 15;
const mostSlowed = 20;

/**
 * A refusal counts three, and each sent message takes one back. So up to a third of refusals does not add up, because a
 * lower rate would not help there. `ofStep` is the sum that makes a step.
 */
const ofRefusal = 3;
const ofStep = 10 * ofRefusal;

const instantOf = (text: string): number => (text === '' ? 0 : Date.parse(text));

/** Returns by how many steps the rate is slowed down now. */
export function slowedBy({ slowed, slowedAt }: Pick<SenderRow, 'slowed' | 'slowedAt'>, now: Date): number {
  const seconds = slowedAt === null ? 0 : (now.getTime() - Date.parse(slowedAt)) / 1000;
  return Math.max(0, slowed - Math.floor(Math.max(0, seconds) / recoverAfter));
}

/** Returns the share of the rate that is left, at most 1. */
const shareOf = (sender: Pick<SenderRow, 'slowed' | 'slowedAt'>, now: Date): number =>
  step ** slowedBy(sender, now);

/** Slows down by a step, and pauses for half a second to a minute, longer the slower the sender already is. */
function slowDown(sender: SenderRow, now: Date, chance: () => number) {
  const slowed = Math.min(mostSlowed, slowedBy(sender, now) + 1);
  const seconds = Math.min(60, 0.5 / step ** slowed) * (0.75 + chance() / 2);
  const nextAt = new Date(Math.max(instantOf(sender.nextAt), now.getTime() + seconds * 1000)).toISOString();
  return { slowed, slowedAt: now.toISOString(), nextAt, refused: 0 };
}

export type Refusals = { count: number; now: Date; chance: () => number };

/**
 * Handles `count` refusals by a rate limit. The refused messages wait by themselves; the sender slows down once the
 * refusals add up.
 */
export function slowDownAfterRefusals(
  sender: SenderRow,
  { count, now, chance }: Refusals,
): Partial<Pick<SenderRow, 'slowed' | 'slowedAt' | 'nextAt' | 'refused'>> {
  const refused = sender.refused + ofRefusal * count;
  return refused < ofStep ? { refused } : slowDown(sender, now, chance);
}

/**
 * Tells whether the outcome of an attempt counts as a new reason to slow down. Attempts that began before the last step
 * were sent at the old rate, so they do not; one in the same millisecond counts as before.
 */
export const isSinceSlowed = ({ slowedAt }: Pick<SenderRow, 'slowedAt'>, startedAt: string): boolean =>
  slowedAt === null || startedAt > slowedAt;

/**
 * Milliseconds before its time at which a sender is served, so that no part of its rate is lost while a busy computer
 * claims. `stretch` is the time for which one claim takes slots.
 */
export const ahead = 200;
const stretch = 250;

/**
 * At a rate of several a second, a twentieth of it stays unused. Messages that are delayed for a moment by a busy
 * computer or line then do not push any second over the rate.
 */
const margin = 1.05;
/** Milliseconds. */
const aSecond = 1000;
/** The longest interval in milliseconds between two messages, however much the rate is slowed down. */
const longestInterval = 60_000;

/** Returns the milliseconds from one message to the next; 0 without a rate. */
export function spacingOf(sender: SenderRow, now: Date): number {
  if (sender.perMinute === null) return 0;
  const interval = 60_000 / sender.perMinute;
  const kept = interval < aSecond ? interval * margin : interval;
  return Math.min(longestInterval, kept / shareOf(sender, now));
}

/** Returns when the first message may go. */
export const firstSlot = (sender: SenderRow, now: Date): number =>
  Math.max(now.getTime(), instantOf(sender.nextAt));

/**
 * Returns how many messages of a broadcast, or replies, may go in the next moment. It is at least one, because the
 * sender was due.
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
 * Milliseconds by which a message may miss its slot without pushing any second over the rate: `margin` leaves 37 of a
 * second at 80 messages. At a slow rate it is half the way to the next slot.
 */
const mostLate = 35;

/** Tells whether the slot is so long past that the message would be sent beside another one. */
export const hasMissedSlot = ({ goAt, spacing }: { goAt: number; spacing: number }, now: Date): boolean =>
  spacing > 0 && now.getTime() - goAt > Math.max(mostLate, spacing / 2);

/** Returns new slots for messages that missed theirs, after all slots given out, and late enough to be reached. */
export function newSlots(sender: SenderRow, count: number, now: Date) {
  const spacing = spacingOf(sender, now);
  const first = Math.max(now.getTime() + ahead / 2, firstSlot(sender, now));
  const turns = Array.from({ length: count }, (_, index) => ({ goAt: first + index * spacing, spacing }));
  return { turns, nextAt: new Date(Math.ceil(first + count * spacing)).toISOString() };
}

export type Served = { count: number; kind: BroadcastKind; now: Date; chance: () => number };

/** Returns when the next message may go after `count` messages went now. Unused slots are not made up for. */
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

/** Milliseconds by which the clocks of two computers may differ normally. */
const skew = 5 * 60_000;

/** The latest instant that does not show that a clock was ahead. */
export const plausibleUntil = (now: Date): Date => new Date(now.getTime() + skew);

/** Returns corrections for times of a sender that a correct clock cannot have written; empty when there are none. */
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

/** The name under which a limit is counted: the portfolio, or the number itself when its portfolio is not known. */
export const portfolioOf = ({ id, portfolio }: Pick<SenderRow, 'id' | 'portfolio'>): string =>
  portfolio === '' ? `sender:${id}` : portfolio;

/** A receipt secret of a sender. It is part of the opaque field of attempts that began before `until`. */
export type ReceiptSecret = { word: string; until: string };

const forNow = '9999';
/** The most earlier receipt secrets that stay known. */
const mostPast = 7;

/** Returns the receipt secrets of a sender, the current one first. */
export const wordsOf = ({ words }: Pick<SenderRow, 'words'>): ReceiptSecret[] =>
  JSON.parse(words) as ReceiptSecret[];

/**
 * Makes this the current receipt secret. Receipts with an earlier one are still accepted for attempts from its time.
 */
export const beginReceiptSecret = (words: readonly ReceiptSecret[], word: string, now: string): string =>
  JSON.stringify([
    { word, until: forNow },
    ...words.slice(0, mostPast).map((one) => (one.until === forNow ? { ...one, until: now } : one)),
  ]);
