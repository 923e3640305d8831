/** Fills `{{name}}` and the other placeholders of a text with the values of a bill or a family. */

import { longestMessage } from '../limits.ts';
import type { AmountKey, HeadKey } from '../money/bill-heads.ts';
import type { PaymentMethod } from '../money/ledger.ts';
import { formatAmount, toPaisa, toRupees } from '../money/money.ts';
import { formatDay, fullMonthNames } from '../time/dates.ts';
import { wayWords } from '../words/counter.ts';
import { withoutSigns } from './whatsapp-marks.ts';

/** Placeholders of a payment. Only a receipt has values for them. */
export const receiptPlaceholders = ['receiptNo', 'received', 'receivedOn', 'method'] as const;

export const placeholderNames = [
  'name',
  'regNum',
  'invNo',
  'total',
  'dueDate',
  'expiryDate',
  'issueDate',
  'amountAfterDueDate',
  'payable',
  'payableUntil',
  'paid',
  'credit',
  'balance',
  'familyTotal',
  'month',
  'year',
  'status',
  'heads',
  'campus',
  'link',
  ...receiptPlaceholders,
] as const;
export type PlaceholderName = (typeof placeholderNames)[number];

/** Placeholders that have a value in any text about a bill. */
export const billPlaceholders: readonly PlaceholderName[] = placeholderNames.filter(
  (name) => !(receiptPlaceholders as readonly string[]).includes(name),
);

/**
 * The payment of a receipt, in rupees. `receivedFor`: the part that settles this bill, if the payment settles several.
 */
export type FillablePayment = {
  receiptNo: number;
  received: number;
  receivedFor?: number | undefined;
  receivedOn: string;
  method: PaymentMethod;
};

/**
 * The values that fill a text: a bill with the month and year of its billing (0: none), money in rupees, days as
 * `YYYY-MM-DD`.
 */
export type Fillable = {
  name: string;
  status: string;
  campus: string;
  month: number;
  year: number;
  regNum: string | null;
  invNo: string | null;
  total: number | null;
  amountAfterDueDate: number | null;
  /** What is payable on the day for which the text is filled. */
  payable: number | null;
  /** The last day on which that amount is payable; null if there is no such day. */
  payableUntil: string | null;
  /** What was paid so far; null if the text is about no bill. */
  paid: number | null;
  /** What was paid for the child and settles no bill yet; null if the text is about no bill. */
  credit: number | null;
  issueDate: string | null;
  dueDate: string | null;
  expiryDate: string | null;
  /** The link of the family's page. */
  link?: string | undefined;
} & Partial<Record<HeadKey, string | null> & Record<AmountKey, number | null>> &
  Partial<FillablePayment>;

/**
 * `missing` names the placeholders without a value; such a text should not be sent. A text that is too long for a
 * message ends soon after the limit, because it is not sent either.
 */
export type Filled = { text: string; missing: PlaceholderName[] };

const pattern = /\{\{([^{}]*)\}\}/g;
const byLowerCase = new Map(placeholderNames.map((name) => [name.toLowerCase(), name]));
const recognisedName = (written: string): PlaceholderName | undefined =>
  byLowerCase.get(written.trim().toLowerCase());

/** The known placeholders of a text, each once, in order. */
export function placeholdersIn(text: string): PlaceholderName[] {
  const names = [...text.matchAll(pattern)].map((match) => recognisedName(match[1] ?? ''));
  return [...new Set(names.filter((name) => name !== undefined))];
}

const dayDependent: readonly PlaceholderName[] = ['payable', 'payableUntil', 'balance', 'familyTotal'];

/** Whether the text depends on the day on which it arrives. */
export const saysOfDay = (text: string): boolean =>
  placeholdersIn(text).some((name) => dayDependent.includes(name));

const ofOwed: readonly PlaceholderName[] = [
  ...dayDependent,
  'total',
  'amountAfterDueDate',
  'heads',
  'dueDate',
  'expiryDate',
  'link',
];

