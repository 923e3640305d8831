/**
 * The problem lines of a check: rows with the same problem, the value of the other rows, and the answers for all of
 * them.
 */
import { partlyPaid } from '../money/bill-status.ts';
import { formatDay, fullMonthNames } from '../time/dates.ts';
import type { AnswerLayer } from './answers.ts';
import type { CheckRows } from './check-rows.ts';
import type { JudgedRow } from './check-totals.ts';
import { type IssueKind, issueKinds, type ProblemAnswer, type ProblemLine } from './checked.ts';
import { columnOf } from './columns.ts';
import { findFatherNumbers } from './father-numbers.ts';
import { bitOf, levelOf } from './problem.ts';
import { isWithoutYear } from './read-day.ts';
import { codeColumnIn, namedInMessages } from './read-row.ts';
import type { RowRecord } from './read-table.ts';
import { sharedField } from './say-twice.ts';
import {
  answersForShared,
  correctionsOf,
  describeShared,
  keyOfShared,
  showChildren,
} from './shared-numbers.ts';
import { showIn } from './show-row.ts';
import { showValue } from './take-found.ts';

/** A line with the ids of its rows, in the order in which they are shown. */
export type FoundLine = { line: ProblemLine; ids: readonly number[] };

type Group = { key: string; kind: ProblemLine['kind']; records: RowRecord[]; field?: string };

/** Rows searched for the most frequent value. Due dates are counted in every row. */
const sampled = 400;
const textsShown = 3;
/** From this percentage on, a value counts as the value of all rows. */
const nearlyAll = 95;

class Groups {
  readonly all = new Map<string, Group>();
  /** Fields with an open question about the whole column. Their cells are asked about only after it is answered. */
  readonly openFields: ReadonlySet<string>;

  constructor(openFields: ReadonlySet<string>) {
    this.openFields = openFields;
  }

  add(record: RowRecord, group: Omit<Group, 'records'>): void {
    const existing = this.all.get(group.key);
    if (existing) existing.records.push(record);
    else this.all.set(group.key, { ...group, records: [record] });
  }
}

function addUnread(groups: Groups, rows: CheckRows, record: RowRecord): void {
  if (rows.refusalsOf(record).length > 0) groups.add(record, { key: 'unread by the save', kind: 'unread' });
  for (const { field } of rows.unreadOf(record).cells)
    if (!groups.openFields.has(field)) groups.add(record, { key: `unread ${field}`, kind: 'unread', field });
}

function addNone(groups: Groups, rows: CheckRows, record: RowRecord): void {
  const kind = rows.unreadOf(record).usual ?? 'notARow';
  groups.add(record, { key: kind, kind });
}

/** Adds the fields that messages use and that are empty. */
function addMissing(groups: Groups, rows: CheckRows, { record, bits }: JudgedRow): void {
  const isUnread = (bits & bitOf('unread')) !== 0;
  const unread = isUnread ? rows.unreadOf(record).cells.map(({ field }) => field) : [];
  for (const field of namedInMessages)
    if (record[field] === undefined && rows.columnOf(field) && !unread.includes(field))
      groups.add(record, { key: `missing ${field}`, kind: 'missing', field });
  const code = codeColumnIn(rows.table.mapped)?.column.field;
  const lacksCode = code !== undefined && record.regNum === undefined && record.invNo === undefined;
  if (lacksCode && !unread.includes(code) && !rows.isNumberUnknown(record))
    groups.add(record, { key: `missing ${code}`, kind: 'missing', field: code });
}

function addTwice(groups: Groups, rows: CheckRows, record: RowRecord): void {
  const duplicate = rows.twice.get(record.id);
  if (!duplicate || rows.table.lines || rows.isRepeated(record)) {
    groups.add(record, { key: 'twice', kind: 'twice' });
    return;
  }
  const key = keyOfShared(record, duplicate, [...groups.all.keys()]);
  const field = sharedField(record, duplicate);
  groups.add(record, { key, kind: 'twice', field });
}

