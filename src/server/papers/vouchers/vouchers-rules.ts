/** The content of a voucher. Pure functions; amounts in paisa, days as `2026-11-10`. */

import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { amountInWords } from '#shared/money/amount-in-words.ts';
import { headNumbers } from '#shared/money/bill-heads.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { coverOf, creditFor, type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import { formatAmount, formatMoney, toRupees } from '#shared/money/money.ts';
import { alwaysLate, type DueRules, type InTimeFrom, lastDayInTime } from '#shared/money/payable.ts';
import type { VoucherOrder, VoucherSettings } from '#shared/money/voucher-settings.ts';
import { placesInSchool } from '#shared/people/class-key.ts';
import { nameOfClass } from '#shared/people/class-name.ts';
import { shortenText } from '#shared/text/cut-text.ts';
import {
  type Both,
  copyWords,
  sayPaperDay,
  sayPaperMonth,
  voucherPaperWords as words,
} from '#shared/words/papers.ts';
import type { RosterRow } from '../../billing/listing/listing-rules.ts';
import { type Adjusting, sumAdjustments } from '../../ledger/ledger-rules.ts';
import type { VoucherPage } from '../model.ts';
import type { VoucherBill } from './vouchers-queries.ts';

/** Facts about a bill that come from other tables. */
export type RelatedData = {
  adjustments: readonly Adjusting[];
  place: RosterRow | undefined;
  /**
   * `printed`: how many times the bill was printed with its present expiry date. `issues`: how many other expiry
   * dates were printed before.
   */
  printed: number;
  issues: number;
  /** The child's own credit. */
  own?: OwnCredit | undefined;
  /** If the bill was carried: the voucher number of the newer bill. */
  carriedTo: string | null;
  /** The link to the family's page. Only for an open bill whose family has such a page. */
  link: string | undefined;
};

/** What all vouchers of a file have in common. */
export type Form = {
  settings: VoucherSettings;
  campus: string;
  currency: string;
  accounts: readonly MoneyAccount[];
  today: string;
  rules: DueRules;
  /** The earliest due date that still counts as in time today by these rules. */
  from: InTimeFrom;
};

const same = (text: string): Both => ({ en: text, ur: text });
const plain = (paisa: number): string => formatAmount(toRupees(paisa));
const less = (paisa: number): string => `−${plain(paisa)}`;

/**
 * This many characters fit in two lines of the narrowest copy. Longer names are shortened, because a sheet must stay
 * one page.
 */
const longestName = 96;
const shorten = (text: string, most = longestName): string => shortenText(text, most);

type Payable = VoucherBill & ReturnType<typeof sumAdjustments>;
const withAdjusted = (bill: VoucherBill, { adjustments }: Pick<RelatedData, 'adjustments'>): Payable => ({
  ...bill,
  ...sumAdjustments(adjustments),
});

/** The fee heads, without those of 0. If they do not add up to the total, the difference is one more head; below zero, a concession. */
function headsOf(bill: VoucherBill): VoucherPage['heads'] {
  const heads = headNumbers.flatMap((number) => {
    const [name, amount] = [bill[`head${number}`], bill[`amount${number}`]];
    return name === null && amount === null ? [] : [{ name: name ?? '', amount: amount ?? 0 }];
  });
  const rest = bill.total === null ? 0 : bill.total - heads.reduce((sum, { amount }) => sum + amount, 0);
  const charged = heads.filter(({ amount }) => amount !== 0);
  const rows = charged.map(({ name, amount }) => ({
    name: name === '' ? words.fee : same(shorten(name)),
    amount: plain(amount),
  }));
  if (rest === 0) return rows;
  const name = rest < 0 ? words.concession : words.others;
  return [...rows, { name: rows.length === 0 ? words.fee : name, amount: plain(rest) }];
}

