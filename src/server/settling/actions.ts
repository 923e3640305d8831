/** Keeps what became of tries; stops what would only go on failing, and slows down what is too fast. */
import { noticeWords } from '#shared/words/pace.ts';
import { pauseApproval } from '../approvals/queries.ts';
import type { Db } from '../db/store.ts';
import { changeSender, findSendersByID, holdSender } from '../senders/queries.ts';
import { isSinceSlowed, slowDown } from '../senders/rules.ts';
import { holdRun, listStrikes, requeueLate, setStrikes, settleClaimed } from './queries.ts';
import { mostStrikes, type Settlement, strikesAfter, type Trouble } from './rules.ts';

const has = (kind: Trouble['kind']) => (settlement: Settlement) => settlement.trouble?.kind === kind;

/** The senders of these outcomes in one order, as every lock of several rows. */
const sendersOf = (settlements: readonly Settlement[]): string[] =>
  [...new Set(settlements.map(({ senderID }) => senderID))].sort();

/** Before any run of theirs is written: a worker who claims takes the sender first, too. */
async function holdTroubled(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const troubled = settlements.filter((one) => has('stop')(one) || has('slow')(one));
  for (const senderID of sendersOf(troubled)) await holdSender(db, senderID);
}

/** Slows down and stops, but none that was connected anew since the try was made: of that one it says nothing. */
async function guardSenders(db: Db, settlements: readonly Settlement[], now: Date): Promise<void> {
  const troubled = settlements.filter((one) => has('stop')(one) || has('slow')(one));
  for (const sender of await findSendersByID(db, sendersOf(troubled))) {
    const { id, connectedAt } = sender;
    const own = troubled.filter((one) => one.senderID === id && one.startedAt >= (connectedAt ?? ''));
    const isTooFast = own.some((one) => has('slow')(one) && isSinceSlowed(sender, one.startedAt));
    if (isTooFast) await changeSender(db, id, slowDown(sender, now, Math.random));
    const stop = own.findLast(has('stop'))?.trouble;
    if (stop?.kind !== 'stop') continue;
    const { reason: stopReason, policy: stopPolicy } = stop;
    await changeSender(db, id, { stoppedAt: now.toISOString(), stopReason, stopPolicy });
  }
}

/** The run stands still, and WhatsApp is asked what it has against its template. */
async function holdTemplate(db: Db, runID: number, reason: string): Promise<void> {
  await holdRun(db, runID, noticeWords.template(reason));
  await pauseApproval(db, runID, reason);
}

async function guardRuns(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const byRun = Map.groupBy(settlements, ({ broadcastID }) => broadcastID);
  const runIDs = [...byRun.keys()].sort((a, b) => a - b);
  const known = await listStrikes(db, runIDs);
  for (const runID of runIDs) {
    const ofRun = byRun.get(runID) ?? [];
    const template = ofRun.find(has('template'));
    if (template) await holdTemplate(db, runID, template.trouble?.reason ?? '');
    const before = known.get(runID) ?? 0;
    const { strikes, last = '' } = strikesAfter(before, ofRun);
    if (strikes >= mostStrikes) await holdRun(db, runID, noticeWords.guard(strikes, last));
    else if (strikes !== before) await setStrikes(db, runID, strikes);
  }
}

/** In the caller's transaction; answers the campuses whose sending it held up. Doing it again changes no message. */
export async function keepOutcomes(db: Db, settlements: readonly Settlement[], now: Date): Promise<number[]> {
  if (settlements.length === 0) return [];
  await holdTroubled(db, settlements);
  await settleClaimed(db, settlements, now.toISOString());
  await guardRuns(db, settlements);
  await guardSenders(db, settlements, now);
  const touched = settlements.filter((one) => has('stop')(one) || has('template')(one) || has('strike')(one));
  return [...new Set(touched.map(({ campusID }) => campusID))];
}

/** The same of messages that failed after they had been accepted, in the caller's transaction, which holds their senders. */
export async function keepLate(db: Db, settlements: readonly Settlement[], now: Date): Promise<void> {
  if (settlements.length === 0) return;
  await requeueLate(db, settlements, now.toISOString());
  await guardRuns(db, settlements);
  await guardSenders(db, settlements, now);
}
