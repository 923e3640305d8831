/** How fast and when a campus sends. Pure: clock and chance are parameters. */
import type { PaceSettings } from '#shared/calls/senders.ts';
import type { BroadcastKind } from '#shared/messages/message-states.ts';
import { metaGraphUrl } from '../../config.ts';
import { quietUntil } from '../quiet-hours/quiet-hours-rules.ts';
import type { SenderRow } from '../tables.ts';

/**
 * Returns the test host that gets Cloud API messages; empty when they go to Meta. A gateway always sends to WhatsApp
 * itself.
 */
export const testHostOf = (provider: string, graphUrl: string): string =>
  provider === 'cloud' && graphUrl !== metaGraphUrl ? new URL(graphUrl).host : '';

export const quietOf = ({
  quietFrom,
  quietTo,
  quietDays,
}: Pick<SenderRow, 'quietFrom' | 'quietTo' | 'quietDays'>): Pick<PaceSettings, 'quiet' | 'quietDays'> => ({
  quiet: quietFrom !== null && quietTo !== null ? { from: quietFrom, to: quietTo } : null,
  quietDays: quietDays.split(',').filter(Boolean).map(Number),
});

export function paceOf(sender: SenderRow): PaceSettings {
  const { gapFrom, gapTo, restEvery, restSeconds } = sender;
  return {
    perMinute: sender.perMinute,
    gap: gapFrom !== null && gapTo !== null ? { from: gapFrom, to: gapTo } : null,
    rest: restEvery !== null && restSeconds !== null ? { every: restEvery, seconds: restSeconds } : null,
    newPerDay: sender.newPerDay,
    pairSeconds: sender.pairSeconds,
    ...quietOf(sender),
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
 * Messages of one sender that one process claims together. Twice as many can be in flight, and a power cut can make all
 * of those unknown. While answers are slow, a batch is small, so that a pause stops the remaining messages. While
 * answers are fast, it is larger.
 */
export const smallestBatch = 50;
const largestBatch = 500;
const mostInFlight = 2 * smallestBatch;

/** Milliseconds. If a batch is answered and stored in less time, the next one is larger. */
const quick = 250;

/** Returns the size of the next batch after one of this size took this long. */
export const nextBatch = (batch: number, milliseconds: number): number =>
  milliseconds < quick ? Math.min(largestBatch, 2 * batch) : Math.max(smallestBatch, Math.floor(batch / 2));

/** Estimates how long these messages take, in whole seconds, from the seconds for one message. */
export const secondsFor = (messages: number, secondsPerMessage: number): number =>
  messages === 0 ? 0 : Math.ceil(secondsPerMessage * Math.max(1, messages / mostInFlight));

/** Each step down reduces the rate to this share. After each `recoverAfter` seconds the rate goes up by one step. */
const step = 0.8;
const recoverAfter = 15;
const mostSlowed = 20;

/**
 * A refusal adds three points, and each sent message, refused or not, removes one. If at most a third of the messages
 * is refused, no points add up, because a lower rate would not help then. After `pointsPerStep` points the rate goes
 * down by a step.
 */
const pointsPerRefusal = 3;
const pointsPerStep = 10 * pointsPerRefusal;

const instantOf = (text: string): number => (text === '' ? 0 : Date.parse(text));

/** Returns how many steps the rate is below normal now. */
export function slowedBy({ slowed, slowedAt }: Pick<SenderRow, 'slowed' | 'slowedAt'>, now: Date): number {
  const seconds = slowedAt === null ? 0 : (now.getTime() - Date.parse(slowedAt)) / 1000;
  return Math.max(0, slowed - Math.floor(Math.max(0, seconds) / recoverAfter));
}

/** Returns the share of the normal rate that may be used now, at most 1. */
const shareOf = (sender: Pick<SenderRow, 'slowed' | 'slowedAt'>, now: Date): number =>
  step ** slowedBy(sender, now);

/**
 * Slows down by a step, and pauses for half a second to a minute. The pause is longer the slower the sender already is.
 */
function slowDown(sender: SenderRow, now: Date, chance: () => number) {
  const slowed = Math.min(mostSlowed, slowedBy(sender, now) + 1);
  const seconds = Math.min(60, 0.5 / step ** slowed) * (0.75 + chance() / 2);
  const nextAt = new Date(Math.max(instantOf(sender.nextAt), now.getTime() + seconds * 1000)).toISOString();
  return { slowed, slowedAt: now.toISOString(), nextAt, refused: 0 };
}

export type Refusals = { count: number; now: Date; chance: () => number };

/**
 * Handles `count` refusals by a rate limit. It changes only the rate: the sender slows down when enough refusals have
 * added up. The caller postpones the refused messages.
 */
export function slowDownAfterRefusals(
  sender: SenderRow,
  { count, now, chance }: Refusals,
): Partial<Pick<SenderRow, 'slowed' | 'slowedAt' | 'nextAt' | 'refused'>> {
  const refused = sender.refused + pointsPerRefusal * count;
  return refused < pointsPerStep ? { refused } : slowDown(sender, now, chance);
}

/**
 * Tells whether the outcome of an attempt is a new reason to slow down. An attempt that began before the last step down
 * was sent at the old rate, so it is not. An attempt in the same millisecond counts as earlier.
 */
export const isSinceSlowed = ({ slowedAt }: Pick<SenderRow, 'slowedAt'>, startedAt: string): boolean =>
  slowedAt === null || startedAt > slowedAt;

/**
 * A sender is served this many milliseconds early, so that a busy computer loses no part of the rate while it claims
 * messages. One claim takes the slots of the next `stretch` milliseconds.
 */
export const ahead = 200;
const stretch = 250;

/**
 * At a rate of several messages a second, a twentieth of the rate stays unused. If a busy computer or line delays some
 * messages for a moment, no second then exceeds the rate.
 */
const margin = 1.05;
/** Milliseconds. */
const aSecond = 1000;
/** The longest interval in milliseconds between two messages, even if the rate is slowed down further. */
const longestInterval = 60_000;

/** Returns the milliseconds from one message to the next; 0 without a rate. */
export function spacingOf(sender: SenderRow, now: Date): number {
  if (sender.perMinute === null) return 0;
  const interval = 60_000 / sender.perMinute;
  const safeInterval = interval < aSecond ? interval * margin : interval;
  return Math.min(longestInterval, safeInterval / shareOf(sender, now));
}

/** Returns when the first message may be sent, in milliseconds. */
export const firstSlot = (sender: SenderRow, now: Date): number =>
  Math.max(now.getTime(), instantOf(sender.nextAt));

/**
 * Returns how many messages of a broadcast, or replies, may be claimed now. It is at least one, because the sender was
 * due.
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
 * Milliseconds by which a message may miss its slot without exceeding the rate in any second: at 80 messages a second,
 * `margin` leaves 37 ms. At a slow rate, a message may miss half the time to the next slot.
 */
const mostLate = 35;

/** Tells whether a message has missed its slot, so that it would be sent too close to another message. */
export const hasMissedSlot = ({ goAt, spacing }: { goAt: number; spacing: number }, now: Date): boolean =>
  spacing > 0 && now.getTime() - goAt > Math.max(mostLate, spacing / 2);

/**
 * Returns new slots for messages that missed theirs. The new slots come after all slots given out so far, and late
 * enough to be reached.
 */
export function newSlots(sender: SenderRow, count: number, now: Date) {
  const spacing = spacingOf(sender, now);
  const first = Math.max(now.getTime() + ahead / 2, firstSlot(sender, now));
  const turns = Array.from({ length: count }, (_, index) => ({ goAt: first + index * spacing, spacing }));
  return { turns, nextAt: new Date(Math.ceil(first + count * spacing)).toISOString() };
}

export type Served = { count: number; kind: BroadcastKind; now: Date; chance: () => number };

/** Returns when the next message may be sent, after `count` messages were claimed now. Unused slots are lost. */
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
  const needsRest = rest !== null && sinceRest >= rest.every;
  const seconds = (gap ? gap.from + (gap.to - gap.from) * chance() : 0) + (needsRest ? rest.seconds : 0);
  const runsAt = seconds > 0 ? new Date(now.getTime() + seconds * 1000).toISOString() : sender.runsAt;
  return { nextAt, runsAt, sinceRest: needsRest ? 0 : sinceRest, refused };
}

/** Milliseconds by which the clocks of two computers may normally differ. */
const skew = 5 * 60_000;

/**
 * Returns the latest instant that a correct clock can have written. A later time was written by a clock that was ahead.
 */
export const plausibleUntil = (now: Date): Date => new Date(now.getTime() + skew);

/**
 * Returns corrections for times of a sender that a correct clock cannot have written. Empty when all times are
 * plausible.
 */
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

/**
 * The name under which the messaging limit is counted: the portfolio, or the number itself if its portfolio is not
 * known.
 */
export const portfolioOf = ({ id, portfolio }: Pick<SenderRow, 'id' | 'portfolio'>): string =>
  portfolio === '' ? `sender:${id}` : portfolio;

/** A receipt secret of a sender. It is part of the opaque field of attempts that began before `until`. */
export type ReceiptSecret = { word: string; until: string };

const forNow = '9999';
/** The maximum number of earlier receipt secrets that are remembered. */
const mostPast = 7;

/** Returns the receipt secrets of a sender, the current one first. */
export const receiptSecretsOf = ({ words }: Pick<SenderRow, 'words'>): ReceiptSecret[] =>
  JSON.parse(words) as ReceiptSecret[];

/**
 * Adds a new current receipt secret. A receipt with an earlier secret is still accepted for attempts that began while
 * that secret was current.
 */
export const beginReceiptSecret = (words: readonly ReceiptSecret[], word: string, now: string): string =>
  JSON.stringify([
    { word, until: forNow },
    ...words.slice(0, mostPast).map((one) => (one.until === forNow ? { ...one, until: now } : one)),
  ]);
