import type { BillFilter } from '#shared/calls/bills.ts';
import type { PlanAnswer, PlanBody, SendAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { type Audience, countAside, type Found, findRecipients, findStudents } from '../audience/actions.ts';
import type { Recipient } from '../audience/rules.ts';
import type { Scope } from '../auth/scope.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { listOptedOut } from '../optouts/queries.ts';
import { findSender } from '../senders/queries.ts';
import { secondsFor } from '../sending/rules.ts';
import {
  findBroadcastByClient,
  insertBroadcast,
  insertBroadcastGroups,
  insertMessages,
  listToldNumbers,
  listToldOfGroups,
  type NewMessage,
} from './queries.ts';
import {
  checkText,
  countReasons,
  type Plan,
  planMessages,
  type Skipped,
  samplesOf,
  type Told,
  type Wish,
} from './rules.ts';

export type Text = Pick<SendBody, 'message' | 'media' | 'clientID'>;

const named = (skipped: readonly Skipped[]) =>
  skipped.map(({ number, name, reason }) => ({ number, name, reason }));

/** A row for each message and for each one left out, so that it can always be said who was not told, and why. */
function rowsOf(plan: Plan, run: Pick<NewMessage, 'broadcastID' | 'senderID' | 'media'>, now: string) {
  const base = {
    ...run,
    leaseUntil: null,
    pollAt: null,
    providerID: null,
    acceptedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  const joined = (ids: number[]) => (ids.length > 0 ? ` ${ids.join(' ')} ` : '');
  const queued = { ...base, status: 'queued' as const, reason: null, dueAt: now };
  const skipped = { ...base, status: 'skipped' as const, text: '', dueAt: null };
  const about = ({ groupIDs, billIDs }: Pick<Skipped, 'groupIDs' | 'billIDs'>) => ({
    groupID: groupIDs[0] ?? null,
    groupIDs: joined(groupIDs),
    billIDs: joined(billIDs),
  });
  // Those left out come first, so that a list with the newest on top begins with those who are told.
  const rows: NewMessage[] = plan.skipped.map(({ number, name, reason, ...ids }) => ({
    ...skipped,
    number,
    name,
    reason,
    ...about(ids),
  }));
  for (const { number, name, text, ...ids } of plan.messages)
    rows.push({ ...queued, number, name, text, ...about(ids) });
  return rows;
}

/** The groups that the run speaks of, to those who are told and of those who are not. */
function groupsOf({ messages, skipped }: Plan): Set<number> {
  const groups = new Set<number>();
  for (const list of [messages, skipped])
    for (const { groupIDs } of list) for (const id of groupIDs) groups.add(id);
  return groups;
}

async function answerAgain(scope: Scope, clientID: string | undefined): Promise<SendAnswer | undefined> {
  const run = clientID === undefined ? undefined : await findBroadcastByClient(scope, clientID);
  return (
    run && {
      broadcastID: run.id,
      queued: run.queued,
      skipped: run.skipped.map(({ reason, ...who }) => ({ ...who, reason: reason ?? '' })),
    }
  );
}

/** What is sent, and to whom: planned only when it is this run's turn, so that it holds when it is stored. */
type Order = Text & { audience: BillFilter; plan: (scope: Scope) => Promise<Plan> };

async function store(scope: Scope, order: Order, now: string): Promise<SendAnswer & { plan: Plan }> {
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const plan = await order.plan(scope);
  const queued = plan.messages.length;
  const run = { senderID: sender.id, media: order.media ?? '' };
  const broadcastID = await insertBroadcast(scope, {
    ...run,
    clientID: order.clientID ?? null,
    text: order.message,
    total: queued + plan.skipped.length,
    queued,
    audience: order.audience,
    createdAt: now,
  });
  await insertMessages(scope, rowsOf(plan, { ...run, broadcastID }, now));
  await insertBroadcastGroups(scope, broadcastID, groupsOf(plan));
  return { broadcastID, queued, skipped: named(plan.skipped), plan };
}

/** Stores the whole run, answered once every message has its row; a run with this `clientID` only answers again. */
async function queue(scope: Scope, deps: Deps, order: Order): Promise<SendAnswer> {
  const now = deps.now().toISOString();
  const { plan, ...answer } = await inTurn(
    scope,
    async (scope): Promise<SendAnswer & { plan?: Plan }> =>
      (await answerAgain(scope, order.clientID)) ?? store(scope, order, now),
  );
  if (!plan) return answer;
  deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID: answer.broadcastID });
  for (const { number } of plan.messages.slice(0, 1))
    deps.bus.publish(scope.campusID, { what: 'chat', number });
  deps.wake();
  return answer;
}

/** Numbers looked for in one statement. */
const atOnce = 2000;