/** The field to correct for a kind of problem. */
const fieldsOf: Partial<Record<IssueKind, string>> = {
  noNumber: 'number',
  foreign: 'number',
  repaired: 'number',
  landline: 'number',
  headsDiffer: 'total',
  afterBelowTotal: 'amountAfterDueDate',
  dueAfterExpiry: 'dueDate',
  dueBeforeIssue: 'dueDate',
  dueFarOff: 'dueDate',
  otherPeriod: 'month',
  otherStatus: 'status',
  paidDiffers: 'paidAmount',
  outstandingDiffers: 'outstanding',
};

function addKind(groups: Groups, rows: CheckRows, { row, kind }: { row: JudgedRow; kind: IssueKind }): void {
  const { record } = row;
  if (kind === 'unread') addUnread(groups, rows, record);
  else if (kind === 'notARow') addNone(groups, rows, record);
  else if (kind === 'missing') addMissing(groups, rows, row);
  else if (kind === 'twice') addTwice(groups, rows, record);
  else if (kind === 'otherStatus') addStatus(groups, rows, record);
  else if (kind === 'shifted')
    groups.add(record, { key: rows.unreadOf(record).isCut ? 'shifted cut' : kind, kind });
  else
    groups.add(record, { key: keyOf(kind, record), kind, ...(fieldsOf[kind] && { field: fieldsOf[kind] }) });
}

/** Unknown statuses with their own lines. The rows of more different ones share one line. */
const mostStatuses = 6;

function addStatus(groups: Groups, rows: CheckRows, record: RowRecord): void {
  const column = rows.columnOf('status');
  const text = column ? showIn(column, rows.cellsOf(record)).trim() : '';
  const own = `otherStatus ${text.toLowerCase()}`;
  const of = [...groups.all.keys()].filter((key) => key.startsWith('otherStatus '));
  const key = of.includes(own) || of.length < mostStatuses ? own : 'otherStatus';
  groups.add(record, { key, kind: 'otherStatus', field: 'status' });
}

const partly = /half|part|some|adv|instal|کچھ|آدھ|نصف/i;

/** Rows of other months get a separate line for each month. */
const keyOf = (kind: IssueKind, { month, year }: RowRecord): string =>
  kind === 'otherPeriod' ? `otherPeriod ${month ?? ''} ${year ?? ''}` : kind;

/** Problems between two days. They are shown only when both days are certain. */
const comparesDays: ReadonlySet<IssueKind> = new Set(['dueAfterExpiry', 'dueBeforeIssue', 'dueFarOff']);

function groupsOf(rows: CheckRows, judged: readonly JudgedRow[]): Groups {
  const openFields = rows.questions
    .filter(({ answer }) => answer === null)
    .flatMap(({ field, fields }) => fields ?? field);
  const groups = new Groups(new Set(openFields));
  const areDaysOpen = rows.days.some(({ answer }) => answer === null);
  for (const row of judged) {
    if (row.bits === 0 || row.outcome === 'leftOut') continue;
    // One question about the whole file covers all differing arrears.
    for (const [at, kind] of issueKinds.entries())
      if (row.bits & (1 << at) && kind !== 'arrearsDiffer' && !(areDaysOpen && comparesDays.has(kind)))
        addKind(groups, rows, { row, kind });
  }
  return groups;
}

/** The most frequent value of a day column, as typed; undefined if the rows disagree. */
function othersOf(rows: CheckRows, field: string): ProblemLine['others'] {
  const counts = new Map<string, number>();
  let sum = 0;
  const count = (value: string | number | undefined): void => {
    if (value === undefined) return;
    sum += 1;
    counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  };
  if (field === 'dueDate') for (const { dueDate } of rows.records) count(dueDate);
  else for (const record of rows.records.slice(0, sampled)) count(rows.read(record)?.values[field]);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (!most || most[1] * 2 <= sum || most[1] < 2) return undefined;
  return { text: formatDay(most[0]), isAll: most[1] * 100 >= sum * nearlyAll };
}

