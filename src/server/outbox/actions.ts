import type { LeftOut, Message, Run } from '#shared/calls/outbox.ts';
import type { Template } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import { handedOver, type MessageCounts, noMessages } from '#shared/message-states.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { has } from '#shared/rights.ts';
import { failureWords, outcomeReasons } from '#shared/words/failures.ts';
import { reasonCodes, reasonIn } from '#shared/words/reasons.ts';
import { listSubmitted } from '../approvals/queries.ts';
import type { Scope } from '../auth/scope.ts';
import { findBill } from '../bills/queries.ts';
import type { RunTemplate } from '../db/outbox-tables.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findGroup } from '../groups/queries.ts';
import { findTold } from '../messages/actions.ts';
import { insertBroadcast, insertBroadcastGroups, insertMessages } from '../messages/queries.ts';
import { listOptedOut } from '../optouts/queries.ts';
import { listBillsNow, type Sifted, skipOutdated } from '../recall/actions.ts';
import {
  type Choice,
  cancelQueued,
  listMoved,
  listUnreachable,
  listWaitingOf,
  reopenRuns,
  requeue,
  restoreCancelled,
} from '../recall/queries.ts';
import {
  type BillsNow,
  billsOf,
  movedTo,
  nextInstant,
  reminded,
  restorable,
  type Waiting,
} from '../recall/rules.ts';
import {
  countRunsByState,
  hasRun,
  listGroupsOfRuns,
  listRuns,
  listTemplatesOfRuns,
  type StateCount,
  setRunState,
} from '../runs/queries.ts';
import { findSender, holdOutbox, letSenderGoOn } from '../senders/queries.ts';
import { listTemplates } from '../templates/queries.ts';
import {
  countByState,
  findLastCancelled,
  listCancelledSince,
  listMessageIDs,
  listMessages,
  listMessagesByID,
  listMessagesOfBill,
  listRunIDs,
  type OutboxChoice,
  type OutboxPage,
} from './queries.ts';

const latestRuns = 20;
const latestOfBill = 100;
/** Counts by the wire's words: `pending` for what is queued. */
function toCounts(rows: readonly StateCount[]): MessageCounts {
  const counts = noMessages();
  for (const { status, count } of rows) counts[status === 'queued' ? 'pending' : status] = count;
  return counts;
}

type Row = Awaited<ReturnType<typeof listMessages>>[number];
const toMessage = ({ billIDs, decidedAt, reason, ...row }: Row): Message => ({
  ...row,
  reason: reason && reasonIn(reason),
  isDecided: decidedAt !== null,
  billID: billsOf({ billIDs })[0] ?? null,
});

/** Why what waits of these runs does: WhatsApp does not take their templates now. By the run, as codes. */
async function listHeldByTemplate(scope: Scope, runs: number[]): Promise<ReadonlyMap<number, string>> {
  const held = new Map<number, string>();
  const submitted = runs.length === 0 ? [] : await listSubmitted(scope);
  const notTaken = submitted.filter(({ state }) => state !== 'approved' && state !== 'pending');
  if (notTaken.length === 0) return held;
  for (const { id, template } of await listTemplatesOfRuns(scope, runs)) {
    const { name, language } = JSON.parse(template ?? '') as RunTemplate;
    const state = notTaken.find((one) => one.name === name && one.language === language)?.state;
    if (state) held.set(id, reasonCodes[state === 'paused' ? 'templatePaused' : 'templateNotTaken']);
  }
  return held;
}

/** As the wire has them; the state of a template is looked up now, and stands in no message. */
async function toMessages(scope: Scope, rows: readonly Row[]): Promise<Message[]> {
  const waiting = rows.filter(({ status }) => status === 'queued').map(({ broadcastID }) => broadcastID);
  const held = await listHeldByTemplate(scope, [...new Set(waiting)]);
  const why = ({ status, broadcastID, reason }: Row) =>
    status === 'queued' ? (held.get(broadcastID) ?? reason) : reason;
  return rows.map((row) => toMessage({ ...row, reason: why(row) }));
}

/** A page of the outbox with the counts of every state, so that the filter can show them. */
export async function showOutbox(scope: Scope, choice: OutboxChoice, page: OutboxPage) {
  const rows = await listMessages(scope, choice, { ...page, take: page.take + 1 });
  const counts = toCounts(await countByState(scope, choice));
  const items = await toMessages(scope, rows.slice(0, page.take));
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    items,
    next: rows.length > page.take ? (items.at(-1)?.id ?? null) : null,
    count: choice.status === 'all' ? all : counts[choice.status],
    counts,
  };
}

