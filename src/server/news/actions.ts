/** Does what a provider has told by calling. All of it in the caller's transaction, and telling again changes nothing. */
import { hookWords } from '#shared/words/hooks.ts';
import { optOutWords } from '#shared/words/optouts.ts';
import { noticeWords } from '#shared/words/pace.ts';
import { letHeldRunsGoOn } from '../approvals/actions.ts';
import { type Campus, type Scope, scopeOfRow } from '../auth/scope.ts';
import type { Db } from '../db/store.ts';
import { holdCampus } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { receive } from '../inbound/actions.ts';
import { noteOptOut, removeOptOut } from '../optouts/actions.ts';
import { heedStops, publishRaised, takeReceipts, toRow } from '../receipts/actions.ts';
import {
  changeLimit,
  changeSender,
  findSendersByID,
  holdSender,
  listSharing,
  type SenderRow,
} from '../senders/queries.ts';
import { heedRefusals, isSinceSlowed, wordsOf } from '../senders/rules.ts';
import { holdRun } from '../settling/queries.ts';
import type { HookEvent } from '../whatsapp/events.ts';
import { endStop, listTemplateRuns, setApproval, setCategory, stopSender } from './queries.ts';
import { asOf, holdsOf, notAfter, runsOf } from './rules.ts';

type Told<K extends HookEvent['kind']> = Extract<HookEvent, { kind: K }>;

/** `deps` and `scope` are those of the transaction. */
type Telling = { deps: Deps; scope: Scope; sender: SenderRow; now: string };

async function takeAllReceipts({ deps, sender, now }: Telling, told: readonly Told<'receipt'>[]) {
  const teller = { id: sender.id, words: wordsOf(sender) };
  const rows = told.map(({ receipt }) => toRow(teller, receipt));
  const raised = await takeReceipts(deps.store.db, rows, now);
  publishRaised(deps, raised);
  await heedStops(deps, raised);
}

async function takeInbound({ deps, scope, sender, now }: Telling, event: Told<'inbound'>): Promise<void> {
  const { media, payload } = event;
  // Without words of its own a document is known by its name.
  const isDocument = media !== undefined && !/^(image|video|audio)\//.test(media.type);
  await receive(deps, scope.campus, {
    campusID: scope.campusID,
    senderID: sender.id,
    providerID: event.providerID,
    number: event.number,
    text: event.text === '' && isDocument ? media.name : event.text,
    media: '',
    audio: '',
    at: event.at.toISOString(),
    payload,
    ...(media ? { mediaID: media.id, mediaType: media.type, fetchAt: now } : {}),
  });
  if (media) deps.wake();
}

/** The old number may be a stranger's tomorrow: it is sent nothing, and the clerk is told where she looks. */
async function changeNumber(
  { deps, scope, sender }: Telling,
  { from, to, at }: Told<'numberChanged'>,
): Promise<void> {
  await receive(deps, scope.campus, {
    campusID: scope.campusID,
    senderID: sender.id,
    providerID: `changed ${from} ${to} ${at.toISOString()}`,
    number: from,
    text: hookWords.numberChanged(to),
    media: '',
    audio: '',
    at: at.toISOString(),
  });
  await noteOptOut(scope, deps, { number: from, note: optOutWords.numberChanged(to), asOf: asOf(at) });
}

async function heedPreference({ deps, scope }: Telling, told: Told<'preference'>): Promise<void> {
  const { number, wish, at } = told;
  const noted = { number, asOf: asOf(at) };
  if (wish === 'stop') await noteOptOut(scope, deps, { ...noted, note: optOutWords.stoppedInWhatsApp });
  else await removeOptOut(scope, deps, { ...noted, note: optOutWords.resumedInWhatsApp });
}

