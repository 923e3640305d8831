/**
 * Rules of money: the stored facts must agree with the stored figures. The sums are computed here, without functions of
 * the program.
 */
import type { BankDecision, SavedBankFile } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import type { Book, Receipt } from './book.ts';

export type Needs = {
  book: Book;
  broken: (rule: string, what: string) => void;
  read: <T>(sql: string, ...values: (number | string)[]) => T[];
};

const settled = `('paid', 'waived', 'carried')`;
/** Bills whose figures do not agree with the facts. */
const untrueBill = `select b.id, b.paid, b.status, b."settledOn", s.amount as settled from bill b
  left join (select "billID", sum(amount) as amount from allocation where "endedAt" is null group by 1) s on s."billID" = b.id
  where b.paid <> coalesce(s.amount, 0)
    or (b."statedStatus" is null and b.status in ${settled} and b."settledOn" is null)
    or (b."statedStatus" is null and b.status not in ${settled} and (b.status = 'partial') <> (b.paid > 0)) limit 1`;

/** Bills that are settled by less than they ever asked for, or are not settled by the most that they ever asked for. */
const wronglySettled = `select b.* from (
    select bill.id, paid, status, coalesce(total, 0) + coalesce(a.amount, 0) as plain,
      case when "amountAfterDueDate" > coalesce(total, 0)
        then max("amountAfterDueDate" - coalesce(a."lateWaived", 0), coalesce(total, 0))
        else coalesce("amountAfterDueDate", total, 0) end + coalesce(a.amount, 0) as late
    from bill left join (select "billID", sum(amount * "ofLateFine") as "lateWaived",
        sum(case when "ofLateFine" = 1 then 0 when kind = 'fine' then amount else -amount end) as amount
      from adjustment where "voidedAt" is null group by 1) a on a."billID" = bill.id) b
  where (status in ${settled} and paid < plain and paid < late)
    or (status in ('unpaid', 'partial') and paid > 0 and paid >= plain and paid >= late) limit 1`;

const lostCarried = `select a."billID", a."toBillID", a.amount from adjustment a
  where a.kind = 'carried' and a."voidedAt" is null
    and not exists (select 1 from bill b where b.id = a."toBillID") limit 1`;
const lostMoney = `select s."paymentID", s."billID", s.amount from allocation s
  where s."endedAt" is null and not exists (select 1 from bill b where b.id = s."billID") limit 1`;

const spentTwice = `select p.id, p.amount, p."voidedAt", s.amount as settled, r.amount as returned from payment p
  left join (select "paymentID", sum(amount) as amount from allocation where "endedAt" is null group by 1) s on s."paymentID" = p.id
  left join (select "paymentID", sum(amount) as amount from payment_return group by 1) r on r."paymentID" = p.id
  where coalesce(s.amount, 0) + coalesce(r.amount, 0) > p.amount
    or (p."voidedAt" is not null and coalesce(s.amount, r.amount) is not null) limit 1`;

const pushedTwice = `select "campusID", "sourceKey", count(*) as count from payment where source = 'push'
  group by 1, 2 having count(*) > 1 or "sourceKey" is null limit 1`;

const missingReceipt = `select "campusID", count(*) as count, max("receiptNo") as last from payment
  group by 1 having count(*) <> max("receiptNo") limit 1`;

/** Bank rows that count with a void or different payment, and bank payments without a row. */
const strayRow = `select r.id, r.day, r.amount, p.id as payment, p.amount as paid, p."receivedOn", p."voidedAt"
  from bank_row r join payment p on p.id = r."paymentID" where r."endedAt" is null
    and (p."voidedAt" is not null or p.amount <> r.amount or (p.source = 'bank' and p."receivedOn" <> r.day)) limit 1`;
const strayPayment = `select id, "receiptNo", amount from payment where source = 'bank' and "voidedAt" is null
  and not exists (select 1 from bank_row where "paymentID" = payment.id and "endedAt" is null) limit 1`;
const countingUndone = `select r.id, f.name from bank_row r join bank_file f on f.id = r."fileID"
  where f."undoneAt" is not null and r."endedAt" is null limit 1`;

const none: readonly (readonly [rule: string, sql: string])[] = [
  ['the paid amount of a bill equals its allocations', untrueBill],
  ['a bill is settled by payments and waivers', wronglySettled],
  ['every carried amount is asked for by a bill', lostCarried],
  ['no money is on a deleted bill', lostMoney],
  ['no payment is spent twice', spentTwice],
  ['a report of a biller makes one payment', pushedTwice],
  ['receipts have no gap', missingReceipt],
  ['a bank row that counts is a payment', strayRow],
  ['a bank payment has a row that counts', strayPayment],
  ['an undone bank file leaves nothing', countingUndone],
];

