/** Builds the content of a family's page. Pure. Amounts are in paisa, days as `2026-11-10`. */

import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { creditFor, type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import { formatMoney, toRupees } from '#shared/money/money.ts';
import { alwaysLate, type InTimeFrom, isLate } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import {
  type Both,
  receiptPaperWords,
  sayPaperDay,
  sayPaperMonth,
  parentWords as words,
} from '#shared/words/papers.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { RosterRow } from '../../billing/listing/listing-rules.ts';
import { accountsOf } from '../../papers/vouchers/vouchers-rules.ts';
import type { BillShown, FamilyPage } from '../model.ts';
import type { FamilyPayment } from './page-queries.ts';

type PageBill = FullBill & { paidLate: number };

/** All facts about a family. `from` is the earliest due date that is still in time by the rules of the campus. */
export type FamilyData = {
  campus: string;
  /** A data url of the logo; undefined if the logo is too large for a small page. */
  logo: string | undefined;
  currency: string;
  today: string;
  from: InTimeFrom;
  bills: readonly PageBill[];
  /** The own credit of each child, by bill. */
  own: ReadonlyMap<number, OwnCredit>;
  places: ReadonlyMap<string, RosterRow>;
  accounts: readonly MoneyAccount[];
  payments: readonly FamilyPayment[];
};

const monthOf = ({ month, year }: PageBill): Both => {
  const shown = sayPaperMonth(month, year);
  return shown.en === '' ? words.fee : shown;
};

/** What is left to pay of a bill after the child's own credit. */
const payableAt = (from: InTimeFrom, bill: PageBill, { own }: Pick<FamilyData, 'own'>): number | null =>
  payableWithCredit(from, bill, own.get(bill.id));

function notesOf(bill: PageBill, family: FamilyData): Both[] {
  const { from, today, currency } = family;
  const { dueDate, expiryDate, invNo } = bill;
  const [now, later] = [payableAt(from, bill, family), payableAt(alwaysLate, bill, family)];
  const credit = creditFor(family.own.get(bill.id), bill.id);
  return [
    ...(dueDate === null ? [] : [isLate(from, bill) ? words.wasDue(dueDate) : words.due(dueDate)]),
    ...(later !== null && now !== null && later > now
      ? [words.after(formatMoney(toRupees(later), currency))]
      : []),
    ...(credit > 0 ? [words.paidAhead(formatMoney(toRupees(credit), currency))] : []),
    ...(invNo === null ? [] : [words.voucherNumber(invNo)]),
    ...(expiryDate !== null && expiryDate < today ? [words.expired] : []),
  ];
}

function showBill(bill: PageBill, family: FamilyData): BillShown {
  const payable = payableAt(family.from, bill, family);
  return {
    id: bill.id,
    month: monthOf(bill),
    notes: notesOf(bill, family),
    payable: payable === null ? null : formatMoney(toRupees(payable), family.currency),
  };
}

const byMonth = (one: PageBill, other: PageBill): number =>
  (one.year ?? 0) - (other.year ?? 0) || (one.month ?? 0) - (other.month ?? 0) || one.id - other.id;

const withoutBill = { invNo: null, regNum: null };

/** Returns an account as vouchers show it, with the number that parents type there for each bill. */
const showAccount = (account: MoneyAccount, open: readonly PageBill[]): FamilyPage['accounts'] =>
  accountsOf(withoutBill, [account]).map(({ name, number, iban }) => ({
    ...{ name, number, iban },
    pays: open.flatMap((bill) => {
      const [shown] = accountsOf(bill, [account]);
      const { en, ur } = monthOf(bill);
      if (!shown?.pay) return [];
      return [{ of: { en: `${bill.name}, ${en}`, ur: `${bill.name}، ${ur}` }, pay: shown.pay }];
    }),
  }));

export function pageOfFamily(family: FamilyData): FamilyPage {
  const { campus, logo, currency, today, from, bills, places, accounts, payments } = family;
  const open = bills.filter(isOpen).toSorted(byMonth);
  const total = open.reduce((sum, bill) => sum + (payableAt(from, bill, family) ?? 0), 0);
  const children = Map.groupBy(open, ({ regNum, name }) => regNum ?? `\n${name}`);
  const say = (paisa: number): string => formatMoney(toRupees(paisa), currency);
  return {
    ...{ campus, logo, today },
    children: [...children.values()].map((own) => {
      const { name = '', regNum = null } = own.at(-1) ?? {};
      const place = regNum === null ? undefined : places.get(regNum);
      const className = place ? nameOfClass(place) : '';
      return {
        name,
        about: [
          ...(className === '' ? [] : [{ en: className, ur: className }]),
          ...(regNum === null ? [] : [words.reg(regNum)]),
        ],
        bills: own.map((bill) => showBill(bill, family)),
      };
    }),
    total: open.length === 0 ? null : say(total),
    accounts: accounts.flatMap((account) => showAccount(account, open)),
    receipts: payments.map(({ id, receiptNo, receivedOn, amount, method }) => ({
      id,
      name: words.receipt(receiptNo),
      day: sayPaperDay(receivedOn),
      way: receiptPaperWords.ways[method],
      amount: say(amount),
    })),
  };
}
