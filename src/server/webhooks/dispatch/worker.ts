/**
 * Webhook worker: reads stored webhooks and passes their events to the handlers, each webhook once. Several workers can
 * handle webhooks of different senders at the same time.
 */

import type { LiveEvent } from '#shared/calls/live.ts';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { cutText } from '#shared/text/cut-text.ts';
import { findCampus } from '../../auth/auth-queries.ts';
import { scopeOfRow } from '../../auth/scope.ts';
import { bufferEvents } from '../../bus.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { hasNamesToLearn } from '../../outbox/receipts/whatsapp-names.ts';
import { tryLockName } from '../../platform/db/advisory-lock.ts';
import type { Db } from '../../platform/db/store.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { isUnavailable } from '../../platform/http/failures.ts';
import { countFailedWebhook, countWebhookEvents } from '../../platform/metrics/webhooks.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { findSendersByID } from '../../senders/settings/settings-queries.ts';
import type { SenderRow } from '../../senders/tables.ts';
import type { WebhookEvent } from '../../whatsapp/webhooks.ts';
import { readBody } from '../intake/intake.ts';
import { handleEvents, lockFor } from './dispatch.ts';
import {
  finishWebhooks,
  hasWaiting,
  listBodies,
  listWaiting,
  listWaitingSenders,
} from './dispatch-queries.ts';
import { firstWithin, hiddenNamesIn, type RevealedNumbers, revealNumber } from './dispatch-rules.ts';

/**
 * The maximum that one transaction handles: webhooks, and characters in their bodies. Meanwhile new webhooks can be
 * stored.
 */
const mostAtOnce = 200;
const mostCharacters = 200_000;
/** At most this many webhooks are searched for waiting senders. */
const mostSearched = 1000;

type WaitingWebhooks = Awaited<ReturnType<typeof listWaiting>>;
type ReadWebhook = { id: number; events: WebhookEvent[]; error?: Reason };

/** Tells whether the sender's secrets cannot be decrypted now. */
async function isLocked({ vault }: Deps, db: Db, senderID: string): Promise<boolean> {
  const [row] = await findSendersByID(db, [senderID]);
  return row !== undefined && openSender(vault, row).provider === 'locked';
}

/**
 * Claims the waiting webhooks of the first sender that no other worker has claimed. Webhooks of a sender with locked
 * secrets keep waiting.
 */
async function claimWaiting(deps: Deps, db: Db, most: number): Promise<WaitingWebhooks> {
  const locked: string[] = [];
  for (let before = -1; before < locked.length; ) {
    before = locked.length;
    for (const senderID of await listWaitingSenders(db, mostSearched, locked)) {
      if (!(await tryLockName(db, `hooks ${senderID}`))) continue;
      if (await isLocked(deps, db, senderID)) locked.push(senderID);
      else {
        const waiting = await listWaiting(db, senderID, most);
        if (waiting.length > 0) return firstWithin(waiting, mostCharacters);
      }
    }
  }
  return [];
}

/** Logs a failed webhook, and returns why it failed. The log does not contain the body. */
function logFailure(deps: Deps, id: number, error: unknown): string {
  deps.log.error({ err: error, hookID: id }, 'a webhook could not be handled');
  countFailedWebhook();
  return cutText(String(error), 500);
}

async function readWebhooks(deps: Deps, db: Db, waiting: WaitingWebhooks) {
  const [row] = await findSendersByID(
    db,
    waiting.slice(0, 1).map(({ senderID }) => senderID),
  );
  const sender = row && openSender(deps.vault, row);
  const webhooks = sender && deps.providers[sender.provider]?.webhooks;
  const bodies = await listBodies(
    db,
    waiting.map(({ id }) => id),
  );
  const reads = bodies.map(({ id, body }): ReadWebhook => {
    if (!webhooks || !sender) return { id, events: [], error: makeReason('connectedOtherwise') };
    try {
      return { id, events: webhooks.readEvents(sender, readBody(body)) };
    } catch (error) {
      return { id, events: [], error: makeReason('other', { text: logFailure(deps, id, error) }) };
    }
  });
  return { row, reads };
}

/**
 * Asks the provider for the numbers of these hidden ids; '' means that it does not know the number. This must not run
 * in a transaction, because it is a call over the network.
 */
async function findNumbers(
  { store, vault, providers }: Deps,
  senderID: string,
  names: readonly string[],
): Promise<RevealedNumbers> {
  if (names.length === 0) return new Map();
  const [row] = await findSendersByID(store.db, [senderID]);
  const sender = row && openSender(vault, row);
  const findNumber = sender && providers[sender.provider]?.findNumber;
  const find = async (name: string): Promise<[string, string]> => {
    const answered = findNumber && (await findNumber(sender, name));
    return [name, answered?.kind === 'done' ? answered.value : ''];
  };
  return new Map(await Promise.all(names.map(find)));
}

async function handleEventsOf(deps: Deps, sender: SenderRow, events: readonly WebhookEvent[]): Promise<void> {
  const { store, bus } = deps;
  const receipts = events.flatMap((event) => (event.kind === 'receipt' ? event.receipt : []));
  const learns = await hasNamesToLearn(store.db, sender, receipts);
  await lockFor(events, { db: store.db, sender, learns });
  // The campus is read after the lock, because the previous owner of the lock may have changed the due rules.
  const scope = scopeOfRow(store.db, await findCampus(store.db, sender.campusID), '');
  const publish = (event: LiveEvent) => bus.publish(scope.campusID, event);
  await handleEvents({ deps, scope, now: deps.now().toISOString(), publish, sender }, events, learns);
}

