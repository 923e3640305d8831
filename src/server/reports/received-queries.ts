/** Payments, returns and waivers, as facts for reports. */
import { sql } from 'kysely';
import { statedSources } from '#shared/money/ledger.ts';
import type { Scope } from '../auth/scope.ts';
import { type FactChoice, type Facts, factOf, type Part } from './facts-queries.ts';

const isStated = sql`payment.source in (${sql.join(statedSources)})`;

const between = (column: Part, { from, to }: FactChoice): Part => sql`${column} between ${from} and ${to}`;

/** The payments of a campus that are not void. */
const counting = ({ campusID }: Scope): Part =>
  sql`payment."campusID" = ${campusID} and payment."voidedAt" is null`;

const ofPayment = {
  paymentID: sql`payment.id`,
  regNum: sql`payment."regNum"`,
  name: sql`payment.payer`,
  day: sql`payment."receivedOn"`,
  receiptNo: sql`payment."receiptNo"`,
  method: sql`payment.method`,
  accountID: sql`payment."accountID"`,
  createdBy: sql`payment."createdBy"`,
  reason: sql`payment.reference`,
};
const id = sql`payment.id`;

/** The credit of a payment: the part that neither settles a bill nor was returned. */
const left = ({ campusID }: Scope): Part => sql`(payment.amount
  - coalesce((select sum(allocation.amount) from allocation where allocation."paymentID" = payment.id
      and allocation."endedAt" is null and +allocation."campusID" = ${campusID}), 0)
  - coalesce((select sum(payment_return.amount) from payment_return
      where payment_return."campusID" = ${campusID} and payment_return."paymentID" = payment.id), 0))`;

/** Money received in these days and not returned: allocations, also of deleted bills, and credit. */
export function receivedFacts(scope: Scope, choice: FactChoice): Facts {
  const figure = sql`case when ${isStated} then 'markedPaid' else 'collected' end`;
  const onBill = {
    ...ofPayment,
    billID: sql`allocation."billID"`,
    groupID: sql`allocation."groupID"`,
    regNum: sql`allocation."regNum"`,
    name: sql`allocation.name`,
  };
  const isOfDays = sql`${counting(scope)} and ${between(sql`payment."receivedOn"`, choice)}`;
  const parts = factOf({ figure, id: sql`allocation.id`, amount: sql`allocation.amount` }, onBill);
  return {
    figures: ['collected', 'markedPaid'],
    parts: [
      sql`select ${parts} from payment join allocation on allocation."paymentID" = payment.id
        and allocation."endedAt" is null and +allocation."campusID" = ${scope.campusID} where ${isOfDays}
`,
      sql`select ${factOf({ figure, id, amount: left(scope) }, ofPayment)} from payment where ${isOfDays}`,
    ],
  };
}

/** The credit of payments of any day. */
export const creditFacts = (scope: Scope): Facts => ({
  figures: ['credit'],
  parts: [
    sql`select ${factOf({ figure: sql`'credit'`, id, amount: left(scope) }, ofPayment)} from payment
    where ${counting(scope)}`,
  ],
});

/**
 * Payments of these days: received, only said, or void. Payments of 0 are included, because some bills without an
 * amount are marked as paid.
 */
export function takenFacts(scope: Scope, choice: FactChoice): Facts {
  const figure = sql`case when payment."voidedAt" is not null then 'voided' when ${isStated} then 'markedPaid' else 'received' end`;
  const reason = sql`coalesce(payment."voidReason", payment.reference)`;
  return {
    figures: ['received', 'markedPaid', 'voided'],
    parts: [
      sql`select ${factOf({ figure, id, amount: sql`payment.amount` }, { ...ofPayment, reason })} from payment
      where payment."campusID" = ${scope.campusID} and ${between(ofPayment.day, choice)}`,
    ],
    withNothing: true,
  };
}