/** The value of the first row before and after its repair. */
function repairOf(rows: CheckRows, record: RowRecord | undefined): string[] {
  const cell = record && rows.show(record).cells.find(({ field }) => field === 'number');
  return cell?.before === undefined ? [] : [cell.before, cell.text];
}

function textsOf(
  rows: CheckRows,
  { records, field, kind, key }: Group,
): Pick<ProblemLine, 'texts' | 'isOne' | 'isYearless'> {
  if (kind === 'repaired') return { texts: repairOf(rows, records[0]), isOne: records.length === 1 };
  if (kind === 'otherStatus') {
    const column = rows.columnOf('status');
    const [first] = records;
    const text = column && first ? showIn(column, rows.cellsOf(first)) : '';
    return { texts: key === kind ? [] : [text], isOne: key !== kind };
  }
  if (!field || kind !== 'unread') return { texts: [], isOne: false };
  const texts = new Set<string>();
  for (const record of records) {
    texts.add(rows.unreadOf(record).cells.find((cell) => cell.field === field)?.text ?? '');
    if (texts.size > textsShown) break;
  }
  const shown = [...texts].slice(0, textsShown);
  const isYearless = isDay(rows, field) && shown.every(isWithoutYear);
  return { texts: shown, isOne: texts.size === 1, ...(isYearless && { isYearless }) };
}

type Pairs = { ids: number[] } & Pick<ProblemLine, 'twice' | 'shared' | 'children'>;

/** Duplicate rows, each group with its first row, one after the other. */
function pairsOf(rows: CheckRows, { records, key }: Group): Pairs {
  const byFirst = new Map<RowRecord, RowRecord[]>();
  for (const record of records) {
    const first = rows.twice.get(record.id)?.first;
    if (first) byFirst.set(first, [...(byFirst.get(first) ?? [first]), record]);
  }
  const all = [...new Set([...byFirst.values()].flat())];
  const ids = all.map(({ id }) => id);
  if (rows.table.lines) return { ids, twice: 'number' };
  if (key === 'twice' || key === 'twice again') return { ids, twice: 'all' };
  const shared = key.startsWith('shared ')
    ? describeShared(rows, { records: all, later: records })
    : undefined;
  return { ids, twice: 'other', ...(shared && { shared, children: showChildren(rows, all) }) };
}

const isDay = (rows: CheckRows, field: string): boolean => columnOf(rows.table.kind, field)?.kind === 'day';

/** The most likely value for a field, from the other rows or from the month of the billing. */
function mostLikelyFor(
  rows: CheckRows,
  { kind, field }: Group,
  others: ProblemLine['others'],
): ProblemAnswer[] {
  const { month, year } = rows.period;
  if (kind === 'otherPeriod') return [{ name: 'use', text: `${fullMonthNames[month - 1]} ${year}` }];
  if (field === 'month' && kind === 'unread') return [{ name: 'use', text: fullMonthNames[month - 1] ?? '' }];
  if (field === 'year' && kind === 'unread') return [{ name: 'use', text: String(year) }];
  return others ? [{ name: 'use', text: others.text }] : [];
}

const leaveOut: ProblemAnswer = { name: 'leaveOut' };
const keep: ProblemAnswer = { name: 'keep' };
const asBills: ProblemAnswer = { name: 'asBills' };
const join: ProblemAnswer = { name: 'join' };
const secondBill: ProblemAnswer = { name: 'secondBill' };
const sameBill: ProblemAnswer = { name: 'sameBill' };
const fatherNumbers: ProblemAnswer = { name: 'fatherNumbers' };

const isCode = (field: string | undefined): boolean => field === 'regNum' || field === 'invNo';

