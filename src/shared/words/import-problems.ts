/** Texts of the check of a file (its problems, its month), and errors of the server about imports. */

import type { AnswerName, ProblemLine, SheetAnswer, SheetQuestion } from '../sheets/checked.ts';
import type { PeriodProposal, PeriodSource } from '../sheets/propose-period.ts';
import type { Hold } from '../sheets/sheet-rows.ts';
import { cutText } from '../text/cut-text.ts';
import { plural } from '../text/phrases.ts';
import { formatPhoneNumber } from '../text/say-number.ts';
import { formatDay, fullMonthNames, monthName } from '../time/dates.ts';
import { fieldWords, issueWords } from './import-screen.ts';
import { sharedNumberWords } from './shared-numbers.ts';

const number = (count: number): string => count.toLocaleString('en-US');

const sayMonthAndYear = ({ month, year }: { month?: number; year?: number }): string =>
  [month && fullMonthNames[month - 1], year].filter(Boolean).join(' ');

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const nameOfSource = ({ source, count = 0 }: { source: PeriodSource; count?: number }): string =>
  ({
    file: 'the file’s name',
    sheet: 'the sheet’s name',
    column: `the month column (${plural(count, 'row', 'rows')})`,
    due: plural(count, 'due date', 'due dates'),
    issue: plural(count, 'issue date', 'issue dates'),
  })[source];

const sayContradiction = (contradiction: PeriodProposal['against'][number]): string =>
  ({
    column: `The month column disagrees on ${plural(contradiction.count ?? 0, 'row', 'rows')}: see the check.`,
    file: `The file’s name says ${sayMonthAndYear(contradiction)}.`,
    sheet: `The sheet’s name says ${sayMonthAndYear(contradiction)}.`,
    due: '',
    issue: '',
  })[contradiction.source];

/** Sentences about where month and year were found, and which sources contradict them. */
export const readWords = {
  from: (proposal: PeriodProposal) =>
    [
      `${sayMonthAndYear({ month: proposal.month })} was read from ${listed(proposal.from.map(nameOfSource))}.`,
      ...proposal.against.map(sayContradiction),
    ].join(' '),
  /** Shown if a person chose another month. */
  instead: (proposal: PeriodProposal) => `The file says ${sayMonthAndYear(proposal)}.`,
  due: (days: string) => `Due ${days}.`,
} as const;

const days = ['dueDate', 'expiryDate', 'issueDate'];
const isAmount = (field: string): boolean => /^(?:total|amount)/.test(field);

/** The name of a column in a problem line: its own heading if that is the name of a fee. */
const columnName = ({ field = '', heading = '' }: ProblemLine): string =>
  /^amount\d/.test(field) ? heading : (fieldWords[field] ?? heading);

const kindOf = (field: string): string => {
  if (days.includes(field)) return 'day';
  if (isAmount(field)) return 'amount';
  return field === 'month' || field === 'year' ? field : 'text';
};

function sayUnread(line: ProblemLine): string {
  const { field = '', texts, isOne, example } = line;
  const shown = texts.filter(Boolean).map((text) => `\u2068${cutText(text, 40)}\u2069`);
  if (!field || shown.length === 0) return example || issueWords.unread;
  if (line.isYearless)
    return isOne
      ? `${columnName(line)} ${shown[0]} has no year`
      : `${columnName(line)}: no year, such as ${shown.join(', ')}`;
  if (isOne) return `${columnName(line)} ${shown[0]} is not a valid ${kindOf(field)}`;
  return `${columnName(line)}: not a valid ${kindOf(field)}, such as ${shown.join(', ')}`;
}

const sayPeriod = ({ month, year }: { month?: number; year?: number } = {}): string =>
  month
    ? `The month column says ${sayMonthAndYear({ month, ...(year && { year }) })}`
    : `The year column says ${year}`;

const twiceWords = { all: 'everything is the same', number: 'the same number' } as const;

const isWithoutCode = ({ kind, field }: ProblemLine): boolean =>
  kind === 'missing' && (field === 'regNum' || field === 'invNo');

function sayOthers({ others }: ProblemLine): string {
  if (!others) return '';
  return others.isAll ? `the others say ${others.text}` : `most others say ${others.text}`;
}

const singularOrPlural = (count: number, one: string, several: string): string =>
  count === 1 ? one : several;