/** Returns of these days, whatever the day of their payment. */
export function returnedFacts(scope: Scope, choice: FactChoice): Facts {
  const has = {
    ...ofPayment,
    day: sql`payment_return."returnedOn"`,
    kind: sql`payment_return.kind`,
    accountID: sql`coalesce(payment_return."accountID", payment."accountID")`,
    createdBy: sql`payment_return."createdBy"`,
    reason: sql`payment_return.reason`,
  };
  const fact = factOf(
    { figure: sql`'returned'`, id: sql`payment_return.id`, amount: sql`payment_return.amount` },
    has,
  );
  return {
    figures: ['returned'],
    parts: [
      sql`select ${fact} from payment_return join payment on payment.id = payment_return."paymentID"
        and payment."campusID" = ${scope.campusID}
      where payment_return."campusID" = ${scope.campusID} and ${between(has.day, choice)}`,
    ],
  };
}

const byBank = ['bank', 'online', 'wallet', 'cheque'];

/**
 * Payments through a bank, entered at the counter or reported by a biller, that are in no bank file yet. A bounced
 * cheque is not included, because its money was never received.
 */
export const unseenFacts = (scope: Scope, choice: FactChoice): Facts => ({
  figures: ['unseen'],
  parts: [
    sql`select ${factOf({ figure: sql`'unseen'`, id, amount: sql`payment.amount` }, ofPayment)} from payment
    where ${counting(scope)} and ${between(ofPayment.day, choice)} and payment.source in ('counter', 'push')
    and payment.method in (${sql.join(byBank)}) and not exists (select 1 from payment_return
      where payment_return."campusID" = ${scope.campusID} and payment_return."paymentID" = payment.id
      and payment_return.kind = 'bounced')
    and not exists (select 1 from bank_row where bank_row."campusID" = ${scope.campusID}
      and bank_row."paymentID" = payment.id and bank_row."endedAt" is null)`,
  ],
});

/** Waivers and write-offs of these days. */
export function waivedFacts(scope: Scope, choice: FactChoice): Facts {
  const figure = sql`case when adjustment.kind = 'waiver' then 'waived' else 'writtenOff' end`;
  const has = {
    billID: sql`adjustment."billID"`,
    // The billing of a deleted bill is not known, so it gets an id that does not exist.
    groupID: sql`coalesce(bill."groupID", 0)`,
    regNum: sql`bill."regNum"`,
    name: sql`bill.name`,
    numbers: sql`bill.numbers`,
    dueDate: sql`bill."dueDate"`,
    day: sql`adjustment.day`,
    kind: sql`adjustment.kind`,
    createdBy: sql`adjustment."createdBy"`,
    reason: sql`adjustment.reason`,
  };
  return {
    figures: ['waived', 'writtenOff'],
    parts: [
      sql`select ${factOf({ figure, id: sql`adjustment.id`, amount: sql`adjustment.amount` }, has)}
      from adjustment left join bill on bill.id = adjustment."billID" and bill."campusID" = ${scope.campusID}
      where adjustment."campusID" = ${scope.campusID} and adjustment."voidedAt" is null
      and adjustment.kind in ('waiver', 'writeOff') and ${between(has.day, choice)}`,
    ],
  };
}

/** Changes of these days by which stored bills charge less, also of deleted bills. */
export function loweredFacts(scope: Scope, choice: FactChoice): Facts {
  const has = {
    billID: sql`lowered_bill."billID"`,
    groupID: sql`lowered_bill."groupID"`,
    regNum: sql`lowered_bill."regNum"`,
    name: sql`lowered_bill.name`,
    day: sql`lowered_bill.day`,
    kind: sql`'lowered'`,
    createdBy: sql`lowered_bill."createdBy"`,
    reason: sql`lowered_bill.reason`,
  };
  const fact = { figure: sql`'lowered'`, id: sql`lowered_bill.id`, amount: sql`lowered_bill.amount` };
  return {
    figures: ['lowered'],
    parts: [
      sql`select ${factOf(fact, has)} from lowered_bill
      where lowered_bill."campusID" = ${scope.campusID} and ${between(has.day, choice)}`,
    ],
  };
}
