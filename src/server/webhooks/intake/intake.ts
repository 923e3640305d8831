/**
 * Webhook intake: checks that the sender of a call is known and its signature is right, stores the call, and then
 * answers it.
 */

import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '#shared/failures.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { cutText } from '#shared/text/cut-text.ts';
import { webhookWords } from '#shared/words/chats.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { createGroupCommit } from '../../platform/db/group-commit.ts';
import { containsNul } from '../../platform/http/bodies.ts';
import { isRefused, isUnavailable } from '../../platform/http/failures.ts';
import { countFailedWebhook, countWebhook } from '../../platform/metrics/webhooks.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { findSendersByID, listSendersOf, setCalledAt } from '../../senders/settings/settings-queries.ts';
import type { Sender } from '../../whatsapp/model.ts';
import type { Webhooks } from '../../whatsapp/webhooks.ts';
import { insertWebhooks, type NewWebhook } from './intake-queries.ts';

/** The maximum size of a body, in bytes. Meta's bodies have at most 3 MB, and those of a gateway are smaller. */
export const largestBody = 3 * 1024 * 1024 + 64 * 1024;

const strict = new TextDecoder('utf-8', { fatal: true });

/** Returns the text of a JSON body and its value; undefined if the body is not JSON. */
function textOf(raw: Buffer): { text: string; json: unknown } | undefined {
  try {
    const text = strict.decode(raw);
    return { text, json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Returns the JSON value of a stored body. NUL characters are removed, because a text column cannot store them. */
export const readBody = (body: string): unknown =>
  containsNul(body)
    ? JSON.parse(body, (_key, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
    : JSON.parse(body);

/** Milliseconds: how long a sender is cached, and the time between two writes of its last call. */
const cachedFor = 2000;
const noteEvery = 5000;
/** Debounce time in milliseconds. A series of webhooks wakes the worker only once. */
const wakeAfter = 20;
/** The maximum that one commit stores: webhooks, and characters in their bodies. */
const mostAtOnce = 500;
const mostCharacters = 8_000_000;

/** All sender ids match this shape. Another text in the address is not a sender. */
const idShape = /^[\w-]{1,64}$/;

/** The ids of an app's senders by the ids under which its webhooks name them. */
type IDsByName = Map<string, string[]>;

/**
 * `ofApp`: the senders of the same app. The app calls only one address, so its webhooks may be about them too. Undefined
 * if the sender has its own address.
 */
type Caller = { sender: Sender; webhooks: Webhooks; ofApp: IDsByName | undefined };

/** Reads all senders of a provider once and groups them by app. */
async function listApps(
  { store, vault }: Deps,
  provider: string,
  { of, namesOf }: NonNullable<Webhooks['app']>,
): Promise<Map<string, IDsByName>> {
  const apps = new Map<string, IDsByName>();
  for (const row of await listSendersOf(store.db, provider)) {
    const sender = openSender(vault, row);
    const key = of(sender);
    if (key === undefined) continue;
    const ofApp: IDsByName = apps.get(key) ?? new Map();
    apps.set(key, ofApp);
    for (const name of namesOf(sender)) {
      const ids = ofApp.get(name) ?? [];
      ids.push(sender.id);
      ofApp.set(name, ids);
    }
  }
  return apps;
}

/** Returns a function that finds the senders of the same app. All callers of a provider share one reading. */
function createApps(deps: Deps): (sender: Sender, webhooks: Webhooks) => Promise<IDsByName | undefined> {
  const { elapsed } = deps.runtime;
  const read = new Map<string, { apps: ReturnType<typeof listApps>; until: number }>();
  const forget = (provider: string, apps: ReturnType<typeof listApps>): void => {
    if (read.get(provider)?.apps === apps) read.delete(provider);
  };
  const appsOf = (provider: string, app: NonNullable<Webhooks['app']>): ReturnType<typeof listApps> => {
    const before = read.get(provider);
    if (before && elapsed() < before.until) return before.apps;
    const apps = listApps(deps, provider, app);
    read.set(provider, { apps, until: elapsed() + cachedFor });
    // A failure must not be the answer to later calls.
    apps.catch(() => forget(provider, apps));
    return apps;
  };
  return async (sender, { app }) => {
    const key = app?.of(sender);
    if (!app || key === undefined) return undefined;
    const apps = appsOf(sender.provider, app);
    const ofApp = (await apps).get(key);
    if (app.namesOf(sender).every((name) => ofApp?.get(name)?.includes(sender.id))) return ofApp;
    // The sender is newer than what was read, or has another number since.
    forget(sender.provider, apps);
    return (await appsOf(sender.provider, app)).get(key);
  };
}

/**
 * Returns a function that finds the sender of an address, and caches it for a moment. It fails if there is no such
 * sender, or if its provider has no webhooks.
 */
export function createCallers(deps: Deps): (senderID: string) => Promise<Caller> {
  const { elapsed } = deps.runtime;
  const findApp = createApps(deps);
  const cache = new Map<string, { caller: Caller; until: number }>();
  return async (senderID) => {
    const cached = cache.get(senderID);
    if (cached && elapsed() < cached.until) return cached.caller;
    cache.delete(senderID);
    const [row] = idShape.test(senderID) ? await findSendersByID(deps.store.db, [senderID]) : [];
    const sender = row && openSender(deps.vault, row);
    const webhooks = sender && deps.providers[sender.provider]?.webhooks;
    if (!webhooks) throw new Failure('notFound', failureWords.notFound);
    const caller = { sender, webhooks, ofApp: await findApp(sender, webhooks) };
    cache.set(senderID, { caller, until: elapsed() + cachedFor });
    return caller;
  };
}

/** A webhook that is not stored yet. Its HTTP call waits for `done` or `fail`. */
type Unstored = { webhook: NewWebhook; done: () => void; fail: (error: unknown) => void };

/** Takes webhooks from the queue, as many as one commit stores. */
function takeFromQueue(queue: Unstored[]): Unstored[] {
  let characters = 0;
  const end = queue.slice(0, mostAtOnce).findIndex(({ webhook }) => {
    characters += webhook.body.length;
    return characters > mostCharacters;
  });
  return queue.splice(0, end < 0 ? mostAtOnce : Math.max(1, end));
}

/** Returns a debounced function that wakes the worker. Without it the worker still finds the webhooks, but later. */
function createDebouncedWake({ wake, runtime }: Deps): () => void {
  let isDue = false;
  const ring = () => {
    isDue = false;
    wake('webhooks');
  };
  return () => {
    if (!isDue) runtime.after(wakeAfter, ring);
    isDue = true;
  };
}

/**
 * Returns a throttled function that stores when senders last called. If the row of a sender is locked, its time is
 * stored with the next call.
 */
function createCallTimes({
  store,
  now,
  log,
  runtime,
}: Deps): (senderIDs: readonly string[]) => Promise<void> {
  const writtenAt = new Map<string, number>();
  return async (senderIDs) => {
    const at = runtime.elapsed();
    const due = [...new Set(senderIDs)].filter(
      (senderID) => at - (writtenAt.get(senderID) ?? Number.NEGATIVE_INFINITY) > noteEvery,
    );
    try {
      for (const senderID of await setCalledAt(store.db, due, now().toISOString()))
        writtenAt.set(senderID, at);
    } catch (error) {
      // Only the time is missing then. The webhooks themselves are stored.
      log.warn({ err: error }, 'the time of the last webhook could not be stored');
    }
  };
}

/**
 * Returns a function that stores webhooks in one statement that waits for no lock. Otherwise the lock of one sender
 * would delay the webhooks of all others.
 */
function createWriter(deps: Deps): (batch: readonly Unstored[]) => Promise<void> {
  const { store, now } = deps;
  const writeCallTimes = createCallTimes(deps);
  const wakeSoon = createDebouncedWake(deps);
  return async (batch) => {
    const webhooks = batch.map(({ webhook }) => webhook);
    const added = await insertWebhooks(store.db, webhooks, now().toISOString());
    if (added > 0) wakeSoon();
    countWebhook('stored', added);
    countWebhook('repeated', webhooks.length - added);
    await writeCallTimes(webhooks.flatMap(({ senderID, calledID }) => [senderID, calledID]));
  };
}

/**
 * Dead letter: if the store refuses a body, the reason is stored instead. A repeated webhook is then recognised and not
 * tried again.
 */
function toDeadLetter({ log }: Deps, webhook: NewWebhook, error: unknown): NewWebhook {
  log.error({ err: error, senderID: webhook.senderID }, 'a webhook could not be stored');
  countFailedWebhook();
  return { ...webhook, body: '', error: makeReason('other', { text: cutText(String(error), 500) }) };
}

/**
 * Group commit: webhooks that arrive during a write are stored together in the next write. The promise resolves when
 * the webhook is stored.
 */
export function createWebhookStore(deps: Deps): (webhook: NewWebhook) => Promise<void> {
  const write = createWriter(deps);
  const store = async (batch: readonly Unstored[]): Promise<void> => {
    try {
      await write(batch);
      for (const { done } of batch) done();
    } catch (error) {
      const [one] = batch;
      if (batch.length === 1 && one && one.webhook.error === undefined && isRefused(error as object))
        return store([{ ...one, webhook: toDeadLetter(deps, one.webhook, error) }]);
      // One webhook that the store refuses must not fail the others.
      if (batch.length > 1 && !isUnavailable(error as Error & { code: string }))
        for (const one of batch) await store([one]);
      else for (const { fail } of batch) fail(error);
    }
  };

  const commit = createGroupCommit<Unstored>({ write: store, takeGroup: takeFromQueue });
  return (webhook) => new Promise((done, fail) => commit({ webhook, done, fail }));
}

/**
 * Verifies a call and returns the webhooks to store: one for each sender of the app that the call is about. If it is
 * about no known sender, there is one for the called sender. A refusal says only that the signature is wrong.
 */
export function toWebhooks(
  { sender, webhooks, ofApp }: Caller,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): NewWebhook[] {
  if (!webhooks.isSigned(sender, raw, headers)) {
    countWebhook('forged');
    throw new Failure('signedOut', webhookWords.unsigned);
  }
  const body = textOf(raw);
  if (!body) {
    countWebhook('malformed');
    throw new Failure('malformed', webhookWords.notJson);
  }
  const digest = createHash('sha256').update(raw).digest('hex');
  const names = ofApp && webhooks.app ? webhooks.app.namesIn(body.json) : new Set<string>();
  const named = new Set([...names].flatMap((name) => ofApp?.get(name) ?? []));
  return (named.size > 0 ? [...named] : [sender.id]).map((senderID) => ({
    senderID,
    calledID: sender.id,
    digest,
    body: body.text,
  }));
}