/** The problem lines of a check: what is wrong, what the other rows have, and the answers for all rows. */
export const problemWords = {
  title: 'What to check',
  /** `country`: the country of the campus, which decides the format of phone numbers. */
  say: (line: ProblemLine, country: string): string => {
    const { kind, count, texts } = line;
    const [typed, read] = texts;
    if (kind === 'unread') return sayUnread(line);
    if (kind === 'otherPeriod') return sayPeriod(line.period);
    if (kind === 'twice' && line.twice === 'other') return sharedNumberWords.say(line);
    if (kind === 'twice' && line.twice === 'all')
      return singularOrPlural(count, 'repeated row', 'repeated rows');
    if (kind === 'second') return sharedNumberWords.second(count);
    if (isWithoutCode(line)) return sharedNumberWords.without(count);
    if (kind === 'otherStatus' && typed)
      return `${columnName(line)} \u2068${cutText(typed, 40)}\u2069 is neither paid nor unpaid`;
    if (kind === 'noNumber') return 'No mobile';
    if (kind === 'missing') return `No ${columnName(line).toLowerCase()}`;
    if (kind === 'totals') return singularOrPlural(count, 'total line, left out', 'total lines, left out');
    if (kind === 'note')
      return singularOrPlural(
        count,
        'title, note or signature, left out',
        'titles, notes or signatures, left out',
      );
    if (kind === 'example') return 'example row of the sample workbook, left out';
    if (kind !== 'repaired') return issueWords[kind];
    const repaired = singularOrPlural(count, 'number repaired', 'numbers repaired');
    return typed && read ? `${repaired}, as ${typed} to ${formatPhoneNumber(read, country)}` : repaired;
  },
  /** `due`: the month of most due dates, if the file has one; `billing`: the month that it is compared with. */
  hint: (line: ProblemLine, { due, billing }: { due: string; billing: string }): string => {
    const { kind, others, twice, example } = line;
    if (kind === 'otherPeriod') return due ? `due dates are in ${due}` : `this billing is for ${billing}`;
    if (kind === 'noNumber')
      return line.fatherNumbers
        ? sharedNumberWords.fatherNumbersHint(line.fatherNumbers)
        : 'they get a bill, but no message';
    if (twice === 'other') return sharedNumberWords.hint(line);
    if (kind === 'twice') return twice ? twiceWords[twice] : '';
    if (kind === 'second') return sharedNumberWords.secondHint;
    if (isWithoutCode(line)) return sharedNumberWords.withoutHint(line);
    if (others) return sayOthers(line);
    if (kind === 'otherStatus') return 'saved as unpaid if you choose nothing';
    if (kind === 'missing') return 'a message that uses it is not sent for them';
    return kind === 'unread' || line.level === 'done' ? '' : example;
  },
  answer: (line: ProblemLine, answer: { name: AnswerName; text?: string }): string => {
    const { kind, count, twice } = line;
    const words: Record<AnswerName, string> = {
      use: count === 1 ? `Use ${answer.text}` : `Use ${answer.text} for all ${number(count)}`,
      keep: sayKeep(line),
      asBills:
        kind === 'shifted'
          ? singularOrPlural(count, 'It is correct', 'They are correct')
          : singularOrPlural(count, 'It is a bill', 'They are bills'),
      join: singularOrPlural(count, 'Join the cut amount', `Join the cut amounts of all ${number(count)}`),
      leaveOut: `Leave ${number(count)} out`,
      later: twice === 'other' ? sharedNumberWords.answer('later', line) : 'Keep the later of each',
      first:
        twice === 'other'
          ? sharedNumberWords.answer('first', line)
          : twice === 'all'
            ? 'Keep one of each'
            : 'Keep the first of each',
      correct: sharedNumberWords.correct(line),
      oneChild: sharedNumberWords.answer('oneChild', line),
      secondBill: sharedNumberWords.answer('secondBill', line),
      sameBill: sharedNumberWords.answer('sameBill', line),
      fatherNumbers: sharedNumberWords.fatherNumbers(line.fatherNumbers ?? 0),
    };
    return words[answer.name];
  },
  /** The label of the button that opens the first row of the line at the cell to correct. */
  byHand: ({ kind, field = '' }: ProblemLine): string => {
    if (kind === 'noNumber') return 'Add numbers';
    if (kind === 'twice') return 'Compare';
    return days.includes(field) && (kind === 'unread' || kind === 'missing') ? 'Type a date' : 'Correct';
  },
  show: 'Show',
  hide: 'Show all',
  undo: 'Undo',
  inFile: (field: string) => `${field} in file`,
  month: 'Month',
  becomes: 'Becomes',
  proposed: 'Proposed',
} as const;