/** Whether the text speaks of what a family owes: an amount, a day to pay by, or the page with its bills. */
export const saysOfOwed = (text: string): boolean =>
  placeholdersIn(text).some((name) => ofOwed.includes(name));

const fullAmounts: readonly PlaceholderName[] = ['total', 'amountAfterDueDate', 'heads'];
const restAmounts: readonly PlaceholderName[] = ['payable', 'balance', 'familyTotal'];

/**
 * Whether the text would tell a family that has paid a part to pay the full amount. If nobody knows how much was paid,
 * the payable amount is the full amount too. `part` is the value that tells the family which part is paid.
 */
export function statesFullAmount(
  text: string,
  isPartCertain: boolean,
  part: 'paid' | 'credit' = 'paid',
): boolean {
  const names = placeholdersIn(text);
  const states = (amounts: readonly PlaceholderName[]) => names.some((name) => amounts.includes(name));
  if (!isPartCertain) return states(fullAmounts) || states(restAmounts);
  return states(fullAmounts) && !states(restAmounts) && !names.includes(part);
}

/** The text with one placeholder replaced by another. */
export const withPlaceholder = (text: string, from: PlaceholderName, to: PlaceholderName): string =>
  text.replace(pattern, (written, name: string) => (recognisedName(name) === from ? `{{${to}}}` : written));

/** Unknown names in double braces, as written. The writer is warned of them. */
export function unknownPlaceholders(text: string): string[] {
  const written = [...text.matchAll(pattern)].map((match) => (match[1] ?? '').trim());
  return [...new Set(written.filter((name) => !recognisedName(name)))];
}

/** The heads with their amounts. Heads of 0 are left out unless all are 0. */
function headLine(bill: Fillable): string {
  const heads = Array.from({ length: 10 }, (_, index) => ({
    head: bill[`head${index + 1}` as HeadKey],
    amount: bill[`amount${index + 1}` as AmountKey] ?? null,
  })).flatMap(({ head, amount }) => (head && amount !== null ? [{ head, amount }] : []));
  const charged = heads.filter(({ amount }) => amount !== 0);
  return (charged.length > 0 ? charged : heads)
    .map(({ head, amount }) => `${withoutSigns(head)} ${formatAmount(amount)}`)
    .join(', ');
}

const sayOrEmpty = <T>(value: T | null | undefined, format: (value: T) => string): string =>
  value === null || value === undefined ? '' : format(value);

const sayPayable = (bill: Fillable): string => sayOrEmpty(bill.payable, formatAmount);

/**
 * The value of each placeholder. In names no sign formats the text on a phone; codes, numbers and links are never
 * altered. `family`: all bills of the text added up as one; for a text about one bill, that bill.
 */
const valueFor: Record<PlaceholderName, (bill: Fillable, family: Fillable) => string> = {
  name: (bill) => withoutSigns(bill.name),
  regNum: (bill) => bill.regNum ?? '',
  invNo: (bill) => bill.invNo ?? '',
  total: (bill) => sayOrEmpty(bill.total, formatAmount),
  dueDate: (bill) => sayOrEmpty(bill.dueDate, formatDay),
  expiryDate: (bill) => sayOrEmpty(bill.expiryDate, formatDay),
  issueDate: (bill) => sayOrEmpty(bill.issueDate, formatDay),
  amountAfterDueDate: (bill) => sayOrEmpty(bill.amountAfterDueDate, formatAmount),
  payable: sayPayable,
  payableUntil: (bill) => sayOrEmpty(bill.payableUntil, formatDay),
  paid: (bill) => sayOrEmpty(bill.paid, formatAmount),
  credit: (bill) => sayOrEmpty(bill.credit, formatAmount),
  // The balance of a bill equals what is payable on the day, with the late fee: two names for one figure.
  balance: sayPayable,
  familyTotal: (_bill, family) => sayOrEmpty(family.payable, formatAmount),
  month: (bill) => fullMonthNames[bill.month - 1] ?? '',
  year: (bill) => (bill.year ? String(bill.year) : ''),
  status: (bill) => withoutSigns(bill.status),
  heads: headLine,
  campus: (bill) => withoutSigns(bill.campus),
  link: (bill) => bill.link ?? '',
  receiptNo: (bill) => sayOrEmpty(bill.receiptNo, String),
  // In a child's line this is the part that was paid for that child.
  received: (bill, family) =>
    sayOrEmpty(bill === family ? bill.received : (bill.receivedFor ?? bill.received), formatAmount),
  receivedOn: (bill) => sayOrEmpty(bill.receivedOn, formatDay),
  method: (bill) => sayOrEmpty(bill.method, (method) => wayWords[method]),
};

