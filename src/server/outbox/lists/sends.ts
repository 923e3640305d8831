/** Lists the sends of a campus, and shows one of them. */

import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import type { Send } from '#shared/calls/send-failures.ts';
import { Failure } from '#shared/failures.ts';
import { tellReason } from '#shared/messages/reasons.ts';
import { has } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { sendListWords } from '#shared/words/outbox.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { foundRows } from '../../platform/db/long-lists.ts';
import { hasGroup } from '../../recipients/recipients-queries.ts';
import { countMessagesByState, listGroupsOfBroadcasts } from '../broadcasts/broadcasts-queries.ts';
import { toCounts } from '../broadcasts/broadcasts-rules.ts';
import { billIDsOf } from '../model.ts';
import { listBillsNow } from '../skip/skip.ts';
import { reminderAudiences } from '../skip/skip-rules.ts';
import {
  countCorrected,
  countFailuresOf,
  findLastHandedOver,
  findSend,
  listFollowing,
  listHandedOver,
  listSends,
  type SendsQuery,
} from './sends-queries.ts';
import { failuresSince, isPerFamily, mergeFollowing } from './sends-rules.ts';

type SendRow = NonNullable<Awaited<ReturnType<typeof findSend>>>;

const fieldsOf = ({ title, classes, family, state, by, key, notice: stored, ...row }: SendRow) => {
  const { reason: notice, reasonCode: noticeCode } = tellReason(stored);
  const { id: broadcastID, text, audience, total, createdAt, startAt, startedAt } = row;
  return {
    ...{ broadcastID, text, audience, total, createdAt, startAt, startedAt, notice, noticeCode },
    template: title,
    classes: classes === null ? null : (JSON.parse(classes) as string[]),
    isPerFamily: isPerFamily({ text, family }),
    by: key === null ? (by ?? '') : sendListWords.byKey(key),
    paused: state === 'paused',
  };
};

/**
 * Adds the counts of the messages. With `whole`, follow-ups to corrected numbers are counted in the send that they
 * follow.
 */
async function toProgress(scope: Scope, rows: SendRow[], whole: boolean): Promise<BroadcastProgress[]> {
  const ids = rows.map(({ id }) => id);
  const following = whole ? await listFollowing(scope, ids) : [];
  const all = [...ids, ...following.map(({ id }) => id)];
  const states = await countMessagesByState(scope, all);
  const failures = await countFailuresOf(scope, all);
  const corrected = whole ? await countCorrected(scope, ids) : [];
  const groups = await listGroupsOfBroadcasts(scope, ids);
  return rows.map((row) => {
    const { id } = row;
    const own = {
      total: row.total,
      counts: toCounts(states.filter(({ broadcastID }) => broadcastID === id)),
    };
    const later = following
      .filter(({ followsID }) => followsID === id)
      .map((one) => ({
        total: one.total,
        counts: toCounts(states.filter(({ broadcastID }) => broadcastID === one.id)),
        id: one.id,
      }));
    const instead = corrected.find(({ broadcastID }) => broadcastID === id)?.count ?? 0;
    const of = new Set([id, ...later.map((one) => one.id)]);
    return {
      ...fieldsOf(row),
      ...mergeFollowing(own, later, instead),
      groupIDs: groups.filter(({ broadcastID }) => broadcastID === id).map(({ groupID }) => groupID),
      failures: failures.reduce((sum, { broadcastID, count }) => sum + (of.has(broadcastID) ? count : 0), 0),
    };
  });
}

/**
 * Returns a page of sends. Everyone who may see the bills of a billing may see its sends; all others need the right to
 * the outbox.
 */
export async function showSends(
  scope: Scope,
  deps: Pick<Deps, 'now'>,
  query: Omit<SendsQuery, 'since'>,
): Promise<BroadcastProgress[]> {
  const { groupID, which } = query;
  if (groupID === undefined && !has(scope.rights, 'outbox'))
    throw new Failure('forbidden', failureWords.forbidden);
  if (groupID !== undefined && !(await hasGroup(scope, groupID)))
    throw new Failure('notFound', failureWords.notFound);
  const rows = await listSends(scope, { ...query, since: failuresSince(deps.now()) });
  return toProgress(scope, rows, which !== 'everything');
}

/**
 * Lists the messages of a reminder that were handed over, if all their bills are paid by now. Undefined for other
 * sends, because their bills may have been paid before.
 */
export async function listPaidSince(scope: Scope, broadcastID: number): Promise<number[] | undefined> {
  const send = await findSend(scope, broadcastID);
  if (!send || !reminderAudiences.includes(send.audience)) return undefined;
  const paid: number[] = [];
  for await (const rows of foundRows((page) => listHandedOver(scope, broadcastID, page))) {
    const bills = await listBillsNow(scope, rows);
    const isPaid = (id: number): boolean => bills.get(id)?.status === 'paid';
    for (const row of rows) if (row.billIDs !== '' && billIDsOf(row).every(isPaid)) paid.push(row.id);
  }
  return paid;
}

export async function showSend(scope: Scope, broadcastID: number): Promise<Send> {
  const row = await findSend(scope, broadcastID);
  if (!row) throw new Failure('notFound', failureWords.notFound);
  const [progress] = await toProgress(scope, [row], true);
  if (!progress) throw new Failure('notFound', failureWords.notFound);
  const paid = await listPaidSince(scope, broadcastID);
  return {
    ...progress,
    media: row.media,
    lastAt: (await findLastHandedOver(scope, broadcastID)) ?? null,
    paidSince: paid?.length ?? null,
  };
}
