/** Builds the content of a family's page. Pure. Amounts are in paisa, days as `2026-11-10`. */

import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { creditFor } from '#shared/money/credit.ts';
import { formatAmount, formatMoney, toRupees } from '#shared/money/money.ts';
import { isLate } from '#shared/money/payable.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { type Both, receiptPaperWords, sayPaperDay } from '#shared/words/papers.ts';
import { parentMessages, type Reference, parentWords as words } from '#shared/words/parents.ts';
import type { RosterRow } from '../../billing/listing/listing-rules.ts';
import type { BillShown, ChildShown, FamilyPage, ReceiptShown, VoucherShown } from '../model.ts';
import { linesOf, netOf, type PageBill, type Today, titlesOf } from './bill-rules.ts';
import { contactOf, writeTo } from './contact-rules.ts';
import type { FamilyPayment } from './page-queries.ts';
import { inPeriod, isEnded, waysOf } from './ways-rules.ts';

/** All facts about a family. */
export type FamilyData = Today & {
  school: string;
  campus: string;
  /** A data url of the logo; undefined if the logo is too large for a small page. */
  logo: string | undefined;
  /** The digits of the school's WhatsApp number; undefined if none is connected. */
  digits: string | undefined;
  bills: readonly PageBill[];
  places: ReadonlyMap<string, RosterRow>;
  accounts: readonly MoneyAccount[];
  payments: readonly FamilyPayment[];
  /** Whether there are more payments than these. */
  hasMorePayments: boolean;
};

/** The open bills of a child, the newest first. */
type Child = { name: string; regNum: string | null; bills: PageBill[] };

const sumOf = <T>(list: readonly T[], amount: (one: T) => number): number =>
  list.reduce((sum, one) => sum + amount(one), 0);

function childrenOf(bills: readonly PageBill[]): Child[] {
  const byChild = Map.groupBy(bills.toSorted(inPeriod), ({ regNum, name }) => regNum ?? `\n${name}`);
  return [...byChild.values()].map((own) => {
    const { name = '', regNum = null } = own.at(-1) ?? {};
    return { name, regNum, bills: own.toReversed() };
  });
}

function voucherOf(bill: PageBill, family: FamilyData): VoucherShown {
  const { today, digits } = family;
  const { expiryDate, regNum, name, invNo } = bill;
  if (netOf(bill, family) === 0) return { kind: 'none' };
  if (isEnded(bill, today)) {
    if (digits === undefined) return { kind: 'ended', text: words.voucherEndedAsk, url: null };
    const reference = [regNum ?? name, invNo].filter(Boolean).join(', ');
    const url = writeTo(digits, parentMessages.newVoucher(reference));
    return { kind: 'ended', text: words.voucherEnded, url };
  }
  return { kind: 'open', text: expiryDate === null ? words.voucher : words.voucherUntil(expiryDate, today) };
}

function payableText(net: number | null, say: (paisa: number) => string): Both {
  if (net === null) return words.askSchool;
  return net === 0 ? words.isCovered : { en: say(net), ur: say(net) };
}

function showChild({ name, regNum, bills }: Child, family: FamilyData): ChildShown {
  const place = regNum === null ? undefined : family.places.get(regNum);
  const className = place ? nameOfClass(place) : '';
  const titles = titlesOf(bills);
  const say = (paisa: number): string => formatMoney(toRupees(paisa), family.currency);
  return {
    name,
    about: [
      ...(className === '' ? [] : [words.className(className)]),
      ...(regNum === null ? [] : [words.reg(regNum)]),
    ],
    bills: bills.map(
      (bill): BillShown => ({
        id: bill.id,
        title: titles.get(bill.id) ?? words.fee,
        payable: payableText(netOf(bill, family), say),
        lines: linesOf(bill, family),
        voucher: voucherOf(bill, family),
      }),
    ),
  };
}

/** The most months that are named in a line. */
const mostMonths = 2;

/** The months of these bills, or how many bills they are. */
function whatOf(bills: readonly PageBill[], today: string): Both {
  const months = bills.map(({ month, year }) =>
    month === null || year === null ? words.fee : words.shortMonth(month, year, today),
  );
  const unique = [...new Map(months.map((month) => [month.en, month])).values()];
  return unique.length > mostMonths ? words.bills(bills.length) : words.and(unique);
}

