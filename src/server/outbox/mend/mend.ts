/** Lists failed messages as a to-do list, and stores which families were told by phone. */
import type { Mended, MendItem, ToMend } from '#shared/calls/mending.ts';
import { Failure } from '#shared/failures.ts';
import { mendKinds } from '#shared/mend-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import { mendWords } from '#shared/words/outbox.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { gather, partsOf } from '../../platform/db/long-lists.ts';
import {
  listBillsByID,
  listBillsOfChildren,
  listRegNumsOf,
  listRosterEntries,
} from '../../recipients/recipients-queries.ts';
import { recordChange } from '../../trail/trail.ts';
import { hasBroadcast } from '../broadcasts/broadcasts-queries.ts';
import { toMessages } from '../lists/page.ts';
import { listMessagesByID } from '../lists/page-queries.ts';
import { countToMendOf, listFollowing } from '../lists/sends-queries.ts';
import { mendedSince } from '../lists/sends-rules.ts';
import { billIDsOf, type WaitingMessage } from '../model.ts';
import { listBillsNow, mapBroadcasts } from '../skip/skip.ts';
import { isPaidSince } from '../skip/skip-rules.ts';
import {
  deleteTold,
  findNextTry,
  insertTold,
  listAllToMend,
  listCorrected,
  listFailed,
  listTold,
  listToldOf,
  listToMendIDs,
} from './mend-queries.ts';
import { type FailedMessage, type FamilyNumbers, mendingOf } from './mend-rules.ts';

/** The maximum number of listed messages. If more have failed, wrong numbers are hardly the cause. */
const mostListed = 500;
/** The maximum number of messages that are counted by what to do about them. */
const mostCounted = 10_000;
const mostNames = 3;
/** Twelve billings are one year. */
const billingsRead = 12;

const anyBill = { status: 'all', today: '' } as const;

/** Collects the numbers of the families of these messages. */
async function findFamilyNumbers(
  scope: Scope,
  messages: readonly Pick<FailedMessage, 'number' | 'billIDs'>[],
): Promise<FamilyNumbers> {
  const billIDs = [...new Set(messages.flatMap(billIDsOf))];
  const bills = await gather(partsOf(billIDs), (part) => listBillsByID(scope, part, anyBill));
  const numbers = [...new Set(messages.map(({ number }) => number).filter(Boolean))];
  const children = await gather(partsOf(numbers), (part) => listRegNumsOf(scope, part));
  const regNums = [
    ...new Set([...bills.flatMap(({ regNum }) => regNum ?? []), ...children.map(({ regNum }) => regNum)]),
  ];
  const ofChildren = await gather(partsOf(regNums), (part) => listBillsOfChildren(scope, part, billingsRead));
  const inRoster = await gather(partsOf(regNums), (part) => listRosterEntries(scope, part));
  const known = [...ofChildren, ...inRoster.map((student) => ({ ...student, billing: mendWords.roster }))];
  const byNumber = Map.groupBy(children, ({ number }) => number);
  return {
    bills: new Map(bills.map((bill) => [bill.id, bill])),
    childrenOf: new Map([...byNumber].map(([number, rows]) => [number, rows.map(({ regNum }) => regNum)])),
    knownOf: Map.groupBy(known, ({ regNum }) => regNum ?? ''),
  };
}

/**
 * Counts the failures of the latest sends by what to do about them, in the order of `mendKinds`. If all failures of a
 * kind are from one send, it also returns that send.
 */
export async function countToMend(scope: Scope, deps: Pick<Deps, 'now'>): Promise<ToMend> {
  const rows = await listAllToMend(scope, mendedSince(deps.now()), mostCounted);
  const known = await findFamilyNumbers(scope, rows);
  const kinds = Map.groupBy(rows, (row) => mendingOf(row, known, scope.campus.country).kind);
  return {
    count: rows.length,
    kinds: mendKinds.flatMap((kind) => {
      const same = kinds.get(kind) ?? [];
      const names = [...new Set(same.map(({ name, number }) => name || number))].slice(0, mostNames);
      const [sendID = null, ...others] = new Set(same.map(({ sendID }) => sendID));
      const broadcastID = others.length === 0 ? sendID : null;
      return same.length > 0 ? [{ kind, count: same.length, names, broadcastID }] : [];
    }),
  };
}

