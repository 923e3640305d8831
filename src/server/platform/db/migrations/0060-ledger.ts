/**
 * Adds the ledger: payments, allocations, returns and adjustments. Each bill that is already paid gets an opening
 * payment, so that no status changes. Migration 0061 makes the ledger append-only.
 */
import { sql } from 'kysely';
import { dayIn } from '#shared/dates.ts';
import { inDialect } from '../in-dialect.ts';
import type { Db, Engine } from '../store.ts';

export const name = '0060-ledger';

const columns = (int: string): string[] => [
  // `paid` is computed from the ledger and stored for speed. `said` is a status that a person or a file set.
  `alter table bill add column paid ${int} not null default 0 check (paid >= 0)`,
  'alter table bill add column "settledOn" text',
  'alter table bill add column said text',
];

const payments = (key: string, int: string): string[] => [
  `create table money_account (
    id ${key}, "campusID" ${int} not null references campus (id),
    kind text not null check (kind in ('bank', 'cash', 'wallet', 'biller')), title text not null,
    bank text not null, number text not null, iban text not null, prefix text not null,
    numbering text not null check (numbering in ('voucher', 'student')), "onVoucher" ${int} not null,
    "createdAt" text not null, "endedAt" text, unique ("campusID", id))`,
  `create table payment (
    id ${key}, "campusID" ${int} not null references campus (id), "receiptNo" ${int} not null check ("receiptNo" > 0),
    amount ${int} not null check (amount >= 0),
    method text not null check (method in ('cash', 'bank', 'online', 'wallet', 'cheque', 'marked', 'opening')),
    "accountID" ${int}, "receivedOn" text not null, "regNum" text, payer text, reference text,
    source text not null check (source in ('counter', 'mark', 'sheet', 'bank', 'push', 'opening')), "sourceKey" text,
    "clientID" text, "createdAt" text not null, "createdBy" text not null,
    "voidedAt" text, "voidedBy" text, "voidReason" text,
    check (amount > 0 or method in ('marked', 'opening')),
    check (("voidedAt" is null) = ("voidedBy" is null)), check (("voidedAt" is null) = ("voidReason" is null)),
    unique ("campusID", id), unique ("campusID", "receiptNo"),
    foreign key ("campusID", "accountID") references money_account ("campusID", id))`,
  `create unique index "payment_clientID" on payment ("campusID", "clientID") where "clientID" is not null`,
  `create unique index "payment_sourceKey" on payment ("campusID", source, "sourceKey")
    where "voidedAt" is null and "sourceKey" is not null`,
  `create index "payment_receivedOn" on payment ("campusID", "receivedOn", id)`,
  // No foreign key to the bill: the bill may be deleted permanently, but the allocation is kept.
  `create table allocation (
    id ${key}, "campusID" ${int} not null, "paymentID" ${int} not null, "billID" ${int} not null,
    "groupID" ${int} not null, name text not null, "regNum" text, amount ${int} not null check (amount >= 0),
    "createdAt" text not null, "endedAt" text,
    foreign key ("campusID", "paymentID") references payment ("campusID", id))`,
  `create unique index allocation_live on allocation ("paymentID", "billID") where "endedAt" is null`,
  `create index "allocation_billID" on allocation ("campusID", "billID")`,
];

const corrections = (key: string, int: string): string[] => [
  `create table payment_return (
    id ${key}, "campusID" ${int} not null, "paymentID" ${int} not null,
    kind text not null check (kind in ('refund', 'bounced')), amount ${int} not null check (amount > 0),
    "returnedOn" text not null, "accountID" ${int}, reason text not null, "clientID" text,
    "createdAt" text not null, "createdBy" text not null,
    foreign key ("campusID", "paymentID") references payment ("campusID", id),
    foreign key ("campusID", "accountID") references money_account ("campusID", id))`,
  `create index "payment_return_paymentID" on payment_return ("campusID", "paymentID")`,
  `create unique index payment_return_bounced on payment_return ("paymentID") where kind = 'bounced'`,
  `create unique index "payment_return_clientID" on payment_return ("campusID", "clientID")
    where "clientID" is not null`,
  `create table adjustment (
    id ${key}, "campusID" ${int} not null references campus (id), "billID" ${int} not null,
    kind text not null check (kind in ('waiver', 'fine', 'writeOff')), amount ${int} not null check (amount > 0),
    reason text not null, day text not null, "clientID" text, "createdAt" text not null, "createdBy" text not null,
    "voidedAt" text, "voidedBy" text, check (("voidedAt" is null) = ("voidedBy" is null)))`,
  `create index "adjustment_billID" on adjustment ("campusID", "billID")`,
  `create unique index "adjustment_clientID" on adjustment ("campusID", "clientID") where "clientID" is not null`,
];

export const statements = (engine: Engine): string[] =>
  inDialect(engine, (key, int) => [columns(int), payments(key, int), corrections(key, int)].flat());

