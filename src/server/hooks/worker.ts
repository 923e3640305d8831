/** Reads what providers have called with and does what it says: each call once, of several senders by several workers. */
import { setImmediate as turn } from 'node:timers/promises';
import { hookWords } from '#shared/words/hooks.ts';
import { findCampus } from '../claims/queries.ts';
import { openSender } from '../connections/rules.ts';
import { holdNameIfFree } from '../db/hold.ts';
import type { Db } from '../db/store.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { countEvents, countTrouble } from '../figures/hooks.ts';
import { isUnavailable } from '../http/failures.ts';
import { holdBack } from '../live/hold-back.ts';
import { forgetExpired } from '../memory/queries.ts';
import { heed } from '../news/actions.ts';
import { forgetUnmatched } from '../receipts/queries.ts';
import { findSendersByID } from '../senders/queries.ts';
import type { HookEvent } from '../whatsapp/events.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { findNumbers } from './actions.ts';
import { finishHooks, forgetHooks, listBodies, listWaiting, listWaitingSenders } from './queries.ts';
import { firstOf, hiddenIn, type Revealed, readBody, reveal } from './rules.ts';

/** Calls at once, and characters of their bodies: calls come in meanwhile. And of how many the senders are told apart. */
const mostAtOnce = 200;
const mostCharacters = 200_000;
const lookedThrough = 1000;

type Waiting = Awaited<ReturnType<typeof listWaiting>>;
type Read = { id: number; events: HookEvent[]; trouble?: string };

/** Whether its secrets cannot be opened for now. */
async function isLocked({ vault }: Deps, db: Db, senderID: string): Promise<boolean> {
  const [row] = await findSendersByID(db, [senderID]);
  return row !== undefined && openSender(vault, row).provider === 'locked';
}

/** What waits of the first sender that no other worker is at. That of a locked one goes on waiting, in nobody's way. */
async function takeWaiting(deps: Deps, db: Db, most: number): Promise<Waiting> {
  const locked: string[] = [];
  for (let before = -1; before < locked.length; ) {
    before = locked.length;
    for (const senderID of await listWaitingSenders(db, lookedThrough, locked)) {
      if (!(await holdNameIfFree(db, `hooks ${senderID}`))) continue;
      if (await isLocked(deps, db, senderID)) locked.push(senderID);
      else {
        const waiting = await listWaiting(db, senderID, most);
        if (waiting.length > 0) return firstOf(waiting, mostCharacters);
      }
    }
  }
  return [];
}

/** Nothing a body says may stop the others: what cannot be read is marked, and its body stays out of the log. */
function complain(deps: Deps, id: number, error: unknown): string {
  deps.log.error({ err: error, hookID: id }, 'a call of the provider could not be handled');
  countTrouble();
  return String(error).slice(0, 500);
}

async function readHooks(deps: Deps, db: Db, waiting: Waiting) {
  const [row] = await findSendersByID(
    db,
    waiting.slice(0, 1).map(({ senderID }) => senderID),
  );
  const sender = row && openSender(deps.vault, row);
  const hooks = sender && deps.providers[sender.provider]?.hooks;
  const bodies = await listBodies(
    db,
    waiting.map(({ id }) => id),
  );
  const reads = bodies.map(({ id, body }): Read => {
    if (!hooks || !sender) return { id, events: [], trouble: hookWords.connectedOtherwise };
    try {
      return { id, events: hooks.read(sender, readBody(body)) };
    } catch (error) {
      return { id, events: [], trouble: complain(deps, id, error) };
    }
  });
  return { row, reads };
}

/** In the caller's transaction, which is that of `deps`. Nothing is done while it answers names that must be asked about. */
async function heedAll(deps: Deps, waiting: Waiting, revealed: Revealed): Promise<string[]> {
  const { db } = deps.store;
  const { row, reads } = await readHooks(deps, db, waiting);
  const told = reads.flatMap(({ events }) => events);
  const hidden = hiddenIn(told, revealed);
  if (hidden.length > 0) return hidden;
  const events = told.map((event) => reveal(event, revealed));
  if (row && events.length > 0)
    await heed(deps, { sender: row, campus: await findCampus(db, row.campusID) }, events);
  countEvents(events);
  const now = deps.now().toISOString();
  const good = reads.filter(({ trouble }) => trouble === undefined).map(({ id }) => id);
  await finishHooks(db, good, { now });
  for (const { id, trouble } of reads)
    if (trouble !== undefined) await finishHooks(db, [id], { now, trouble });
  return [];
}

type Taking = { most: number; onTaken: (taken: Waiting) => void; revealed?: Revealed };