/** Finds messages that a retry would not send, because all their bills have been settled in the meantime. */
async function findPaid(
  scope: Scope,
  rows: readonly Pick<WaitingMessage, 'id' | 'broadcastID' | 'billIDs' | 'owedIDs'>[],
): Promise<Set<number>> {
  const bills = await listBillsNow(scope, rows);
  const broadcasts = await mapBroadcasts(scope, rows);
  const isPaid = (row: (typeof rows)[number]): boolean => {
    const broadcast = broadcasts.get(row.broadcastID);
    const ids = billIDsOf(row);
    if (!broadcast || ids.length === 0) return false;
    return ids.every((id) => {
      const bill = bills.get(id);
      return bill !== undefined && isPaidSince(broadcast, row, { id, status: bill.status });
    });
  };
  return new Set(rows.filter(isPaid).map(({ id }) => id));
}

async function listItems(scope: Scope, broadcastID: number): Promise<MendItem[]> {
  const rows = await listMessagesByID(scope, await listToMendIDs(scope, broadcastID, mostListed));
  const messages = await toMessages(scope, rows);
  const known = await findFamilyNumbers(scope, rows);
  const paid = await findPaid(scope, rows);
  const regNumOf = ({ billID }: { billID: number | null }) => known.bills.get(billID ?? 0)?.regNum ?? null;
  const regNums = [...new Set(messages.flatMap((message) => regNumOf(message) ?? []))];
  const places = new Map((await listRosterEntries(scope, regNums)).map((place) => [place.regNum, place]));
  return rows.flatMap((row, at) => {
    const message = messages[at];
    if (!message) return [];
    const regNum = regNumOf(message);
    const place = places.get(regNum ?? '');
    return {
      ...message,
      ...mendingOf(row, known, scope.campus.country),
      isPaid: paid.has(row.id),
      regNum,
      fatherName: place?.fatherName || null,
      class: place?.class ?? null,
      section: place?.section ?? null,
    };
  });
}

async function listMended(scope: Scope, broadcastID: number): Promise<Mended[]> {
  const corrected = await listCorrected(scope, broadcastID, mostListed);
  const told = await listTold(scope, broadcastID, mostListed);
  return [
    ...corrected.map(({ id, name, ...instead }) => ({ id, name, instead, told: null })),
    ...told.map(({ id, name, at, by }) => ({ id, name, instead: null, told: { by: by ?? '', at } })),
  ];
}

/** Shows the failures of one send that need mending, and those that were mended. */
export async function showToMend(scope: Scope, broadcastID: number) {
  if (!(await hasBroadcast(scope, broadcastID))) throw new Failure('notFound', failureWords.notFound);
  const following = await listFollowing(scope, [broadcastID]);
  const counts = await countToMendOf(scope, [broadcastID, ...following.map(({ id }) => id)]);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    items: await listItems(scope, broadcastID),
    mended: await listMended(scope, broadcastID),
    again: (await findNextTry(scope, broadcastID)) ?? { count: 0, at: null },
  };
}

/**
 * Stores that a person told these families by phone, or undoes it. The messages stay failed, because nothing arrived.
 */
export async function tellByPhone(
  scope: Scope,
  deps: Deps,
  { ids, isTold }: { ids: number[]; isTold: boolean },
): Promise<{ changed: number }> {
  const at = deps.now().toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    const told = await listToldOf(scope, ids);
    const messages = (await listFailed(scope, ids)).filter(({ id }) => told.has(id) !== isTold);
    if (messages.length === 0) return 0;
    if (isTold) await insertTold(scope, messages, at);
    else
      await deleteTold(
        scope,
        messages.map(({ id }) => id),
      );
    for (const { broadcastID, groupID, name, number } of messages) {
      const about = { kind: 'send' as const, id: broadcastID, name: name || number, groupID };
      await recordChange(scope, { what: isTold ? 'toldByPhone' : 'toldByPhoneUndone', at, about });
    }
    return messages.length;
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return { changed };
}
