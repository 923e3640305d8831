/** Commands of people: pause, resume, cancel, restore, retry, leave, pay and opt out. */

import { codeOf, hasCode } from '#shared/messages/reasons.ts';
import { removeBill } from '../../src/server/billing/bills/bills.ts';
import { markBills } from '../../src/server/ledger/marks/marks.ts';
import { decideUnknown } from '../../src/server/outbox/broadcasts/attempts.ts';
import { switchBroadcasts } from '../../src/server/outbox/broadcasts/broadcasts.ts';
import { cancel, clear } from '../../src/server/outbox/changes/cancel.ts';
import { restoreMessages } from '../../src/server/outbox/changes/restore.ts';
import { retry } from '../../src/server/outbox/changes/retry.ts';
import { addOptOut, removeOptOut } from '../../src/server/outbox/opt-outs/opt-outs.ts';
import { moneyNeeds } from '../support/money.ts';
import {
  isSpokenOut,
  type Message,
  type Model,
  overtake,
  pardon,
  putBack,
  queuedOf,
  type Run,
  recall,
  runOf,
  takeBack,
  takeBackClaimed,
} from './model.ts';
import type { Real } from './real.ts';
import { type Command, command, pick } from './worker-commands.ts';

const must = (what: string, real: number, model: number): void => {
  if (real !== model) throw new Error(`${what}: the store says ${real}, the model ${model}`);
};

const depsOf = ({ world: { deps } }: Real) => deps;
const scopeOf = ({ campus: { scope } }: Real) => scope;

/** One send, or all of them. */
const chosenRuns = (model: Model, at: number | 'all') => {
  const runs = [...model.runs.values()];
  const one = at === 'all' ? undefined : pick(runs, at);
  return { runs: one ? [one] : runs, choice: one ? { broadcastID: one.id } : {} };
};

export const hold = (at: number | 'all', to: 'running' | 'paused'): Command =>
  command(`${to === 'paused' ? 'pause' : 'resume'}(${at})`, async (model, real) => {
    const from = to === 'paused' ? 'running' : 'paused';
    const { runs, choice } = chosenRuns(model, at);
    const { changed } = await switchBroadcasts(scopeOf(real), depsOf(real), { from, to, ...choice });
    const moved = runs.filter(({ state }) => state === from);
    for (const run of moved) pardon(Object.assign(run, { state: to }));
    if (to === 'running' && model.isStopped) Object.assign(model, { isStopped: false, notBefore: model.now });
    must('switched', changed, moved.length);
  });

const isSent = ({ status }: Message) => ['accepted', 'sent', 'delivered', 'read'].includes(status);

export const cancelRun = (at: number): Command =>
  command(`cancel run(${at})`, async (model, real) => {
    const run = pick([...model.runs.values()], at);
    if (!run) return;
    const answer = await cancel(scopeOf(real), depsOf(real), { broadcastID: run.id });
    const ofRun = [...model.messages.values()].filter(({ runID }) => runID === run.id);
    real.cancelled.push(answer.at);
    must('sent', answer.sent, ofRun.filter(isSent).length);
    recall(ofRun, answer.at);
    const waiting = ofRun.filter(({ status }) => status === 'queued');
    must('cancelled', answer.changed, takeBack(waiting, 'cancelled', answer.at));
  });

/** Every `nth` message in any state, so that they come from several sends. */
const everyNth = (model: Model, nth: number): Message[] =>
  [...model.messages.values()].filter((_message, index) => index % nth === 0);

export const cancelSome = (nth: number): Command =>
  command(`cancel every ${nth}`, async (model, real) => {
    const named = everyNth(model, nth);
    const answer = await cancel(scopeOf(real), depsOf(real), { ids: named.map(({ id }) => id) });
    real.cancelled.push(answer.at);
    recall(named, answer.at);
    const waiting = named.filter(({ status }) => status === 'queued');
    must('cancelled', answer.changed, takeBack(waiting, 'cancelled', answer.at));
  });

export const clearAll: Command = command('clear', async (model, real) => {
  const answer = await clear(scopeOf(real), depsOf(real));
  real.cancelled.push(answer.at);
  recall([...model.messages.values()], answer.at);
  must('cleared', answer.cleared, takeBack(queuedOf(model), 'cancelled', answer.at));
});

const restorable = 600_000;

/** Restores the last cancel or an earlier one. */
export const restoreOne = (back: number): Command =>
  command(`restore(${back})`, async (model, real) => {
    const at = real.cancelled.at(-1 - back);
    if (at === undefined) return;
    const { changed } = await restoreMessages(scopeOf(real), depsOf(real), at);
    const isTooLate = model.now - Date.parse(at) > restorable;
    const together = [...model.messages.values()].filter(
      ({ status, cancelledAt }) => status === 'cancelled' && cancelledAt === at,
    );
    for (const message of model.messages.values())
      if (!isTooLate && message.status === 'sending' && message.recalledAt === at) message.recalledAt = '';
    must('restored', changed, isTooLate ? 0 : putBack(model, together));
  });

export type Retry = { kind: 'all' | 'run' | 'reason' | 'names'; at: number };

const failedOf = (model: Model): Message[] =>
  [...model.messages.values()].filter(({ status }) => status === 'failed');