/** The real day is unknown. A day is used that is in time and not after today, so that the total settles the bill. */
const paidOn = (today: string) =>
  sql<string>`case when bill."dueDate" < ${today} then bill."dueDate" else ${today} end`;

type Opening = { campusID: number; today: string; at: string };

/** Stores one payment for each paid bill, with the amount of the bill or 0. */
async function openBooks(db: Db, { campusID, today, at }: Opening): Promise<void> {
  await sql`insert into payment ("campusID", "receiptNo", amount, method, "receivedOn", "regNum", source, "sourceKey",
      "createdAt", "createdBy")
    select bill."campusID", row_number() over (order by bill.id), coalesce(bill.total, 0), 'opening', ${paidOn(today)},
      bill."regNum", 'opening', cast(bill.id as text), ${at}, ''
    from bill where bill."campusID" = ${campusID} and bill.status = 'paid' order by bill.id`.execute(db);
  await sql`insert into allocation ("campusID", "paymentID", "billID", "groupID", name, "regNum", amount, "createdAt")
    select payment."campusID", payment.id, bill.id, bill."groupID", bill.name, bill."regNum", payment.amount, ${at}
    from payment join bill on bill.id = cast(payment."sourceKey" as bigint)
    where payment."campusID" = ${campusID} order by payment.id`.execute(db);
  await sql`update bill set paid = coalesce(total, 0), "settledOn" = ${paidOn(today)}
    where "campusID" = ${campusID} and status = 'paid'`.execute(db);
  await sql`update bill set said = status
    where "campusID" = ${campusID} and status not in ('paid', 'unpaid')`.execute(db);
}

type Binned = { binID: number; itemID: number; content: string };
type BinnedBill = { groupID: number; name: string; regNum: string | null; status: string } & {
  total: number | null;
  dueDate: string | null;
};

/** Does the same for a bill in the bin. Its stored columns must be correct when it is restored. */
async function openBinned(
  db: Db,
  { campusID, today, at }: Opening,
  { binID, itemID, content, receiptNo }: Binned & { receiptNo: number },
): Promise<boolean> {
  const bill = JSON.parse(content) as BinnedBill;
  const isPaid = bill.status === 'paid';
  const day = bill.dueDate !== null && bill.dueDate < today ? bill.dueDate : today;
  const amount = bill.total ?? 0;
  const said = isPaid || bill.status === 'unpaid' ? null : bill.status;
  const columns = { paid: isPaid ? amount : 0, settledOn: isPaid ? day : null, said };
  await sql`update binned_row set content = ${JSON.stringify({ ...bill, ...columns })}
    where "campusID" = ${campusID} and "binID" = ${binID} and "table" = 'bill' and "itemID" = ${itemID}`.execute(
    db,
  );
  if (!isPaid) return false;
  const { rows } = await sql<{
    id: number;
  }>`insert into payment ("campusID", "receiptNo", amount, method, "receivedOn",
      "regNum", source, "sourceKey", "createdAt", "createdBy")
    values (${campusID}, ${receiptNo}, ${amount}, 'opening', ${day}, ${bill.regNum}, 'opening', ${String(itemID)},
      ${at}, '') returning id`.execute(db);
  await sql`insert into allocation ("campusID", "paymentID", "billID", "groupID", name, "regNum", amount, "createdAt")
    values (${campusID}, ${rows[0]?.id}, ${itemID}, ${bill.groupID}, ${bill.name}, ${bill.regNum}, ${amount},
      ${at})`.execute(db);
  return true;
}

const binnedAtOnce = 500;

async function openBin(db: Db, opening: Opening): Promise<void> {
  const { campusID } = opening;
  const { rows: last } = await sql<{ receiptNo: number }>`
    select coalesce(max("receiptNo"), 0) as "receiptNo" from payment where "campusID" = ${campusID}`.execute(
    db,
  );
  let receiptNo = Number(last[0]?.receiptNo ?? 0) + 1;
  for (let after = { binID: 0, itemID: 0 }, isMore = true; isMore; ) {
    const { rows } = await sql<Binned>`select "binID", "itemID", content from binned_row
      where "campusID" = ${campusID} and "table" = 'bill' and ("binID" > ${after.binID}
        or "binID" = ${after.binID} and "itemID" > ${after.itemID})
      order by "binID", "itemID" limit ${binnedAtOnce}`.execute(db);
    for (const row of rows) if (await openBinned(db, opening, { ...row, receiptNo })) receiptNo += 1;
    isMore = rows.length === binnedAtOnce;
    after = rows.at(-1) ?? after;
  }
}

/** `at` is ISO text. */
export async function run(db: Db, _engine: Engine, at: string): Promise<void> {
  const { rows } = await sql<{ id: number; timeZone: string }>`select id, "timeZone" from campus`.execute(db);
  for (const { id: campusID, timeZone } of rows) {
    const opening = { campusID, today: dayIn(timeZone, new Date(at)), at };
    await openBooks(db, opening);
    await openBin(db, opening);
  }
}
