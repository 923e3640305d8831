import { sql } from 'kysely';
import { countedSources } from '#shared/money/ledger.ts';
import type { Scope } from '../../auth/scope.ts';
import { unindexed, valueRows } from '../../platform/db/long-lists.ts';
import type { Db } from '../../platform/db/store.ts';
import type { EntryWindow } from './receipts-rules.ts';

/** The maximum number of receipts in one round. The others wait for the next round. */
const mostPerRound = 100;

/**
 * Selects counted payments without a receipt: no broadcast has their `paymentID`. It leaves out payments that are void,
 * have a return, or belong to no existing bill.
 */
const withoutReceipt = (db: Db) =>
  db
    .selectFrom('payment')
    .where('payment.source', 'in', countedSources)
    .where('payment.voidedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_return')
            .select('payment_return.paymentID')
            .whereRef('payment_return.campusID', '=', 'payment.campusID')
            .whereRef('payment_return.paymentID', '=', 'payment.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('broadcast')
            .select('broadcast.id')
            .whereRef('broadcast.campusID', '=', 'payment.campusID')
            .whereRef('broadcast.paymentID', '=', 'payment.id'),
        ),
      ),
    )
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('allocation')
            .innerJoin('bill', 'bill.id', 'allocation.billID')
            .select('allocation.id')
            .whereRef(unindexed('allocation.campusID'), '=', 'payment.campusID')
            .whereRef(unindexed('bill.campusID'), '=', 'payment.campusID')
            .where('allocation.endedAt', 'is', null)
            .whereRef('allocation.paymentID', '=', 'payment.id'),
        ),
        exists(
          selectFrom('bill')
            .select('bill.id')
            .whereRef('bill.campusID', '=', 'payment.campusID')
            .whereRef('bill.id', '=', 'payment.billID'),
        ),
      ]),
    );

/**
 * Lists counted payments that were entered in this window and have no receipt yet, the earliest first. With `paymentID`
 * it lists only that payment.
 */
export async function listWithoutReceipt(
  scope: Scope,
  { from, until, bankUntil, receivedFrom }: EntryWindow,
  paymentID?: number,
): Promise<{ id: number; createdAt: string }[]> {
  return withoutReceipt(scope.db)
    .select(['payment.id', 'payment.createdAt'])
    .where('payment.campusID', '=', scope.campusID)
    .where('payment.createdAt', '>=', from)
    .where('payment.createdAt', '<=', until)
    .where((eb) => eb.or([eb('payment.source', '<>', 'bank'), eb('payment.createdAt', '<=', bankUntil)]))
    .where('payment.receivedOn', '>=', receivedFrom)
    .$if(paymentID !== undefined, (query) => query.where('payment.id', '=', paymentID ?? 0))
    .orderBy('payment.createdAt')
    .orderBy('payment.id')
    .limit(mostPerRound)
    .execute();
}

const windowColumns = {
  campusID: 'bigint',
  from: 'text',
  until: 'text',
  bankUntil: 'text',
  receivedFrom: 'text',
} as const;

/** Returns those of these campuses that have a payment without a receipt in their window. */
export async function listCampusesWithoutReceipt(
  db: Db,
  windows: readonly (EntryWindow & { campusID: number })[],
): Promise<Set<number>> {
  if (windows.length === 0) return new Set();
  const payment = withoutReceipt(db)
    .select('payment.id')
    .where(
      sql<boolean>`payment."campusID" = entry_window."campusID" and payment."createdAt" >= entry_window."from"
        and payment."createdAt" <= entry_window."until" and payment."receivedOn" >= entry_window."receivedFrom"
        and (payment.source <> 'bank' or payment."createdAt" <= entry_window."bankUntil")`,
    );
  const { rows } = await sql<{ campusID: number }>`
    with ${valueRows(db, 'entry_window', { columns: windowColumns, rows: windows })}
    select entry_window."campusID" from entry_window where exists ${payment}`.execute(db);
  return new Set(rows.map(({ campusID }) => campusID));
}

/** Tells whether a receipt for this payment was queued to any number. */
export async function hasReceipt(scope: Scope, paymentID: number): Promise<boolean> {
  const row = await scope.db
    .selectFrom('broadcast')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('paymentID', '=', paymentID)
    .where('followsID', 'is', null)
    .where('queued', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the receipt messages of this payment, the latest last. */
export async function listReceiptMessages(scope: Scope, paymentID: number) {
  return scope.db
    .selectFrom('message')
    .innerJoin('broadcast', 'broadcast.id', 'message.broadcastID')
    .select(['message.id', 'message.number', 'message.status', 'message.reason'])
    .where(unindexed('message.campusID'), '=', scope.campusID)
    .where('broadcast.campusID', '=', scope.campusID)
    .where('broadcast.paymentID', '=', paymentID)
    .orderBy('message.id')
    .execute();
}
