/** Polling: asks providers that send no webhooks about their messages. */

import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { findSendersByID, lockReceipts } from '../../senders/settings/settings-queries.ts';
import type { Sender } from '../../whatsapp/model.ts';
import type { ReceiptPoll } from '../../whatsapp/port.ts';
import { applyReceipts, publishAdvanced, retryUnmatched, toNewReceipt } from './receipts.ts';
import { type AdvancedMessage, listToPoll, setNextPolls } from './receipts-queries.ts';
import { isLast } from './receipts-rules.ts';

const messagesPerPoll = 500;

type PolledMessage = Awaited<ReturnType<typeof listToPoll>>[number];

function pollProvider(
  { providers, now }: Deps,
  senders: readonly Sender[],
  message: PolledMessage,
): ReceiptPoll {
  const sender = senders.find(({ id }) => id === message.senderID);
  const provider = sender && providers[sender.provider];
  const { providerID, acceptedAt, number: to, status } = message;
  if (!sender || !provider?.pollReceipts || !providerID || !acceptedAt) return { receipts: [], pollAt: null };
  return provider.pollReceipts(sender, { providerID, to, status, acceptedAt: new Date(acceptedAt) }, now());
}

/** Locks the senders against other workers, and lists their messages that are due to be polled. */
async function lockAndListDue(db: Db, senderIDs: ReadonlySet<string>, now: string): Promise<PolledMessage[]> {
  for (const senderID of [...senderIDs].sort()) await lockReceipts(db, senderID);
  return (await listToPoll(db, { now, most: messagesPerPoll })).filter(({ senderID }) =>
    senderIDs.has(senderID),
  );
}

/**
 * Polls for due messages and applies the answers, in the transaction of the caller. That is fast, because a provider
 * answers from its own memory.
 */
async function pollDue(
  deps: Deps,
  db: Db,
  { senderIDs, now }: { senderIDs: ReadonlySet<string>; now: string },
): Promise<{ polled: number; advanced: AdvancedMessage[] }> {
  const messages = (await lockAndListDue(db, senderIDs, now)).sort((a, b) => a.id - b.id);
  if (messages.length === 0) return { polled: 0, advanced: [] };
  const rows = await findSendersByID(db, [...new Set(messages.map(({ senderID }) => senderID))]);
  const senders = rows.map((row) => openSender(deps.vault, row));
  const polls = messages.map((message) => ({ message, ...pollProvider(deps, senders, message) }));
  // A polled message is identified by its provider id, so no receipt secret is needed.
  const receipts = polls.flatMap(({ message, receipts }) =>
    receipts.map((receipt) => toNewReceipt({ id: message.senderID, words: [] }, receipt)),
  );
  const advanced = await applyReceipts(db, receipts, { now, chance: deps.runtime.random });
  const moved = new Set(advanced.map(({ id }) => id));
  const hasEnded = ({ message, receipts }: (typeof polls)[number]): boolean =>
    moved.has(message.id) && receipts.some(({ status }) => isLast(status));
  const times = polls
    .filter((one) => !hasEnded(one))
    .map(({ message: { id, providerID }, pollAt }) => ({
      id,
      providerID,
      pollAt: pollAt?.toISOString() ?? null,
    }));
  await setNextPolls(db, times);
  return { polled: messages.length, advanced };
}

/** Runs one round. Returns how many messages were polled about. */
export async function pollProviders(deps: Deps): Promise<number> {
  const { db } = deps.store;
  const now = deps.now().toISOString();
  const senderIDs = new Set(
    (await listToPoll(db, { now, most: messagesPerPoll })).map(({ senderID }) => senderID),
  );
  if (senderIDs.size === 0) return retryUnmatched(deps);
  const { polled, advanced } = await inTransaction({ db }, ({ db }) => pollDue(deps, db, { senderIDs, now }));
  if (polled === 0) return retryUnmatched(deps);
  publishAdvanced(deps, advanced);
  return polled;
}

/** Milliseconds. */
const pollEvery = 1000;

/**
 * While messages are being sent, providers are polled only once in a second or two, because sending and polling slow
 * each other down. Receipts that arrive by webhook are never delayed.
 */
export function receiptsWorker(deps: Deps, isSending = () => false): Loop {
  const { elapsed } = deps.runtime;
  let polledAt = Number.NEGATIVE_INFINITY;
  const tick = async (): Promise<number> => {
    if (isSending() && elapsed() - polledAt < pollEvery) return retryUnmatched(deps);
    polledAt = elapsed();
    return pollProviders(deps);
  };
  return createLoop({ name: 'receipts', tick }, deps.runtime);
}
