/** Keeps what became of tries; stops what would only go on failing, and slows down what is too fast. */
import { noticeWords } from '#shared/words/pace.ts';
import { pauseApproval } from '../approvals/queries.ts';
import type { Db } from '../db/store.ts';
import { changeSender, findSendersByID, holdSender } from '../senders/queries.ts';
import { heedRefusals, isSinceSlowed } from '../senders/rules.ts';
import { holdRun, pardonFailures, requeueLate, setFailures, settleClaimed, takeFailures } from './queries.ts';
import { failuresAfter, isNoted, mostStrikes, type Settlement, type Trouble } from './rules.ts';

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
    const tooFast = own.filter((one) => has('slow')(one) && isSinceSlowed(sender, one.startedAt));
    const refusals = { count: tooFast.length, now, chance: Math.random };
    if (tooFast.length > 0) await changeSender(db, id, heedRefusals(sender, refusals));
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

/** Notes what failed, and holds the run where that is too many in a row. */
async function guardRun(db: Db, runID: number, settlements: readonly Settlement[]): Promise<void> {
  if (!settlements.some(isNoted)) return;
  const before = await takeFailures(db, runID);
  const { failures, row, last } = failuresAfter(before, settlements);
  if (row >= mostStrikes && last !== undefined) {
    await holdRun(db, runID, noticeWords.guard(mostStrikes, last));
    await pardonFailures(db, runID);
  } else if (failures !== before.failures) await setFailures(db, runID, failures);
}

async function guardRuns(db: Db, settlements: readonly Settlement[]): Promise<void> {
  const byRun = Map.groupBy(settlements, ({ broadcastID }) => broadcastID);
  for (const [runID, ofRun] of [...byRun].sort(([a], [b]) => a - b)) {
    const template = ofRun.find(has('template'));
    if (template) await holdTemplate(db, runID, template.trouble?.reason ?? '');
    await guardRun(db, runID, ofRun);
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