function sumsOf(bill: VoucherBill, { adjustments, own }: RelatedData): VoucherPage['sums'] {
  const sum = (isFine: boolean): number =>
    adjustments
      // The late fine is not among these sums, so a waiver of it is not either.
      .filter(
        ({ kind, ofLateFine }) => kind !== 'carried' && ofLateFine === 0 && (kind === 'fine') === isFine,
      )
      .reduce((paisa, { amount }) => paisa + amount, 0);
  const [fines, waived] = [sum(true), sum(false)];
  const credit = creditFor(own, bill.id);
  const total = bill.total === null ? '–' : plain(bill.total);
  return [
    { label: words.total, amount: total, strong: true },
    ...(fines > 0 ? [{ label: words.fine, amount: plain(fines), strong: false }] : []),
    ...(waived > 0 ? [{ label: words.discount, amount: less(waived), strong: false }] : []),
    ...(bill.paid > 0 ? [{ label: words.paid, amount: less(bill.paid), strong: false }] : []),
    ...(credit > 0 ? [{ label: words.credit, amount: less(credit), strong: false }] : []),
  ];
}

/**
 * The amount that is payable now after the child's own credit and, if it is higher later, the later amount. A bank uses the printed day. It is
 * therefore the last day in time and not the due date, but never later than the expiry date.
 */
function payableRows(
  bill: Payable,
  own: OwnCredit | undefined,
  { from, rules, today, currency }: Form,
): VoucherPage['payable'] {
  const now = payableWithCredit(from, bill, own);
  if (!isOpen(bill) || !now) return [];
  const say = (paisa: number): string => formatMoney(toRupees(paisa), currency);
  const { dueDate, expiryDate } = bill;
  const inTime = dueDate !== null && from <= dueDate ? lastDayInTime(dueDate, rules) : null;
  const isValid = expiryDate !== null && !isExpired(bill, today);
  const until = inTime !== null && isValid && expiryDate < inTime ? expiryDate : inTime;
  const label = until !== null ? words.payableBy(until) : dueDate === null ? words.payable : words.payableNow;
  const later = payableWithCredit(alwaysLate, bill, own) ?? 0;
  const isLater = later !== now && (expiryDate === null || (inTime ?? '') < expiryDate);
  return [
    { label, amount: say(now), strong: true },
    ...(isLater ? [{ label: words.after(expiryDate), amount: say(later), strong: false }] : []),
  ];
}

export const isExpired = ({ expiryDate }: Pick<VoucherBill, 'expiryDate'>, today: string): boolean =>
  expiryDate !== null && expiryDate < today;

/** The stamp on a voucher for which nothing is payable, with the reason. */
function stampOf(bill: VoucherBill, { carriedTo, own }: RelatedData, today: string): VoucherPage['stamp'] {
  const none = same('');
  const { status, settledOn } = bill;
  if (coverOf(own, bill.id) === 'whole') return { ...words.isPaidByCredit, line: none };
  if (isOpen(bill)) return isExpired(bill, today) ? { ...words.isExpired, line: words.askNew } : null;
  const on = settledOn === null ? none : sayPaperDay(settledOn);
  if (status === 'paid') return { ...words.isPaid, line: on };
  if (status === 'waived') return { ...words.isWaived, line: on };
  if (status === 'carried')
    return { ...words.isCarried, line: carriedTo === null ? none : words.carriedTo(carriedTo) };
  return { ...words.isOther(shorten(status, 24)), line: none };
}

function factsOf(bill: VoucherBill, { place }: RelatedData): VoucherPage['facts'] {
  const facts: [Both, Both | null][] = [
    [words.student, same(shorten(bill.name))],
    [words.father, place?.fatherName ? same(shorten(place.fatherName)) : null],
    [words.class, place ? same(shorten(nameOfClass(place), 40)) : null],
    [words.regNum, bill.regNum === null ? null : same(shorten(bill.regNum, 40))],
    [words.issued, bill.issueDate === null ? null : sayPaperDay(bill.issueDate)],
    [words.due, bill.dueDate === null ? null : sayPaperDay(bill.dueDate)],
    [words.validUntil, bill.expiryDate === null ? null : sayPaperDay(bill.expiryDate)],
  ];
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}

/**
 * The number by which the voucher is paid: the kind that the campus has chosen, or the other kind if the bill has no
 * such number.
 */
