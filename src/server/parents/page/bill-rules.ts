/** What one bill of a family's page shows: its title, and each part of what is payable. Pure. Amounts are in paisa. */

import { headNumbers } from '#shared/money/bill-heads.ts';
import { creditFor, type OwnCredit, payableWithCredit } from '#shared/money/credit.ts';
import { formatAmount, formatMoney, toRupees } from '#shared/money/money.ts';
import {
  alwaysLate,
  type DueRules,
  type InTimeFrom,
  isLate,
  lastDayInTime,
  lateFineOn,
  payableOnOrNull,
} from '#shared/money/payable.ts';
import { addDays } from '#shared/time/dates.ts';
import { type Both, sayPaperMonth } from '#shared/words/papers.ts';
import { billLineWords, parentWords as words } from '#shared/words/parents.ts';
import type { FullBill } from '../../billing/bills/bills-queries.ts';
import type { Facts, sumFacts } from '../../ledger/ledger-rules.ts';
import type { BillLine } from '../model.ts';

/** A bill with its payments and adjustments. */
export type PageBill = FullBill & ReturnType<typeof sumFacts> & { facts: Facts };

/** What decides how much of a bill is payable today. `from` is the earliest due date that is still in time. */
export type Today = {
  today: string;
  from: InTimeFrom;
  rules: DueRules;
  currency: string;
  /** The own credit of each child, by bill. */
  own: ReadonlyMap<number, OwnCredit>;
};

type PartKind =
  | 'fee'
  | 'lateFee'
  | 'fine'
  | 'discount'
  | 'carried'
  | 'paid'
  | 'paidUntil'
  | 'credit'
  | 'more'
  | 'less';
/** A part of the sum of a bill. Negative if it lowers what is payable. `day` is the day of a payment. */
export type Part = { kind: PartKind; amount: number; day?: string };

/** Payments on more days than this are shown as one sum. */
const mostPayments = 3;

function paymentsOf({ facts: { allocations } }: PageBill): Part[] {
  const byDay = Map.groupBy(allocations, ({ receivedOn }) => receivedOn);
  const parts = [...byDay]
    .map(([day, paid]): Part & { day: string } => ({
      kind: 'paid',
      amount: -paid.reduce((sum, { amount }) => sum + amount, 0),
      day,
    }))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const last = parts.at(-1);
  if (!last || parts.length <= mostPayments) return parts;
  return [{ kind: 'paidUntil', amount: parts.reduce((sum, { amount }) => sum + amount, 0), day: last.day }];
}

/** What is payable today after the child's own credit. Null if the bill has no amount. */
export const netOf = (bill: PageBill, { from, own }: Pick<Today, 'from' | 'own'>): number | null =>
  payableWithCredit(from, bill, own.get(bill.id));

/**
 * The parts of what is payable today, without parts of 0. They always add up to it: what no other part explains is
 * `more` or `less`. Credit that came in in time also saves the late fee.
 */
export function partsOf(bill: PageBill, today: Today): Part[] {
  const net = netOf(bill, today);
  if (net === null) return [];
  const { adjustments } = bill.facts;
  const sumOf = (...kinds: string[]): number =>
    adjustments
      .filter(({ kind, ofLateFine }) => kinds.includes(kind) && ofLateFine === 0)
      .reduce((sum, { amount }) => sum + amount, 0);
  const credit = creditFor(today.own.get(bill.id), bill.id);
  const saved = Math.max((payableOnOrNull(today.from, bill) ?? 0) - net - credit, 0);
  const lateFee = bill.total === null ? 0 : Math.max(lateFineOn(today.from, bill) - saved, 0);
  const parts: Part[] = [
    { kind: 'fee', amount: bill.total ?? 0 },
    { kind: 'lateFee', amount: lateFee },
    { kind: 'fine', amount: sumOf('fine') },
    { kind: 'discount', amount: -sumOf('waiver', 'writeOff') },
    { kind: 'carried', amount: -sumOf('carried') },
    ...paymentsOf(bill),
    { kind: 'credit', amount: -credit },
  ];
  const rest = net - parts.reduce((sum, { amount }) => sum + amount, 0);
  return [...parts, { kind: rest > 0 ? ('more' as const) : ('less' as const), amount: rest }].filter(
    ({ amount }) => amount !== 0,
  );
}