/** Retries all that failed, of a send or for a reason. Messages of unknown outcome are retried only by id. */
export const retrySome = ({ kind, at }: Retry): Command =>
  command(`retry(${kind}, ${at})`, async (model, real) => {
    const failed = failedOf(model);
    const again = async (choice: Parameters<typeof retry>[2], messages: Message[]) => {
      const { changed } = await retry(scopeOf(real), depsOf(real), choice);
      must('put back', changed, putBack(model, messages));
    };
    if (kind === 'all') return again({}, failed);
    if (kind === 'names') {
      const named = everyNth(model, 1 + (at % 3));
      const ids = named.map(({ id }) => id);
      return again(
        { ids },
        named.filter(({ status }) => status === 'failed' || status === 'unknown'),
      );
    }
    const one = pick(failed, at);
    if (!one) return;
    if (kind === 'run')
      return again(
        { broadcastID: one.runID },
        failed.filter(({ runID }) => runID === one.runID),
      );
    if (one.reason === null) throw new Error(`message ${one.id} failed without a reason`);
    return again(
      { reasonCode: codeOf(one.reason) },
      failed.filter(({ reason }) => hasCode(reason, 'other')),
    );
  });

export const leaveSome = (nth: number): Command =>
  command(`leave every ${nth}`, async (model, real) => {
    const named = everyNth(model, nth);
    const { changed } = await decideUnknown(
      scopeOf(real),
      depsOf(real),
      named.map(({ id }) => id),
    );
    const open = named.filter(({ status, isDecided }) => status === 'unknown' && !isDecided);
    for (const message of open) message.isDecided = true;
    must('left', changed, open.length);
  });

const hereOf = (model: Model) => [...model.bills.values()].filter(({ isGone }) => !isGone);

/** A scheduled send about what is owed also leaves out bills that were paid since. */
const isForOwed = ({ isReminder, startAt, text }: Run): boolean =>
  isReminder || (startAt !== null && text.includes('{{dueDate}}'));

export const pay = (at: number, isPaid: boolean): Command =>
  command(`${isPaid ? 'pay' : 'unpay'}(${at})`, async (model, real) => {
    const bill = pick(hereOf(model), at);
    if (!bill) return;
    const status = isPaid ? 'paid' : 'unpaid';
    const { at: since } = await markBills(scopeOf(real), moneyNeeds(depsOf(real)), {
      ids: [bill.id],
      status,
    });
    if (isPaid && since !== null) real.paid.push({ billID: bill.id, at: since });
    if (bill.isPaid === isPaid) return;
    bill.isPaid = isPaid;
    takeBackClaimed(model, bill.id);
    if (!isPaid) return;
    const about = queuedOf(model).filter(
      (message) => message.bills.includes(bill.id) && isForOwed(runOf(model, message)),
    );
    overtake(
      model,
      about.filter((message) => isSpokenOut(model, message)),
    );
  });

/** Takes back the last payment or an earlier one. */
export const takeBackPayment = (back: number): Command =>
  command(`take back payment(${back})`, async (model, real) => {
    const paid = real.paid.at(-1 - back);
    const bill = paid && model.bills.get(paid.billID);
    if (!bill) return;
    const request = { ids: [bill.id], status: 'unpaid' as const, since: paid.at };
    const { changed } = await markBills(scopeOf(real), moneyNeeds(depsOf(real)), request);
    const isTakenBack = bill.isPaid && !bill.isGone;
    must('taken back', changed.length, isTakenBack ? 1 : 0);
    if (!isTakenBack) return;
    bill.isPaid = false;
    takeBackClaimed(model, bill.id);
    const since = Date.parse(paid.at);
    if (model.now - since > restorable) return;
    const all = [...model.messages.values()];
    const isCancelled = ({ status, cancelledAt }: Message) =>
      status === 'cancelled' && Date.parse(cancelledAt) >= since;
    const cancelled = new Set(all.filter(isCancelled).map(({ runID }) => runID));
    const left = all.filter(
      (message) =>
        message.status === 'skipped' &&
        message.overtakenAt >= since &&
        message.bills.includes(bill.id) &&
        isForOwed(runOf(model, message)) &&
        !cancelled.has(message.runID),
    );
    putBack(model, left);
  });

export const remove = (at: number): Command =>
  command(`remove bill(${at})`, async (model, real) => {
    const bill = pick(hereOf(model), at);
    if (!bill) return;
    await removeBill(scopeOf(real), depsOf(real), { id: bill.id, toCredit: false });
    bill.isGone = true;
    takeBackClaimed(model, bill.id);
    const about = queuedOf(model).filter(({ bills }) => bills.includes(bill.id));
    overtake(
      model,
      about.filter((message) => isSpokenOut(model, message)),
    );
  });

export const optOut = (at: number): Command =>
  command(`opt out(${at})`, async (model, real) => {
    const number = pick([...model.bills.values()], at)?.number ?? '';
    await addOptOut(scopeOf(real), depsOf(real), { number, note: '' });
    // The number is opted out already. Messages that came back to the queue since then are skipped at their turn.
    if (model.optedOut.has(number)) return;
    model.optedOut.add(number);
    takeBack(
      queuedOf(model).filter((message) => message.number === number),
      'skipped',
    );
  });

export const optIn = (at: number): Command =>
  command(`opt in(${at})`, async (model, real) => {
    const number = pick([...model.optedOut], at);
    if (number === undefined) return;
    await removeOptOut(scopeOf(real), depsOf(real), { number, note: '' });
    model.optedOut.delete(number);
  });
