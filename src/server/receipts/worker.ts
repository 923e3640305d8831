/** Asks providers that do not call back what has become of their messages. */
import { openSender } from '../connections/rules.ts';
import type { Db } from '../db/store.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findSendersByID, holdReceipts } from '../senders/queries.ts';
import type { News, Sender } from '../whatsapp/port.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { publishRaised, retryUnmatched, takeReceipts, toRow } from './actions.ts';
import { listToAsk, type Raised, setAskAgain } from './queries.ts';
import { isLast } from './rules.ts';

const atOnce = 500;

type ToAsk = Awaited<ReturnType<typeof listToAsk>>[number];

function ask({ providers, now }: Deps, senders: readonly Sender[], message: ToAsk): News {
  const sender = senders.find(({ id }) => id === message.senderID);
  const provider = sender && providers[sender.provider];
  const { providerID, acceptedAt, number: to, status } = message;
  if (!sender || !provider?.ask || !providerID || !acceptedAt) return { receipts: [], askAgainAt: null };
  return provider.ask(sender, { providerID, to, status, acceptedAt: new Date(acceptedAt) }, now());
}

/** What is due, of senders that no other worker asks for meanwhile: read again once they are held. */
async function listHeld(db: Db, now: string): Promise<ToAsk[]> {
  const wish = { now, most: atOnce };
  const senderIDs = new Set((await listToAsk(db, wish)).map(({ senderID }) => senderID));
  if (senderIDs.size === 0) return [];
  for (const senderID of [...senderIDs].sort()) await holdReceipts(db, senderID);
  return (await listToAsk(db, wish)).filter(({ senderID }) => senderIDs.has(senderID));
}

/** Asks about what is due and takes the answers, in the caller's transaction: a provider answers from what it knows. */
async function takeNews(deps: Deps, db: Db): Promise<{ asked: number; raised: Raised[] }> {
  const now = deps.now().toISOString();
  const messages = (await listHeld(db, now)).sort((a, b) => a.id - b.id);
  if (messages.length === 0) return { asked: 0, raised: [] };
  const rows = await findSendersByID(db, [...new Set(messages.map(({ senderID }) => senderID))]);
  const senders = rows.map((row) => openSender(deps.vault, row));
  const news = messages.map((message) => ({ message, ...ask(deps, senders, message) }));
  // What is asked for by its id names nothing else.
  const receipts = news.flatMap(({ message, receipts }) =>
    receipts.map((receipt) => toRow({ id: message.senderID, words: [] }, receipt)),
  );
  const raised = await takeReceipts(db, receipts, now);
  const moved = new Set(raised.map(({ id }) => id));
  const hasEnded = ({ message, receipts }: (typeof news)[number]): boolean =>
    moved.has(message.id) && receipts.some(({ status }) => isLast(status));
  const times = news
    .filter((one) => !hasEnded(one))
    .map(({ message: { id, providerID }, askAgainAt }) => ({
      id,
      providerID,
      pollAt: askAgainAt?.toISOString() ?? null,
    }));
  await setAskAgain(db, times);
  return { asked: messages.length, raised };
}

/** One round; answers how many messages were asked about. */
export async function askForNews(deps: Deps): Promise<number> {
  const { asked, raised } = await inTransaction({ db: deps.store.db }, ({ db }) => takeNews(deps, db));
  if (asked === 0) return retryUnmatched(deps);
  publishRaised(deps, raised);
  return asked;
}

/** Milliseconds. */
const askEvery = 1000;

/**
 * While more messages can be handed over, providers are asked but once in a second or two: to send and to ask at once
 * makes both slow. Receipts that came by themselves are never held up.
 */
export function receiptsWorker(deps: Deps, isSending = () => false): Loop {
  let askedAt = Number.NEGATIVE_INFINITY;
  const tick = async (): Promise<number> => {
    if (isSending() && performance.now() - askedAt < askEvery) return retryUnmatched(deps);
    askedAt = performance.now();
    return askForNews(deps);
  };
  return createLoop({ name: 'receipts', tick });
}