// In an Urdu line `10 Nov 2026` would be reordered, and an Urdu name reorders the text after it. Isolate marks keep
// each value in its own direction.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const isolated = /\u2068[^\u2068\u2069]*\u2069/g;
/** Whether the line's own words run from right to left. */
const runsFromRight = (line: string): boolean => rightToLeft.test(line.replace(isolated, ''));
const inItsDirection = (value: string, isFromRight: boolean): string =>
  value !== '' && (isFromRight || rightToLeft.test(value)) ? `\u2068${value}\u2069` : value;

/** A link gets no isolate marks: it runs from the left anyway, and a phone would read the marks as part of the link. */
const isolatedIn = (isFromRight: boolean, name: PlaceholderName, value: string): string =>
  name === 'link' ? value : inItsDirection(value, isFromRight);

type Part = string | { name: PlaceholderName };
type Line = { parts: Part[]; isFromRight: boolean };
const partsOfLines = new Map<string, Line>();
const mostLinesCached = 200;

/** A cache: a send fills the same few lines thousands of times. */
function partsOf(line: string): Line {
  const cached = partsOfLines.get(line);
  if (cached) return cached;
  const parts: Part[] = [];
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    const name = recognisedName(match[1] ?? '');
    if (!name) continue;
    parts.push(line.slice(end, match.index), { name });
    end = match.index + match[0].length;
  }
  parts.push(line.slice(end));
  const taken = { parts, isFromRight: runsFromRight(line) };
  if (partsOfLines.size >= mostLinesCached) partsOfLines.clear();
  partsOfLines.set(line, taken);
  return taken;
}

type Filling = { family: Fillable; missing: Set<PlaceholderName>; room: number };

/**
 * Fills a line with the values of one bill until the text is longer than `room`. Each value is computed once, however
 * often a hostile line uses it, and missing values are reported even behind the limit.
 */
function fillLine(line: string, bill: Fillable, { family, missing, room }: Filling): string {
  const values = new Map<PlaceholderName, string>();
  let text = '';
  const { parts, isFromRight } = partsOf(line);
  for (const part of parts) {
    let words = part;
    if (typeof words !== 'string') {
      const { name } = words;
      words = values.get(name) ?? valueFor[name](bill, family);
      if (words === '') missing.add(name);
      else if (!values.has(name)) words = isolatedIn(isFromRight, name, words);
      values.set(name, words);
    }
    if (text.length <= room) text += words;
  }
  return text;
}

/** The text with the values of one bill. */
export function fill(text: string, bill: Fillable): Filled {
  const missing = new Set<PlaceholderName>();
  const filling = { family: bill, missing, room: longestMessage };
  return { text: fillLine(text, bill, filling), missing: [...missing] };
}

/** Values that belong to one child. A line with one of them is repeated for each child. */
const perChild: readonly PlaceholderName[] = ['name', 'regNum', 'invNo', 'heads'];

/** Whether a family's text repeats this line for each child. */
export const isLineOfChild = (line: string): boolean => isPerChild(placeholdersIn(line));

const isPerChild = (names: readonly PlaceholderName[]): boolean =>
  names.some((name) => perChild.includes(name));

