import { noReason } from '#shared/messages/reasons.ts';
import { optOutWords } from '#shared/words/chats.ts';
import { findCampus } from '../../auth/auth-queries.ts';
import { lockCampus } from '../../auth/campus-lock.ts';
import { type Scope, scopeOfRow } from '../../auth/scope.ts';
import { bufferEvents } from '../../bus.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { findSendersByID, lockReceipts, lockSender } from '../../senders/settings/settings-queries.ts';
import { type ReceiptSecret, receiptSecretsOf } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { saysStop } from '../../whatsapp/error-codes.ts';
import type { Receipt } from '../../whatsapp/model.ts';
import { readOpaque } from '../broadcasts/attempts-rules.ts';
import { publishBroadcasts } from '../broadcasts/broadcasts.ts';
import { completeLateFailures } from '../delivery/completer.ts';
import { settleLate } from '../delivery/completer-rules.ts';
import type { Settlement } from '../model.ts';
import { recordOptOut } from '../opt-outs/opt-outs.ts';
import {
  type AdvancedMessage,
  advanceMessages,
  hasUnmatched,
  insertReceipts,
  listUnmatched,
  markMatched,
  type NewReceipt,
  type StoredReceipt,
} from './receipts-queries.ts';
import { withoutSuperseded } from './receipts-rules.ts';
import { learnFromReceipts } from './whatsapp-names.ts';

/** Receipts that came before their message was known are checked again in parts of this size. */
const unmatchedAtOnce = 500;

/** Returns the attempt that the opaque field names, if its receipt secret belongs to this sender. */
function triedOf(words: readonly ReceiptSecret[], opaque: string | undefined): NewReceipt['tried'] {
  const named = opaque === undefined ? undefined : readOpaque(opaque);
  const secret = named && words.find(({ word }) => word === named.receiptSecret);
  return secret && { id: named.id, attempts: named.attempts, until: secret.until };
}

/** The sender to which a receipt belongs, with its receipt secrets. */
export type ReceiptSender = { id: string; words: readonly ReceiptSecret[] };

export const toNewReceipt = ({ id, words }: ReceiptSender, { opaque, ...receipt }: Receipt): NewReceipt => ({
  senderID: id,
  providerID: receipt.providerID,
  status: receipt.status,
  reason: receipt.reason ?? null,
  code: receipt.code ?? null,
  policy: receipt.policy ?? null,
  at: receipt.at.toISOString(),
  recipient: receipt.recipient ?? null,
  tried: triedOf(words, opaque),
});

/**
 * Settles failures that only a receipt reported. A failure without a policy needs nothing more, because the message has
 * already become failed.
 */
const lateSettlementsOf =
  (now: string) =>
  ({ failure, ...message }: AdvancedMessage): Settlement[] => {
    if (!failure?.policy) return [];
    const { reason, code, policy } = failure;
    const refusal = { reason: reason ?? noReason, policy, ...(code === null ? {} : { code }) };
    const tried = { ...message, leaseUntil: '', startedAt: message.startedAt ?? now };
    return [settleLate(tried, refusal, new Date(now))];
  };

/**
 * `now` is when the receipts came, as ISO text. `chance` is a source of random numbers; it varies the pause of a sender
 * that was too fast.
 */
type ReceiptMoment = { now: string; chance: () => number };

async function advanceByReceipts(
  db: Db,
  receipts: readonly StoredReceipt[],
  { now, chance }: ReceiptMoment,
): Promise<AdvancedMessage[]> {
  const advanced: AdvancedMessage[] = [];
  for (const senderID of new Set(receipts.map((receipt) => receipt.senderID))) {
    const ofSender = { senderID, receipts: receipts.filter((receipt) => receipt.senderID === senderID) };
    // A receipt may have come before its message was known. It is applied together with the new ones.
    const earlier = (await hasUnmatched(db, senderID)) ? await markMatched(db, ofSender) : [];
    const matchedNow = ofSender.receipts.filter(({ matched }) => matched === 1);
    const toApply = { senderID, receipts: withoutSuperseded([...earlier, ...matchedNow]) };
    advanced.push(...(await advanceMessages(db, toApply, now)));
  }
  await completeLateFailures(db, advanced.flatMap(lateSettlementsOf(now)), { now: new Date(now), chance });
  return advanced;
}

