/** Lists the outbox in keyset pages. Every statement is limited to one campus. */
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { handedOver, type MessageState } from '#shared/messages/message-states.ts';
import type { Scope } from '../../auth/scope.ts';
import { digitsIn } from '../../chat/chat-rules.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';
import { contains } from '../../platform/db/search.ts';
import {
  broadcastsOf,
  broadcastsOfSend,
  countMessagesByState,
  everyBroadcast,
  openBroadcasts,
  type StateCount,
} from '../broadcasts/broadcasts-queries.ts';
import { statesOf } from './page-rules.ts';
import { countSend } from './sends-queries.ts';

const columns = [
  'id',
  'broadcastID',
  'groupID',
  'billIDs',
  'owedIDs',
  'number',
  'name',
  'text',
  'media',
  'status',
  'reason',
  'attempts',
  'dueAt',
  'decidedAt',
  'createdAt',
  'updatedAt',
] as const;

type BroadcastChoice = { broadcastID?: number | undefined; groupID?: number | undefined };
/** `ids` is the result of a filter that one query cannot express. */
export type OutboxChoice = BroadcastChoice & { status: OutboxFilter; search: string; ids?: number[] };

const broadcastsOfGroup = (scope: Scope, groupID: number) =>
  scope.db
    .selectFrom('broadcast_group')
    .select('broadcastID')
    .where('campusID', '=', scope.campusID)
    .where('groupID', '=', groupID);

const waits = (status: OutboxFilter): boolean => status === 'pending' || status === 'sending';
/** Messages in these states are not in an index on the campus, because their state changes often. */
const isWithProvider = (status: OutboxFilter): boolean =>
  statesOf(status)?.every((state) => handedOver.includes(state)) ?? false;

/**
 * Selects the broadcasts of the chosen messages, so that the index on the broadcast finds them. Undefined when the
 * index on the campus finds them.
 */
function broadcastsTo(scope: Scope, { status, broadcastID, groupID, among }: Narrowed) {
  if (among !== undefined) return broadcastsOf(scope).where('id', 'in', among);
  if (broadcastID !== undefined) return broadcastsOfSend(scope, broadcastID);
  if (groupID !== undefined) return broadcastsOfGroup(scope, groupID);
  if (waits(status)) return openBroadcasts(scope);
  return isWithProvider(status) ? broadcastsOf(scope) : undefined;
}

/** `among` limits the search to these broadcasts. */
type Narrowed = OutboxChoice & { among?: number[] | undefined };

/** Selects the messages of a send that were replaced by a message to the corrected number. */
const corrected = (scope: Scope, broadcastID: number) =>
  scope.db
    .selectFrom('correction')
    .select('messageID')
    .where('campusID', '=', scope.campusID)
    .where('broadcastID', '=', broadcastID);

function chosen(scope: Scope, choice: Narrowed) {
  const broadcasts = broadcastsTo(scope, choice);
  const states = statesOf(choice.status);
  const ofSend = choice.among === undefined ? choice.broadcastID : undefined;
  return (
    scope.db
      .selectFrom('message')
      .$if(broadcasts === undefined, (query) => query.where('campusID', '=', scope.campusID))
      // These broadcasts belong to the campus. A condition on the campus of each message would read every row instead
      // of only the index.
      .$if(broadcasts !== undefined, (query) => query.where('broadcastID', 'in', broadcasts ?? []))
      .$if(ofSend !== undefined, (query) => query.where('id', 'not in', corrected(scope, ofSend ?? 0)))
      // With a single state the index of finished messages is used.
      .$if(states?.length === 1, (query) => query.where('status', '=', states?.[0] as MessageState))
      .$if((states?.length ?? 0) > 1, (query) => query.where('status', 'in', states ?? []))
      .$if(choice.ids !== undefined, (query) => query.where('id', 'in', idList(scope.db, choice.ids ?? [])))
      // In a broadcast to several billings not every message is about this one.
      .$if(choice.groupID !== undefined, (query) => query.where('groupIDs', 'like', `% ${choice.groupID} %`))
      .$if(choice.search !== '', (query) =>
        query.where((eb) =>
          eb.or([
            contains(scope.db, eb.ref('name'), choice.search),
            contains(scope.db, eb.ref('number'), digitsIn(choice.search) || choice.search),
            contains(scope.db, eb.ref('text'), choice.search),
          ]),
        ),
      )
  );
}

export type OutboxPage = { after: number; from: number; take: number };

/** Counts the messages in these states for each broadcast. */
const countPerBroadcast = (scope: Scope, states: readonly MessageState[]) =>
  scope.db
    .selectFrom('message_count')
    .select((eb) => ['broadcastID', eb.fn.sum<number>('count').as('count')])
    .where('campusID', '=', scope.campusID)
    .where('status', 'in', states)
    .where('broadcastID', '<>', everyBroadcast)
    .groupBy('broadcastID')
    .having((eb) => eb(eb.fn.sum('count'), '>', 0))
    .as('counted');

const totalPerBroadcast = ({ db, campusID }: Scope) =>
  db
    .selectFrom('broadcast')
    .select(['id as broadcastID', 'total as count'])
    .where('campusID', '=', campusID)
    .as('counted');

/**
 * Finds the broadcasts that contain the page, and the position of the page in them, from their message counts. This
 * works because the message ids of a campus are in the order of its broadcasts. Returns undefined when the counts are
 * not enough.
 */