/** Whether a family's text uses the placeholder in a line that is not repeated for each child. */
export const saysOfAll = (text: string, name: PlaceholderName): boolean =>
  text.split('\n').some((line) => {
    const names = placeholdersIn(line);
    return names.includes(name) && !isPerChild(names);
  });

const sum = (amounts: (number | null)[]): number | null =>
  amounts.some((amount) => amount === null)
    ? null
    : toRupees(amounts.reduce<number>((all, amount) => all + toPaisa(amount ?? 0), 0));
const earliest = (days: (string | null)[]): string | null =>
  days.filter((day) => day !== null).sort()[0] ?? null;

/** Until when the sum of a family is right: the earliest such day of its open bills. */
function earliestUntil(bills: readonly Fillable[]): string | null {
  const asking = bills.filter(({ payable }) => payable !== 0);
  return earliest((asking.length > 0 ? asking : bills).map(({ payableUntil }) => payableUntil));
}

/** The credit of each child once, although a child may have several bills. */
const creditsOf = (bills: readonly Fillable[]): (number | null)[] => [
  ...new Map(bills.map(({ regNum, credit }, at) => [regNum ?? at, credit])).values(),
];

/** The family as one bill: amounts are added up, dates are the earliest, other values are joined. */
function familyAsOneBill(bills: readonly Fillable[], first: Fillable): Fillable {
  return {
    ...first,
    status: [...new Set(bills.map((bill) => bill.status))].join(', '),
    total: sum(bills.map((bill) => bill.total)),
    amountAfterDueDate: sum(bills.map((bill) => bill.amountAfterDueDate)),
    payable: sum(bills.map((bill) => bill.payable)),
    payableUntil: earliestUntil(bills),
    paid: sum(bills.map((bill) => bill.paid)),
    credit: sum(creditsOf(bills)),
    issueDate: earliest(bills.map((bill) => bill.issueDate)),
    dueDate: earliest(bills.map((bill) => bill.dueDate)),
    expiryDate: earliest(bills.map((bill) => bill.expiryDate)),
  };
}

/**
 * One text for the bills of a family. A line with a child's name, registration, invoice or heads is repeated for each
 * child; in the other lines amounts are the family's sum and dates the earliest. One bill is filled as `fill` does.
 */
export function fillForFamily(text: string, bills: readonly Fillable[]): Filled {
  const [first] = bills;
  if (!first) return { text, missing: [] };
  const family = familyAsOneBill(bills, first);
  const missing = new Set<PlaceholderName>();
  // Once the text is too long, only placeholders that no earlier line had are still checked.
  const seenNames = { ofChildren: new Set<PlaceholderName>(), ofFamily: new Set<PlaceholderName>() };
  const lines: string[] = [];
  let room = longestMessage;
  for (const line of text.split('\n')) {
    const names = placeholdersIn(line);
    const ofEachChild = isPerChild(names);
    const seen = ofEachChild ? seenNames.ofChildren : seenNames.ofFamily;
    const isNew = names.some((name) => !seen.has(name));
    for (const bill of ofEachChild ? bills : [family]) {
      if (room < 0 && !isNew) break;
      const filled = fillLine(line, bill, { family, missing, room });
      if (room >= 0) lines.push(filled);
      room -= filled.length + 1;
    }
    for (const name of names) seen.add(name);
  }
  return { text: lines.join('\n'), missing: [...missing] };
}

/** Fills in the campus name, which is the same for everybody. In a template it is part of the fixed text. */
export const withCampus = (text: string, campus: string): string =>
  text
    .split('\n')
    .map((line) => {
      const value = inItsDirection(withoutSigns(campus), runsFromRight(line));
      return line.replace(pattern, (written, name: string) =>
        recognisedName(name) === 'campus' ? value : written,
      );
    })
    .join('\n');

/** Placeholders with only spaces between them become one value, because WhatsApp refuses two side by side. */
const slotPattern = /\{\{[^{}]*\}\}(?:[^\S\n]*\{\{[^{}]*\}\})*/g;

