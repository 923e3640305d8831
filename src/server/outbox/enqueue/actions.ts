import type { SendAudience } from '#shared/bill-status.ts';
import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import type { Template } from '#shared/calls/templates.ts';
import { addDays, dayIn } from '#shared/dates.ts';
import { Failure } from '#shared/failures.ts';
import type { BroadcastKind } from '#shared/message-states.ts';
import { maskedLink } from '#shared/parent-link.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { type Reason, reasonOf, type ToldReason, tellReason } from '#shared/reasons.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { countMessagesOfDay } from '../../auth/schools/actions.ts';
import type { Scope } from '../../auth/scope.ts';
import { setReplied } from '../../chat/queries.ts';
import type { Deps } from '../../deps.ts';
import { findSender } from '../../numbers/senders/queries.ts';
import {
  type Audience,
  type FoundRecipients,
  findRecipients,
  findStudents,
} from '../../recipients/actions.ts';
import { linksOf } from '../../recipients/links/actions.ts';
import { daysAfterLast, keepsLink } from '../../recipients/links/rules.ts';
import { listClassNames } from '../../recipients/queries.ts';
import type { Recipient, ToldPayment } from '../../recipients/rules.ts';
import { listTemplates } from '../../templates/queries.ts';
import { checkText } from '../../templates/rules.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { recordChange } from '../../trail/actions.ts';
import { demoIDs } from '../../whatsapp/demo-phone.ts';
import { runYielding, yieldToEventLoop } from '../../yielding.ts';
import { messageParts } from '../broadcasts/queries.ts';
import { findEarlierAnswer, keepIdempotencyKey } from '../idempotency-keys/actions.ts';
import { storedIDs } from '../model.ts';
import { listOptedOut } from '../opt-outs/queries.ts';
import { type Delivery, findDelivery } from '../windows/actions.ts';
import {
  insertBroadcast,
  insertBroadcastGroups,
  insertMessages,
  listBroadcastsThatTold,
  listToldInPart,
  listToldNumbers,
  type NewMessage,
  type ToldText,
} from './queries.ts';
import { type AlreadyTold, type Plan, planMessages, type SkippedRecipient, startOf } from './rules.ts';

export type SendText = Pick<SendBody, 'message' | 'media' | 'clientID' | 'sendAt' | 'templateID'>;
/** What a broadcast says, and to whom again. */
type Words = Pick<SendBody, 'message' | 'media' | 'templateID' | 'family' | 'again'> & {
  /** Of which it is the receipt. */
  payment?: ToldPayment | undefined;
};

export function namesOfSkipped(skipped: readonly Pick<SkippedRecipient, 'number' | 'name' | 'reason'>[]) {
  // Of 100,000 nearly all have one of a few reasons.
  const told = new Map<Reason, ToldReason>();
  return skipped.map(({ number, name, reason }) => {
    const said = told.get(reason) ?? tellReason(reason);
    told.set(reason, said);
    return { number, name, ...said };
  });
}

const alreadyTold = reasonOf('alreadyTold');

/** Two people press Send for the same: the second has nothing to send, and no broadcast is made of it. */
const isAllTold = ({ skipped }: Plan): boolean =>
  skipped.length > 0 && skipped.every(({ reason }) => reason === alreadyTold);

/** A row for each message and for each one left out, so that it can always be said who was not told, and why. */
export function* rowsOf(
  plan: Plan,
  broadcast: Pick<NewMessage, 'broadcastID' | 'senderID' | 'media'>,
  { now, startAt }: { now: string; startAt: string | null },
): Generator<NewMessage> {
  const base = {
    ...broadcast,
    leaseUntil: null,
    pollAt: null,
    providerID: null,
    acceptedAt: null,
    params: null,
    owedIDs: '',
    createdAt: now,
    updatedAt: now,
  };
  const queued = { ...base, status: 'queued' as const, reason: null, dueAt: startAt ?? now };
  const skipped = { ...base, status: 'skipped' as const, text: '', dueAt: null };
  const about = ({ groupIDs, billIDs }: Pick<SkippedRecipient, 'groupIDs' | 'billIDs'>) => ({
    groupID: groupIDs[0] ?? null,
    groupIDs: storedIDs(groupIDs),
    billIDs: storedIDs(billIDs),
  });
  // Those left out come first, so that a list with the newest on top begins with those who are told.
  for (const { number, name, reason, ...ids } of plan.skipped)
    yield { ...skipped, number, name, reason, ...about(ids) };
  for (const { number, name, text, params = null, media = base.media, owedIDs, ...ids } of plan.messages) {
    const owed = startAt === null ? '' : storedIDs(owedIDs);
    yield { ...queued, number, name, text, params, media, ...about(ids), owedIDs: owed };
  }
}

