import type { SendAnswer, SendBody } from '#shared/calls/messages.ts';
import type { Template } from '#shared/calls/templates.ts';
import { Failure } from '#shared/failures.ts';
import type { BroadcastKind } from '#shared/messages/message-states.ts';
import { placeholdersIn } from '#shared/messages/placeholders.ts';
import {
  makeReason,
  noReason,
  type Reason,
  type ReasonFields,
  tellReason,
} from '#shared/messages/reasons.ts';
import type { SendAudience } from '#shared/money/bill-status.ts';
import { maskedLink } from '#shared/people/parent-link.ts';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import { needSameRequest } from '../../auth/idempotency-keys.ts';
import { countMessagesOfDay } from '../../auth/schools/schools.ts';
import type { Scope } from '../../auth/scope.ts';
import { setReplied } from '../../chat/chat-queries.ts';
import type { Deps } from '../../deps.ts';
import { linksOf } from '../../recipients/links/links.ts';
import { daysAfterLast, keepsLink } from '../../recipients/links/links-rules.ts';
import {
  type Audience,
  type FoundRecipients,
  findRecipients,
  findStudents,
} from '../../recipients/recipients.ts';
import { listClassNames } from '../../recipients/recipients-queries.ts';
import type { ReceiptPayment, Recipient } from '../../recipients/recipients-rules.ts';
import { findSender } from '../../senders/settings/settings-queries.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { listTemplates } from '../../templates/templates-queries.ts';
import { checkText } from '../../templates/templates-rules.ts';
import { recordChange } from '../../trail/trail.ts';
import { demoIDs } from '../../whatsapp/demo-phone.ts';
import { runYielding, yieldToEventLoop } from '../../yielding.ts';
import { messageParts } from '../broadcasts/broadcasts-queries.ts';
import { type Delivery, findDelivery } from '../limits/windows.ts';
import { storedIDs } from '../model.ts';
import { listOptedOut } from '../opt-outs/opt-outs-queries.ts';
import {
  findBroadcastByClient,
  insertBroadcast,
  insertBroadcastGroups,
  insertMessages,
  listBroadcastsWithText,
  listSentInPart,
  listSentToNumbers,
  type NewMessage,
  type SentText,
} from './enqueue-queries.ts';
import {
  type AlreadySent,
  type Plan,
  type PlanOptions,
  planMessages,
  type SkippedRecipient,
  startOf,
} from './enqueue-rules.ts';

export type SendText = Pick<SendBody, 'message' | 'media' | 'clientID' | 'sendAt' | 'templateID'>;
/** The text of a broadcast, and whether it is sent again to numbers that already got it. */
type Words = Pick<SendBody, 'message' | 'media' | 'templateID' | 'family' | 'again'> & {
  /** The payment for which this is the receipt. */
  payment?: ReceiptPayment | undefined;
};

export function namesOfSkipped(skipped: readonly Pick<SkippedRecipient, 'number' | 'name' | 'reason'>[]) {
  // Up to 100,000 recipients have only a few different reasons, so each sentence is built once.
  const cache = new Map<Reason, ReasonFields>();
  return skipped.map(({ number, name, reason }) => {
    const sentence = cache.get(reason) ?? tellReason(reason);
    cache.set(reason, sentence);
    return { number, name, ...sentence };
  });
}

const alreadySentReason = makeReason('alreadyTold');

/**
 * When two people send the same text at the same time, the second send has no recipients left. No broadcast is stored
 * for it.
 */
const isAllSent = ({ skipped }: Plan): boolean =>
  skipped.length > 0 && skipped.every(({ reason }) => reason === alreadySentReason);

/**
 * Yields a row for each message and each skipped recipient, so that the list can always say who got nothing and why.
 */
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
  // Skipped rows come first, so that a list with the newest on top begins with the messages that are sent.
  for (const { number, name, reason, ...ids } of plan.skipped)
    yield { ...skipped, number, name, reason, ...about(ids) };
  for (const { number, name, text, params = null, media = base.media, owedIDs, ...ids } of plan.messages) {
    const owed = startAt === null ? '' : storedIDs(owedIDs);
    yield { ...queued, number, name, text, params, media, ...about(ids), owedIDs: owed };
  }
}