export async function showMessage(scope: Scope, id: number): Promise<Message> {
  const [message] = await toMessages(scope, await listMessagesByID(scope, [id]));
  if (!message) throw new Failure('notFound', failureWords.notFound);
  return message;
}

/** What was sent about this bill, or was to be. */
export async function showMessagesOfBill(scope: Scope, billID: number): Promise<Message[]> {
  const bill = await findBill(scope, billID);
  if (!bill) throw new Failure('notFound', failureWords.notFound);
  const rows = await listMessagesOfBill(scope, { groupID: bill.groupID, billID }, latestOfBill);
  return toMessages(scope, rows);
}

export type ExportedMessage = Message & { billIDs: number[] };

const messagesPerStep = 1000;

/** Run by run: to look for the next page among all that are chosen would cost the more the more there are. */
async function* messagePages(scope: Scope, choice: OutboxChoice): AsyncGenerator<ExportedMessage[]> {
  for (const broadcastID of await listRunIDs(scope, choice)) {
    const ids = await listMessageIDs(scope, { ...choice, broadcastID });
    for (let from = 0; from < ids.length; from += messagesPerStep) {
      const rows = await listMessagesByID(scope, ids.slice(from, from + messagesPerStep));
      const messages = await toMessages(scope, rows);
      const bills = new Map(rows.map((row) => [row.id, billsOf(row)]));
      yield messages.map((message) => ({ ...message, billIDs: bills.get(message.id) ?? [] }));
    }
  }
}

/**
 * Every message that the filters leave, newest first, in pages. A billing's own messages are for all who may see its
 * bills; the others need the right to the outbox.
 */
export async function exportOutbox(
  scope: Scope,
  choice: OutboxChoice,
): Promise<AsyncGenerator<ExportedMessage[]>> {
  if (choice.groupID === undefined && !has(scope.rights, 'outbox'))
    throw new Failure('forbidden', failureWords.forbidden);
  if (choice.groupID !== undefined && !(await findGroup(scope, choice.groupID)))
    throw new Failure('notFound', failureWords.notFound);
  return messagePages(scope, choice);
}

/** What the template is called that a run goes by, or whose text it says. */
function nameOfTemplate(stored: string | null, said: { text: string; media: string }, all: Template[]) {
  const templateID = stored && (JSON.parse(stored) as RunTemplate).templateID;
  const isSaid = ({ message, media }: Template): boolean => message === said.text && media === said.media;
  return (all.find(({ id }) => id === templateID) ?? all.find(isSaid))?.title ?? null;
}

/** The latest runs with their progress. */
export async function showRuns(scope: Scope): Promise<Run[]> {
  const runs = await listRuns(scope, latestRuns);
  const ids = runs.map(({ id }) => id);
  const states = await countRunsByState(scope, ids);
  const groups = await listGroupsOfRuns(scope, ids);
  const templates = await listTemplates(scope);
  return runs.map(({ id, state, by, notice, media, template, ...run }) => ({
    ...run,
    notice: notice && reasonIn(notice),
    template: nameOfTemplate(template, { ...run, media }, templates),
    broadcastID: id,
    groupIDs: groups.filter(({ broadcastID }) => broadcastID === id).map(({ groupID }) => groupID),
    by: by ?? '',
    paused: state === 'paused',
    counts: toCounts(states.filter(({ broadcastID }) => broadcastID === id)),
  }));
}

async function checkRun(scope: Scope, broadcastID: number | undefined): Promise<void> {
  if (broadcastID !== undefined && !(await hasRun(scope, broadcastID)))
    throw new Failure('notFound', failureWords.notFound);
}

type Switch = { from: 'running' | 'paused'; to: 'running' | 'paused'; broadcastID?: number | undefined };

/** Pauses or resumes one run or all. What is with the provider already is not called back. */
export async function switchRuns(scope: Scope, deps: Deps, change: Switch): Promise<{ changed: number }> {
  await checkRun(scope, change.broadcastID);
  const now = deps.now().toISOString();
  const { changed, wasStopped } = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    // Whoever lets a run go on has seen why nothing was sent.
    const wasStopped = change.to === 'running' && (await letSenderGoOn(scope, now));
    return { changed: await setRunState(scope, { ...change, now }), wasStopped };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  if (wasStopped) deps.bus.publish(scope.campusID, { what: 'sender' });
  if (change.to === 'running') deps.wake();
  return { changed };
}