async function findBroadcastsOfPage(
  scope: Scope,
  { status, broadcastID, groupID, search }: OutboxChoice,
  { after, from, take }: OutboxPage,
): Promise<{ among: number[]; from: number } | undefined> {
  if (search !== '' || broadcastID !== undefined || groupID !== undefined) return undefined;
  if (status !== 'all' && !isWithProvider(status)) return undefined;
  const last = scope.db
    .selectFrom('message')
    .select('broadcastID')
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', '=', after);
  const broadcasts = await scope.db
    .selectFrom(
      status === 'all' ? totalPerBroadcast(scope) : countPerBroadcast(scope, statesOf(status) ?? []),
    )
    .select(['broadcastID', 'count'])
    .$if(after > 0, (query) => query.where('broadcastID', '<=', last))
    .orderBy('broadcastID', 'desc')
    .limit(from + take + 1)
    .execute();
  let [skipped, held] = [0, 0];
  const among: number[] = [];
  for (const [at, { broadcastID, count }] of broadcasts.entries()) {
    if (held >= from - skipped + take) break;
    if (among.length === 0 && skipped + count <= from) {
      skipped += count;
      continue;
    }
    among.push(broadcastID);
    // The previous page ended inside this broadcast, so it is not known how many messages of it are left.
    if (after === 0 || at > 0) held += count;
  }
  return { among, from: from - skipped };
}

/**
 * Lists messages, the newest first. It begins below the id `after` (0: at the newest), and leaves out the first `from`
 * messages.
 */
export async function listMessages(scope: Scope, choice: OutboxChoice, page: OutboxPage) {
  const { among, from = page.from } = (await findBroadcastsOfPage(scope, choice, page)) ?? {};
  if (among?.length === 0) return [];
  const ids = chosen(scope, { ...choice, among })
    .select('id')
    .$if(page.after > 0, (query) => query.where('id', '<', page.after))
    .orderBy('id', 'desc')
    .limit(page.take)
    .offset(from);
  return scope.db
    .selectFrom('message')
    .select(columns)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
}

/** Lists the latest messages about this bill, the newest first. It searches the broadcasts of its billing. */
export async function listMessagesOfBill(
  scope: Scope,
  { groupID, billID }: { groupID: number; billID: number },
  most: number,
) {
  return scope.db
    .selectFrom('message')
    .select(columns)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('broadcastID', 'in', broadcastsOfGroup(scope, groupID))
    .where('billIDs', 'like', `% ${billID} %`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export type FamilyOfMessages = {
  /** E.164. */
  numbers: readonly string[];
  bills: readonly { id: number; groupID: number }[];
};

/**
 * Lists the latest messages to these numbers or about these bills, the newest first. Messages about a bill are searched
 * in the broadcasts of its billing.
 */
export async function listMessagesOfFamily(scope: Scope, { numbers, bills }: FamilyOfMessages, most: number) {
  const messages = scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select(columns.map((column) => `message.${column}` as const))
    .select('broadcast.title as send')
    .where(unindexed('message.campusID'), '=', scope.campusID)
    .orderBy('message.id', 'desc')
    .limit(most);
  const toThem =
    numbers.length === 0
      ? []
      : await messages
          .where('message.campusID', '=', scope.campusID)
          .where('message.number', 'in', numbers)
          .execute();
  const groupIDs = [...new Set(bills.map(({ groupID }) => groupID))];
  const all = new Map(toThem.map((message) => [message.id, message]));
  for (const groupID of groupIDs) {
    const ofGroup = bills.filter((bill) => bill.groupID === groupID);
    const aboutThem = await messages
      .where('message.broadcastID', 'in', broadcastsOfGroup(scope, groupID))
      .where((eb) => eb.or(ofGroup.map(({ id }) => eb('message.billIDs', 'like', `% ${id} %`))))
      .execute();
    for (const message of aboutThem) all.set(message.id, message);
  }
  return [...all.values()].sort((one, other) => other.id - one.id).slice(0, most);
}

/** Lists the ids of the broadcasts of a billing or of the campus, the newest first. */
export async function listBroadcastIDs(scope: Scope, groupID: number | undefined): Promise<number[]> {
  const rows = await broadcastsOf(scope)
    .$if(groupID !== undefined, (query) => query.where('id', 'in', broadcastsOfGroup(scope, groupID ?? 0)))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lists the ids of the chosen messages of a broadcast or of a whole send, the newest first. It reads only ids, because
 * all rows together could be too large.
 */
export async function listMessageIDs(
  scope: Scope,
  choice: OutboxChoice & { among?: number[] },
): Promise<number[]> {
  const rows = await chosen(scope, choice).select('id').orderBy('id', 'desc').execute();
  return rows.map(({ id }) => id);
}

/** Lists these messages, the newest first. Takes at most a few thousand ids. */
export async function listMessagesByID(scope: Scope, ids: number[]) {
  if (ids.length === 0) return [];
  return scope.db
    .selectFrom('message')
    .select(columns)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute();
}

/** Counts the chosen messages in each state. */
export async function countByState(
  scope: Scope,
  narrowed: Omit<OutboxChoice, 'status'>,
): Promise<StateCount[]> {
  const { broadcastID, groupID, search } = narrowed;
  if (search === '' && groupID === undefined)
    return broadcastID === undefined
      ? countMessagesByState(scope, [everyBroadcast])
      : countSend(scope, broadcastID);
  return chosen(scope, { ...narrowed, status: 'all' })
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
}

/** Returns the media of a message, with its recipient, bills and payment. */
export async function findCarried(scope: Scope, messageID: number) {
  return scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select(['message.media', 'message.billIDs', 'message.number', 'broadcast.paymentID'])
    .where(unindexed('message.campusID'), '=', scope.campusID)
    .where(unindexed('broadcast.campusID'), '=', scope.campusID)
    .where('message.id', '=', messageID)
    .executeTakeFirst();
}