/** The groups that the broadcast speaks of, to those who are told and of those who are not. */
export function groupsOf({ messages, skipped }: Plan): Set<number> {
  const groups = new Set<number>();
  for (const list of [messages, skipped])
    for (const { groupIDs } of list) for (const id of groupIDs) groups.add(id);
  return groups;
}

/** What is sent, and to whom: planned only when it is this broadcast's turn, so that it holds when it is stored. */
type SendOrder = SendText & {
  audience: SendAudience;
  family: boolean;
  kind: BroadcastKind;
  /** The classes it is for, by their names. */
  classes?: readonly string[];
  /** The last day, in the campus, on which what it says still holds. */
  lastDay?: string | undefined;
  /** Of which it is the receipt. */
  paymentID?: number | undefined;
  /** The parent's message that it answers by itself. */
  answersID?: number | undefined;
  /** `begin`: when the first of it may go. */
  plan: (scope: Scope, begin: Date) => Promise<{ plan: Plan; template: BroadcastTemplate | undefined }>;
};

/** One entry however many messages: they are found by their broadcast. Of the text nothing is told. */
async function recordSend(
  scope: Scope,
  { messages, skipped }: Plan,
  sent: {
    id: number;
    groupIDs: ReadonlySet<number>;
    kind: BroadcastKind | 'answer';
    startAt: string | null;
    at: string;
  },
): Promise<void> {
  const { id, groupIDs, kind, startAt, at } = sent;
  // What the program tells by itself is no send of a person.
  if (kind === 'notice') return;
  const [groupID = null] = groupIDs.size === 1 ? groupIDs : [];
  const [only] = messages.length === 1 ? messages : [];
  await recordChange(scope, {
    what: 'sent',
    at,
    about: { kind: 'send', id, name: only ? only.name || only.number : '', groupID },
    changes: startAt === null ? {} : { startAt: [null, startAt] },
    details: { kind, queued: messages.length, skipped: skipped.length },
  });
}

/** What the template is called by which a send goes, or whose text it says: its name from then on. */
async function titleOf(
  scope: Scope,
  { kind, message, media = '' }: SendOrder,
  template: BroadcastTemplate | undefined,
): Promise<string | null> {
  if (kind === 'notice') return null;
  const all = await listTemplates(scope);
  const isSaid = (one: Template): boolean => one.message === message && one.media === media;
  return (all.find(({ id }) => id === template?.templateID) ?? all.find(isSaid))?.title ?? null;
}

/** `isAnswer`: a conversation waits no more. */
type Stored = SendAnswer & { plan: Plan; isAnswer: boolean };

async function storeBroadcast(scope: Scope, order: SendOrder, at: Date): Promise<Stored> {
  const now = at.toISOString();
  const startAt = startOf(scope.campus, order.sendAt, at);
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const { plan, template } = await order.plan(scope, startAt === null ? at : new Date(startAt));
  const queued = plan.messages.length;
  if (queued === 0 && isAllTold(plan)) throw new Failure('conflict', failureWords.allTold);
  const broadcast = { senderID: sender.id, media: order.media ?? '' };
  // Of many it is a broadcast, whichever call it came by.
  const kind = order.kind === 'reply' && queued > 1 ? 'run' : order.kind;
  const broadcastID = await insertBroadcast(scope, {
    ...broadcast,
    clientID: order.clientID ?? null,
    text: order.message,
    total: queued + plan.skipped.length,
    queued,
    audience: order.audience,
    family: order.family ? 1 : 0,
    kind,
    startAt,
    template: template ? JSON.stringify(template) : null,
    title: await titleOf(scope, order, template),
    classes: order.classes ? JSON.stringify(order.classes) : null,
    lastDay: order.lastDay ?? null,
    paymentID: order.paymentID ?? null,
    answersID: order.answersID ?? null,
    createdAt: now,
  });
  await keepIdempotencyKey(scope, order, at);
  await insertMessages(scope, rowsOf(plan, { ...broadcast, broadcastID }, { now, startAt }));
  const groupIDs = groupsOf(plan);
  await insertBroadcastGroups(scope, broadcastID, groupIDs);
  // In a chat one answers what one has read; what is sent to many answers nobody.
  // What the program answers by itself has read nothing.
  const [only] = kind === 'reply' && order.answersID === undefined ? plan.messages : [];
  const isAnswer = only !== undefined && (await setReplied(scope, only.number));
  // What is told by itself, such as that a number gets nothing any more, is never left out. Last, because all campuses of
  // the school share the row of the day: none waits for it while another stores its messages.
  if (order.kind !== 'notice') await countMessagesOfDay(scope, queued, at);
  const told = order.answersID === undefined ? kind : 'answer';
  await recordSend(scope, plan, { id: broadcastID, groupIDs, kind: told, startAt, at: now });
  return { broadcastID, queued, skipped: namesOfSkipped(plan.skipped), plan, isAnswer };
}

