/** `{{name}}` and its kin: a text's placeholders, and the text with a bill's or a family's values in them. */
import type { AmountKey, HeadKey } from './calls/bills.ts';
import { formatDay, fullMonthNames } from './dates.ts';
import type { PaymentMethod } from './ledger.ts';
import { longestMessage } from './limits.ts';
import { formatAmount, toPaisa, toRupees } from './money.ts';
import { wayWords } from './words/counter.ts';

/** These are of a payment: only a receipt has a value for them. */
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
  'paid',
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

/** Those that any text about a bill has a value for. */
export const billPlaceholders: readonly PlaceholderName[] = placeholderNames.filter(
  (name) => !(receiptPlaceholders as readonly string[]).includes(name),
);

/** The payment that a receipt speaks of, in rupees. `receivedFor`: what of it settles the bill, where it settles several. */
export type FillablePayment = {
  receiptNo: number;
  received: number;
  receivedFor?: number | undefined;
  receivedOn: string;
  method: PaymentMethod;
};

/** What a text is filled from: a bill with its billing's month and year (0: none), money in rupees, days as `YYYY-MM-DD`. */
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
  /** What is to be paid on the day for which the text is filled. */
  payable: number | null;
  /** What was paid of it so far; null where it is about no bill. */
  paid: number | null;
  issueDate: string | null;
  dueDate: string | null;
  expiryDate: string | null;
  /** Where the family that is written to sees its bills. */
  link?: string | undefined;
} & Partial<Record<HeadKey, string | null> & Record<AmountKey, number | null>> &
  Partial<FillablePayment>;

/**
 * `missing` names the placeholders for which there is no value; such a text should not be sent. What is longer than a
 * message may be ends soon after that length, for it is not sent either.
 */
export type Filled = { text: string; missing: PlaceholderName[] };

const pattern = /\{\{([^{}]*)\}\}/g;
const byLowerCase = new Map(placeholderNames.map((name) => [name.toLowerCase(), name]));
const canonical = (written: string): PlaceholderName | undefined =>
  byLowerCase.get(written.trim().toLowerCase());

/** The placeholders of a text, each once, in order. */
export function placeholdersIn(text: string): PlaceholderName[] {
  const names = [...text.matchAll(pattern)].map((match) => canonical(match[1] ?? ''));
  return [...new Set(names.filter((name) => name !== undefined))];
}

const ofDay: readonly PlaceholderName[] = ['payable', 'balance', 'familyTotal'];

/** Whether what a text says depends on the day on which it arrives. */
export const saysOfDay = (text: string): boolean => placeholdersIn(text).some((name) => ofDay.includes(name));

/** What stands in double braces and is no placeholder, as written: a slip to tell the writer of. */
export function unknownPlaceholders(text: string): string[] {
  const written = [...text.matchAll(pattern)].map((match) => (match[1] ?? '').trim());
  return [...new Set(written.filter((name) => !canonical(name)))];
}

/** The heads with their amounts; of none that is 0, unless all of them are. */
function headLine(bill: Fillable): string {
  const heads = Array.from({ length: 10 }, (_, index) => ({
    head: bill[`head${index + 1}` as HeadKey],
    amount: bill[`amount${index + 1}` as AmountKey] ?? null,
  })).flatMap(({ head, amount }) => (head && amount !== null ? [{ head, amount }] : []));
  const charged = heads.filter(({ amount }) => amount !== 0);
  return (charged.length > 0 ? charged : heads)
    .map(({ head, amount }) => `${head} ${formatAmount(amount)}`)
    .join(', ');
}

const orEmpty = <T>(value: T | null | undefined, format: (value: T) => string): string =>
  value === null || value === undefined ? '' : format(value);

const sayPayable = (bill: Fillable): string => orEmpty(bill.payable, formatAmount);

/** `family`: all the bills that the text speaks of, as one; of a text about one bill that bill. */
const valueFor: Record<PlaceholderName, (bill: Fillable, family: Fillable) => string> = {
  name: (bill) => bill.name,
  regNum: (bill) => bill.regNum ?? '',
  invNo: (bill) => bill.invNo ?? '',
  total: (bill) => orEmpty(bill.total, formatAmount),
  dueDate: (bill) => orEmpty(bill.dueDate, formatDay),
  expiryDate: (bill) => orEmpty(bill.expiryDate, formatDay),
  issueDate: (bill) => orEmpty(bill.issueDate, formatDay),
  amountAfterDueDate: (bill) => orEmpty(bill.amountAfterDueDate, formatAmount),
  payable: sayPayable,
  paid: (bill) => orEmpty(bill.paid, formatAmount),
  // What is left of a bill is what is payable for it on the day, late fee and all: two words for one figure.
  balance: sayPayable,
  familyTotal: (_bill, family) => orEmpty(family.payable, formatAmount),
  month: (bill) => fullMonthNames[bill.month - 1] ?? '',
  year: (bill) => (bill.year ? String(bill.year) : ''),
  status: (bill) => bill.status,
  heads: headLine,
  campus: (bill) => bill.campus,
  link: (bill) => bill.link ?? '',
  receiptNo: (bill) => orEmpty(bill.receiptNo, String),
  // In the line of a child it is what was paid for that one.
  received: (bill, family) =>
    orEmpty(bill === family ? bill.received : (bill.receivedFor ?? bill.received), formatAmount),
  receivedOn: (bill) => orEmpty(bill.receivedOn, formatDay),
  method: (bill) => orEmpty(bill.method, (method) => wayWords[method]),
};

