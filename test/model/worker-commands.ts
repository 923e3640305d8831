/** Commands of workers, providers, time and accidents. */
import type fc from 'fast-check';
import type { ReceiptState } from '#shared/messages/message-states.ts';
import { completeAttempts } from '../../src/server/outbox/delivery/completer.ts';
import { settle } from '../../src/server/outbox/delivery/completer-rules.ts';
import type { Claimed } from '../../src/server/outbox/model.ts';
import { applyReceipts, retryUnmatched, toNewReceipt } from '../../src/server/outbox/receipts/receipts.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { providerReason } from '../support/provider-reason.ts';
import { opaqueBy, receiptSenderOf } from '../support/receipt-sender.ts';
import { type AnswerKind, answer, isTaken, outcomeOf } from './answers.ts';
import {
  attemptID,
  begin,
  billsLeft,
  claim,
  giveUp,
  handOver,
  hear,
  isClaimable,
  isOutdated,
  isPersonal,
  lookAgain,
  type Message,
  type Model,
  overtake,
  queuedOf,
  runOf,
  takeBack,
} from './model.ts';
import {
  agree,
  claimReal,
  giveUpReal,
  handOverReal,
  idsIn,
  type Real,
  readRows,
  readSender,
} from './real.ts';

export type Command = fc.AsyncCommand<Model, Real>;
type Work = (model: Model, real: Real) => Promise<void>;

/** A command after which the store and the model must agree. */
export const command = (
  name: string,
  work: Work,
  check: (model: Model) => boolean = () => true,
): Command => ({
  check,
  run: async (model, real) => {
    await work(model, real);
    await agree(model, real);
  },
  toString: () => name,
});

export const pick = <T>(list: readonly T[], at: number): T | undefined =>
  list.length === 0 ? undefined : list[at % list.length];

/** Claims messages that wait. Each goes with the bills that are left, and messages without bills are skipped. */
export const claimSome = (most: number | 'all'): Command =>
  command(`claim(${most})`, async (model, real) => {
    begin(model);
    const eligible = queuedOf(model).filter((message) => isClaimable(model, message));
    const claimed = await claimReal(real, most);
    const rows = new Map((await readRows(real)).map((row) => [row.id, row]));
    const outdated = eligible.filter((message) => isOutdated(model, message));
    const skipped = outdated.filter(({ id }) => most === 'all' || rows.get(id)?.status === 'skipped');
    const isUnwanted = ({ number }: Message) => model.optedOut.has(number);
    takeBack(skipped.filter(isUnwanted), 'skipped');
    overtake(
      model,
      skipped.filter((message) => !isUnwanted(message)),
    );
    for (const one of claimed) {
      const message = eligible.find(({ id }) => id === one.id);
      if (message?.status !== 'queued') throw new Error(`message ${one.id} was claimed out of turn`);
      const bills = isPersonal(runOf(model, message)) ? billsLeft(model, message) : message.bills;
      if (one.number !== message.number || String(idsIn(one.billIDs)) !== String(bills))
        throw new Error(`message ${one.id} goes to ${one.number} about ${one.billIDs}`);
      claim(model, message, one);
      if (one.attempts !== message.attempts) throw new Error(`message ${one.id} goes as try ${one.attempts}`);
      real.held.push(one);
    }
    const left = eligible.filter(({ status }) => status === 'queued');
    if (most === 'all' && left.length > 0) throw new Error(`messages ${left.map(({ id }) => id)} wait on`);
  });

/** Hands a claimed message over; if that is no longer allowed, it is put off. */
async function handOverOne(model: Model, real: Real, claimed: Claimed): Promise<void> {
  const message = model.messages.get(claimed.id);
  if (!message) throw new Error(`no message ${claimed.id}`);
  const mayGo = handOver(model, message, claimed);
  if ((await handOverReal(real, claimed)) !== mayGo)
    throw new Error(`try ${claimed.attempts} of message ${claimed.id} may ${mayGo ? '' : 'not '}go`);
  if (mayGo) real.left.add(claimed);
  else await settleOne(model, real, { claimed, kind: 'later', times: 1 });
}

export const handOverSome = (at: number | 'all'): Command =>
  command(`hand over(${at})`, async (model, real) => {
    const waiting = real.held.filter((claimed) => !real.left.has(claimed));
    const chosen = at === 'all' ? waiting : [pick(waiting, at)];
    for (const claimed of chosen) if (claimed) await handOverOne(model, real, claimed);
  });

