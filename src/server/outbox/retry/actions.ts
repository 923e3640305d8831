/** Retry by a person: what failed, or may have been sent, is queued again; who has another number now gets it there. */
import type { LeftOut } from '#shared/calls/outbox.ts';
import { countReasons } from '#shared/count-reasons.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { type Reason, tellReason } from '#shared/reasons.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findSender, lockOutbox } from '../../numbers/senders/queries.ts';
import { recordChange } from '../../trail/actions.ts';
import { checkBroadcast } from '../broadcasts/actions.ts';
import { findAlreadyTold } from '../enqueue/actions.ts';
import { insertBroadcast, insertBroadcastGroups, insertMessages } from '../enqueue/queries.ts';
import { billIDsOf, type MessageChoice, storedIDs, type WaitingMessage } from '../model.ts';
import { listOptedOut } from '../opt-outs/queries.ts';
import { listBillsNow, releaseRequeued, skipOvertaken } from '../skip/actions.ts';
import { listWaitingOf } from '../skip/queries.ts';
import { type BillStates, movedTo, reminded } from '../skip/rules.ts';
import { listMoved, listUnreachable, requeue } from './queries.ts';
import { notOnWhatsApp } from './rules.ts';

type MovedMessage = Awaited<ReturnType<typeof listMoved>>[number];
/** `told`: what each number was sent of this text, as the bills it was about; grows by what is queued now. */
type RetryFacts = { bills: BillStates['bills']; optedOut: ReadonlySet<string>; told: Map<string, string> };

/** The numbers of the bills that have another one now, each with the bills to tell of, but for those who know. */
function correctedNumbers(
  message: MovedMessage,
  { bills, optedOut, told }: RetryFacts,
): Map<string, number[]> {
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
    instead.set(number, isPersonal ? billIDsOf(message) : left);
  }
  return instead;
}

/** `of`: the old messages that new ones are made of; `sent`: how many those are; `left`: why others are not sent. */
type SentInstead = { of: number[]; sent: number; left: Reason[] };

/** A broadcast like theirs to the numbers that the bills of these messages of one broadcast have now. */
async function sendInstead(
  scope: Scope,
  messages: readonly [MovedMessage, ...MovedMessage[]],
  { now, ...known }: Omit<RetryFacts, 'told'> & { now: string },
): Promise<SentInstead> {
  const [{ written: text, media, audience, family, kind, template }] = messages;
  const groupIDs = [...new Set(messages.flatMap(({ groupIDs }) => groupIDs.trim().split(' ').map(Number)))];
  const about = groupIDs.map((groupID) => ({ groupID, numbers: [] }));
  const told = await findAlreadyTold(scope, about, text);
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const base = { senderID: sender.id, media, status: 'queued' as const, reason: null, dueAt: now };
  const empty = { leaseUntil: null, pollAt: null, providerID: null, acceptedAt: null };
  const rows = messages.flatMap((message) =>
    Array.from(correctedNumbers(message, { ...known, told }), ([number, billIDs]) => {
      const { id, name, text, params, groupIDs } = message;
      const groupID = Number(groupIDs.trim().split(' ')[0]);
      const speaks = { name, text, params, groupID, groupIDs, billIDs: storedIDs(billIDs) };
      return { of: id, row: { ...base, ...empty, ...speaks, number, createdAt: now, updatedAt: now } };
    }),
  );
  if (rows.length === 0) return { of: [], sent: 0, left: [] };
  const size = { total: rows.length, queued: rows.length, clientID: null, startAt: null };
  const broadcast = {
    ...size,
    senderID: sender.id,
    text,
    media,
    audience,
    family,
    kind,
    template,
    createdAt: now,
  };
  const broadcastID = await insertBroadcast(scope, broadcast);
  const made = rows.map(({ row }) => ({ ...row, broadcastID }));
  await insertMessages(scope, made);
  await insertBroadcastGroups(scope, broadcastID, groupIDs);
  // What they say is still what the old ones said.
  const waiting = await listWaitingOf(scope, broadcastID);
  const { skipped } = await skipOvertaken(scope, waiting, { now, optedOut: known.optedOut });
  const left = [...skipped.values()];
  return { of: rows.map(({ of }) => of), sent: rows.length - left.length, left };
}

/**
 * Tells the numbers that were corrected since what these messages said, in broadcasts of their own: what was sent to
 * the old number stays its history.
 */
async function sendToCorrected(
  scope: Scope,
  moved: readonly WaitingMessage[],
  moment: { now: string; optedOut: ReadonlySet<string> },
): Promise<SentInstead> {
  if (moved.length === 0) return { of: [], sent: 0, left: [] };
  const ids = moved.map(({ id }) => id);
  const rows = await listMoved(scope, ids);
  const known = { bills: await listBillsNow(scope, rows), ...moment };
  const all: SentInstead[] = [];
  for (const [first, ...more] of Map.groupBy(rows, ({ broadcastID }) => broadcastID).values())
    if (first) all.push(await sendInstead(scope, [first, ...more], known));
  return {
    of: all.flatMap(({ of }) => of),
    sent: all.reduce((sum, { sent }) => sum + sent, 0),
    left: all.flatMap(({ left }) => left),
  };
}

/** How many for each reason, the commonest first, those as common by their words. */
function countLeftOut(reasons: readonly Reason[]): LeftOut[] {
  const counts = countReasons(reasons.map((reason) => ({ reason })));
  const told = counts.map(({ reason, count }) => ({ ...tellReason(reason), count }));
  return told.sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/** Puts the chosen back; without names and a reason nobody who is not on WhatsApp, unless the number was corrected. */
async function requeueChosen(scope: Scope, choice: MessageChoice, now: string) {
  const { ids, reasonCode, reachableOnly = ids === undefined && reasonCode === undefined } = choice;
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
 * Queues failed messages again, with what their text says of the bills as they are now; what is overtaken by a payment
 * or a removal is skipped, and who has another number now gets it there. Unknown ones only when named: a person
 * decides.
 */
export async function retry(
  scope: Scope,
  deps: Deps,
  choice: MessageChoice,
): Promise<{ changed: number; leftOut: LeftOut[] }> {
  await checkBroadcast(scope, choice.broadcastID);
  const now = deps.now().toISOString();
  const answer = await withCampusLock(scope, async (scope) => {
    await lockOutbox(scope);
    const optedOut = await listOptedOut(scope);
    const { messages, left } = await requeueChosen(scope, choice, now);
    const { skipped, moved } = await releaseRequeued(scope, messages, { now, optedOut });
    const instead = await sendToCorrected(scope, moved, { now, optedOut });
    const followed = new Set(instead.of);
    const notTold = [...skipped].filter(([id]) => !followed.has(id)).map(([, reason]) => reason);
    const changed = messages.length - skipped.size + instead.sent;
    const leftOut = [
      ...left.map(({ reason }) => reason ?? notOnWhatsApp.reason),
      ...notTold,
      ...instead.left,
    ];
    if (changed + leftOut.length > 0)
      await recordChange(scope, {
        what: 'retried',
        at: now,
        about: { kind: 'send', id: choice.broadcastID ?? '' },
        details: { changed, leftOut: leftOut.length },
      });
    return { changed, leftOut: countLeftOut(leftOut) };
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  deps.wake('sending');
  return answer;
}
