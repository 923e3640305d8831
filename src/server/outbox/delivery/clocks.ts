/** Clock skew: repairs times that were written by a clock that was ahead. */
import { fixMediaDownloads } from '../../chat/chat-queries.ts';
import type { Deps } from '../../deps.ts';
import { lockName } from '../../platform/db/advisory-lock.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { changeSender, lockSender } from '../../senders/settings/settings-queries.ts';
import { clampFutureTimes, plausibleUntil, portfolioOf } from '../../senders/settings/settings-rules.ts';
import { publishMessages } from '../broadcasts/broadcasts.ts';
import { rescheduleBroadcast } from '../broadcasts/broadcasts-queries.ts';
import {
  type Ahead,
  fixBroadcast,
  fixPolls,
  fixReached,
  listBroadcastsAhead,
  listSendersAhead,
} from './clocks-queries.ts';
import { rescueLeases } from './rescue.ts';

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/**
 * 25 hours, in milliseconds: a limit or a retry delays a message by at most a day, and the day on which daylight saving
 * time ends has 25 hours. A longer wait comes from a wrong clock.
 */
const longestWait = 25 * 3_600_000;
/** Milliseconds, longer than any lease. */
const longestLease = 20 * 60_000;

type SenderAhead = Awaited<ReturnType<typeof listSendersAhead>>[number];
type BroadcastAhead = Awaited<ReturnType<typeof listBroadcastsAhead>>[number];
type AheadOfSender = {
  senderID: string;
  sender: SenderAhead | undefined;
  broadcasts: readonly BroadcastAhead[];
};

/**
 * Repairs one sender and its broadcasts in one transaction. Returns how many messages waited because of the wrong
 * clock.
 */
async function fixSender(
  db: Db,
  { senderID, sender, broadcasts }: AheadOfSender,
  { ahead, now }: { ahead: Ahead; now: Date },
): Promise<number> {
  await lockSender(db, senderID);
  const change = sender ? clampFutureTimes(sender, sender.timeZone, now) : {};
  if (sender && !isEmpty(change)) {
    await changeSender(db, senderID, change);
    const portfolio = portfolioOf(sender);
    if (sender.portfolio !== '') await lockName(db, `portfolio ${portfolio}`);
    await fixReached(db, portfolio, ahead);
  }
  let messages = 0;
  for (const broadcast of broadcasts) {
    const checksLimitsAgain = change.servedAt !== undefined || broadcast.servedAt > ahead.latest;
    messages += await fixBroadcast(db, broadcast, { ...ahead, checksLimitsAgain });
    await rescheduleBroadcast(db, broadcast.id);
  }
  return messages;
}

/** Finds senders and broadcasts with times that were written by a clock that was ahead. */
export async function findTimesAhead(db: Db, now: Date) {
  const ahead = {
    now: now.toISOString(),
    latest: plausibleUntil(now).toISOString(),
    longest: new Date(now.getTime() + longestWait).toISOString(),
  };
  const found = await listSendersAhead(db, ahead.latest);
  const senders = new Map(
    found.filter((row) => !isEmpty(clampFutureTimes(row, row.timeZone, now))).map((row) => [row.id, row]),
  );
  const isWrong = ({ senderID, servedAt, nextAt, first, hasWrong }: BroadcastAhead): boolean =>
    hasWrong ||
    senders.has(senderID) ||
    servedAt > ahead.latest ||
    (first !== null && first < (nextAt ?? ''));
  const broadcasts = (await listBroadcastsAhead(db, ahead)).filter(isWrong);
  return { ...ahead, senders, broadcasts };
}

/**
 * Repairs times that were written while the clock was ahead, before it was set back. Otherwise nothing would be sent
 * until those times. `except` lists the messages that this process is sending.
 */
export async function fixClockSkew(deps: Deps, except: number[]): Promise<void> {
  const now = deps.now();
  const { db } = deps.store;
  const { senders, broadcasts, ...ahead } = await findTimesAhead(db, now);
  let messages = 0;
  for (const senderID of [
    ...new Set([...senders.keys(), ...broadcasts.map((broadcast) => broadcast.senderID)]),
  ].sort()) {
    const own = {
      senderID,
      sender: senders.get(senderID),
      broadcasts: broadcasts.filter((broadcast) => broadcast.senderID === senderID),
    };
    messages += await inTransaction({ db }, ({ db }) => fixSender(db, own, { ahead, now }));
  }
  await fixPolls(db, ahead);
  await fixMediaDownloads(db, ahead);
  const beyond = new Date(now.getTime() + longestLease).toISOString();
  const leases = { before: '', beyond, except, now: now.toISOString() };
  const rescued = await rescueLeases(db, leases, deps.runtime.random);
  publishMessages(deps, [
    ...broadcasts.map(({ id, campusID }) => ({ campusID, broadcastID: id })),
    ...rescued,
  ]);
  const counts = { senders: senders.size, broadcasts: broadcasts.length, messages, leases: rescued.length };
  if (Object.values(counts).some((count) => count > 0))
    deps.log.warn(
      counts,
      'stored times were in the future because the clock had been ahead; they were corrected',
    );
}