/** One transaction: what is done about calls, and that it is done. `onTaken` learns which, even where it fails. */
async function handle(deps: Deps, taking: Taking): Promise<number> {
  const { most, onTaken, revealed = new Map() } = taking;
  const { waiting, hidden, tell } = await inTransaction({ db: deps.store.db }, async ({ db }) => {
    const waiting = await takeWaiting(deps, db, most);
    onTaken(waiting);
    const held = holdBack(deps, db);
    const hidden = waiting.length > 0 ? await heedAll(held.deps, waiting, revealed) : [];
    return { waiting, hidden, tell: held.tell };
  });
  if (hidden.length > 0) {
    const found = await findNumbers(deps, waiting[0]?.senderID ?? '', hidden);
    return handle(deps, { ...taking, revealed: new Map([...revealed, ...found]) });
  }
  tell();
  for (const { id } of waiting) deps.log.info({ hookID: id }, 'call handled');
  return waiting.length;
}

/** What one event asks for, in a transaction of its own; answers why that could not be done. */
async function heedEvent(deps: Deps, hook: Waiting[number], event: HookEvent): Promise<string | undefined> {
  try {
    const tell = await inTransaction({ db: deps.store.db }, async ({ db }) => {
      const [row] = await findSendersByID(db, [hook.senderID]);
      const held = holdBack(deps, db);
      if (row) await heed(held.deps, { sender: row, campus: await findCampus(db, row.campusID) }, [event]);
      return held.tell;
    });
    tell();
    return undefined;
  } catch (error) {
    if (isUnavailable(error as Error & { code: string })) throw error;
    return complain(deps, hook.id, error);
  }
}

/** One event after the other: the one that cannot be done is marked, with its body, and the others of its call are done. */
async function handleEach(deps: Deps, hook: Waiting[number]): Promise<void> {
  const { db } = deps.store;
  const [read] = (await readHooks(deps, db, [hook])).reads;
  const events = read?.events ?? [];
  const revealed = await findNumbers(deps, hook.senderID, hiddenIn(events, new Map()));
  const troubles = [];
  for (const event of events) {
    const trouble = await heedEvent(deps, hook, reveal(event, revealed));
    if (trouble === undefined) countEvents([event]);
    else troubles.push(trouble);
  }
  const trouble = troubles.length > 0 ? `${troubles.length} of ${events.length}: ${troubles[0]}` : null;
  await finishHooks(db, [hook.id], { now: deps.now().toISOString(), trouble: read?.trouble ?? trouble });
}

/** One by one, so that the one that cannot be done is found. */
async function handleOne(deps: Deps): Promise<number> {
  let taken: Waiting = [];
  try {
    const onTaken = (waiting: Waiting) => {
      taken = waiting;
    };
    return await handle(deps, { most: 1, onTaken });
  } catch (error) {
    const [hook] = taken;
    if (!hook || isUnavailable(error as Error & { code: string })) throw error;
    await handleEach(deps, hook);
    return 1;
  }
}

/** One round; answers how many calls were handled. What a broken store refuses is left for the next round. */
export async function handleHooks(deps: Deps): Promise<number> {
  let taken: Waiting = [];
  try {
    const onTaken = (waiting: Waiting) => {
      taken = waiting;
    };
    return await handle(deps, { most: mostAtOnce, onTaken });
  } catch (error) {
    if (taken.length === 0 || isUnavailable(error as Error & { code: string })) throw error;
    for (let left = taken.length; left > 0 && (await handleOne(deps)) > 0; ) left -= 1;
    return taken.length;
  }
}

const day = 86_400_000;
/** Meta repeats a call for seven days. */
const bodiesFor = 8 * day;
const digestsFor = 30 * day;
/** Milliseconds between two looks for what is old. */
const tidyEvery = 3_600_000;

export async function tidyHooks({ store, now }: Deps): Promise<void> {
  const before = (age: number) => new Date(now().getTime() - age).toISOString();
  await forgetHooks(store.db, { bodies: before(bodiesFor), all: before(digestsFor) });
  await forgetUnmatched(store.db, before(digestsFor));
}

/** Names that expire together, as those of all whom one run was sent to. */
const forgottenAtOnce = 500;

/** SQLite never waits for anything: requests have their turn in between. */
async function tidyMemory({ store, now }: Deps): Promise<void> {
  const at = now().toISOString();
  while ((await forgetExpired(store.db, at, forgottenAtOnce)) > 0) await turn();
}

export function hooksWorker(deps: Deps): Loop {
  let tidiedAt = Number.NEGATIVE_INFINITY;
  return createLoop({
    name: 'hooks',
    tick: async () => {
      if (performance.now() - tidiedAt > tidyEvery) {
        tidiedAt = performance.now();
        await tidyHooks(deps);
        await tidyMemory(deps);
      }
      return handleHooks(deps);
    },
  });
}
