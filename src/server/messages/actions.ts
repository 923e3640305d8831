import type { BillFilter } from '#shared/calls/bills.ts';
import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { unknownPlaceholders } from '#shared/placeholders.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { type Audience, findRecipients, findStudents } from '../audience/actions.ts';
import type { Only, Recipient } from '../audience/rules.ts';
import type { Scope } from '../auth/scope.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findSender } from '../senders/queries.ts';
import {
  findBroadcastByClient,
  insertBroadcast,
  insertBroadcastGroups,
  insertMessages,
  type NewMessage,
} from './queries.ts';
import { type Plan, planMessages, type Skipped } from './rules.ts';

export type Text = Pick<SendBody, 'message' | 'media' | 'clientID'>;

const told = (skipped: readonly Skipped[]) =>
  skipped.map(({ number, name, reason }) => ({ number, name, reason }));

function checkText(text: string): void {
  const unknown = unknownPlaceholders(text);
  if (unknown.length === 0) return;
  const issues = unknown.map((name) => ({ path: 'message', message: failureWords.unknownPlaceholder(name) }));
  throw new Failure('invalid', issues[0]?.message ?? failureWords.wrongShape, issues);
}

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

/** Stores the whole run in one transaction; answered once every message has its row. */
async function queue(
  scope: Scope,
  deps: Deps,
  { message, media, clientID, plan, audience }: Text & { plan: Plan; audience: BillFilter },
): Promise<SendAnswer> {
  const now = deps.now().toISOString();
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const broadcast = {
    senderID: sender.id,
    clientID: clientID ?? null,
    text: message,
    media: media ?? '',
    total: plan.messages.length + plan.skipped.length,
    queued: plan.messages.length,
    audience,
    createdAt: now,
  };
  const broadcastID = await inTransaction(scope, async (scope) => {
    const broadcastID = await insertBroadcast(scope, broadcast);
    if (broadcastID !== undefined) {
      const run = { broadcastID, senderID: sender.id, media: broadcast.media };
      await insertMessages(scope, rowsOf(plan, run, now));
      await insertBroadcastGroups(scope, broadcastID, groupsOf(plan));
    }
    return broadcastID;
  });
  if (broadcastID === undefined) {
    const first = await answerAgain(scope, clientID);
    if (first) return first;
    throw new Error('a run with this clientID was found and is gone');
  }
  deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID });
  deps.wake();
  return { broadcastID, queued: plan.messages.length, skipped: told(plan.skipped) };
}

function planFor(
  recipients: Recipient[],
  body: Audience & { message: string },
  only: Only | undefined,
): Plan {
  return planMessages(recipients, { text: body.message, family: body.family, only });
}

/** Why there is nobody: nothing was chosen, or what was chosen holds nobody. */
function nobody({ groupIDs, contactIDs }: Audience): Failure {
  const isChosen = groupIDs.length + contactIDs.length > 0;
  return new Failure('invalid', isChosen ? failureWords.nobody : toasts.errors.groups);
}

/** Queues a message to groups, bills or plain numbers. A repeated request with the same `clientID` makes one run. */
export async function send(scope: Scope, deps: Deps, body: Text & Audience): Promise<SendAnswer> {
  checkText(body.message);
  const again = await answerAgain(scope, body.clientID);
  if (again) return again;
  const { recipients, only } = await findRecipients(scope, deps.now(), body);
  if (recipients.length === 0) throw nobody(body);
  const plan = planFor(recipients, body, only);
  const answer = await queue(scope, deps, { ...body, plan, audience: body.status });
  for (const { number } of plan.messages.slice(0, 1))
    deps.bus.publish(scope.campusID, { what: 'chat', number });
  return answer;
}

/** Queues a message to the students of classes and sections; both must be chosen, as the spec has it. */
export async function sendToClasses(
  scope: Scope,
  deps: Deps,
  body: Text & { clsIDs: number[]; secIDs: number[] },
): Promise<SendAnswer> {
  if (body.clsIDs.length === 0 || body.secIDs.length === 0) throw new Failure('invalid', toasts.errors.form);
  checkText(body.message);
  const again = await answerAgain(scope, body.clientID);
  if (again) return again;
  const recipients = await findStudents(scope, body.clsIDs, body.secIDs);
  if (recipients.length === 0) throw new Failure('invalid', failureWords.nobody);
  const plan = planMessages(recipients, { text: body.message, family: false, only: undefined });
  return queue(scope, deps, { ...body, plan, audience: 'all' });
}

const mostSamples = 20;

/** What `send` would do with this body. */
export async function plan(scope: Scope, deps: Deps, body: Audience & { message: string }) {
  checkText(body.message);
  const { recipients, only } = await findRecipients(scope, deps.now(), body);
  const { messages, skipped } = planFor(recipients, body, only);
  return {
    queued: messages.length,
    bills: recipients.length,
    skipped: told(skipped),
    samples: messages.slice(0, mostSamples).map(({ number, name, text }) => ({ number, name, text })),
  };
}