function answersFor(
  rows: CheckRows,
  group: Group,
  line: Pick<ProblemLine, 'others' | 'twice' | 'level' | 'fatherNumbers'>,
) {
  if (group.records.some((record) => rows.unreadOf(record).mayBeBill)) return [asBills];
  if (group.kind === 'shifted')
    return group.records.every((record) => rows.unreadOf(record).isCut) ? [join, asBills] : [asBills];
  if (line.level === 'done') return [];
  if (group.kind === 'twice') {
    return line.twice === 'other'
      ? answersForShared(rows, group.records)
      : [{ name: 'first' as const }, { name: 'later' as const }];
  }
  if (group.kind === 'second') {
    // If most rows have a new number, the vouchers were probably numbered again.
    const areMost = group.records.length * 2 > rows.records.length;
    return areMost ? [sameBill, secondBill] : [secondBill, sameBill];
  }
  if (group.kind === 'missing' && isCode(group.field)) return [keep, leaveOut];
  if (line.fatherNumbers) return [keep, fatherNumbers];
  if (group.kind === 'otherStatus') {
    const isPart = partly.test(group.key);
    return [...(isPart ? [{ name: 'use' as const, text: partlyPaid }] : []), keep, leaveOut];
  }
  const use = mostLikelyFor(rows, group, line.others);
  // These rows are left out even without an answer.
  if (line.level === 'error') return use.length > 0 ? use : [leaveOut];
  return [...use, keep];
}

const mayUseOthers: readonly ProblemLine['kind'][] = ['unread', 'missing', 'dueFarOff'];

function exampleOf(rows: CheckRows, { kind, records: [first] }: Group): string {
  const issues = first ? rows.show(first).issues : [];
  return issues.find((issue) => issue.kind === kind)?.sentence ?? '';
}

function levelFor({ kind }: Group): ProblemLine['level'] {
  if (kind === 'totals' || kind === 'note' || kind === 'example' || kind === 'repaired') return 'done';
  return levelOf(kind);
}

function lineOf(rows: CheckRows, group: Group): FoundLine {
  const { key, kind, field, records } = group;
  const isCodeMissing = kind === 'missing' && isCode(field);
  const { ids, twice, ...pairs }: Pairs =
    kind === 'twice' ? pairsOf(rows, group) : { ids: records.map(({ id }) => id) };
  const isOfDays = field !== undefined && isDay(rows, field) && mayUseOthers.includes(kind);
  const others = isOfDays ? othersOf(rows, field) : undefined;
  const level = levelFor(group);
  const [{ month, year } = {}] = kind === 'otherPeriod' ? records : [];
  const heading = field && rows.columnOf(field)?.title;
  const fatherNumbers = kind === 'noNumber' ? findFatherNumbers(rows, records).size : 0;
  const facts = {
    level,
    ...(others && { others }),
    ...(twice && { twice }),
    ...(fatherNumbers > 0 && { fatherNumbers }),
  };
  const line: ProblemLine = {
    key,
    kind,
    count: pairs.shared ? ids.length : records.length,
    ...pairs,
    ...(isCodeMissing && { children: showChildren(rows, records) }),
    ...(field && { field }),
    ...(heading && { heading }),
    ...textsOf(rows, group),
    ...(kind === 'otherPeriod' && { period: { ...(month && { month }), ...(year && { year }) } }),
    ...facts,
    example: exampleOf(rows, group),
    answers: answersFor(rows, group, facts),
    answer: null,
  };
  return { line, ids };
}

const isDone = ({ line }: FoundLine): boolean => line.level === 'done';
/** Sorts lines: the most rows first, and lines that need no answer last. */
const inOrder = (one: FoundLine, other: FoundLine): number =>
  Number(isDone(one)) - Number(isDone(other)) || other.line.count - one.line.count;

/** After the answer `keep` the rows still have the problem and are counted. Any other answer has changed its rows. */
const answered = ({ line, answer, ids }: AnswerLayer): FoundLine => ({ line: { ...line, answer }, ids });