/** The parts of what is payable today: the bills of each child, and less the credit that the school has for it. */
function partsOfTotal({ name, bills }: Child, family: FamilyData): FamilyPage['parts'] {
  const withAmount = bills.filter((bill) => netOf(bill, family) !== null);
  const credit = sumOf(withAmount, ({ id }) => creditFor(family.own.get(id), id));
  const gross = credit + sumOf(withAmount, (bill) => netOf(bill, family) ?? 0);
  const unknown = bills.filter((bill) => netOf(bill, family) === null);
  const [first] = withAmount;
  const dueDate = withAmount.length === 1 && first && !isLate(family.from, first) ? first.dueDate : null;
  const due = dueDate === null ? null : { day: dueDate, today: family.today };
  const say = (paisa: number, sign = ''): Both => words.amount(`${sign}${formatAmount(toRupees(paisa))}`);
  const part = (text: Both, amount: Both, isCredit = false) => ({ text, amount, isCredit });
  return [
    ...(gross > 0 ? [part(words.summary(name, whatOf(withAmount, family.today), due), say(gross))] : []),
    ...(unknown.length > 0
      ? [part(words.summary(name, whatOf(unknown, family.today), null), words.askSchool)]
      : []),
    ...(credit > 0 ? [part(words.creditOf(name), say(credit, '− '), true)] : []),
  ];
}

function lateOf(open: readonly PageBill[], total: number, family: FamilyData): Both | null {
  const late = sumOf(
    open.filter((bill) => isLate(family.from, bill)),
    (bill) => netOf(bill, family) ?? 0,
  );
  if (late === 0) return null;
  return late === total ? words.allLate : words.late(formatMoney(toRupees(late), family.currency));
}

/** How the family is named in a text to the school. Without open bills, by its children. */
const referencesOf = (children: readonly Child[], { today }: FamilyData): Reference[] =>
  children.map(({ name, regNum, bills }) => {
    const open = bills.filter(isOpen);
    return { name, regNum, months: open.length === 0 ? null : whatOf(open, today) };
  });

const showReceipt = (payment: FamilyPayment, say: (paisa: number) => string): ReceiptShown => {
  const { id, receiptNo, receivedOn, amount, returned, method } = payment;
  return {
    id,
    name: words.receipt(receiptNo),
    about: [
      sayPaperDay(receivedOn),
      receiptPaperWords.ways[method],
      ...(returned > 0 ? [words.returned(say(returned))] : []),
    ],
    amount: say(amount - returned),
  };
};

export function pageOfFamily(family: FamilyData): FamilyPage {
  const { school, campus, logo, today, currency, bills, payments } = family;
  const open = bills.filter(isOpen);
  const children = childrenOf(open);
  const paisa = sumOf(open, (bill) => netOf(bill, family) ?? 0);
  const say = (amount: number): string => formatMoney(toRupees(amount), currency);
  const isPayable = open.some((bill) => netOf(bill, family) !== 0);
  const total = paisa === 0 ? null : say(paisa);
  const titles = new Map(children.flatMap((child) => [...titlesOf(child.bills)]));
  const references = referencesOf(open.length === 0 ? childrenOf(bills) : children, family);
  const received = sumOf(payments, ({ amount, returned }) => amount - returned);
  return {
    ...{ school, campus, logo, today, total, isPayable },
    late: lateOf(open, paisa, family),
    parts: children.flatMap((child) => partsOfTotal(child, family)),
    vouchers: children.flatMap((child) =>
      child.bills.filter((bill) => voucherOf(bill, family).kind === 'open').map(({ id }) => id),
    ),
    children: children.map((child) => showChild(child, family)),
    ways: isPayable ? waysOf(family.accounts, { open: open.toSorted(inPeriod), titles }, family) : null,
    contact: contactOf(family.digits, { references, total }),
    receipts: {
      list: payments.map((payment) => showReceipt(payment, say)),
      count: words.receiptCount(payments.length, say(received), family.hasMorePayments),
    },
  };
}