/** Lets the runs of messages that were put back go on, but for what is overtaken. */
async function letGo(scope: Scope, messages: readonly Waiting[], now: string): Promise<Sifted> {
  await reopenRuns(scope, [...new Set(messages.map(({ broadcastID }) => broadcastID))], now);
  return skipOutdated(scope, messages, { now, optedOut: await listOptedOut(scope) });
}

type Moved = Awaited<ReturnType<typeof listMoved>>[number];
/** `told`: what each number was sent of this text, as the bills it was about; grows by what is queued now. */
type Known = { bills: BillsNow['bills']; optedOut: ReadonlySet<string>; told: Map<string, string> };

/** The numbers of the bills that have another one now, each with the bills to tell of, but for those who know. */
function whomInstead(message: Moved, { bills, optedOut, told }: Known): Map<string, number[]> {
  const isPersonal = placeholdersIn(message.written).length > 0;
  const instead = new Map<string, number[]>();
  for (const [number, ids] of movedTo(message, bills)) {
    const known = told.get(number);
    const left = ids.filter((id) => {
      const isPaid = reminded.includes(message.audience) && bills.get(id)?.status !== 'unpaid';
      return !isPaid && !(isPersonal ? known?.includes(` ${id} `) : known !== undefined);
    });
    if (left.length === 0 || optedOut.has(number)) continue;
    told.set(number, `${known ?? ''} ${left.join(' ')} `);
    // A family's text still speaks of all its children: it is written anew for these.
    instead.set(number, isPersonal ? billsOf(message) : left);
  }
  return instead;
}

/** `of`: the old messages that new ones are made of; `sent`: how many those are; `left`: why others are not sent. */
type Instead = { of: number[]; sent: number; left: string[] };

/** A run like theirs to the numbers that the bills of these messages of one run have now. */
async function tellInstead(
  scope: Scope,
  messages: readonly [Moved, ...Moved[]],
  { now, ...known }: Omit<Known, 'told'> & { now: string },
): Promise<Instead> {
  const [{ written: text, media, audience, family, kind, template }] = messages;
  const groupIDs = [...new Set(messages.flatMap(({ groupIDs }) => groupIDs.trim().split(' ').map(Number)))];
  const about = groupIDs.map((groupID) => ({ groupID, numbers: [] }));
  const told = await findTold(scope, about, text);
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const base = { senderID: sender.id, media, status: 'queued' as const, reason: null, dueAt: now };
  const empty = { leaseUntil: null, pollAt: null, providerID: null, acceptedAt: null };
  const rows = messages.flatMap((message) =>
    Array.from(whomInstead(message, { ...known, told }), ([number, billIDs]) => {
      const { id, name, text, params, groupIDs } = message;
      const groupID = Number(groupIDs.trim().split(' ')[0]);
      const speaks = { name, text, params, groupID, groupIDs, billIDs: ` ${billIDs.join(' ')} ` };
      return { of: id, row: { ...base, ...empty, ...speaks, number, createdAt: now, updatedAt: now } };
    }),
  );
  if (rows.length === 0) return { of: [], sent: 0, left: [] };
  const size = { total: rows.length, queued: rows.length, clientID: null, startAt: null };
  const run = { ...size, senderID: sender.id, text, media, audience, family, kind, template, createdAt: now };
  const broadcastID = await insertBroadcast(scope, run);
  const made = rows.map(({ row }) => ({ ...row, broadcastID }));
  await insertMessages(scope, made);
  await insertBroadcastGroups(scope, broadcastID, groupIDs);
  // What they say is still what the old ones said.
  const waiting = await listWaitingOf(scope, broadcastID);
  const { skipped } = await skipOutdated(scope, waiting, { now, optedOut: known.optedOut });
  const left = [...skipped.values()];
  return { of: rows.map(({ of }) => of), sent: rows.length - left.length, left };
}

/**
 * Tells the numbers that were corrected since what these messages said, in runs of their own: what was sent to the old
 * number stays its history.
 */
async function follow(scope: Scope, moved: readonly Waiting[], now: string): Promise<Instead> {
  if (moved.length === 0) return { of: [], sent: 0, left: [] };
  const ids = moved.map(({ id }) => id);
  const rows = await listMoved(scope, ids);
  const known = { bills: await listBillsNow(scope, rows), optedOut: await listOptedOut(scope), now };
  const all: Instead[] = [];
  for (const [first, ...more] of Map.groupBy(rows, ({ broadcastID }) => broadcastID).values())
    if (first) all.push(await tellInstead(scope, [first, ...more], known));
  return {
    of: all.flatMap(({ of }) => of),
    sent: all.reduce((sum, { sent }) => sum + sent, 0),
    left: all.flatMap(({ left }) => left),
  };
}

