import { type ExpressionBuilder, sql } from 'kysely';
import { openStatuses } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import { latestBillings } from '../../billing/families/families-queries.ts';
import { billsOfRegNums, owedColumns } from '../../ledger/ledger-queries.ts';
import { gather, idList, partsOf, textList, unindexed } from '../../platform/db/long-lists.ts';
import type { Tables } from '../../platform/db/tables.ts';

const candidateColumns = [...owedColumns, 'invNo', 'month', 'year'] as const;

/** Lists the saved rows of the account on these days. A key begins with its day. */
export async function listSeen(
  scope: Scope,
  { accountID, days }: { accountID: number; days: readonly string[] },
) {
  return gather(partsOf(days.toSorted()), (part) =>
    scope.db
      .selectFrom('bank_row')
      .select(['key', 'reference', 'day', 'amount'])
      .where('campusID', '=', scope.campusID)
      .where('accountID', '=', accountID)
      .where('key', '>=', part[0] ?? '')
      .where('day', 'in', textList(scope.db, part))
      .where('endedAt', 'is', null)
      .execute(),
  );
}

/** Returns the lengths of the campus's numbers that begin with a zero. */
export async function listZeroLengths(scope: Scope, column: 'invNo' | 'regNum'): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('bill')
    .select(sql<number>`length(${sql.ref(column)})`.as('length'))
    .distinct()
    .where('campusID', '=', scope.campusID)
    // A range condition can use the index. `1` is the first character after zero.
    .where(column, '>=', '0')
    .where(column, '<', '1')
    .execute();
  return rows.map(({ length }) => length);
}

/** Lists the bills with these invoice numbers, whatever their status. */
export async function listByInvNo(scope: Scope, invNos: readonly string[]) {
  return gather(partsOf(invNos), (part) =>
    scope.db
      .selectFrom('bill')
      .select(candidateColumns)
      .where('campusID', '=', scope.campusID)
      .where('invNo', 'in', textList(scope.db, part))
      .orderBy('id')
      .execute(),
  );
}
export type CandidateRow = Awaited<ReturnType<typeof listByInvNo>>[number];

/** Returns these bills as candidates for a bank row. */
export async function listCandidates(scope: Scope, billIDs: readonly number[]): Promise<CandidateRow[]> {
  return scope.db
    .selectFrom('bill')
    .select(candidateColumns)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, billIDs))
    .orderBy('id')
    .execute();
}

/**
 * Returns which of these invoice numbers exist in this campus. It is called while a file of another campus is
 * checked.
 */
export async function listExistingInvNos(scope: Scope, invNos: readonly string[]): Promise<string[]> {
  return gather(partsOf(invNos), async (part) => {
    const rows = await scope.db
      .selectFrom('bill')
      .select('invNo')
      .distinct()
      .where('campusID', '=', scope.campusID)
      .where('invNo', 'in', textList(scope.db, part))
      .execute();
    return rows.flatMap(({ invNo }) => invNo ?? []);
  });
}

/** The number of registration numbers in one statement. Each is searched in every month. */
const regNumsAtOnce = 1000;

/** Lists the bills of these registration numbers. */
export async function listByRegNum(
  scope: Scope,
  { regNums, isOpen }: { regNums: readonly string[]; isOpen: boolean },
): Promise<CandidateRow[]> {
  const found: CandidateRow[] = [];
  for (let from = 0; from < regNums.length; from += regNumsAtOnce)
    found.push(
      ...(await billsOfRegNums(scope, regNums.slice(from, from + regNumsAtOnce))
        .select(candidateColumns)
        .$if(isOpen, (query) => query.where('status', 'in', openStatuses))
        .orderBy('id')
        .execute()),
    );
  return found;
}

/**
 * Lists open bills of the latest billings. Their total or their amount after the due date is one of `amounts`, in
 * paisa.
 */
export async function listAlike(
  scope: Scope,
  { amounts, billings, most }: { amounts: readonly number[]; billings: number; most: number },
): Promise<CandidateRow[]> {
  if (amounts.length === 0) return [];
  return scope.db
    .selectFrom('bill')
    .select(candidateColumns)
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', latestBillings(scope, billings))
    .where('status', 'in', openStatuses)
    .where((eb) =>
      eb.or([
        eb('total', 'in', idList(scope.db, amounts)),
        eb('amountAfterDueDate', 'in', idList(scope.db, amounts)),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** A condition: the payment has no bank row yet. */
const isUnseen = (scope: Scope) => (eb: ExpressionBuilder<Tables, 'payment'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('bank_row')
        .select('bank_row.id')
        .where('bank_row.campusID', '=', scope.campusID)
        .whereRef('bank_row.paymentID', '=', 'payment.id')
        .where('bank_row.endedAt', 'is', null),
    ),
  );

/**
 * Lists the payments of these bills that have no bank row yet. A person entered them, or a biller reported them for
 * this account. Cash payments are left out, because cash never appears in a bank file.
 */
export async function listUnseen(
  scope: Scope,
  { billIDs, accountID }: { billIDs: readonly number[]; accountID: number },
) {
  return gather(partsOf(billIDs), (ids) =>
    scope.db
      .selectFrom('allocation')
      .innerJoin('payment', 'payment.id', 'allocation.paymentID')
      .select(['payment.id as paymentID', 'payment.receiptNo', 'payment.amount', 'payment.receivedOn'])
      .select('allocation.billID')
      .where('allocation.campusID', '=', scope.campusID)
      .where('allocation.billID', 'in', idList(scope.db, ids))
      .where('allocation.endedAt', 'is', null)
      .where((eb) =>
        eb.or([
          eb('payment.source', 'in', ['counter', 'mark', 'sheet', 'opening']),
          eb.and([eb('payment.source', '=', 'push'), eb('payment.accountID', '=', accountID)]),
        ]),
      )
      .where('payment.method', '<>', 'cash')
      .where(isUnseen(scope))
      .orderBy('payment.id')
      .execute(),
  );
}

/**
 * Lists the payments that billers reported for this account on these days and that have no bank row yet, with their
 * bills.
 */
export async function listUnseenPushed(
  scope: Scope,
  { accountID, from, to }: { accountID: number; from: string; to: string },
) {
  const rows = await scope.db
    .selectFrom('payment')
    .select(['payment.id as paymentID', 'receiptNo', 'payment.amount', 'receivedOn', 'reference', 'billID'])
    .where('payment.campusID', '=', scope.campusID)
    .where('payment.source', '=', 'push')
    .where('payment.accountID', '=', accountID)
    .where('receivedOn', '>=', from)
    .where('receivedOn', '<=', to)
    .where('voidedAt', 'is', null)
    .where(isUnseen(scope))
    .orderBy('payment.id')
    .execute();
  return rows.flatMap(({ billID, reference, ...row }) =>
    billID === null || reference === null ? [] : [{ ...row, billID, reference }],
  );
}