/** Returns the billings of all messages and skipped recipients. */
export function groupsOf({ messages, skipped }: Plan): Set<number> {
  const groups = new Set<number>();
  for (const list of [messages, skipped])
    for (const { groupIDs } of list) for (const id of groupIDs) groups.add(id);
  return groups;
}

/**
 * The content of a send and its recipients. The plan is made inside the transaction, so that nothing changes between
 * planning and storing.
 */
type SendOrder = SendText & {
  audience: SendAudience;
  family: boolean;
  kind: BroadcastKind;
  /** The names of the classes of a send to classes. */
  classes?: readonly string[];
  /** The last day, in the time zone of the campus, on which its text is true. */
  lastDay?: string | undefined;
  /** The payment for which this is the receipt. */
  paymentID?: number | undefined;
  /** The parent's message that this send answers automatically. */
  answersID?: number | undefined;
  /** The template whose reminder rule makes this send. */
  reminderOf?: number | undefined;
  /** `begin` is when the first message may be sent. */
  plan: (scope: Scope, begin: Date) => Promise<{ plan: Plan; template: BroadcastTemplate | undefined }>;
};

/**
 * Writes one entry into the audit log for the whole send, not for each message. The entry does not contain the text.
 */
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
  // A notice comes from the program, so it is not a person's send.
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

/**
 * Returns the title of the template that the send uses, or of a template with the same text. The send keeps this title.
 */
async function titleOf(
  scope: Scope,
  { kind, message, media = '' }: SendOrder,
  template: BroadcastTemplate | undefined,
): Promise<string | null> {
  if (kind === 'notice') return null;
  const all = await listTemplates(scope);
  const hasSameText = (one: Template): boolean => one.message === message && one.media === media;
  return (all.find(({ id }) => id === template?.templateID) ?? all.find(hasSameText))?.title ?? null;
}

/** `isAnswer` means that the conversation was waiting and is now answered. */
type Stored = SendAnswer & { plan: Plan; isAnswer: boolean };

async function storeBroadcast(scope: Scope, order: SendOrder, at: Date): Promise<Stored> {
  const now = at.toISOString();
  const startAt = startOf(scope.campus, order.sendAt, at);
  const sender = await findSender(scope);
  if (!sender) throw new Error(`campus ${scope.campusID} has no sender`);
  const { plan, template } = await order.plan(scope, startAt === null ? at : new Date(startAt));
  const queued = plan.messages.length;
  if (queued === 0 && isAllSent(plan)) throw new Failure('conflict', failureWords.alreadySentToAll);
  const broadcast = { senderID: sender.id, media: order.media ?? '' };
  // A send to more than one recipient is a broadcast, even if the call was for a reply.
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
    reminderOf: order.reminderOf ?? null,
    createdAt: now,
  });
  await insertMessages(scope, rowsOf(plan, { ...broadcast, broadcastID }, { now, startAt }));
  const groupIDs = groupsOf(plan);
  await insertBroadcastGroups(scope, broadcastID, groupIDs);
  // A person who replies in a chat has read it, so the conversation is answered. A message to many recipients or an
  // automatic answer does not change that.
  const [only] = kind === 'reply' && order.answersID === undefined ? plan.messages : [];
  const isAnswer = only !== undefined && (await setReplied(scope, only.number));
  // A notice is always sent, so it does not count. The count is updated last, because all campuses of the school share
  // its row. Otherwise one campus would wait while another stores its messages.
  if (order.kind !== 'notice') await countMessagesOfDay(scope, queued, at);
  const recordedKind = order.answersID === undefined ? kind : 'answer';
  await recordSend(scope, plan, { id: broadcastID, groupIDs, kind: recordedKind, startAt, at: now });
  return { broadcastID, queued, skipped: namesOfSkipped(plan.skipped), plan, isAnswer };
}

/** Returns the answer of the broadcast that has this `clientID`. */
async function findEarlierAnswer(
  scope: Scope,
  { clientID, ...request }: SendOrder,
  at: Date,
): Promise<SendAnswer | undefined> {
  if (clientID === undefined) return undefined;
  const broadcast = await findBroadcastByClient(scope, clientID);
  const isAnswered = broadcast !== undefined;
  await needSameRequest(scope, { call: 'send', clientID, request }, { at, isAnswered });
  if (!broadcast) return undefined;
  const { id, queued, skipped } = broadcast;
  return {
    broadcastID: id,
    queued,
    skipped: skipped.map(({ reason, ...who }) => ({ ...who, ...tellReason(reason ?? noReason) })),
  };
}

