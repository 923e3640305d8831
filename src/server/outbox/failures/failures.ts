/** Lists failed messages as a to-do list, and stores which families were told by phone. */
import type { FailureCounts, FailureItem, FixedFailure } from '#shared/calls/send-failures.ts';
import { Failure } from '#shared/failures.ts';
import { failureKinds } from '#shared/messages/failure-kinds.ts';
import { failureWords } from '#shared/words/failures.ts';
import { fixWords } from '#shared/words/outbox.ts';
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
import { countFailuresOf, listFollowing } from '../lists/sends-queries.ts';
import { failuresSince } from '../lists/sends-rules.ts';
import { billIDsOf, type WaitingMessage } from '../model.ts';
import { listBillsNow, mapBroadcasts } from '../skip/skip.ts';
import { isPaidSince } from '../skip/skip-rules.ts';
import {
  deleteContacted,
  findNextTry,
  insertContacted,
  listAllFailures,
  listContacted,
  listContactedOf,
  listCorrected,
  listFailed,
  listFailureIDs,
} from './failures-queries.ts';
import { type FailedMessage, type FamilyNumbers, suggestFix } from './failures-rules.ts';

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
  const entries = [...ofChildren, ...inRoster.map((student) => ({ ...student, billing: fixWords.roster }))];
  const byNumber = Map.groupBy(children, ({ number }) => number);
  return {
    bills: new Map(bills.map((bill) => [bill.id, bill])),
    childrenOf: new Map([...byNumber].map(([number, rows]) => [number, rows.map(({ regNum }) => regNum)])),
    entriesOf: Map.groupBy(entries, ({ regNum }) => regNum ?? ''),
  };
}

/**
 * Counts the failures of the latest sends by what to do about them, in the order of `failureKinds`. If all failures of a
 * kind are from one send, it also returns that send.
 */
export async function countFailures(scope: Scope, deps: Pick<Deps, 'now'>): Promise<FailureCounts> {
  const rows = await listAllFailures(scope, failuresSince(deps.now()), mostCounted);
  const family = await findFamilyNumbers(scope, rows);
  const kinds = Map.groupBy(rows, (row) => suggestFix(row, family, scope.campus.country).kind);
  return {
    count: rows.length,
    kinds: failureKinds.flatMap((kind) => {
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
      return bill !== undefined && isPaidSince(broadcast, row, { id, ...bill });
    });
  };
  return new Set(rows.filter(isPaid).map(({ id }) => id));
}

async function listItems(scope: Scope, broadcastID: number): Promise<FailureItem[]> {
  const rows = await listMessagesByID(scope, await listFailureIDs(scope, broadcastID, mostListed));
  const messages = await toMessages(scope, rows);
  const family = await findFamilyNumbers(scope, rows);
  const paid = await findPaid(scope, rows);
  const regNumOf = ({ billID }: { billID: number | null }) => family.bills.get(billID ?? 0)?.regNum ?? null;
  const regNums = [...new Set(messages.flatMap((message) => regNumOf(message) ?? []))];
  const places = new Map((await listRosterEntries(scope, regNums)).map((place) => [place.regNum, place]));
  return rows.flatMap((row, at) => {
    const message = messages[at];
    if (!message) return [];
    const regNum = regNumOf(message);
    const place = places.get(regNum ?? '');
    return {
      ...message,
      ...suggestFix(row, family, scope.campus.country),
      isPaid: paid.has(row.id),
      regNum,
      fatherName: place?.fatherName || null,
      class: place?.class ?? null,
      section: place?.section ?? null,
    };
  });
}

async function listFixed(scope: Scope, broadcastID: number): Promise<FixedFailure[]> {
  const corrected = await listCorrected(scope, broadcastID, mostListed);
  const contacted = await listContacted(scope, broadcastID, mostListed);
  return [
    ...corrected.map(({ id, name, ...instead }) => ({ id, name, instead, contactedByPhone: null })),
    ...contacted.map(({ id, name, at, by }) => ({
      id,
      name,
      instead: null,
      contactedByPhone: { by: by ?? '', at },
    })),
  ];
}

/** Shows the failures of one send that need a person, and those that were solved. */
export async function showSendFailures(scope: Scope, broadcastID: number) {
  if (!(await hasBroadcast(scope, broadcastID))) throw new Failure('notFound', failureWords.notFound);
  const following = await listFollowing(scope, [broadcastID]);
  const counts = await countFailuresOf(scope, [broadcastID, ...following.map(({ id }) => id)]);
  return {
    count: counts.reduce((sum, { count }) => sum + count, 0),
    items: await listItems(scope, broadcastID),
    fixed: await listFixed(scope, broadcastID),
    again: (await findNextTry(scope, broadcastID)) ?? { count: 0, at: null },
  };
}

/**
 * Stores that a person told these families by phone, or undoes it. The messages stay failed, because nothing arrived.
 */
export async function tellByPhone(
  scope: Scope,
  deps: Deps,
  { ids, isContacted }: { ids: number[]; isContacted: boolean },
): Promise<{ changed: number }> {
  const at = deps.now().toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    const contacted = await listContactedOf(scope, ids);
    const messages = (await listFailed(scope, ids)).filter(({ id }) => contacted.has(id) !== isContacted);
    if (messages.length === 0) return 0;
    if (isContacted) await insertContacted(scope, messages, at);
    else
      await deleteContacted(
        scope,
        messages.map(({ id }) => id),
      );
    for (const { broadcastID, groupID, name, number } of messages) {
      const about = { kind: 'send' as const, id: broadcastID, name: name || number, groupID };
      await recordChange(scope, { what: isContacted ? 'toldByPhone' : 'toldByPhoneUndone', at, about });
    }
    return messages.length;
  });
  deps.bus.publish(scope.campusID, { what: 'outbox' });
  return { changed };
}