// Among Urdu words `10 Nov 2026` would turn round, and an Urdu name turns what is written after it; isolated, each
// value keeps its own direction.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/;
const isolated = /\u2068[^\u2068\u2069]*\u2069/g;
/** Whether words of the line itself run from the right. */
const runsFromRight = (line: string): boolean => rightToLeft.test(line.replace(isolated, ''));
const inItsDirection = (value: string, isFromRight: boolean): string =>
  value !== '' && (isFromRight || rightToLeft.test(value)) ? `\u2068${value}\u2069` : value;

/** A link runs from the left by itself, and a telephone would take the marks around it for a part of it. */
const isolatedIn = (isFromRight: boolean, name: PlaceholderName, value: string): string =>
  name === 'link' ? value : inItsDirection(value, isFromRight);

type Part = string | { name: PlaceholderName };
type Line = { parts: Part[]; isFromRight: boolean };
const partsOfLines = new Map<string, Line>();
const mostLinesKept = 200;

/** A run fills the same few lines thousands of times, so they are taken apart once. */
function partsOf(line: string): Line {
  const known = partsOfLines.get(line);
  if (known) return known;
  const parts: Part[] = [];
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    const name = canonical(match[1] ?? '');
    if (!name) continue;
    parts.push(line.slice(end, match.index), { name });
    end = match.index + match[0].length;
  }
  parts.push(line.slice(end));
  const taken = { parts, isFromRight: runsFromRight(line) };
  if (partsOfLines.size >= mostLinesKept) partsOfLines.clear();
  partsOfLines.set(line, taken);
  return taken;
}

type Filling = { family: Fillable; missing: Set<PlaceholderName>; room: number };

/**
 * The line with the values of one bill, until it is longer than `room`. A value is worked out once, however often a
 * hostile line asks for it, and every placeholder without one is found, also past the room.
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

/** The text with one bill's values. */
export function fill(text: string, bill: Fillable): Filled {
  const missing = new Set<PlaceholderName>();
  const filling = { family: bill, missing, room: longestMessage };
  return { text: fillLine(text, bill, filling), missing: [...missing] };
}

/** These belong to one child, so a line that holds one of them is written once for each. */
const perChild: readonly PlaceholderName[] = ['name', 'regNum', 'invNo', 'heads'];

/** Whether a family's text has this line once for each of its children. */
export const isLineOfChild = (line: string): boolean => isPerChild(placeholdersIn(line));

const isPerChild = (names: readonly PlaceholderName[]): boolean =>
  names.some((name) => perChild.includes(name));

/** Whether a family's text says this of all its bills as one, and not, or not only, in the line of each child. */
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

/** The family as one bill: amounts added up, the earliest of each date, what they share otherwise. */
function together(bills: readonly Fillable[], first: Fillable): Fillable {
  return {
    ...first,
    status: [...new Set(bills.map((bill) => bill.status))].join(', '),
    total: sum(bills.map((bill) => bill.total)),
    amountAfterDueDate: sum(bills.map((bill) => bill.amountAfterDueDate)),
    payable: sum(bills.map((bill) => bill.payable)),
    paid: sum(bills.map((bill) => bill.paid)),
    issueDate: earliest(bills.map((bill) => bill.issueDate)),
    dueDate: earliest(bills.map((bill) => bill.dueDate)),
    expiryDate: earliest(bills.map((bill) => bill.expiryDate)),
  };
}

/**
 * One text for a family's bills: a line with a child's name, registration, invoice or heads is repeated for each
 * child; in the other lines amounts are the family's sum and dates the earliest. One bill is filled as `fill` does.
 */
export function fillForFamily(text: string, bills: readonly Fillable[]): Filled {
  const [first] = bills;
  if (!first) return { text, missing: [] };
  const family = together(bills, first);
  const missing = new Set<PlaceholderName>();
  // Once the text is too long, a line is looked at only for placeholders that no line before it had.
  const asked = { ofChildren: new Set<PlaceholderName>(), ofFamily: new Set<PlaceholderName>() };
  const lines: string[] = [];
  let room = longestMessage;
  for (const line of text.split('\n')) {
    const names = placeholdersIn(line);
    const ofEachChild = isPerChild(names);
    const known = ofEachChild ? asked.ofChildren : asked.ofFamily;
    const isNew = names.some((name) => !known.has(name));
    for (const bill of ofEachChild ? bills : [family]) {
      if (room < 0 && !isNew) break;
      const filled = fillLine(line, bill, { family, missing, room });
      if (room >= 0) lines.push(filled);
      room -= filled.length + 1;
    }
    for (const name of names) known.add(name);
  }
  return { text: lines.join('\n'), missing: [...missing] };
}

