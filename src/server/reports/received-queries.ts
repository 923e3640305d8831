/** Payments, returns and waivers, as facts for reports. */
import { sql } from 'kysely';
import { statedSources } from '#shared/money/ledger.ts';
import type { Scope } from '../auth/scope.ts';
import { maybeUnspent } from '../ledger/credits/credits-queries.ts';
import { unindexedOnSqlite } from '../platform/db/long-lists.ts';
import { type FactChoice, type Facts, factOf, type Part } from './facts-queries.ts';

const isStated = sql`payment.source in (${sql.join(statedSources)})`;

const between = (column: Part, { from, to }: FactChoice): Part => sql`${column} between ${from} and ${to}`;

/** The payments of a campus that are not void. */
const counting = ({ campusID }: Scope): Part =>
  sql`payment."campusID" = ${campusID} and payment."voidedAt" is null`;

/** Is true for a payment that counts on some day. A void counts on a day of its own if the payment's day was closed. */
const everCounted = sql`(payment."voidedAt" is null or payment."voidedOn" is not null)`;

/** The payments that count on the day on which they were received. */
const onOwnDay = ({ campusID }: Scope): Part =>
  sql`payment."campusID" = ${campusID} and payment."bookedOn" is null and ${everCounted}`;

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
const concerns = sql`payment."receivedOn"`;

/** The credit of a payment: the part that neither settles a bill nor was returned. */
const left = ({ campusID }: Scope): Part => sql`(payment.amount
  - coalesce((select sum(allocation.amount) from allocation where allocation."paymentID" = payment.id
      and allocation."endedAt" is null and +allocation."campusID" = ${campusID}), 0)
  - coalesce((select sum(payment_return.amount) from payment_return
      where payment_return."campusID" = ${campusID} and payment_return."paymentID" = payment.id), 0))`;

/** The credit of a payment on its own day, without the changes that count on a later day. */
const leftOnOwnDay = ({ campusID }: Scope): Part => sql`(payment.amount
  - coalesce((select sum(allocation.amount) from allocation where allocation."paymentID" = payment.id
      and allocation."endedAt" is null and allocation."bookedOn" is null and +allocation."campusID" = ${campusID}), 0)
  - coalesce((select sum(allocation.amount) from allocation where allocation."paymentID" = payment.id
      and allocation."endedOn" is not null and allocation."bookedOn" is null
      and +allocation."campusID" = ${campusID}), 0)
  - coalesce((select sum(payment_return.amount) from payment_return
      where payment_return."campusID" = ${campusID} and payment_return."paymentID" = payment.id
      and payment_return.concerns is null), 0))`;

const stillEnds = sql`(allocation."endedAt" is null or allocation."endedOn" is not null)`;

/** How the credit of each payment changed on these days, if the day of the payment was closed. */
function lateCredit({ campusID }: Scope, choice: FactChoice): Part {
  const of = (table: 'payment' | 'allocation' | 'payment_return', day: Part): Part =>
    sql`${sql.table(table)}."campusID" = ${campusID} and ${between(day, choice)}`;
  const booked = sql`payment."bookedOn"`;
  const voided = sql`payment."voidedOn"`;
  const returned = sql`payment_return."returnedOn"`;
  const begun = sql`allocation."bookedOn"`;
  const ended = sql`allocation."endedOn"`;
  return sql`(select "paymentID", sum(amount) as amount, max(day) as day from (
    select id as "paymentID", amount, ${booked} as day from payment where ${of('payment', booked)}
    union all select id, -amount, ${voided} from payment where ${of('payment', voided)}
    union all select "paymentID", -amount, ${returned} from payment_return
      where ${of('payment_return', returned)} and concerns is not null
    union all select payment.id, -payment_return.amount, ${booked} from payment
      join payment_return on payment_return."paymentID" = payment.id and payment_return."campusID" = ${campusID}
      where ${of('payment', booked)} and payment_return.concerns is null
    union all select "paymentID", -amount, ${begun} from allocation where ${of('allocation', begun)} and ${stillEnds}
    union all select "paymentID", amount, ${ended} from allocation where ${of('allocation', ended)}
  ) moved group by "paymentID")`;
}

/**
 * Money received in these days and not returned: allocations, also of deleted bills, and credit. What a closed day
 * contains stays; a later change of it counts on its own day.
 */