/**
 * Stores the whole broadcast, answered once every message has its row; a broadcast of the same request only answers
 * again.
 */
async function enqueueBroadcast(scope: Scope, deps: Deps, order: SendOrder): Promise<SendAnswer> {
  const now = deps.now();
  const { plan, isAnswer, ...answer } = await withCampusLock(
    scope,
    async (scope): Promise<SendAnswer & Partial<Pick<Stored, 'plan' | 'isAnswer'>>> =>
      (await findEarlierAnswer(scope, order, now)) ?? storeBroadcast(scope, order, now),
  );
  if (!plan) return answer;
  deps.bus.publish(scope.campusID, { what: 'outbox', broadcastID: answer.broadcastID });
  for (const { number } of plan.messages.slice(0, 1)) {
    deps.bus.publish(scope.campusID, { what: 'chat', number });
    if (isAnswer) deps.bus.publish(scope.campusID, { what: 'inbound', number });
  }
  deps.wake('sending');
  return answer;
}

/** Numbers looked for in one statement. */
const atOnce = 2000;

/**
 * Who was sent this text before: about these bills, or where there are none, at these numbers. Once a campus is
 * connected, what only a demo phone got was told to nobody.
 */
export async function findAlreadyTold(
  scope: Scope,
  recipients: readonly Pick<Recipient, 'groupID' | 'numbers'>[],
  said: ToldText,
): Promise<Map<string, string>> {
  const groupIDs = [...new Set(recipients.flatMap(({ groupID }) => groupID ?? []))];
  const numbers = recipients.filter(({ groupID }) => groupID === null).flatMap(({ numbers }) => numbers);
  const told = new Map<string, string>();
  const isDemo = (await findSender(scope))?.provider === 'demo';
  const note = (rows: Awaited<ReturnType<typeof listToldInPart>>): void => {
    for (const { number, billIDs, providerID } of rows)
      if (isDemo || !providerID?.startsWith(demoIDs)) told.set(number, (told.get(number) ?? '') + billIDs);
  };
  for await (const part of messageParts(scope, await listBroadcastsThatTold(scope, groupIDs, said)))
    note(await listToldInPart(scope, part));
  for (let from = 0; from < numbers.length; from += atOnce) {
    note(await listToldNumbers(scope, numbers.slice(from, from + atOnce), said.text));
    await yieldToEventLoop();
  }
  return told;
}

/** Of whoever has a bill that keeps one, where the text names it. Who only looks makes none, and is shown none. */
async function findLinks(
  scope: Scope,
  deps: Deps,
  {
    recipients,
    text,
    at,
    isLook,
  }: { recipients: readonly Recipient[]; text: string; at: Date; isLook: boolean },
): Promise<Map<string, string>> {
  const masked = maskedLink(deps.config.publicUrl);
  if (masked === undefined || !placeholdersIn(text).includes('link')) return new Map();
  const since = addDays(dayIn(scope.campus.timeZone, at), -daysAfterLast);
  const keeping = recipients.filter((one) => one.billID !== null && keepsLink(one, since));
  const numbers = keeping.flatMap((one) => one.numbers);
  return isLook ? new Map(numbers.map((number) => [number, masked])) : linksOf(scope, deps, numbers);
}

export type PlannedBroadcast = { plan: Plan; way: Delivery };

/**
 * Who gets what by these words at that instant, and why others get nothing: of a preview and of a send alike. Who was
 * told is not asked where it makes no difference, unless it is to be counted: it would cost a large broadcast a good
 * part of its time. `isLook`: nothing of it is stored.
 */
export async function planBroadcast(
  scope: Scope,
  deps: Deps,
  {
    recipients,
    only,
    words,
    at,
    countsTold = false,
    isLook = false,
  }: FoundRecipients & { words: Words; at: Date; countsTold?: boolean; isLook?: boolean },
): Promise<PlannedBroadcast> {
  const { message: text, family, again } = words;
  const said = { text, paymentID: null };
  const told: AlreadyTold = again && !countsTold ? new Map() : await findAlreadyTold(scope, recipients, said);
  const way = await findDelivery(scope, deps, { words, recipients, at });
  const links = await findLinks(scope, deps, { recipients, text, at, isLook });
  const wish = {
    text,
    media: words.media ?? '',
    family,
    again,
    told,
    links,
    ...way,
    payment: words.payment,
    only,
    optedOut: await listOptedOut(scope),
  };
  return { plan: await runYielding(planMessages(recipients, wish)), way };
}