/** The name of the campus is the same to everybody: a template has it in its own words. */
export const withCampus = (text: string, campus: string): string =>
  text
    .split('\n')
    .map((line) => {
      const value = inItsDirection(campus, runsFromRight(line));
      return line.replace(pattern, (written, name: string) =>
        canonical(name) === 'campus' ? value : written,
      );
    })
    .join('\n');

/** Placeholders with nothing but spaces between them are one value: WhatsApp takes no two side by side. */
const slotPattern = /\{\{[^{}]*\}\}(?:[^\S\n]*\{\{[^{}]*\}\})*/g;

/** The placeholders of one value; none where one of them is unknown. */
function namesOf(written: string): PlaceholderName[] {
  const names = [...written.matchAll(pattern)].map((match) => canonical(match[1] ?? ''));
  return names.includes(undefined) ? [] : names.filter((name) => name !== undefined);
}

/** The values a template has for a text, each by its placeholders, in the order of their occurrence. */
export const slotsIn = (text: string): PlaceholderName[][] =>
  [...text.matchAll(slotPattern)].map(([written]) => namesOf(written)).filter((names) => names.length > 0);

/** The text as a template has it: `{{1}}` for the first value, `{{2}}` for the next, one that comes twice each time. */
export function numbered(text: string): string {
  let count = 0;
  return text
    .trim()
    .replace(slotPattern, (written) => (namesOf(written).length > 0 ? `{{${++count}}}` : written));
}

/** What a template makes of these values, in their order. */
export function withValues(text: string, values: readonly string[]): string {
  let at = 0;
  return text
    .trim()
    .replace(slotPattern, (written) => (namesOf(written).length > 0 ? (values[at++] ?? '') : written));
}

/** WhatsApp takes neither line breaks nor tabs nor runs of spaces in a value (132018). */
const inOneLine = (value: string): string => value.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Of several children each has an amount of its own, though it be the same; what else they share is said once. */
const ofEach: readonly PlaceholderName[] = [
  ...perChild,
  ...(['total', 'amountAfterDueDate', 'payable', 'paid', 'balance', 'received'] as const),
];

/** One value, of all these bills, for a line that runs so; it ends soon after it is too long for a message. */
function joinedValue(
  names: readonly PlaceholderName[],
  bills: readonly Fillable[],
  { family, isFromRight }: { family: Fillable; isFromRight: boolean },
): string {
  const ofBill = (name: PlaceholderName, bill: Fillable): string =>
    isolatedIn(isFromRight, name, inOneLine(valueFor[name](bill, family)));
  const isOfEach = names.some((name) => ofEach.includes(name));
  const told = new Set<string>();
  let joined = '';
  for (const bill of bills) {
    if (joined.length > longestMessage) break;
    const value = names.map((name) => ofBill(name, bill)).join(' ');
    if (!isOfEach && told.has(value)) continue;
    joined += told.size > 0 ? `, ${value}` : value;
    told.add(value);
  }
  return joined;
}

/**
 * The values of a text in the order of their occurrence, for a template: a family's as in `fillForFamily`, but in one
 * line, since a template's lines cannot be repeated.
 */
export function valuesFor(
  text: string,
  bills: readonly Fillable[],
): { values: string[]; missing: PlaceholderName[] } {
  const [first] = bills;
  if (!first) return { values: [], missing: [] };
  const family = bills.length > 1 ? together(bills, first) : first;
  const values: string[] = [];
  const missing = new Set<PlaceholderName>();
  // Each is worked out once, however often a hostile text asks for it; past the length of a message none is given.
  const known = new Map<string, string>();
  let room = longestMessage;
  for (const line of text.split('\n')) {
    const slots = slotsIn(line);
    const about = isPerChild(slots.flat()) ? bills : [family];
    const isFromRight = runsFromRight(line);
    for (const names of slots) {
      const key = [about === bills, isFromRight, ...names].join(' ');
      let value = known.get(key);
      if (value === undefined) {
        const absent = names.filter((name) =>
          about.some((bill) => inOneLine(valueFor[name](bill, family)) === ''),
        );
        for (const name of absent) missing.add(name);
        value = absent.length > 0 ? '' : joinedValue(names, about, { family, isFromRight });
        known.set(key, value);
      }
      values.push(room < 0 ? '' : value);
      room -= value.length;
    }
  }
  return { values, missing: [...missing] };
}