export function receivedFacts(scope: Scope, choice: FactChoice): Facts {
  const { campusID, db } = scope;
  const figure = sql`case when ${isStated} then 'markedPaid' else 'collected' end`;
  const onBill = {
    ...ofPayment,
    billID: sql`allocation."billID"`,
    groupID: sql`allocation."groupID"`,
    regNum: sql`allocation."regNum"`,
    name: sql`allocation.name`,
  };
  const isOfDays = sql`${onOwnDay(scope)} and ${between(ofPayment.day, choice)}`;
  const fact = (amount: Part, has = {}): Part =>
    factOf({ figure, id: sql`allocation.id`, amount }, { ...onBill, ...has });
  const onClosed = (day: Part) => sql`from allocation join payment on payment.id = allocation."paymentID"
    and payment."campusID" = ${campusID} and ${everCounted}
    where allocation."campusID" = ${campusID} and ${between(day, choice)}`;
  const begun = sql`allocation."bookedOn"`;
  const ended = sql`allocation."endedOn"`;
  return {
    figures: ['collected', 'markedPaid'],
    parts: [
      sql`select ${fact(sql`allocation.amount`)} from payment join allocation on allocation."paymentID" = payment.id
        and allocation."endedAt" is null and allocation."bookedOn" is null
        and ${unindexedOnSqlite(db, 'allocation.campusID')} = ${campusID} where ${isOfDays}`,
      sql`select ${fact(sql`allocation.amount`)} from allocation join payment on payment.id = allocation."paymentID"
        where allocation."campusID" = ${campusID} and allocation."endedOn" > ''
        and allocation."bookedOn" is null and ${isOfDays}`,
      sql`select ${factOf({ figure, id, amount: leftOnOwnDay(scope) }, ofPayment)} 
        from ${maybeUnspent(scope, { which: isOfDays, settling: sql`whole."bookedOn" is null` })} payment`,
      sql`select ${fact(sql`allocation.amount`, { day: begun, concerns })} ${onClosed(begun)} and ${stillEnds}`,
      sql`select ${fact(sql`-allocation.amount`, { day: ended, concerns })} ${onClosed(ended)}`,
      sql`select ${factOf({ figure, id, amount: sql`late.amount` }, { ...ofPayment, day: sql`late.day`, concerns })}
        from ${lateCredit(scope, choice)} late join payment on payment.id = late."paymentID"
        and +payment."campusID" = ${campusID} where ${everCounted}`,
    ],
  };
}

/** The credit of payments of any day. */
export const creditFacts = (scope: Scope): Facts => ({
  figures: ['credit'],
  parts: [
    sql`select ${factOf({ figure: sql`'credit'`, id, amount: left(scope) }, ofPayment)} 
    from ${maybeUnspent(scope, { which: counting(scope) })} payment`,
  ],
});

/**
 * Payments of these days: received, only said, or void. Payments of 0 are included, because some bills without an
 * amount are marked as paid. A payment of a closed day stays when it is voided later.
 */
export function takenFacts(scope: Scope, choice: FactChoice): Facts {
  const ofCampus = sql`payment."campusID" = ${scope.campusID}`;
  const figure = sql`case when not ${everCounted} then 'voided' when ${isStated} then 'markedPaid' else 'received' end`;
  const reason = sql`case when ${everCounted} then payment.reference else payment."voidReason" end`;
  const booked = sql`payment."bookedOn"`;
  const voided = sql`payment."voidedOn"`;
  const late = { ...ofPayment, reason, concerns };
  const takenBack = { figure: sql`'markedPaid'`, id, amount: sql`-payment.amount` };
  return {
    figures: ['received', 'markedPaid', 'voided'],
    parts: [
      sql`select ${factOf({ figure, id, amount: sql`payment.amount` }, { ...ofPayment, reason })} from payment
      where ${ofCampus} and payment."bookedOn" is null and ${between(ofPayment.day, choice)}`,
      sql`select ${factOf({ figure, id, amount: sql`payment.amount` }, { ...late, day: booked })} from payment
      where ${ofCampus} and ${between(booked, choice)}`,
      sql`select ${factOf(takenBack, { ...late, day: voided })} from payment
      where ${ofCampus} and ${between(voided, choice)} and ${isStated}`,
    ],
    withNothing: true,
  };
}

/** Returns of these days, whatever the day of their payment, and voids of payments of closed days. */
export function returnedFacts(scope: Scope, choice: FactChoice): Facts {
  const figure = sql`'returned'`;
  const has = {
    ...ofPayment,
    day: sql`payment_return."returnedOn"`,
    kind: sql`payment_return.kind`,
    accountID: sql`coalesce(payment_return."accountID", payment."accountID")`,
    createdBy: sql`payment_return."createdBy"`,
    reason: sql`payment_return.reason`,
    concerns: sql`payment_return.concerns`,
  };
  const day = sql`payment."voidedOn"`;
  const ofVoid = { ...ofPayment, day, kind: sql`'voided'`, reason: sql`payment."voidReason"`, concerns };
  const fact = factOf({ figure, id: sql`payment_return.id`, amount: sql`payment_return.amount` }, has);
  return {
    figures: ['returned'],
    parts: [
      sql`select ${fact} from payment_return join payment on payment.id = payment_return."paymentID"
        and payment."campusID" = ${scope.campusID}
      where payment_return."campusID" = ${scope.campusID} and ${between(has.day, choice)}`,
      sql`select ${factOf({ figure, id, amount: sql`payment.amount` }, ofVoid)} from payment
      where payment."campusID" = ${scope.campusID} and ${between(day, choice)} and not ${isStated}`,
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

/** Waivers and write-offs of these days, and what was taken back on these days of those of closed days. */
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
  const from = sql`from adjustment left join bill on bill.id = adjustment."billID" and bill."campusID" = ${scope.campusID}
      where adjustment."campusID" = ${scope.campusID} and adjustment.kind in ('waiver', 'writeOff')`;
  const voided = {
    ...has,
    day: sql`adjustment."voidedOn"`,
    reason: sql`adjustment."voidReason"`,
    concerns: sql`adjustment.day`,
  };
  const ofID = { figure, id: sql`adjustment.id` };
  return {
    figures: ['waived', 'writtenOff'],
    parts: [
      sql`select ${factOf({ ...ofID, amount: sql`adjustment.amount` }, has)} ${from}
      and (adjustment."voidedAt" is null or adjustment."voidedOn" is not null) and ${between(has.day, choice)}`,
      sql`select ${factOf({ ...ofID, amount: sql`-adjustment.amount` }, voided)} ${from}
      and ${between(voided.day, choice)}`,
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