/** Why there is nobody: nothing was chosen, or what was chosen holds nobody. */
function nobody({ groupIDs, contactIDs }: Audience): Failure {
  const isChosen = groupIDs.length + contactIDs.length > 0;
  return new Failure('invalid', isChosen ? failureWords.nobody : toasts.errors.groups);
}

/**
 * Queues a message to groups, bills or plain numbers. A repeated request with the same `clientID` makes one broadcast.
 * `kind`: out of a chat it is a reply, which waits for no quiet hours.
 */
export async function send(
  scope: Scope,
  deps: Deps,
  { kind = 'run', ...body }: SendText & Audience & { kind?: BroadcastKind },
): Promise<SendAnswer> {
  checkText(body.message);
  const plan = async (scope: Scope, begin: Date) => {
    const found = await findRecipients(scope, { now: deps.now(), at: begin }, body);
    if (found.recipients.length === 0) throw nobody(body);
    const { plan, way } = await planBroadcast(scope, deps, { ...found, words: body, at: begin });
    return { plan, template: way.template };
  };
  return enqueueBroadcast(scope, deps, { ...body, kind, audience: body.status, plan });
}

/** Tells one number something that is not about a bill, though it asked for no messages. */
export async function sendNotice(
  scope: Scope,
  deps: Deps,
  { number, text }: { number: string; text: string },
) {
  const to = { number, name: '', groupIDs: [], billIDs: [], owedIDs: [] };
  const plan: Plan = { messages: [{ ...to, text }], skipped: [], told: 0, reached: new Set() };
  await enqueueBroadcast(scope, deps, {
    message: text,
    media: '',
    audience: 'all',
    family: false,
    kind: 'notice',
    plan: async () => ({ plan, template: undefined }),
  });
}

/**
 * What a template says to these, a family each; of a receipt the payment. What waits after `lastDay`, in the campus, is
 * skipped.
 */
type ReadyBroadcast = PlannedBroadcast & {
  template: Pick<Template, 'message' | 'media'>;
  lastDay: string | undefined;
  paymentID?: number;
};

/**
 * Stores a reminder or a receipt in the caller's transaction, who tells of it once that is stored. Who has paid gets no
 * reminder, but a receipt. Answers the broadcast's id. Fails where the payment was told of.
 */
export async function storeReady(
  scope: Scope,
  { template, plan, way, ...of }: ReadyBroadcast,
  at: Date,
): Promise<number> {
  const { message, media } = template;
  const audience = of.paymentID === undefined ? 'open' : 'all';
  const said = { message, media, audience, family: true, kind: 'run' } as const;
  const order = { ...said, ...of, plan: async () => ({ plan, template: way.template }) };
  return (await storeBroadcast(scope, order, at)).broadcastID;
}

/**
 * Stores what the program answers to a parent's message, in the caller's transaction, who tells of it once that is stored.
 * To one parent, it waits for no quiet hours and reminds of nothing. Answers the broadcast's id. Fails where the message was
 * answered so before.
 */
export async function storeAnswer(
  scope: Scope,
  { plan, way, ...said }: PlannedBroadcast & { message: string; answersID: number; lastDay: string },
  at: Date,
): Promise<number> {
  const order = { ...said, media: '', audience: 'open', family: true, kind: 'reply' } as const;
  const stored = await storeBroadcast(
    scope,
    { ...order, plan: async () => ({ plan, template: way.template }) },
    at,
  );
  return stored.broadcastID;
}

/** Queues a message to the students of classes and sections; both must be chosen, as the spec has it. */
export async function sendToClasses(
  scope: Scope,
  deps: Deps,
  body: SendText & { clsIDs: number[]; secIDs: number[]; again: boolean },
): Promise<SendAnswer> {
  if (body.clsIDs.length === 0 || body.secIDs.length === 0) throw new Failure('invalid', toasts.errors.form);
  checkText(body.message);
  const words = { ...body, family: false };
  const plan = async (scope: Scope, begin: Date) => {
    const recipients = await findStudents(scope, body.clsIDs, body.secIDs);
    if (recipients.length === 0) throw new Failure('invalid', failureWords.nobody);
    const { plan, way } = await planBroadcast(scope, deps, { recipients, only: undefined, words, at: begin });
    return { plan, template: way.template };
  };
  const classes = await listClassNames(scope, body.clsIDs);
  return enqueueBroadcast(scope, deps, {
    ...body,
    audience: 'all',
    family: false,
    kind: 'run',
    classes,
    plan,
  });
}