/** A bank row by the fields that identify it; equal rows are counted. Amounts are rupees. */
type RowKey = Pick<BankRow, 'day' | 'amount' | 'reference' | 'number' | 'text'>;
const rowLabel = ({ day, amount, reference, number, text }: RowKey): string =>
  JSON.stringify([day, amount, reference || number, text]);

const countByName = (list: readonly RowKey[]): Map<string, number> =>
  list.reduce((counts, one) => counts.set(rowLabel(one), (counts.get(rowLabel(one)) ?? 0) + 1), new Map());

export function createMoneyRules({ book, broken, read }: Needs) {
  /** The saved rows of the bank account that are not undone. */
  const listCounting = (): RowKey[] =>
    read<RowKey>(
      `select day, amount, reference, '' as number, text from bank_row
       where "accountID" = ? and "endedAt" is null order by id`,
      book.bank.accountID,
    ).map(({ amount, ...row }) => ({ ...row, amount: amount / 100 }));

  /** No row may count more often than the bank's record has it. */
  function checkOnce(): void {
    const lines = countByName(book.bank.lines.filter(({ direction }) => direction === 'in'));
    for (const [name, count] of countByName(listCounting()))
      if (count > (lines.get(name) ?? 0))
        broken(
          'a bank row counts once',
          `${name} counts ${count} times and came ${lines.get(name) ?? 0} times`,
        );
  }

  /** Payments from the counter or the bank must be stored as they were taken. */
  function checkReceipts(): void {
    for (const { id, amount, isVoid, at } of book.receipts) {
      if (at <= book.restoredAt) continue;
      const [row] = read<{ amount: number; voidedAt: string | null }>(
        'select amount, "voidedAt" from payment where id = ?',
        id,
      );
      const isSame =
        row?.amount === amount * 100 && (isVoid === undefined || isVoid === (row.voidedAt !== null));
      if (!isSame)
        broken(
          'every payment that was taken is in the books',
          `payment ${id}: ${amount}, ${JSON.stringify(row)}`,
        );
    }
  }

  function check(): void {
    for (const [rule, sql] of none) {
      const [found] = read(sql);
      if (found) broken(rule, JSON.stringify(found));
    }
    checkOnce();
    checkReceipts();
  }

  /**
   * `counting`: the rows that count. When a file has all equal lines of the bank, as many of them must be seen as
   * count.
   */
  function checkSeen(rows: readonly BankRow[], seen: readonly BankRow[], counting: readonly RowKey[]): void {
    const lines = countByName(book.bank.lines);
    const [counts, found] = [countByName(counting), countByName(seen)];
    for (const [name, count] of countByName(rows))
      if (count === lines.get(name) && counts.get(name) !== found.get(name))
        broken(
          'exactly the bank rows that count are recognised',
          `${name}: ${counts.get(name) ?? 0} count, ${found.get(name) ?? 0} are seen`,
        );
  }

  /** The answer about a file must agree with what was stored. Returns its payments, in rupees. */
  function checkStatement(
    { fileID, posted, sum, joined, skipped }: SavedBankFile,
    rows: number,
  ): { id: number; amount: number }[] {
    const stored = read<{ id: number; amount: number; source: string }>(
      `select p.id, p.amount, p.source from bank_row r join payment p on p.id = r."paymentID" where r."fileID" = ?`,
      fileID,
    );
    const made = stored.filter(({ source }) => source === 'bank');
    const total = made.reduce((all, { amount }) => all + amount, 0) / 100;
    const isSame = posted === made.length && sum === total && joined === stored.length - made.length;
    if (!isSame || posted + joined + skipped !== rows)
      broken(
        'a stored bank file equals the answer to its save',
        `file ${fileID}: ${JSON.stringify({ posted, sum, joined, skipped })} of ${rows}, ${JSON.stringify(stored)}`,
      );
    return made.map(({ id, amount }) => ({ id, amount: amount / 100 }));
  }

  /** The paid bills that these payments settle. */
  const listPaidBy = (payments: readonly Pick<Receipt, 'id'>[]): number[] =>
    payments.flatMap(({ id }) =>
      read<{ id: number }>(
        `select b.id from allocation a join bill b on b.id = a."billID"
         where a."paymentID" = ? and a."endedAt" is null and b.status = 'paid'`,
        id,
      ).map((bill) => bill.id),
    );

  /** What is stored about the payment of these bills. */
  const figuresOf = (decisions: readonly BankDecision[]): string =>
    JSON.stringify(
      [...new Set(decisions.map(({ billID }) => billID))].flatMap((id) =>
        read('select id, paid, status, "settledOn" from bill where id = ?', id),
      ),
    );

  return { check, listCounting, checkSeen, checkStatement, listPaidBy, figuresOf };
}