function sayKeep(line: ProblemLine): string {
  const { kind, count, period } = line;
  if (kind === 'noNumber') return `Keep ${number(count)} without a number`;
  if (kind === 'otherPeriod')
    return `Keep ${period?.month ? sayMonthAndYear({ month: period.month }) : period?.year}`;
  if (isWithoutCode(line)) return sharedNumberWords.keepWithout(count);
  if (kind === 'missing') return `Keep ${number(count)} without`;
  if (kind === 'otherStatus') return singularOrPlural(count, 'It is unpaid', 'They are unpaid');
  return `Keep ${number(count)} as ${singularOrPlural(count, 'it is', 'they are')}`;
}

const named = (text: string): string => `\u2068${cutText(text, 40)}\u2069`;
const times = (count: number): string => (count === 1 ? 'once' : `${number(count)} times`);

const sheetHints = {
  dots: 'In some countries a dot divides thousands and a comma decimals. Compare the sums with the sheet, then choose.',
  merged:
    'Each child may owe the amount, or all children together. Compare the sums with the sheet, then choose.',
  noTotal: 'A concession is subtracted. Compare the sum with the sheet, then choose.',
  beside:
    'A concession beside the total makes the bills smaller, and arrears make them larger. Compare the sums with the sheet, then choose.',
  status: 'A part payment leaves the rest of the bill to pay.',
  shown:
    'Excel rounds and shortens what it shows. Compare the sums with the sheet, then choose what the bills charge.',
  instalment: 'The total may be that of the whole year. Compare the sums with the sheet, then choose.',
} satisfies Record<Exclude<SheetQuestion['kind'], 'class'>, string>;

function spellingsHint(name: string, { spellings, isListed }: NonNullable<SheetQuestion['classes']>): string {
  const counts = spellings.map(({ text, count }) => `“${named(text)}” ${times(count)}`).join(', ');
  return isListed ? `${counts}. The list of students says ${named(name)}.` : `${counts}.`;
}

/** Questions about the whole sheet. */
export const sheetQuestionWords = {
  text: ({ kind, heading, count, example, classes }: SheetQuestion): string =>
    ({
      class: `${number(classes?.kept ?? 0)} spellings of ${/^class\b/i.test(example) ? '' : 'class '}${named(example)}`,
      dots: `${heading}: ${count === 1 ? 'an amount' : `${number(count)} amounts`} can be read two ways, such as ${example}.`,
      merged: `${heading}: ${count === 1 ? 'an amount is' : `${number(count)} amounts are`} merged over several rows, such as ${example}.`,
      noTotal: `No column has a total: it can be the sum of ${heading}.`,
      beside: `${heading} ${heading.includes(', ') ? 'are' : 'is'} not in the total: ${plural(count, 'bill', 'bills')}.`,
      status: `${heading}: ${count === 1 ? 'a status states' : `${number(count)} statuses state`} an amount, such as ${example}.`,
      shown: `${heading}: ${count === 1 ? 'a row is' : `${number(count)} rows are`} shown differently from what is stored, such as ${example}.`,
      instalment: `${heading} stands beside a total of ${example}. What do the bills charge?`,
    })[kind],
  manyClasses: (count: number) => `${number(count)} classes are spelled in several ways`,
  manyClassesHint: (names: readonly string[]) =>
    `${names.map(named).join(', ')}: all spellings of a class are taken as one.`,
  useOneEach: 'Use one name for each',
  showEach: 'Show each',
  hint: ({ kind, example, classes }: SheetQuestion): string =>
    ({ ...sheetHints, class: classes ? spellingsHint(example, classes) : '' })[kind],
  /** `sum`: the sum of the column or of the bills if this answer is chosen, with its currency sign. */
  answer: (name: SheetAnswer, sum: string, { kind, example, classes }: SheetQuestion): string =>
    ({
      oneClass: `Use ${named(example)}`,
      ownClasses: `Keep ${number(classes?.kept ?? 0)} classes`,
      sum: kind === 'noTotal' ? `Use the sum: ${sum}` : `Count it: ${sum}`,
      total: kind === 'instalment' ? `The total, less what is paid: ${sum}` : `The total is right: ${sum}`,
      instalment: `The instalment: ${sum}`,
      none: 'The bills have no total',
      asShown: `As shown: ${sum}`,
      asStored: `As stored: ${sum}`,
      partPaid: `Part payments: ${sum}`,
      unpaid: 'Leave these bills unpaid',
      thousands: `Dots divide thousands: ${sum}`,
      decimals: `Dots divide decimals: ${sum}`,
      each: `Each row owes it: ${sum}`,
      once: `It is owed once: ${sum}`,
    })[name],
} as const;

/** The billing with a matching bill, and the month of that bill. */
type Place = { groupName: string; month: number; year: number };
const sayPlace = ({ groupName, month, year }: Place): string => `${groupName} (${monthName(month)} ${year})`;

