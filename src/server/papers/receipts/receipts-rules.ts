/** The content of a printed receipt. Pure functions; amounts in rupees, as in the receipt. */

import type { Receipt } from '#shared/calls/payments.ts';
import { amountInWords } from '#shared/money/amount-in-words.ts';
import { formatAmount, formatMoney } from '#shared/money/money.ts';
import type { PaperLanguage } from '#shared/money/voucher-settings.ts';
import { shortenText } from '#shared/text/cut-text.ts';
import { dayIn, formatDay, formatInstant } from '#shared/time/dates.ts';
import {
  type Both,
  sayPaperMonth,
  voucherPaperWords,
  receiptPaperWords as words,
} from '#shared/words/papers.ts';
import type { ReceiptPage } from '../model.ts';

export type ReceiptForm = {
  language: PaperLanguage;
  campus: string;
  currency: string;
  timeZone: string;
  /** How many times it was printed before. */
  duplicate: number;
  /** The cash that the payer gave to the clerk. It is not stored; the clerk's page sends it. */
  given?: number | undefined;
  /** The receipt is for the family. The name of the clerk and the reason of a void are left out. */
  isForParents?: boolean | undefined;
};

type Line = Receipt['lines'][number];

const shorten = (text: string, most = 80): string => shortenText(text, most);

function whatOf({ month, year, billing, balance }: Line): Both {
  const named = sayPaperMonth(month, year);
  const plain = billing === null ? words.noBill : { en: shorten(billing, 40), ur: shorten(billing, 40) };
  const what = named.en === '' ? plain : named;
  return balance > 0 ? words.part(what) : what;
}

type Child = Pick<Line, 'name' | 'regNum'>;
const headOf = ({ name, regNum }: Child) => ({
  name: shorten(name),
  regNum: regNum ? words.reg(shorten(regNum, 30)) : '',
});

function childrenOf({ lines, advance }: Pick<Receipt, 'lines' | 'advance'>): ReceiptPage['children'] {
  const children = Map.groupBy(lines, ({ name, regNum }) => `${regNum ?? ''} ${name}`);
  const shown = [...children.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : {
          ...headOf(first),
          lines: [first, ...more].map((line) => ({
            what: whatOf(line),
            number: shorten(line.invNo ?? '', 30),
            amount: formatAmount(line.amount),
          })),
        },
  );
  if (advance === null) return shown;
  const line = { what: words.advance, number: '', amount: formatAmount(advance.amount) };
  return [...shown, { ...headOf(advance), lines: [line] }];
}

export function pageOfReceipt({ payment, lines, advance, left }: Receipt, form: ReceiptForm): ReceiptPage {
  const { language, campus, currency, timeZone, duplicate, given, isForParents } = form;
  const say = (amount: number): string => formatMoney(amount, currency);
  const when = formatInstant(payment.createdAt, timeZone);
  const day = formatDay(payment.receivedOn);
  const facts: [Both, string | null][] = [
    [words.receivedOn, when.startsWith(day) ? null : day],
    [words.payer, payment.payer],
    [words.reference, payment.reference],
  ];
  const change = given === undefined ? 0 : given - payment.amount;
  const sum = (label: Both, amount: string, strong = false) => ({ label, amount, strong });
  return {
    language,
    campus: shorten(campus, 60),
    title: words.title(payment.receiptNo),
    when,
    duplicate: duplicate > 0 ? words.duplicate(duplicate) : null,
    facts: facts.flatMap(([label, value]) => (value ? [{ label, value: shorten(value) }] : [])),
    children: childrenOf({ lines, advance }),
    sums: [
      sum(words.paid(words.ways[payment.method]), say(payment.amount), true),
      ...(given !== undefined && change >= 0 ? [sum(words.given, formatAmount(given))] : []),
      ...(change > 0 ? [sum(words.change, formatAmount(change))] : []),
      ...(payment.credit > 0 && advance === null ? [sum(words.credit, say(payment.credit))] : []),
    ],
    words: payment.amount > 0 ? amountInWords(payment.amount) : null,
    notes: [
      ...payment.returns.map(({ kind, amount, returnedOn }) => words.returned(kind, say(amount), returnedOn)),
      ...(payment.voidedAt === null ? [] : [words.isVoid(shorten(payment.voidReason ?? ''))]),
    ],
    left: { label: words.left, amount: say(left) },
    stamp: payment.voidedAt === null ? null : words.stamp,
    by: isForParents ? null : { label: words.by, name: shorten(payment.by, 40) },
    signature: words.signature,
  };
}

/** An invented payment for a sample receipt. */
export function sampleReceipt(now: Date, timeZone: string): Receipt {
  const { child, tuition } = voucherPaperWords.sample;
  const today = dayIn(timeZone, now);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const bill = { billID: 0, name: child, regNum: '10234', amount: 12_500 };
  const ended = { bookedOn: null, voidedAt: null, voidReason: null, voidedOn: null, returns: [], credit: 0 };
  return {
    payment: {
      ...{ id: 0, receiptNo: 1042, amount: bill.amount, method: 'cash', accountID: null, receivedOn: today },
      ...{ regNum: bill.regNum, payer: null, reference: null, source: 'counter', by: '', ...ended },
      createdAt: now.toISOString(),
      allocations: [{ ...bill, groupID: 0 }],
    },
    lines: [{ ...bill, invNo: '202611000001', month, year, billing: tuition, balance: 0 }],
    printed: 0,
    advance: null,
    left: 0,
  };
}

/** The name that is used in the file name of the receipt. */
export const nameOfReceipt = ({ payment, lines, advance }: Receipt): string =>
  payment.payer ?? lines[0]?.name ?? advance?.name ?? '';