const signed = (paisa: number): string =>
  `${paisa < 0 ? '−' : '+'} ${formatAmount(toRupees(Math.abs(paisa)))}`;

function sayPart({ kind, amount, day = '' }: Part, bill: PageBill, { today, rules }: Today): BillLine {
  const sum = signed(amount);
  if (kind === 'fee') return { kind: 'plain', text: billLineWords.amount(formatAmount(toRupees(amount))) };
  if (kind === 'lateFee') {
    const since = addDays(lastDayInTime(bill.dueDate ?? today, rules), 1);
    return { kind: 'late', text: billLineWords.lateFee(sum, since, today) };
  }
  if (kind === 'paid' || kind === 'paidUntil')
    return { kind: 'paid', text: billLineWords[kind](sum, day, today) };
  return { kind: amount > 0 ? 'late' : 'paid', text: billLineWords[kind](sum) };
}

/** The due date, with the amount of the bill if other lines change it. */
function dueLinesOf(bill: PageBill, fee: number | undefined, today: Today): BillLine[] {
  const amount = fee === undefined ? null : formatAmount(toRupees(fee));
  const { dueDate } = bill;
  if (dueDate === null) return amount === null ? [] : [{ kind: 'plain', text: billLineWords.amount(amount) }];
  const isPast = dueDate < today.today;
  const due = (isPast ? billLineWords.wasDue : billLineWords.due)(amount, dueDate, today.today);
  const hasGrace = isPast && !isLate(today.from, bill) && bill.amountAfterDueDate !== null;
  const grace = billLineWords.grace(lastDayInTime(dueDate, today.rules), today.today);
  return [{ kind: 'plain', text: due }, ...(hasGrace ? [{ kind: 'plain' as const, text: grace }] : [])];
}

/** What will be payable once the bill is late, if that is more. */
function laterLinesOf(bill: PageBill, today: Today): BillLine[] {
  const [now, later] = [netOf(bill, today), payableWithCredit(alwaysLate, bill, today.own.get(bill.id))];
  if (now === null || later === null || later <= now || bill.dueDate === null) return [];
  const day = addDays(lastDayInTime(bill.dueDate, today.rules), 1);
  const amount = formatMoney(toRupees(later), today.currency);
  return [{ kind: 'plain', text: billLineWords.from(amount, day, today.today) }];
}

export function linesOf(bill: PageBill, today: Today): BillLine[] {
  const parts = partsOf(bill, today);
  const others = parts.filter(({ kind }) => kind !== 'fee');
  const fee = others.length === 0 ? undefined : parts.find(({ kind }) => kind === 'fee')?.amount;
  return [
    ...dueLinesOf(bill, fee, today),
    ...others.map((part) => sayPart(part, bill, today)),
    ...laterLinesOf(bill, today),
  ];
}

const monthTitle = ({ month, year }: PageBill): Both => {
  const title = sayPaperMonth(month, year);
  return title.en === '' ? words.fee : title;
};

/** The head of a bill that has only one, such as `Transport`. */
function onlyHead(bill: PageBill): string | undefined {
  const heads = headNumbers.flatMap((at) => bill[`head${at}`] || []);
  return heads.length === 1 ? heads[0] : undefined;
}

/** The title of each bill of a child. Two bills of one month are told apart by their head, otherwise by their number. */
export function titlesOf(bills: readonly PageBill[]): Map<number, Both> {
  const sameMonth = Map.groupBy(bills, (bill) => monthTitle(bill).en);
  return new Map(
    bills.map((bill) => {
      const month = monthTitle(bill);
      const siblings = sameMonth.get(month.en) ?? [];
      if (siblings.length === 1) return [bill.id, month];
      const head = onlyHead(bill);
      const isUnique = siblings.filter((other) => onlyHead(other) === head).length === 1;
      if (head !== undefined && isUnique) return [bill.id, words.titleWithHead(head, month)];
      return [bill.id, bill.invNo === null ? month : words.titleWithNumber(month, bill.invNo)];
    }),
  );
}
