import type { BillFilter } from '#shared/calls/bills.ts';
import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { type Audience, findRecipients, findStudents } from '../audience/actions.ts';
import type { Only, Recipient } from '../audience/rules.ts';
import type { Scope } from '../auth/scope.ts';
import { inTurn } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { findSender } from '../senders/queries.ts';
import {
  findBroadcastByClient,
  insertBroadcast,
  insertBroadcastGroups,
  insertMessages,
  type NewMessage,
} from './queries.ts';
import { checkText, type Plan, planMessages, type Skipped } from './rules.ts';

export type Text = Pick<SendBody, 'message' | 'media' | 'clientID'>;

const told = (skipped: readonly Skipped[]) =>
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
type Wish = Text & { audience: BillFilter; plan: (scope: Scope) => Promise<Plan> };

async function store(scope: Scope, wish: Wish, now: string): Promise<SendAnswer & { plan: Plan }> {
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const plan = await wish.plan(scope);
  const queued = plan.messages.length;
  const run = { senderID: sender.id, media: wish.media ?? '' };
  const broadcastID = await insertBroadcast(scope, {
    ...run,
    clientID: wish.clientID ?? null,
    text: wish.message,
    total: queued + plan.skipped.length,
    queued,
    audience: wish.audience,
    createdAt: now,
  });
  await insertMessages(scope, rowsOf(plan, { ...run, broadcastID }, now));
  await insertBroadcastGroups(scope, broadcastID, groupsOf(plan));
  return { broadcastID, queued, skipped: told(plan.skipped), plan };
}

/** Stores the whole run, answered once every message has its row; a run with this `clientID` only answers again. */
async function queue(scope: Scope, deps: Deps, wish: Wish): Promise<SendAnswer> {
  const now = deps.now().toISOString();
  const { plan, ...answer } = await inTurn(
    scope,
    async (scope): Promise<SendAnswer & { plan?: Plan }> =>
      (await answerAgain(scope, wish.clientID)) ?? store(scope, wish, now),
  );
  if (!plan) return answer;
  deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID: answer.broadcastID });
  for (const { number } of plan.messages.slice(0, 1))
    deps.bus.publish(scope.campusID, { what: 'chat', number });
  deps.wake();
  return answer;
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
  const plan = async (scope: Scope) => {
    const { recipients, only } = await findRecipients(scope, deps.now(), body);
    if (recipients.length === 0) throw nobody(body);
    return planFor(recipients, body, only);
  };
  return queue(scope, deps, { ...body, audience: body.status, plan });
}

/** Queues a message to the students of classes and sections; both must be chosen, as the spec has it. */
export async function sendToClasses(
  scope: Scope,
  deps: Deps,
  body: Text & { clsIDs: number[]; secIDs: number[] },
): Promise<SendAnswer> {
  if (body.clsIDs.length === 0 || body.secIDs.length === 0) throw new Failure('invalid', toasts.errors.form);
  checkText(body.message);
  const plan = async (scope: Scope) => {
    const recipients = await findStudents(scope, body.clsIDs, body.secIDs);
    if (recipients.length === 0) throw new Failure('invalid', failureWords.nobody);
    return planMessages(recipients, { text: body.message, family: false, only: undefined });
  };
  return queue(scope, deps, { ...body, audience: 'all', plan });
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