function numberOf(bill: Pick<VoucherBill, 'invNo' | 'regNum'>, numbering: 'voucher' | 'student'): string {
  const [first, second] = numbering === 'voucher' ? [bill.invNo, bill.regNum] : [bill.regNum, bill.invNo];
  return first ?? second ?? '';
}

/** The accounts to pay into, and the number that the payer uses at each. */
export const accountsOf = (
  bill: Pick<VoucherBill, 'invNo' | 'regNum'>,
  accounts: readonly MoneyAccount[],
): VoucherPage['accounts'] =>
  accounts.map(({ title, bank, number, iban, prefix, numbering }) => ({
    name: shorten(bank === '' || title.includes(bank) ? title : `${bank}, ${title}`, 48),
    number: title.includes(number) ? '' : number,
    iban,
    pay: prefix === '' ? null : `${prefix}${numberOf(bill, numbering)}`,
  }));

/** The most characters in a code. A longer text would make a code that is too dense to scan. */
const longestCode = 60;
const longestLink = 90;

export function pageOf(bill: VoucherBill, related: RelatedData, form: Form): VoucherPage {
  const { settings, campus, currency, accounts, today, from } = form;
  const { language, numbering, termsEn, termsUr } = settings;
  const payable = payableRows(withAdjusted(bill, related), related.own, form);
  const now = payableWithCredit(from, withAdjusted(bill, related), related.own);
  const number = numberOf(bill, numbering);
  const stamp = stampOf(bill, related, today);
  return {
    copies: settings.copies.map((copy) => ({ ...copyWords[copy], isParents: copy === 'parent' })),
    language,
    campus: shorten(campus, 60),
    title: words.title,
    month: sayPaperMonth(bill.month, bill.year),
    numberLabel:
      number !== '' && number === bill.regNum && number !== bill.invNo ? words.studentNumber : words.number,
    number: number === '' ? '–' : shorten(number, 40),
    code: number === '' || number.length > longestCode ? null : number,
    link: related.link !== undefined && related.link.length <= longestLink ? related.link : null,
    duplicate: related.printed > 0 ? words.duplicate(related.printed) : null,
    issue: related.issues > 0 ? words.issue(related.issues + 1) : null,
    currency,
    payLabel: words.payTo,
    accounts: stamp === null ? accountsOf(bill, accounts) : [],
    facts: factsOf(bill, related),
    particulars: words.particulars,
    heads: headsOf(bill),
    sums: sumsOf(bill, related),
    payable,
    words: payable.length > 0 && now !== null ? amountInWords(toRupees(now)) : null,
    terms: { en: termsEn, ur: termsUr },
    stamp,
    cashier: words.cashier,
    depositor: words.depositor,
  };
}

/** The payable amount of the bill today, after the child's own credit. */
export const owedOn = (
  from: InTimeFrom,
  bill: VoucherBill,
  related: Pick<RelatedData, 'adjustments' | 'own'>,
): number => payableWithCredit(from, withAdjusted(bill, related), related.own) ?? 0;

/** Compares numbers in texts by value: 9-A comes before 10-A. */
const inOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare;
/** Bills without the value are sorted last. */
const orLast = (text: string | null | undefined): string => text || '\uffff';

type Sorted = { bill: VoucherBill; place: RosterRow | undefined };

export function sortVouchers<T extends Sorted>(vouchers: readonly T[], order: VoucherOrder): T[] {
  const classes = placesInSchool(vouchers.map(({ place }) => place));
  const keysOf = ({ bill, place }: Sorted): string[] => {
    if (order === 'invNo') return [orLast(bill.invNo)];
    if (order === 'regNum') return [orLast(bill.regNum)];
    return [orLast(place && String(classes.get(place.class))), orLast(place?.section), bill.name];
  };
  const keyed = vouchers.map((voucher) => ({ voucher, keys: keysOf(voucher) }));
  return keyed
    .sort((one, other) => {
      for (const [at, key] of one.keys.entries()) {
        const difference = inOrder(key, other.keys[at] ?? '');
        if (difference !== 0) return difference;
      }
      return one.voucher.bill.id - other.voucher.bill.id;
    })
    .map(({ voucher }) => voucher);
}