/** The open and the answered lines. */
export function findLines(rows: CheckRows, judged: readonly JudgedRow[]): FoundLine[] {
  const lines = new Map(rows.answers.all.map((layer) => [layer.line.key, answered(layer)]));
  for (const group of groupsOf(rows, judged).all.values()) {
    const before = rows.answers.of(group.key);
    if (before?.answer === 'keep') {
      const ids = group.records.map(({ id }) => id);
      lines.set(group.key, { line: { ...before.line, answer: 'keep', count: ids.length }, ids });
      continue;
    }
    // Rows that got the problem only after the others were answered.
    const key = before ? `${group.key} again` : group.key;
    if (!lines.has(key)) lines.set(key, lineOf(rows, { ...group, key }));
  }
  return [...lines.values()].toSorted(inOrder);
}

/** The effect of an answer on the rows of a line; null if the line does not offer it. */
export function layerFor(
  rows: CheckRows,
  { line, ids }: FoundLine,
  { name: answer, text = '' }: ProblemAnswer,
): AnswerLayer | null {
  const given = line.answers.find(({ name }) => name === answer);
  if (!given) return null;
  const layer = { line, answer, ids };
  if (answer === 'keep') return layer;
  if (answer === 'correct')
    return { ...layer, line: { ...line, typed: text }, rowEdits: correctionsOf(rows, ids, text) };
  if (answer === 'oneChild' || answer === 'secondBill') return { ...layer, isAccepted: true };
  if (answer === 'fatherNumbers') return { ...layer, rowEdits: fatherNumbersOf(rows, ids) };
  if (answer === 'sameBill') return { ...layer, rowEdits: storedInvoicesOf(rows, ids) };
  if (answer === 'asBills') return { ...layer, isOfBills: true };
  if (answer === 'join') return { ...layer, isJoined: true };
  if (answer === 'leaveOut') return { ...layer, out: new Set(ids) };
  if (answer === 'use') return { ...layer, edits: editsOf(rows, line, given.text ?? '') };
  return { ...layer, out: new Set(answer === 'first' ? laterOf(rows, ids) : earlierOf(rows, ids)) };
}

const hasFirst = (rows: CheckRows, id: number): boolean => rows.twice.has(id);
const laterOf = (rows: CheckRows, ids: readonly number[]): number[] => ids.filter((id) => hasFirst(rows, id));
/** All duplicates except the last of each group. */
const earlierOf = (rows: CheckRows, ids: readonly number[]): number[] =>
  ids.filter((_, at) => {
    const next = ids[at + 1];
    return next !== undefined && hasFirst(rows, next);
  });

function fatherNumbersOf(rows: CheckRows, ids: readonly number[]): NonNullable<AnswerLayer['rowEdits']> {
  const records = ids.flatMap((id) => rows.records[id] ?? []);
  return new Map(
    [...findFatherNumbers(rows, records)].map(([id, number]) => [id, new Map([['number', number]])]),
  );
}

/** The rows get the invoice numbers of the stored bills of their children. */
const storedInvoicesOf = (rows: CheckRows, ids: readonly number[]): NonNullable<AnswerLayer['rowEdits']> =>
  new Map(
    ids.flatMap((id) => {
      const record = rows.records[id];
      const invNo = record && rows.otherInvoiceOf(record);
      return invNo === undefined ? [] : [[id, new Map([['invNo', invNo]])] as const];
    }),
  );

function editsOf(rows: CheckRows, { kind, field = '' }: ProblemLine, text: string): Map<string, string> {
  if (kind !== 'otherPeriod') return new Map([[field, text]]);
  const { month, year } = rows.period;
  const of = { month: showValue('month', month), year: showValue('year', year) };
  return new Map(Object.entries(of).filter(([each]) => rows.columnOf(each)));
}