/** The placeholders of one value; empty if one of them is unknown. */
function namesOf(written: string): PlaceholderName[] {
  const names = [...written.matchAll(pattern)].map((match) => recognisedName(match[1] ?? ''));
  return names.includes(undefined) ? [] : names.filter((name) => name !== undefined);
}

/** The values of a template in their order, each as a list of its placeholders. */
export const slotsIn = (text: string): PlaceholderName[][] =>
  [...text.matchAll(slotPattern)].map(([written]) => namesOf(written)).filter((names) => names.length > 0);

/**
 * The text in the form of a template: `{{1}}` for the first value, `{{2}}` for the next. A placeholder that is used
 * twice gets two numbers.
 */
export function numbered(text: string): string {
  let count = 0;
  return text
    .trim()
    .replace(slotPattern, (written) => (namesOf(written).length > 0 ? `{{${++count}}}` : written));
}

/** The text of a template with these values. */
export function withValues(text: string, values: readonly string[]): string {
  let at = 0;
  return text
    .trim()
    .replace(slotPattern, (written) => (namesOf(written).length > 0 ? (values[at++] ?? '') : written));
}

/** WhatsApp refuses line breaks, tabs and runs of spaces in a value (error 132018). */
const inOneLine = (value: string): string => value.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Values that are listed for each child, even if they are equal. Other values that the children share are given once.
 */
const listedPerChild: readonly PlaceholderName[] = [
  ...perChild,
  ...(['total', 'amountAfterDueDate', 'payable', 'paid', 'credit', 'balance', 'received'] as const),
];

/**
 * One value for all these bills, with isolate marks for the direction of its line. It ends soon after it is too long
 * for a message.
 */
function joinedValue(
  names: readonly PlaceholderName[],
  bills: readonly Fillable[],
  { family, isFromRight }: { family: Fillable; isFromRight: boolean },
): string {
  const ofBill = (name: PlaceholderName, bill: Fillable): string =>
    isolatedIn(isFromRight, name, inOneLine(valueFor[name](bill, family)));
  const isOfEach = names.some((name) => listedPerChild.includes(name));
  const listed = new Set<string>();
  let joined = '';
  for (const bill of bills) {
    if (joined.length > longestMessage) break;
    const value = names.map((name) => ofBill(name, bill)).join(' ');
    if (!isOfEach && listed.has(value)) continue;
    joined += listed.size > 0 ? `, ${value}` : value;
    listed.add(value);
  }
  return joined;
}

/**
 * The values of a text for a template, in their order. For a family they are as in `fillForFamily`, but joined in one
 * line, because a template cannot repeat lines.
 */
export function valuesFor(
  text: string,
  bills: readonly Fillable[],
): { values: string[]; missing: PlaceholderName[] } {
  const [first] = bills;
  if (!first) return { values: [], missing: [] };
  const family = bills.length > 1 ? familyAsOneBill(bills, first) : first;
  const values: string[] = [];
  const missing = new Set<PlaceholderName>();
  // Each value is computed once, however often a hostile text uses it. Behind the length limit of a message,
  // no more values are computed.
  const cache = new Map<string, string>();
  let room = longestMessage;
  for (const line of text.split('\n')) {
    const slots = slotsIn(line);
    const about = isPerChild(slots.flat()) ? bills : [family];
    const isFromRight = runsFromRight(line);
    for (const names of slots) {
      const key = [about === bills, isFromRight, ...names].join(' ');
      let value = cache.get(key);
      if (value === undefined) {
        const absent = names.filter((name) =>
          about.some((bill) => inOneLine(valueFor[name](bill, family)) === ''),
        );
        for (const name of absent) missing.add(name);
        value = absent.length > 0 ? '' : joinedValue(names, about, { family, isFromRight });
        cache.set(key, value);
      }
      values.push(room < 0 ? '' : value);
      room -= value.length;
    }
  }
  return { values, missing: [...missing] };
}
