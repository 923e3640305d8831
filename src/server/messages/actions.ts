import { setImmediate as turn } from 'node:timers/promises';
import type { BillFilter } from '#shared/bill-status.ts';
import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords, skipReasons } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { type Audience, type Found, findRecipients, findStudents } from '../audience/actions.ts';
import type { Recipient } from '../audience/rules.ts';
import type { Scope } from '../auth/scope.ts';
import type { RunKind, RunTemplate } from '../db/outbox-tables.ts';
import { runParts } from '../db/run-parts.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { listOptedOut } from '../optouts/queries.ts';
import { answerAgain, keepAsked } from '../repeats/actions.ts';
import { findSender } from '../senders/queries.ts';
import { demoIDs } from '../whatsapp/demo-phone.ts';
import { findWay } from '../windows/actions.ts';
import { inStretches } from '../workers/in-stretches.ts';
import {
  insertBroadcast,
  insertBroadcastGroups,
  insertMessages,
  listRunsThatTold,
  listToldNumbers,
  listToldOfRuns,
  type NewMessage,
} from './queries.ts';
import { checkText, type Plan, planMessages, type Skipped, startOf, type Told, type Wish } from './rules.ts';

export type Text = Pick<SendBody, 'message' | 'media' | 'clientID' | 'sendAt' | 'templateID'>;

export const named = (skipped: readonly Skipped[]) =>
  skipped.map(({ number, name, reason }) => ({ number, name, reason }));

/** Two people press Send for the same: the second has nothing to send, and no run is made of it. */
const isAllTold = ({ skipped }: Plan): boolean =>
  skipped.length > 0 && skipped.every(({ reason }) => reason === skipReasons.alreadyTold);

/** A row for each message and for each one left out, so that it can always be said who was not told, and why. */
function* rowsOf(
  plan: Plan,
  run: Pick<NewMessage, 'broadcastID' | 'senderID' | 'media'>,
  { now, startAt }: { now: string; startAt: string | null },
): Generator<NewMessage> {
  const base = {
    ...run,
    leaseUntil: null,
    pollAt: null,
    providerID: null,
    acceptedAt: null,
    params: null,
    createdAt: now,
    updatedAt: now,
  };
  const joined = (ids: number[]) => (ids.length > 0 ? ` ${ids.join(' ')} ` : '');
  const queued = { ...base, status: 'queued' as const, reason: null, dueAt: startAt ?? now };
  const skipped = { ...base, status: 'skipped' as const, text: '', dueAt: null };
  const about = ({ groupIDs, billIDs }: Pick<Skipped, 'groupIDs' | 'billIDs'>) => ({
    groupID: groupIDs[0] ?? null,
    groupIDs: joined(groupIDs),
    billIDs: joined(billIDs),
  });
  // Those left out come first, so that a list with the newest on top begins with those who are told.
  for (const { number, name, reason, ...ids } of plan.skipped)
    yield { ...skipped, number, name, reason, ...about(ids) };
  for (const { number, name, text, params = null, ...ids } of plan.messages)
    yield { ...queued, number, name, text, params, ...about(ids) };
}

/** The groups that the run speaks of, to those who are told and of those who are not. */
function groupsOf({ messages, skipped }: Plan): Set<number> {
  const groups = new Set<number>();
  for (const list of [messages, skipped])
    for (const { groupIDs } of list) for (const id of groupIDs) groups.add(id);
  return groups;
}

/** Who gets what, and the template it goes by, where it does. */
type Drawn = { plan: Plan; template: RunTemplate | undefined };

/** What is sent, and to whom: planned only when it is this run's turn, so that it holds when it is stored. */
type Order = Text & {
  audience: BillFilter;
  family: boolean;
  kind: RunKind;
  /** `begin`: when the first of it may go. */
  draw: (scope: Scope, begin: Date) => Promise<Drawn>;
};

async function store(scope: Scope, order: Order, at: Date): Promise<SendAnswer & { plan: Plan }> {
  const now = at.toISOString();
  const startAt = startOf(scope.campus, order.sendAt, at);
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const { plan, template } = await order.draw(scope, startAt === null ? at : new Date(startAt));
  const queued = plan.messages.length;
  if (queued === 0 && isAllTold(plan)) throw new Failure('conflict', failureWords.allTold);
  const run = { senderID: sender.id, media: order.media ?? '' };
  const broadcastID = await insertBroadcast(scope, {
    ...run,
    clientID: order.clientID ?? null,
    text: order.message,
    total: queued + plan.skipped.length,
    queued,
    audience: order.audience,
    family: order.family ? 1 : 0,
    // Of many it is a run, whichever call it came by.
    kind: order.kind === 'reply' && queued > 1 ? 'run' : order.kind,
    startAt,
    template: template ? JSON.stringify(template) : null,
    createdAt: now,
  });
  await keepAsked(scope, order, { senderID: sender.id, at });
  await insertMessages(scope, rowsOf(plan, { ...run, broadcastID }, { now, startAt }));
  await insertBroadcastGroups(scope, broadcastID, groupsOf(plan));
  return { broadcastID, queued, skipped: named(plan.skipped), plan };
}

