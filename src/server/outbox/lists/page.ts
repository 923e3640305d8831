import type { FamilyMessage } from '#shared/calls/families.ts';
import type { Message } from '#shared/calls/outbox.ts';
import { Failure } from '#shared/failures.ts';
import { makeReason, type Reason, tellReason } from '#shared/messages/reasons.ts';
import { has } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findGroupOfBill, hasGroup } from '../../recipients/recipients-queries.ts';
import { listSubmitted } from '../../templates/approvals/approvals-queries.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { recordAlone } from '../../trail/trail.ts';
import { listTemplatesOfBroadcasts } from '../broadcasts/broadcasts-queries.ts';
import { toCounts } from '../broadcasts/broadcasts-rules.ts';
import { billIDsOf } from '../model.ts';
import {
  countByState,
  type FamilyOfMessages,
  listBroadcastIDs,
  listMessageIDs,
  listMessages,
  listMessagesByID,
  listMessagesOfBill,
  listMessagesOfFamily,
  type OutboxChoice,
  type OutboxPage,
} from './page-queries.ts';
import { sumStates } from './page-rules.ts';
import { listPaidSince } from './sends.ts';

const latestOfBill = 100;
type Row = Awaited<ReturnType<typeof listMessages>>[number];
const toMessage = ({ billIDs, owedIDs: _owedIDs, decidedAt, reason, ...row }: Row): Message => ({
  ...row,
  ...tellReason(reason),
  isDecided: decidedAt !== null,
  billID: billIDsOf({ billIDs })[0] ?? null,
});

/**
 * Finds broadcasts whose messages wait because WhatsApp does not accept their template now. Returns the reason by
 * broadcast.
 */
async function listHeldByTemplate(
  scope: Scope,
  broadcastIDs: number[],
): Promise<ReadonlyMap<number, Reason>> {
  const held = new Map<number, Reason>();
  const submitted = broadcastIDs.length === 0 ? [] : await listSubmitted(scope);
  const notTaken = submitted.filter(({ state }) => state !== 'approved' && state !== 'pending');
  if (notTaken.length === 0) return held;
  for (const { id, template } of await listTemplatesOfBroadcasts(scope, broadcastIDs)) {
    const { name, language } = JSON.parse(template ?? '') as BroadcastTemplate;
    const state = notTaken.find((one) => one.name === name && one.language === language)?.state;
    if (state) held.set(id, makeReason(state === 'paused' ? 'templatePaused' : 'templateNotTaken'));
  }
  return held;
}

/** Converts rows to the form of the API. The state of a template is looked up now, because no message stores it. */
export async function toMessages(scope: Scope, rows: readonly Row[]): Promise<Message[]> {
  const waiting = rows.filter(({ status }) => status === 'queued').map(({ broadcastID }) => broadcastID);
  const held = await listHeldByTemplate(scope, [...new Set(waiting)]);
  const why = ({ status, broadcastID, reason }: Row) =>
    status === 'queued' ? (held.get(broadcastID) ?? reason) : reason;
  return rows.map((row) => toMessage({ ...row, reason: why(row) }));
}

/**
 * Adds the ids for the filter `paidSince`, which one query cannot express: families that have paid since a reminder.
 */
async function withIDs(scope: Scope, choice: OutboxChoice): Promise<OutboxChoice> {
  const { status, broadcastID } = choice;
  if (status !== 'paidSince') return choice;
  return { ...choice, ids: broadcastID ? ((await listPaidSince(scope, broadcastID)) ?? []) : [] };
}

/** Returns a page of the outbox with the counts of every state, which the filter shows. */
export async function showOutbox(scope: Scope, filter: OutboxChoice, page: OutboxPage) {
  const choice = await withIDs(scope, filter);
  const rows = await listMessages(scope, choice, { ...page, take: page.take + 1 });
  const counts = toCounts(await countByState(scope, filter));
  const items = await toMessages(scope, rows.slice(0, page.take));
  const isSum = choice.ids === undefined;
  return {
    items,
    next: rows.length > page.take ? (items.at(-1)?.id ?? null) : null,
    count: isSum ? sumStates(counts, choice.status) : (await listMessageIDs(scope, choice)).length,
    counts,
  };
}

export async function showMessage(scope: Scope, id: number): Promise<Message> {
  const [message] = await toMessages(scope, await listMessagesByID(scope, [id]));
  if (!message) throw new Failure('notFound', failureWords.notFound);
  return message;
}

/** Lists the messages about this bill, sent or not. */
export async function showMessagesOfBill(scope: Scope, billID: number): Promise<Message[]> {
  const groupID = await findGroupOfBill(scope, billID);
  if (groupID === undefined) throw new Failure('notFound', failureWords.notFound);
  const rows = await listMessagesOfBill(scope, { groupID, billID }, latestOfBill);
  return toMessages(scope, rows);
}

const latestOfFamily = 40;

/** Lists the messages to these numbers or about these bills, each with the name of its send. */
export async function showMessagesOfFamily(scope: Scope, family: FamilyOfMessages): Promise<FamilyMessage[]> {
  const rows = await listMessagesOfFamily(scope, family, latestOfFamily);
  const messages = await toMessages(
    scope,
    rows.map(({ send: _send, ...row }) => row),
  );
  return messages.map((message, at) => ({ ...message, send: rows[at]?.send ?? null }));
}

export type ExportedMessage = Message & { billIDs: number[] };

const messagesPerStep = 1000;

/**
 * Reads the messages broadcast by broadcast. A search for each page among all chosen messages would take longer the
 * more messages there are. With a broadcast id it reads that send and its follow-ups.
 */
async function* messagePages(scope: Scope, choice: OutboxChoice): AsyncGenerator<ExportedMessage[]> {
  const parts =
    choice.broadcastID === undefined
      ? (await listBroadcastIDs(scope, choice.groupID)).map((id) => ({ among: [id] }))
      : [{}];
  for (const part of parts) {
    const ids = await listMessageIDs(scope, { ...choice, ...part });
    for (let from = 0; from < ids.length; from += messagesPerStep) {
      const rows = await listMessagesByID(scope, ids.slice(from, from + messagesPerStep));
      const messages = await toMessages(scope, rows);
      const bills = new Map(rows.map((row) => [row.id, billIDsOf(row)]));
      yield messages.map((message) => ({ ...message, billIDs: bills.get(message.id) ?? [] }));
    }
  }
}

/**
 * Exports the messages that match the filters, the newest first, in pages, and records the export. Everyone who may see
 * the bills of a billing may export its messages; all others need the right to the outbox.
 */
export async function exportOutbox(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  choice: OutboxChoice,
): Promise<AsyncGenerator<ExportedMessage[]>> {
  if (choice.groupID === undefined && !has(scope.rights, 'outbox'))
    throw new Failure('forbidden', failureWords.forbidden);
  if (choice.groupID !== undefined && !(await hasGroup(scope, choice.groupID)))
    throw new Failure('notFound', failureWords.notFound);
  const { broadcastID, groupID = null, status, search } = choice;
  await recordAlone(scope, {
    what: 'outboxExported',
    at: deps.now().toISOString(),
    about: { kind: 'send', id: broadcastID ?? '', groupID },
    changes: {
      ...(status === 'all' ? {} : { status: [null, status] as const }),
      ...(search === '' ? {} : { search: [null, search] as const }),
    },
  });
  return messagePages(scope, await withIDs(scope, choice));
}