/** How many for each reason, the commonest first, those as common by their words. */
function tally(reasons: Iterable<string>): LeftOut[] {
  const same = Map.groupBy(Array.from(reasons, reasonIn), (reason) => reason);
  const counts = Array.from(same, ([reason, { length: count }]) => ({ reason, count }));
  return counts.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/** Puts the chosen back; without names and reason nobody who is not on WhatsApp, unless the number was corrected. */
async function requeueChosen(scope: Scope, choice: Choice, now: string) {
  const { ids, reason, reachableOnly = ids === undefined && reason === undefined } = choice;
  const unreachable = reachableOnly ? await listUnreachable(scope, choice) : [];
  const bills = await listBillsNow(scope, unreachable);
  const corrected = new Set(
    unreachable.filter((message) => movedTo(message, bills).size > 0).map(({ id }) => id),
  );
  const messages = await requeue(scope, { ...choice, reachableOnly }, now);
  if (corrected.size > 0) messages.push(...(await requeue(scope, { ids: [...corrected] }, now)));
  return { messages, left: unreachable.filter(({ id }) => !corrected.has(id)) };
}

/**
 * Queues failed messages again, with what their text says of the bills as they are now; what is overtaken by a payment or a removal is skipped, and
 * who has another number now gets it there. Unknown ones only when named: a person decides.
 */
export async function retry(
  scope: Scope,
  deps: Deps,
  choice: Choice,
): Promise<{ changed: number; leftOut: LeftOut[] }> {
  await checkRun(scope, choice.broadcastID);
  const now = deps.now().toISOString();
  const answer = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    const { messages, left } = await requeueChosen(scope, choice, now);
    const { skipped, moved } = await letGo(scope, messages, now);
    const instead = await follow(scope, moved, now);
    const followed = new Set(instead.of);
    const notTold = [...skipped].filter(([id]) => !followed.has(id)).map(([, reason]) => reason);
    return {
      changed: messages.length - skipped.size + instead.sent,
      leftOut: tally([...left.map(({ reason }) => reason ?? ''), ...notTold, ...instead.left]),
    };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake();
  return answer;
}

type Cancelled = { changed: number; at: string };

/** Cancels what waits; the rows stay as a record. No two have the same `at`, so that one is put back and not both. */
async function takeBack(scope: Scope, deps: Deps, wish: Choice & { reason: string }): Promise<Cancelled> {
  const now = deps.now().toISOString();
  const cancelled = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    const at = nextInstant(now, await findLastCancelled(scope));
    return { changed: await cancelQueued(scope, wish, { reason: wish.reason, now: at }), at };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return cancelled;
}

/** Cancels what waits of a run, or single messages that wait; `sent` says how many of the run had gone by then. */
export async function cancel(
  scope: Scope,
  deps: Deps,
  choice: Choice,
): Promise<Cancelled & { sent: number }> {
  const { broadcastID } = choice;
  await checkRun(scope, broadcastID);
  const cancelled = await takeBack(scope, deps, { ...choice, reason: outcomeReasons.cancelled });
  const states = broadcastID === undefined ? [] : await countRunsByState(scope, [broadcastID]);
  const sent = states.filter(({ status }) => handedOver.includes(status));
  return { ...cancelled, sent: sent.reduce((sum, { count }) => sum + count, 0) };
}

/** Cancels all that waits. */
export async function clear(scope: Scope, deps: Deps): Promise<{ cleared: number; at: string }> {
  const { changed, at } = await takeBack(scope, deps, { reason: outcomeReasons.cleared });
  return { cleared: changed, at };
}

/** What can still be put back, each with how long yet. */
export async function showCancelled(scope: Scope, deps: Deps) {
  const since = deps.now().getTime() - restorable;
  const cancelled = await listCancelledSince(scope, new Date(since).toISOString());
  return cancelled.map(({ at, count }) => ({ at, count, left: Date.parse(at) - since }));
}

/** Puts back what was cancelled at this instant, unless it is long ago or overtaken; a paused run stays paused. */
export async function restore(scope: Scope, deps: Deps, at: string): Promise<{ changed: number }> {
  const instant = deps.now();
  if (instant.getTime() - Date.parse(at) > restorable) return { changed: 0 };
  const now = instant.toISOString();
  const changed = await inTurn(scope, async (scope) => {
    await holdOutbox(scope);
    const messages = await restoreCancelled(scope, at, now);
    return messages.length - (await letGo(scope, messages, now)).skipped.size;
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake();
  return { changed };
}