/**
 * Stores the whole broadcast and returns once every message has its row. A repeated request returns the answer of the
 * first one.
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

/** Numbers in one statement. */
const numbersPerStatement = 2000;

/**
 * Finds the numbers that got this text before: about the billings of these recipients, or at all for recipients without
 * a bill. Once a campus is connected, messages to the demo phone do not count.
 */
export async function findAlreadySent(
  scope: Scope,
  recipients: readonly Pick<Recipient, 'groupID' | 'numbers'>[],
  content: SentText,
): Promise<Map<string, string>> {
  const groupIDs = [...new Set(recipients.flatMap(({ groupID }) => groupID ?? []))];
  const numbers = recipients.filter(({ groupID }) => groupID === null).flatMap(({ numbers }) => numbers);
  const sent = new Map<string, string>();
  const isDemo = (await findSender(scope))?.provider === 'demo';
  const note = (rows: Awaited<ReturnType<typeof listSentInPart>>): void => {
    for (const { number, billIDs, providerID } of rows)
      if (isDemo || !providerID?.startsWith(demoIDs)) sent.set(number, (sent.get(number) ?? '') + billIDs);
  };
  for await (const part of messageParts(scope, await listBroadcastsWithText(scope, groupIDs, content)))
    note(await listSentInPart(scope, part));
  for (let from = 0; from < numbers.length; from += numbersPerStatement) {
    note(await listSentToNumbers(scope, numbers.slice(from, from + numbersPerStatement), content.text));
    await yieldToEventLoop();
  }
  return sent;
}

/**
 * Returns the links of parents with an open or recently paid bill, when the text contains the link. A preview creates no link and shows
 * a masked one.
 */
async function findLinks(
  scope: Scope,
  deps: Deps,
  {
    recipients,
    text,
    at,
    isPreview,
  }: { recipients: readonly Recipient[]; text: string; at: Date; isPreview: boolean },
): Promise<Map<string, string>> {
  const masked = maskedLink(deps.config.publicUrl);
  if (masked === undefined || !placeholdersIn(text).includes('link')) return new Map();
  const since = addDays(dayIn(scope.campus.timeZone, at), -daysAfterLast);
  const keeping = recipients.filter((one) => one.billID !== null && keepsLink(one, since));
  const numbers = keeping.flatMap((one) => one.numbers);
  return isPreview ? new Map(numbers.map((number) => [number, masked])) : linksOf(scope, deps, numbers);
}

export type PlannedBroadcast = { plan: Plan; delivery: Delivery };

/**
 * Decides which recipients get which text at that instant, and why the others get nothing. Previews and sends use it.
 * It searches earlier sends only if the result is needed, because that takes much of the time of a large broadcast.
 * With `isPreview` nothing is stored.
 */
export async function planBroadcast(
  scope: Scope,
  deps: Deps,
  {
    recipients,
    only,
    words,
    audience,
    at,
    countsSent = false,
    isPreview = false,
    promised,
  }: FoundRecipients & {
    words: Words;
    audience: SendAudience;
    at: Date;
    countsSent?: boolean;
    isPreview?: boolean;
    promised?: PlanOptions['promised'];
  },
): Promise<PlannedBroadcast> {
  const { message: text, family, again } = words;
  const content = { text, paymentID: null };
  const alreadySent: AlreadySent =
    again && !countsSent ? new Map() : await findAlreadySent(scope, recipients, content);
  const delivery = await findDelivery(scope, deps, { words, recipients, at });
  const links = await findLinks(scope, deps, { recipients, text, at, isPreview });
  const options = {
    text,
    audience,
    media: words.media ?? '',
    family,
    again,
    alreadySent,
    links,
    ...delivery,
    payment: words.payment,
    only,
    optedOut: await listOptedOut(scope),
    promised,
  };
  return { plan: await runYielding(planMessages(recipients, options)), delivery };
}

/** Returns the failure of a send without recipients: nothing was chosen, or the choice contains nobody. */
function noRecipients({ groupIDs, contactIDs }: Audience): Failure {
  const isChosen = groupIDs.length + contactIDs.length > 0;
  return new Failure('invalid', isChosen ? failureWords.nobody : toasts.errors.groups);
}

