import type { FamilyMessage } from '#shared/calls/families.ts';
import type { Message } from '#shared/calls/outbox.ts';
import { Failure } from '#shared/failures.ts';
import { type Reason, reasonOf, tellReason } from '#shared/reasons.ts';
import { has } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { findGroupOfBill, hasGroup } from '../../recipients/queries.ts';
import { listSubmitted } from '../../templates/approvals/queries.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { recordAlone } from '../../trail/actions.ts';
import { listTemplatesOfBroadcasts } from '../broadcasts/queries.ts';
import { toCounts } from '../broadcasts/rules.ts';
import { billIDsOf } from '../model.ts';
import { listPaidSince } from '../sends/actions.ts';
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
} from './queries.ts';
import { sumOf } from './rules.ts';

const latestOfBill = 100;
type Row = Awaited<ReturnType<typeof listMessages>>[number];
const toMessage = ({ billIDs, decidedAt, reason, ...row }: Row): Message => ({
  ...row,
  ...tellReason(reason),
  isDecided: decidedAt !== null,
  billID: billIDsOf({ billIDs })[0] ?? null,
});

/** Why what waits of these broadcasts does: WhatsApp does not take their templates now. By the broadcast. */
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
    if (state) held.set(id, reasonOf(state === 'paused' ? 'templatePaused' : 'templateNotTaken'));
  }
  return held;
}

/** As the wire has them; the state of a template is looked up now, and stands in no message. */
export async function toMessages(scope: Scope, rows: readonly Row[]): Promise<Message[]> {
  const waiting = rows.filter(({ status }) => status === 'queued').map(({ broadcastID }) => broadcastID);
  const held = await listHeldByTemplate(scope, [...new Set(waiting)]);
  const why = ({ status, broadcastID, reason }: Row) =>
    status === 'queued' ? (held.get(broadcastID) ?? reason) : reason;
  return rows.map((row) => toMessage({ ...row, reason: why(row) }));
}

/** What no query tells: of a send to those who had not paid, who has since. */
async function withIDs(scope: Scope, choice: OutboxChoice): Promise<OutboxChoice> {
  const { status, broadcastID } = choice;
  if (status !== 'paidSince') return choice;
  return { ...choice, ids: broadcastID ? ((await listPaidSince(scope, broadcastID)) ?? []) : [] };
}

/** A page of the outbox with the counts of every state, so that the filter can show them. */
export async function showOutbox(scope: Scope, wanted: OutboxChoice, page: OutboxPage) {
  const choice = await withIDs(scope, wanted);
  const rows = await listMessages(scope, choice, { ...page, take: page.take + 1 });
  const counts = toCounts(await countByState(scope, wanted));
  const items = await toMessages(scope, rows.slice(0, page.take));
  const isSum = choice.ids === undefined;
  return {
    items,
    next: rows.length > page.take ? (items.at(-1)?.id ?? null) : null,
    count: isSum ? sumOf(counts, choice.status) : (await listMessageIDs(scope, choice)).length,
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
  const groupID = await findGroupOfBill(scope, billID);
  if (groupID === undefined) throw new Failure('notFound', failureWords.notFound);
  const rows = await listMessagesOfBill(scope, { groupID, billID }, latestOfBill);
  return toMessages(scope, rows);
}

const latestOfFamily = 40;

/** What was written to these numbers, or about these bills, with what each send is called. */
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
 * Broadcast by broadcast: to look for the next page among all that are chosen would cost the more the more there are. Of
 * one send with those that followed it.
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
 * Every message that the filters leave, newest first, in pages; that they are handed out is recorded. A billing's own messages are for all who may see its
 * bills; the others need the right to the outbox.
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