/** Why a body of lines cannot be read. Lines are counted from 1. */
export const lineWords = {
  notLines: 'Send lines of JSON as application/x-ndjson.',
  brokenOff: 'The request was cut off, so nothing was saved. Send it again.',
  notJson: (line: number) => `Line ${number(line)} is not valid JSON.`,
  tooLong: (line: number) => `Line ${number(line)} is too long.`,
  notText: 'The lines are not valid UTF-8.',
  noHead: 'The first line, which describes what is saved, is missing.',
  tooMany: (most: number) => `One save can have at most ${number(most)} rows. Split the file.`,
} as const;

/** Why a class cannot be renamed or merged. */
export const classRefusals = {
  taken: (name: string) => `There is already a class “\u2068${name}\u2069”. Merge the two instead.`,
  itself: 'A class cannot be moved into itself. Choose another class.',
  nobody: (name: string) => `Class “\u2068${name}\u2069” has nobody to move.`,
} as const;

/** Why the server refuses the whole save because of a row. Rows are counted from 1. */
export const refusals = {
  twice: (row: number) => `This is the same bill as row ${number(row)} of this save.`,
  invoiceTwice: (invNo: string, row: number) =>
    `Invoice number ${invNo} is also in row ${number(row)} of this save.`,
  severalBills:
    'The child has several bills of this month here. Say with the invoice number which of them this row is.',
  invoiceOf: (invNo: string, bill: string) =>
    `Invoice number ${invNo} is already on another bill of this billing: ${bill || 'one without a name'}.`,
  invoiceElsewhere: (invNo: string, place: Place) =>
    `Invoice number ${invNo} is already in another billing: ${sayPlace(place)}.`,
  billElsewhere: (place: Place) => `This bill is already in another billing: ${sayPlace(place)}.`,
} as const;

/** Why a bill is not changed; follows the number of its row. */
export const heldWords: Record<Hold, string> = {
  paid: 'It is paid.',
  partPaid: 'A part of it is paid.',
  other: 'Its status is neither paid nor unpaid.',
  messaged: 'A message about it was sent or is queued.',
  noEdit: 'It is already stored, and you may only add.',
  lowered: 'It would charge less. That needs the right to delete and a reason.',
};

/** Said before the reason if only the payment of the row was saved. */
export const statusOnly = (reason: string): string => `Only its status was changed. ${reason}`;

export const paymentOnly = (reason: string): string => `Only the paid amount was saved. ${reason}`;

export const importRefusals = {
  whyLowered: (bills: number) =>
    `${bills === 1 ? '1 bill' : `${number(bills)} bills`} would charge less. Write one reason for all; it stands in the report of concessions.`,
  sameFile: (day: string, by: string, name: string) =>
    `This file was already imported on ${formatDay(day)} by ${by} into ${name}. Open that billing, or first undo that import.`,
  mayNotEdit:
    'You may add bills, but not change stored ones. Nothing was saved: leave these rows out, or ask a person with the right to edit.',
  saveIDUsed: 'This save id belongs to another save.',
} as const;

export const undoRefusals = {
  undone: 'This import is already undone.',
  inBin: (name: string) =>
    `Its billing, \u2068${name}\u2069, is in the bin. Restore the billing first, or leave both as they are.`,
  held: (count: number) =>
    count === 1
      ? 'This import cannot be undone: 1 bill prevents it.'
      : `This import cannot be undone: ${number(count)} bills prevent it.`,
  heldByStudents: (count: number) =>
    count === 1
      ? 'This import cannot be undone: 1 student was changed by a later import.'
      : `This import cannot be undone: ${number(count)} students were changed by a later import.`,
  student: (name: string) => `${name} was changed by a later import.`,
  bill: (who: string, why: string) => `${who}: ${why}`,
} as const;

/** Why a bill prevents the undo of its import. */
export const undoHolds = {
  paid: heldWords.paid,
  partPaid: heldWords.partPaid,
  other: heldWords.other,
  messaged: heldWords.messaged,
  later: 'A later import changed it.',
  carried: 'A newer bill includes what this bill leaves open. First undo the import of the newer bill.',
} as const;
export type UndoHold = keyof typeof undoHolds;

/** Texts about rosters: students with their classes and sections. */
export const rosterWords = {
  twice: (regNum: string) => `The registration number ${regNum} is in this list twice.`,
  taken: (regNum: string, name: string) => `${name} already has the registration number ${regNum}.`,
  hasLeft: (name: string) => `${name} has already left.`,
  isHere: (name: string) => `${name} has not left.`,
  notYet: 'This day is in the future.',
  student: (name: string, regNum: string) => `${name} (${regNum})`,
} as const;
