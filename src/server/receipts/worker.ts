/** Asks providers that do not call back what has become of their messages. */
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findSendersByID, type SenderRow } from '../senders/queries.ts';
import type { News } from '../whatsapp/port.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { publishRaised, retryUnmatched, takeReceipts, toRow } from './actions.ts';
import { listToAsk, setAskAgain } from './queries.ts';

const atOnce = 500;

type ToAsk = Awaited<ReturnType<typeof listToAsk>>[number];

function ask({ providers, now }: Deps, senders: readonly SenderRow[], message: ToAsk): News {
  const sender = senders.find(({ id }) => id === message.senderID);
  const provider = sender && providers[sender.provider];
  const { providerID, acceptedAt, number: to, status } = message;
  if (!sender || !provider?.ask || !providerID || !acceptedAt) return { receipts: [], askAgainAt: null };
  return provider.ask(sender, { providerID, to, status, acceptedAt: new Date(acceptedAt) }, now());
}

/** One round; answers how many messages were asked about. */
export async function askForNews(deps: Deps): Promise<number> {
  const { db } = deps.store;
  const now = deps.now().toISOString();
  const messages = await listToAsk(db, now, atOnce);
  if (messages.length === 0) return retryUnmatched(deps);
  const senders = await findSendersByID(db, [...new Set(messages.map(({ senderID }) => senderID))]);
  const news = messages.map((message) => ({ message, ...ask(deps, senders, message) }));
  const receipts = news.flatMap(({ message, receipts }) =>
    receipts.map((receipt) => toRow(message.senderID, receipt)),
  );
  const times = news.map(({ message, askAgainAt }) => ({
    id: message.id,
    pollAt: askAgainAt?.toISOString() ?? null,
  }));
  const raised = await inTransaction({ db }, async ({ db }) => {
    await setAskAgain(db, times);
    return takeReceipts(db, receipts, now);
  });
  publishRaised(deps, raised);
  return messages.length;
}

export const receiptsWorker = (deps: Deps): Loop =>
  createLoop({ name: 'receipts', tick: () => askForNews(deps) });