/**
 * Handles webhooks in the transaction of `deps`. If they contain hidden ids that are not in `revealed`, it handles
 * nothing and returns these ids.
 */
async function handleWaiting(
  deps: Deps,
  waiting: WaitingWebhooks,
  revealed: RevealedNumbers,
): Promise<string[]> {
  const { db } = deps.store;
  const { row, reads } = await readWebhooks(deps, db, waiting);
  const read = reads.flatMap(({ events }) => events);
  const hidden = hiddenNamesIn(read, revealed);
  if (hidden.length > 0) return hidden;
  const events = read.map((event) => revealNumber(event, revealed));
  if (row && events.length > 0) await handleEventsOf(deps, row, events);
  countWebhookEvents(events);
  const now = deps.now().toISOString();
  const handled = reads.filter(({ error }) => error === undefined).map(({ id }) => id);
  await finishWebhooks(db, handled, { now });
  for (const { id, error } of reads) if (error !== undefined) await finishWebhooks(db, [id], { now, error });
  return [];
}

type Batch = { most: number; onClaimed: (claimed: WaitingWebhooks) => void; revealed?: RevealedNumbers };

/**
 * Handles one batch in one transaction, which also marks the webhooks as handled. `onClaimed` gets the claimed
 * webhooks, even if the transaction fails.
 */
async function handleBatch(deps: Deps, batch: Batch): Promise<number> {
  const { most, onClaimed, revealed = new Map() } = batch;
  const { waiting, hidden, publishBuffered } = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const waiting = await claimWaiting(deps, db, most);
    onClaimed(waiting);
    const buffered = bufferEvents(deps, db);
    const hidden = waiting.length > 0 ? await handleWaiting(buffered.deps, waiting, revealed) : [];
    return { waiting, hidden, publishBuffered: buffered.publishBuffered };
  });
  if (hidden.length > 0) {
    const found = await findNumbers(deps, waiting[0]?.senderID ?? '', hidden);
    return handleBatch(deps, { ...batch, revealed: new Map([...revealed, ...found]) });
  }
  publishBuffered();
  for (const { id } of waiting) deps.log.info({ hookID: id }, 'call handled');
  return waiting.length;
}

/** Handles one event in its own transaction. Returns why it failed; undefined on success. */
async function handleEvent(
  deps: Deps,
  webhook: WaitingWebhooks[number],
  event: WebhookEvent,
): Promise<string | undefined> {
  try {
    const publishBuffered = await inTransaction({ db: deps.store.db }, async ({ db }) => {
      const [row] = await findSendersByID(db, [webhook.senderID]);
      const buffered = bufferEvents(deps, db);
      if (row) await handleEventsOf(buffered.deps, row, [event]);
      return buffered.publishBuffered;
    });
    publishBuffered();
    return undefined;
  } catch (error) {
    if (isUnavailable(error as Error & { code: string })) throw error;
    return logFailure(deps, webhook.id, error);
  }
}

/**
 * Handles a webhook event by event, so that a failed event does not stop the others. If an event fails, the webhook is
 * stored with the reason.
 */
async function handleEventByEvent(deps: Deps, webhook: WaitingWebhooks[number]): Promise<void> {
  const { db } = deps.store;
  const [read] = (await readWebhooks(deps, db, [webhook])).reads;
  const events = read?.events ?? [];
  const revealed = await findNumbers(deps, webhook.senderID, hiddenNamesIn(events, new Map()));
  const errors = [];
  for (const event of events) {
    const error = await handleEvent(deps, webhook, revealNumber(event, revealed));
    if (error === undefined) countWebhookEvents([event]);
    else errors.push(error);
  }
  const text = `${errors.length} of ${events.length}: ${errors[0]}`;
  const error = errors.length > 0 ? makeReason('other', { text }) : null;
  const now = deps.now().toISOString();
  await finishWebhooks(db, [webhook.id], { now, error: read?.error ?? error });
}

/**
 * Handles a batch. If that fails, `onFailure` handles the claimed webhooks. If the store is unavailable, the batch
 * waits for the next round.
 */
async function handleOrRecover(
  deps: Deps,
  most: number,
  onFailure: (claimed: WaitingWebhooks) => Promise<number>,
): Promise<number> {
  let claimed: WaitingWebhooks = [];
  const onClaimed = (waiting: WaitingWebhooks) => {
    claimed = waiting;
  };
  try {
    return await handleBatch(deps, { most, onClaimed });
  } catch (error) {
    if (claimed.length === 0 || isUnavailable(error as Error & { code: string })) throw error;
    return onFailure(claimed);
  }
}

/** Handles one webhook alone, to find the webhook that fails. */
const handleOne = (deps: Deps): Promise<number> =>
  handleOrRecover(deps, 1, async ([webhook]) => {
    if (webhook) await handleEventByEvent(deps, webhook);
    return 1;
  });

/** Runs one round. Returns how many webhooks were handled. */
export async function handleStoredWebhooks(deps: Deps): Promise<number> {
  // This is checked before anything is locked, because usually no webhook waits.
  if (!(await hasWaiting(deps.store.db))) return 0;
  return handleOrRecover(deps, mostAtOnce, async (claimed) => {
    for (let left = claimed.length; left > 0 && (await handleOne(deps)) > 0; ) left -= 1;
    return claimed.length;
  });
}

export const webhookWorker = (deps: Deps): Loop =>
  createLoop({ name: 'webhooks', tick: () => handleStoredWebhooks(deps) }, deps.runtime);