/** A run of a template that may not be used waits; it goes on by itself when the template may be used again. */
async function changeTemplate({ deps, scope }: Telling, told: Told<'template'>): Promise<void> {
  const { db } = deps.store;
  const { status: state, reason, at } = told;
  const named = { campusID: scope.campusID, name: told.name, language: told.language };
  const templateID = await setApproval(db, named, { state, reason, asOf: asOf(at).toISOString() });
  if (templateID === undefined) return;
  deps.bus.publish(scope.campusID, { what: 'templates' });
  if (state === 'pending') return;
  if (state === 'approved') {
    await letHeldRunsGoOn(deps);
    return;
  }
  for (const { id } of runsOf(await listTemplateRuns(db, scope.campusID), named)) {
    await holdRun(db, id, noticeWords.template(reason || hookWords.templateStates[state]));
    deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID: id });
  }
}

/** Of no try in particular, so of all until now. Read again: what was told before may have slowed it down. */
async function heedLimit(db: Db, senderID: string, now: Date): Promise<void> {
  for (const sender of await findSendersByID(db, [senderID]))
    if (isSinceSlowed(sender, sender.servedAt))
      await changeSender(db, senderID, heedRefusals(sender, { count: 1, now, chance: Math.random }));
}

async function heedTrouble({ deps, sender, now }: Telling, told: Told<'trouble'>): Promise<void> {
  const { db } = deps.store;
  if (told.policy === undefined) return;
  if (told.policy === 'retrySender') return heedLimit(db, sender.id, new Date(now));
  await stopSender(db, sender.id, { reason: told.reason, policy: told.policy, now });
}

async function heedSession({ deps, sender, now }: Telling, { state }: Told<'session'>): Promise<void> {
  const why = { reason: hookWords.sessionLost, now };
  if (state !== 'working') return stopSender(deps.store.db, sender.id, { ...why, policy: 'pauseSender' });
  await endStop(deps.store.db, sender.id, why);
  deps.wake();
}

/** What is told of the number itself. */
async function heedSender(
  telling: Telling,
  event: Told<'trouble' | 'quality' | 'limit' | 'session'>,
): Promise<void> {
  const { deps, scope, sender } = telling;
  const { db } = deps.store;
  if (event.kind === 'trouble') await heedTrouble(telling, event);
  else if (event.kind === 'session') await heedSession(telling, event);
  else if (event.kind === 'quality') await changeSender(db, sender.id, { quality: event.quality });
  else {
    await changeLimit(db, sender, { perDay: event.perDay, now: telling.now });
    deps.wake();
  }
  deps.bus.publish(scope.campusID, { what: 'sender' });
}

async function heedOne(telling: Telling, event: Exclude<HookEvent, Told<'receipt'>>): Promise<void> {
  const { deps, scope } = telling;
  switch (event.kind) {
    case 'inbound':
      return takeInbound(telling, event);
    case 'preference':
      return heedPreference(telling, event);
    case 'numberChanged':
      return changeNumber(telling, event);
    case 'template':
      return changeTemplate(telling, event);
    case 'category':
      await setCategory(deps.store.db, { campusID: scope.campusID, ...event }, event.category);
      return deps.bus.publish(scope.campusID, { what: 'templates' });
    default:
      return heedSender(telling, event);
  }
}

/**
 * Everything one sender's provider has told, in its order, but for receipts, whose order says nothing. What must be
 * held is held first and in one order, as every lock of several rows: the campus, its sender (for a limit, all who share it), the sender's receipts.
 */
export async function heed(
  deps: Deps,
  { sender, campus }: { sender: SenderRow; campus: Campus },
  events: readonly HookEvent[],
): Promise<void> {
  const { db } = deps.store;
  const scope = scopeOfRow(db, campus, '');
  const holds = holdsOf(events);
  if (holds.campus) await holdCampus(scope);
  const held = holds.limit ? await listSharing(db, sender) : [sender.id];
  if (holds.sender) for (const senderID of held) await holdSender(db, senderID);
  const at = deps.now();
  const telling = { deps, scope, sender, now: at.toISOString() };
  const receipts = events.filter((event) => event.kind === 'receipt');
  if (receipts.length > 0) await takeAllReceipts(telling, receipts);
  for (const event of events) if (event.kind !== 'receipt') await heedOne(telling, notAfter(event, at));
}
