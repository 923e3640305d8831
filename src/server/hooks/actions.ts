/** Takes what providers call with: known, genuine, stored, and only then answered. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { hookWords } from '#shared/words/hooks.ts';
import { openSender } from '../connections/rules.ts';
import type { Deps } from '../deps.ts';
import { countCall, countTrouble } from '../figures/hooks.ts';
import { isRefused, isUnavailable } from '../http/failures.ts';
import { findSendersByID, listSendersOf } from '../senders/queries.ts';
import type { Hooks, Sender } from '../whatsapp/port.ts';
import { insertHooks, type NewHook, noteCalls } from './queries.ts';
import { type Revealed, textOf } from './rules.ts';

/** Milliseconds for which a sender is not looked up again, and for which it is not noted again that it called. */
const knownFor = 2000;
const noteEvery = 5000;
/** Milliseconds for which calls that come one after the other wake the workers once: each wakes all of them. */
const wakeAfter = 20;
/** Stored together at most: calls, and characters of their bodies. */
const mostAtOnce = 500;
const mostCharacters = 8_000_000;

/** Ids are made by us; whatever else stands in the address is nobody's. */
const idShape = /^[\w-]{1,64}$/;

/** `others`: senders of whom the same calls may tell, since they share one app, which calls one address alone. */
export type Caller = { sender: Sender; hooks: Hooks; others: Sender[] };

async function listOthers({ store, vault }: Deps, sender: Sender, { isSameApp }: Hooks): Promise<Sender[]> {
  if (!isSameApp) return [];
  const rows = await listSendersOf(store.db, sender.provider);
  return rows
    .filter(({ id }) => id !== sender.id)
    .map((row) => openSender(vault, row))
    .filter((other) => isSameApp(sender, other));
}

/** Finds who calls; one that is not known, or has no such calls, is not there. */
export function createCallers(deps: Deps): (senderID: string) => Promise<Caller> {
  const known = new Map<string, { caller: Caller; until: number }>();
  return async (senderID) => {
    const kept = known.get(senderID);
    if (kept && performance.now() < kept.until) return kept.caller;
    known.delete(senderID);
    const [row] = idShape.test(senderID) ? await findSendersByID(deps.store.db, [senderID]) : [];
    const sender = row && openSender(deps.vault, row);
    const hooks = sender && deps.providers[sender.provider]?.hooks;
    if (!hooks) throw new Failure('notFound', failureWords.notFound);
    const caller = { sender, hooks, others: await listOthers(deps, sender, hooks) };
    known.set(senderID, { caller, until: performance.now() + knownFor });
    return caller;
  };
}

type Waiting = { hook: NewHook; done: () => void; fail: (error: unknown) => void };

/** As many of those that have come as are stored together. */
function nextPart(come: Waiting[]): Waiting[] {
  let characters = 0;
  const end = come.slice(0, mostAtOnce).findIndex(({ hook }) => {
    characters += hook.body.length;
    return characters > mostCharacters;
  });
  return come.splice(0, end < 0 ? mostAtOnce : Math.max(1, end));
}

/** A hint for the workers: what is stored is looked for anyway. */
function createWaker(wake: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const ring = () => {
    timer = undefined;
    wake();
  };
  return () => {
    if (!timer) timer = setTimeout(ring, wakeAfter).unref();
  };
}

/** Notes now and then that senders called; one that was not noted is with its next call. */
function createNotes({ store, now, log }: Deps): (senderIDs: readonly string[]) => Promise<void> {
  const notedAt = new Map<string, number>();
  return async (senderIDs) => {
    const at = performance.now();
    const due = [...new Set(senderIDs)].filter(
      (senderID) => at - (notedAt.get(senderID) ?? Number.NEGATIVE_INFINITY) > noteEvery,
    );
    try {
      for (const senderID of await noteCalls(store.db, due, now().toISOString())) notedAt.set(senderID, at);
    } catch (error) {
      // The calls themselves are stored.
      log.warn({ err: error }, 'it could not be noted who called');
    }
  };
}

/** Writes calls in one statement, and in it nothing that somebody else may hold: of one sender, all others would wait too. */
function createWriter(deps: Deps): (part: readonly Waiting[]) => Promise<void> {
  const { store, now, wake } = deps;
  const note = createNotes(deps);
  const wakeSoon = createWaker(wake);
  return async (part) => {
    const hooks = part.map(({ hook }) => hook);
    const added = await insertHooks(store.db, hooks, now().toISOString());
    if (added > 0) wakeSoon();
    countCall('stored', added);
    countCall('repeated', hooks.length - added);
    await note(hooks.flatMap(({ senderID, calledID }) => [senderID, calledID]));
  };
}

/** In place of a call that the store refuses stands why: it is known when it is repeated, and need not be again. */
function putAside({ log }: Deps, hook: NewHook, error: unknown): NewHook {
  log.error({ err: error, senderID: hook.senderID }, 'a call of the provider could not be stored');
  countTrouble();
  return { ...hook, body: '', trouble: String(error).slice(0, 500) };
}

/**
 * Stores calls; resolves when this one is safe. Those that come while others are being written are written together,
 * since it is the commit that takes its time.
 */
export function createStorekeeper(deps: Deps): (hook: NewHook) => Promise<void> {
  const write = createWriter(deps);
  const come: Waiting[] = [];
  let isWriting = false;

  const settle = async (part: readonly Waiting[]): Promise<void> => {
    try {
      await write(part);
      for (const { done } of part) done();
    } catch (error) {
      const [one] = part;
      if (part.length === 1 && one && one.hook.trouble === undefined && isRefused(error as object))
        return settle([{ ...one, hook: putAside(deps, one.hook, error) }]);
      // One that the store will never take must not take the others with it.
      if (part.length > 1 && !isUnavailable(error as Error & { code: string }))
        for (const one of part) await settle([one]);
      else for (const { fail } of part) fail(error);
    }
  };

  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (come.length > 0) {
      await turn();
      await settle(nextPart(come));
    }
    isWriting = false;
  };

  return (hook) =>
    new Promise((done, fail) => {
      come.push({ hook, done, fail });
      if (!isWriting) void writeAll();
    });
}

/**
 * What is to be stored of a call: once for each of its app that it speaks of, and of nobody we know for whose address
 * it came by. Nobody learns more than that it was not signed as agreed.
 */
export function readCall(
  { sender, hooks, others }: Caller,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): NewHook[] {
  if (!hooks.isGenuine(sender, raw, headers)) {
    countCall('forged');
    throw new Failure('signedOut', hookWords.unsigned);
  }
  const body = textOf(raw);
  if (!body) {
    countCall('malformed');
    throw new Failure('malformed', hookWords.notJson);
  }
  const digest = createHash('sha256').update(raw).digest('hex');
  const isTold = others.length > 0 ? hooks.speaksOf?.(body.said) : undefined;
  const all = [sender, ...others];
  const told = isTold ? all.filter(isTold) : all;
  return (told.length > 0 ? told : [sender]).map(({ id }) => ({
    senderID: id,
    calledID: sender.id,
    digest,
    body: body.text,
  }));
}

/** Asks who is behind these names of a provider's: not within a transaction, since others are called. '' where nobody knows. */
export async function findNumbers(
  { store, vault, providers }: Deps,
  senderID: string,
  names: readonly string[],
): Promise<Revealed> {
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