/** Stores the whole run, answered once every message has its row; a run of the same request only answers again. */
async function queue(scope: Scope, deps: Deps, order: Order): Promise<SendAnswer> {
  const now = deps.now();
  const { plan, ...answer } = await inTurn(
    scope,
    async (scope): Promise<SendAnswer & { plan?: Plan }> =>
      (await answerAgain(scope, order, now)) ?? store(scope, order, now),
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

/**
 * Who was sent this text before: about these bills, or where there are none, at these numbers. Once a campus is
 * connected, what only a demo phone got was told to nobody.
 */
export async function findTold(
  scope: Scope,
  recipients: readonly Pick<Recipient, 'groupID' | 'numbers'>[],
  text: string,
): Promise<Map<string, string>> {
  const groupIDs = [...new Set(recipients.flatMap(({ groupID }) => groupID ?? []))];
  const numbers = recipients.filter(({ groupID }) => groupID === null).flatMap(({ numbers }) => numbers);
  const told = new Map<string, string>();
  const isDemo = (await findSender(scope))?.provider === 'demo';
  const note = (rows: Awaited<ReturnType<typeof listToldOfRuns>>): void => {
    for (const { number, billIDs, providerID } of rows)
      if (isDemo || !providerID?.startsWith(demoIDs)) told.set(number, (told.get(number) ?? '') + billIDs);
  };
  for await (const part of runParts(scope, await listRunsThatTold(scope, groupIDs, text)))
    note(await listToldOfRuns(scope, part));
  for (let from = 0; from < numbers.length; from += atOnce) {
    note(await listToldNumbers(scope, numbers.slice(from, from + atOnce), text));
    await turn();
  }
  return told;
}

export async function planFor(
  scope: Scope,
  { recipients, only }: Found,
  wish: Omit<Wish, 'only' | 'optedOut'>,
): Promise<Plan> {
  return inStretches(planMessages(recipients, { ...wish, only, optedOut: await listOptedOut(scope) }));
}

/** Who was told is not asked where it makes no difference: it would cost a large run a good part of its time. */
async function drawPlan(
  scope: Scope,
  deps: Deps,
  { body, begin, ...found }: Found & { body: Text & Pick<SendBody, 'family' | 'again'>; begin: Date },
): Promise<Drawn> {
  const { message: text, family, again } = body;
  const { recipients } = found;
  const told: Told = again ? new Map() : await findTold(scope, recipients, text);
  const { template, ...reach } = await findWay(scope, deps, { words: body, recipients, at: begin });
  return { plan: await planFor(scope, found, { text, family, again, told, ...reach }), template };
}

/** Why there is nobody: nothing was chosen, or what was chosen holds nobody. */
function nobody({ groupIDs, contactIDs }: Audience): Failure {
  const isChosen = groupIDs.length + contactIDs.length > 0;
  return new Failure('invalid', isChosen ? failureWords.nobody : toasts.errors.groups);
}

/**
 * Queues a message to groups, bills or plain numbers. A repeated request with the same `clientID` makes one run.
 * `kind`: out of a chat it is a reply, which waits for no quiet hours.
 */
export async function send(
  scope: Scope,
  deps: Deps,
  { kind = 'run', ...body }: Text & Audience & { kind?: RunKind },
): Promise<SendAnswer> {
  checkText(body.message);
  const draw = async (scope: Scope, begin: Date) => {
    const found = await findRecipients(scope, deps.now(), body);
    if (found.recipients.length === 0) throw nobody(body);
    return drawPlan(scope, deps, { ...found, body, begin });
  };
  return queue(scope, deps, { ...body, kind, audience: body.status, draw });
}

/** Tells one number something that is not about a bill, though it asked for no messages. */
export async function sendNotice(
  scope: Scope,
  deps: Deps,
  { number, text }: { number: string; text: string },
) {
  const to = { number, name: '', groupIDs: [], billIDs: [] };
  const plan: Plan = { messages: [{ ...to, text }], skipped: [], told: 0, reached: new Set() };
  await queue(scope, deps, {
    message: text,
    media: '',
    audience: 'all',
    family: false,
    kind: 'notice',
    draw: async () => ({ plan, template: undefined }),
  });
}

/** Queues a message to the students of classes and sections; both must be chosen, as the spec has it. */
export async function sendToClasses(
  scope: Scope,
  deps: Deps,
  body: Text & { clsIDs: number[]; secIDs: number[]; again: boolean },
): Promise<SendAnswer> {
  if (body.clsIDs.length === 0 || body.secIDs.length === 0) throw new Failure('invalid', toasts.errors.form);
  checkText(body.message);
  const draw = async (scope: Scope, begin: Date) => {
    const recipients = await findStudents(scope, body.clsIDs, body.secIDs);
    if (recipients.length === 0) throw new Failure('invalid', failureWords.nobody);
    return drawPlan(scope, deps, { recipients, only: undefined, body: { ...body, family: false }, begin });
  };
  return queue(scope, deps, { ...body, audience: 'all', family: false, kind: 'run', draw });
}