/** Who was sent this text before: about these bills, or where there are none, at these numbers. */
async function findTold(scope: Scope, recipients: readonly Recipient[], text: string): Promise<Told> {
  const groupIDs = [...new Set(recipients.flatMap(({ groupID }) => groupID ?? []))];
  const told = new Map<string, string>();
  const note = (rows: Awaited<ReturnType<typeof listToldOfGroups>>): void => {
    for (const { number, billIDs } of rows) told.set(number, (told.get(number) ?? '') + billIDs);
  };
  note(await listToldOfGroups(scope, groupIDs, text));
  const numbers = recipients.filter(({ groupID }) => groupID === null).flatMap(({ numbers }) => numbers);
  for (let from = 0; from < numbers.length; from += atOnce)
    note(await listToldNumbers(scope, numbers.slice(from, from + atOnce), text));
  return told;
}

async function planFor(
  scope: Scope,
  { recipients, only }: Found,
  wish: Omit<Wish, 'only' | 'optedOut'>,
): Promise<Plan> {
  return planMessages(recipients, { ...wish, only, optedOut: await listOptedOut(scope) });
}

/** Who was told is not asked where it makes no difference: it would cost a large run a good part of its time. */
async function planToSend(
  scope: Scope,
  found: Found,
  { message: text, family, again }: Pick<SendBody, 'message' | 'family' | 'again'>,
): Promise<Plan> {
  const told: Told = again ? new Map() : await findTold(scope, found.recipients, text);
  return planFor(scope, found, { text, family, again, told });
}

/** Why there is nobody: nothing was chosen, or what was chosen holds nobody. */
function nobody({ groupIDs, contactIDs }: Audience): Failure {
  const isChosen = groupIDs.length + contactIDs.length > 0;
  return new Failure('invalid', isChosen ? failureWords.nobody : toasts.errors.groups);
}

/** Queues a message to groups, bills or plain numbers. A repeated request with the same `clientID` makes one run. */
export async function send(scope: Scope, deps: Deps, body: Text & Audience): Promise<SendAnswer> {
  checkText(body.message);
  const plan = async (scope: Scope) => {
    const found = await findRecipients(scope, deps.now(), body);
    if (found.recipients.length === 0) throw nobody(body);
    return planToSend(scope, found, body);
  };
  return queue(scope, deps, { ...body, audience: body.status, plan });
}

/** Queues a message to the students of classes and sections; both must be chosen, as the spec has it. */
export async function sendToClasses(
  scope: Scope,
  deps: Deps,
  body: Text & { clsIDs: number[]; secIDs: number[]; again: boolean },
): Promise<SendAnswer> {
  if (body.clsIDs.length === 0 || body.secIDs.length === 0) throw new Failure('invalid', toasts.errors.form);
  checkText(body.message);
  const plan = async (scope: Scope) => {
    const recipients = await findStudents(scope, body.clsIDs, body.secIDs);
    if (recipients.length === 0) throw new Failure('invalid', failureWords.nobody);
    return planToSend(scope, { recipients, only: undefined }, { ...body, family: false });
  };
  return queue(scope, deps, { ...body, audience: 'all', plan });
}

const mostNamed = 200;

/** Whom the body means: with classes or sections, and neither groups nor bills, their students. */
async function findPlanned(scope: Scope, deps: Deps, body: PlanBody): Promise<Found & { body: PlanBody }> {
  const isOfClasses =
    body.groupIDs.length + body.contactIDs.length === 0 && body.clsIDs.length + body.secIDs.length > 0;
  if (!isOfClasses) return { ...(await findRecipients(scope, deps.now(), body)), body };
  const isWhole = body.clsIDs.length > 0 && body.secIDs.length > 0;
  const recipients = isWhole ? await findStudents(scope, body.clsIDs, body.secIDs) : [];
  return { recipients, only: undefined, body: { ...body, status: 'all', family: false } };
}

async function estimate(scope: Scope, { providers }: Deps, queued: number): Promise<number> {
  const sender = await findSender(scope);
  const pace = sender && providers[sender.provider]?.secondsPerMessage?.(sender);
  return secondsFor(queued, pace ?? 0);
}

/** What a send with this body would do. */
export async function plan(scope: Scope, deps: Deps, asked: PlanBody): Promise<PlanAnswer> {
  checkText(asked.message);
  const { body, ...found } = await findPlanned(scope, deps, asked);
  const { message: text, family, again } = body;
  const told = await findTold(scope, found.recipients, text);
  const plan = await planFor(scope, found, { text, family, again, told });
  const queued = plan.messages.length;
  return {
    queued,
    bills: found.recipients.length,
    families: new Set(plan.messages.map(({ number }) => number)).size,
    aside: await countAside(scope, body, found.recipients.length),
    told: plan.told,
    leftOut: plan.skipped.length,
    reasons: countReasons(plan.skipped),
    skipped: named(plan.skipped.slice(0, mostNamed)),
    samples: samplesOf(plan),
    seconds: await estimate(scope, deps, queued),
  };
}