/** Locks the campuses in which a receipt may record an opt-out. Campuses are locked before their senders. */
async function lockCampusesOfOptOuts(db: Db, receipts: readonly NewReceipt[]): Promise<void> {
  const stops = receipts.filter(({ code }) => saysStop(code));
  const rows = await findSendersByID(db, [...new Set(stops.map(({ senderID }) => senderID))]);
  const campusIDs = rows.map(({ campusID }) => campusID).sort((a, b) => a - b);
  for (const campusID of campusIDs) await lockCampus({ db, campusID });
}

/** Locks the senders, always in the same order. */
async function lockSendersOf(db: Db, receipts: readonly NewReceipt[]): Promise<void> {
  const senderIDs = [...new Set(receipts.map(({ senderID }) => senderID))].sort();
  for (const senderID of senderIDs) {
    // The sender is locked before its messages, because a failure may stop it, slow it down or queue a message again.
    const mayTouch = receipts.some((one) => one.senderID === senderID && one.policy !== null);
    if (mayTouch) await lockSender(db, senderID);
    await lockReceipts(db, senderID);
  }
}

/**
 * Stores receipts and updates their messages, in the transaction of the caller. Repeated and unordered receipts are
 * harmless.
 */
export async function applyReceipts(
  db: Db,
  receipts: readonly NewReceipt[],
  moment: ReceiptMoment,
): Promise<AdvancedMessage[]> {
  await lockSendersOf(db, receipts);
  return advanceByReceipts(db, await insertReceipts(db, receipts, moment.now), moment);
}

/**
 * Applies the receipts of a webhook and their consequences, in the transaction of `deps` and `scope`. `learns` means
 * that the receipts may contain new WhatsApp names of a number. The campus is then locked.
 */
export async function receiveReceipts(
  { deps, scope, learns }: { deps: Deps; scope: Scope; learns: boolean },
  sender: SenderRow,
  receipts: readonly Receipt[],
): Promise<void> {
  const receiptSender = { id: sender.id, words: receiptSecretsOf(sender) };
  const rows = receipts.map((receipt) => toNewReceipt(receiptSender, receipt));
  const moment = { now: deps.now().toISOString(), chance: deps.runtime.random };
  const advanced = await applyReceipts(deps.store.db, rows, moment);
  publishAdvanced(deps, advanced);
  await optOutStopped(deps, advanced);
  if (learns) await learnFromReceipts({ deps, scope }, sender.id, receipts);
}

/** Applies receipts that came before their message was known. Returns how many there were. */
export async function retryUnmatched(deps: Deps): Promise<number> {
  const moment = { now: deps.now().toISOString(), chance: deps.runtime.random };
  const waiting = await listUnmatched(deps.store.db, unmatchedAtOnce);
  if (waiting.length === 0) return 0;
  // The opt-out and the receipt that reports it are stored in one transaction, so neither is stored alone.
  const publishBuffered = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const buffered = bufferEvents(deps, db);
    await lockCampusesOfOptOuts(db, waiting);
    await lockSendersOf(db, waiting);
    const unseen = waiting.map((receipt) => ({ ...receipt, matched: 0 }));
    const advanced = await advanceByReceipts(db, unseen, moment);
    publishAdvanced(buffered.deps, advanced);
    await optOutStopped(buffered.deps, advanced);
    return buffered.publishBuffered;
  });
  publishBuffered();
  return waiting.length;
}

/** A failure may mean that the parent blocked our messages in WhatsApp. It counts as an opt-out. */
async function optOutStopped(deps: Deps, advanced: readonly AdvancedMessage[]): Promise<void> {
  for (const { campusID, number, failure } of advanced) {
    if (!saysStop(failure?.code)) continue;
    const scope = scopeOfRow(deps.store.db, await findCampus(deps.store.db, campusID), '');
    await recordOptOut(scope, deps, { number, note: optOutWords.stoppedInWhatsApp });
  }
}

/** Publishes the changes: one event for each broadcast, and one for each chat if there are few. */
export function publishAdvanced(deps: Deps, advanced: readonly AdvancedMessage[]): void {
  const { bus } = deps;
  publishBroadcasts(deps, advanced);
  // A failure may have stopped the sender or slowed it down.
  const campusIDs = advanced.filter(({ failure }) => failure?.policy).map(({ campusID }) => campusID);
  for (const campusID of new Set(campusIDs)) bus.publish(campusID, { what: 'sender' });
  if (advanced.length > 20) return;
  for (const { campusID, number } of advanced) bus.publish(campusID, { what: 'chat', number });
}