/** `times`: how often the result is stored, as after a broken connection. */
async function settleOne(model: Model, real: Real, { claimed, kind, times }: Answered): Promise<void> {
  const held = { ...claimed, messageID: claimed.id, attempt: claimed.attempts, lease: claimed.leaseUntil };
  const name = attemptID(held.messageID, held.attempt);
  // A provider that has sent a receipt for a message cannot answer that it never had it.
  const hasLeft = real.left.delete(claimed);
  const effectiveKind = hasLeft && model.given.get(name)?.isReported && !isTaken(kind) ? 'accepted' : kind;
  real.held = real.held.filter((one) => one !== claimed);
  const { db } = real.world.deps.store;
  for (let time = 0; time < times; time++) {
    const settlement = settle(claimed, outcomeOf(effectiveKind, held, model.now), new Date(model.now));
    const moment = { now: new Date(model.now), chance: Math.random };
    await inTransaction({ db }, ({ db }) => completeAttempts(db, [settlement], moment));
    const { isSlow } = answer(model, held, effectiveKind);
    if (isSlow && claimed.startedAt > model.slowedAt) await slow(model, real);
  }
  if (hasLeft && !isTaken(effectiveKind)) model.given.delete(name);
}
type Answered = { claimed: Claimed; kind: AnswerKind; times: number };

/** Hands the message over first if needed, and then answers it. */
async function answerTo(model: Model, real: Real, answered: Answered): Promise<void> {
  const { claimed } = answered;
  if (!real.left.has(claimed)) await handOverOne(model, real, claimed);
  if (real.left.has(claimed)) await settleOne(model, real, answered);
}

/** The provider answers one of the open tries. */
export const answerOne = (at: number, kind: AnswerKind, times: number): Command =>
  command(`answer(${at}, ${kind}, ${times})`, async (model, real) => {
    const claimed = pick(real.held, at);
    if (claimed) await answerTo(model, real, { claimed, kind, times });
  });

/** The same answer for all open tries. */
export const answerAll = (kind: AnswerKind): Command =>
  command(`answer all(${kind})`, async (model, real) => {
    for (const claimed of real.held) await answerTo(model, real, { claimed, kind, times: 1 });
  });

/**
 * A try that began before the slow-down does not slow the sender down again. Ten refusals of later tries do, for half a
 * second to a minute, a quarter more or less. The exact time is random, so it is read from the store.
 */
async function slow(model: Model, real: Real): Promise<void> {
  model.refused += 3;
  if (model.refused < 30) return;
  const until = Date.parse((await readSender(real)).nextAt);
  if (until < model.now + 375 || until > Math.max(model.notBefore, model.now + 75_000))
    throw new Error(`slowed down until ${until}, now is ${model.now}`);
  Object.assign(model, { refused: 0, slowedAt: new Date(model.now).toISOString(), notBefore: until });
}

export type StatusUpdate = { at: number; status: ReceiptState; isNamed: boolean };

/** The provider sends a receipt for a try that it has or may have: early, late, twice, in any order. */
export const receive = (update: StatusUpdate): Command =>
  command(`receive(${JSON.stringify(update)})`, async (model, real) => {
    const given = pick([...model.given.values()], update.at);
    if (!given) return;
    const { messageID, attempt } = given;
    const receipt = {
      providerID: attemptID(messageID, attempt),
      status: update.status,
      at: new Date(model.now),
      ...(update.status === 'failed' ? { reason: providerReason('The phone was off') } : {}),
    };
    const { db } = real.world.deps.store;
    const teller = await receiptSenderOf(db, (await readSender(real)).id);
    const opaque = opaqueBy(teller, messageID, attempt);
    const rows = [toNewReceipt(teller, update.isNamed ? { ...receipt, opaque } : receipt)];
    const moment = { now: new Date(model.now).toISOString(), chance: Math.random };
    await inTransaction({ db }, ({ db }) => applyReceipts(db, rows, moment));
    hear(model, given, update);
  });

export const look: Command = command('look again', async (model, real) => {
  await retryUnmatched(real.world.deps);
  lookAgain(model);
});

/** The process dies, and its open calls are never answered to it. */
export const crash: Command = command('crash', async (model, real) => {
  real.held = [];
  real.left.clear();
  await giveUpReal(real, true);
  giveUp(model, true);
});

/** Another process rescues leases that are over; their answers may still come. */
export const expire: Command = command('expire', async (model, real) => {
  await giveUpReal(real, false);
  giveUp(model, false);
});

export const pass = (seconds: number): Command =>
  command(`pass(${seconds} s)`, async (model, real) => {
    model.now += seconds * 1000;
    real.clock.now = model.now;
  });