/**
 * Queues a message to billings, bills or plain numbers. A repeated request with the same `clientID` makes one
 * broadcast. A `reply` comes from a chat and does not wait for quiet hours.
 */
export async function send(
  scope: Scope,
  deps: Deps,
  { kind = 'run', ...body }: SendText & Audience & { kind?: BroadcastKind },
): Promise<SendAnswer> {
  checkText(body.message);
  const plan = async (scope: Scope, begin: Date) => {
    const found = await findRecipients(scope, { now: deps.now(), at: begin }, body);
    if (found.recipients.length === 0) throw noRecipients(body);
    const toPlan = { ...found, words: body, audience: body.status, at: begin };
    const { plan, delivery } = await planBroadcast(scope, deps, toPlan);
    return { plan, template: delivery.template };
  };
  return enqueueBroadcast(scope, deps, { ...body, kind, audience: body.status, plan });
}

/** Sends one number a text that is not about a bill, even after an opt-out. */
export async function sendNotice(
  scope: Scope,
  deps: Deps,
  { number, text }: { number: string; text: string },
) {
  const to = { number, name: '', groupIDs: [], billIDs: [], owedIDs: [] };
  const plan: Plan = { messages: [{ ...to, text }], skipped: [], repeated: 0, reached: new Set() };
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
 * A template with its plan, one message per family. A receipt also has its payment. Messages that still wait after
 * `lastDay`, in the time zone of the campus, are skipped.
 */
type ReadyBroadcast = PlannedBroadcast & {
  template: Pick<Template, 'message' | 'media'>;
  lastDay: string | undefined;
  paymentID?: number;
  reminderOf?: number;
};

/**
 * Stores a reminder or a receipt in the transaction of the caller, who publishes it after the commit. A family that has
 * paid gets no reminder, but does get a receipt. Returns the id of the broadcast. Fails when the payment already has a
 * receipt.
 */
export async function storeReady(
  scope: Scope,
  { template, plan, delivery, ...of }: ReadyBroadcast,
  at: Date,
): Promise<number> {
  const { message, media } = template;
  const audience = of.paymentID === undefined ? 'open' : 'all';
  const content = { message, media, audience, family: true, kind: 'run' } as const;
  const order = { ...content, ...of, plan: async () => ({ plan, template: delivery.template }) };
  return (await storeBroadcast(scope, order, at)).broadcastID;
}

/**
 * Stores an automatic answer to a parent's message in the transaction of the caller, who publishes it after the commit.
 * It is for a single parent, so it does not wait for quiet hours. Returns the id of the broadcast. Fails when this
 * message was answered before.
 */
export async function storeAnswer(
  scope: Scope,
  { plan, delivery, ...content }: PlannedBroadcast & { message: string; answersID: number; lastDay: string },
  at: Date,
): Promise<number> {
  const order = { ...content, media: '', audience: 'open', family: true, kind: 'reply' } as const;
  const stored = await storeBroadcast(
    scope,
    { ...order, plan: async () => ({ plan, template: delivery.template }) },
    at,
  );
  return stored.broadcastID;
}

/** Queues a message to the students of classes and sections. The spec requires that both are chosen. */
export async function sendToClasses(
  scope: Scope,
  deps: Deps,
  body: SendText & Pick<SendBody, 'status'> & { clsIDs: number[]; secIDs: number[]; again: boolean },
): Promise<SendAnswer> {
  if (body.clsIDs.length === 0 || body.secIDs.length === 0) throw new Failure('invalid', toasts.errors.form);
  checkText(body.message);
  const words = { ...body, family: false };
  const plan = async (scope: Scope, begin: Date) => {
    const recipients = await findStudents(scope, { now: deps.now(), at: begin }, body);
    if (recipients.length === 0) throw new Failure('invalid', failureWords.nobody);
    const { plan, delivery } = await planBroadcast(scope, deps, {
      recipients,
      only: undefined,
      words,
      audience: body.status,
      at: begin,
    });
    return { plan, template: delivery.template };
  };
  const classes = await listClassNames(scope, body.clsIDs);
  return enqueueBroadcast(scope, deps, {
    ...body,
    audience: body.status,
    family: false,
    kind: 'run',
    classes,
    plan,
  });
}
