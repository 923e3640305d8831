/**
 * How the amount that a bill charges follows from the columns of a sheet: from its total, from its fees if it has no
 * total, less a concession or with arrears that stand beside the total, or from the instalment that is due now.
 */
import { classOfFeeHead } from '../money/fee-head-class.ts';
import { formatAmount, toPaisa, toRupees } from '../money/money.ts';
import { type Cell, isEmptyCell, tidy } from './cells.ts';
import type { Charge, ChargePart as Part, SheetQuestion } from './checked.ts';
import { plainHeading } from './columns.ts';
import type { MappedColumn } from './find-header.ts';
import { Findings } from './problem.ts';
import { readHeadAmount } from './read-amount.ts';
import type { SheetContext } from './read-cell.ts';
import { isOfPercent, readConcession } from './read-concession.ts';
import { cellProblems } from './sheet-words.ts';

type Rows = readonly (readonly Cell[])[];
const searchedRows = 400;
/** A percentage is often rounded to whole rupees. */
const oneRupee = 100;

/** The columns of amounts that decide what is charged. */
type Columns = Record<Part | 'fees', readonly MappedColumn[]> &
  Partial<Record<'total' | 'instalment' | 'paidAmount' | 'outstanding', MappedColumn>>;

function columnsOf(mapped: readonly MappedColumn[]): Columns {
  const of = (field: string) => mapped.find(({ column }) => column.field === field);
  const heads = mapped.filter(({ column }) => column.kind === 'headAmount');
  return {
    fees: heads.filter(({ head }) => head === undefined || head.use === 'fee'),
    concession: heads.filter(({ head }) => head?.use === 'concession'),
    arrears: heads.filter(({ head }) => head?.use === 'arrears'),
    ...Object.fromEntries(
      ['total', 'instalment', 'paidAmount', 'outstanding'].flatMap((field) => {
        const column = of(field);
        return column ? [[field, column]] : [];
      }),
    ),
  };
}

/** Amounts of a row in paisa; `NaN` if a cell holds no amount. `total`: undefined if its cell is empty. */
type Parts = Record<Part | 'fees' | 'instalment' | 'paid', number> & { total: number | undefined };

class PartsReader {
  readonly columns: Columns;
  readonly #context: SheetContext;

  constructor(context: SheetContext) {
    this.columns = columnsOf(context.mapped);
    // Sums and differences are the same with dots for thousands and for three decimals.
    const dots = context.mapped.map(
      ({ column: { field } }) => [field, context.dots?.get(field) ?? 'thousands'] as const,
    );
    this.#context = { ...context, doubted: new Set(), dots: new Map(dots) };
  }

  #paisaIn(row: readonly Cell[], { index, column }: MappedColumn): number {
    const cell = tidy(row[index]);
    if (cell === null) return 0;
    const findings = new Findings();
    findings.field = column.field;
    const read = readHeadAmount(cell, findings, this.#context);
    return typeof read === 'number' ? toPaisa(read) : Number.NaN;
  }

  #sum(row: readonly Cell[], columns: readonly MappedColumn[]): number {
    return columns.reduce((sum, column) => sum + this.#paisaIn(row, column), 0);
  }

  of(row: readonly Cell[]): Parts {
    const { fees, arrears, concession, total, instalment, paidAmount, outstanding } = this.columns;
    const base = this.#sum(row, fees.filter(isReduced));
    const off = concession.reduce((sum, column) => {
      const findings = new Findings();
      findings.field = column.column.field;
      const read = readConcession(row[column.index], findings, {
        isPercent: isOfPercent(column.title),
        context: this.#context,
      });
      if (read === null) return sum;
      if (!('rupees' in read) && !('percent' in read)) return Number.NaN;
      return sum + ('rupees' in read ? toPaisa(read.rupees) : paisaOf(read.percent, base));
    }, 0);
    const charged = total && !isEmptyCell(tidy(row[total.index])) ? this.#paisaIn(row, total) : undefined;
    const left = outstanding && charged !== undefined ? charged - this.#paisaIn(row, outstanding) : 0;
    return {
      fees: this.#sum(row, fees),
      arrears: this.#sum(row, arrears),
      concession: off,
      total: charged,
      instalment: instalment ? this.#paisaIn(row, instalment) : 0,
      paid: paidAmount ? this.#paisaIn(row, paidAmount) : left,
    };
  }
}

/** A percentage is of the fees, not of arrears and fines. */
const isReduced = ({ head }: MappedColumn): boolean =>
  head === undefined || classOfFeeHead(head.name) !== 'fine';
const paisaOf = (percent: number, base: number): number => Math.round((base * percent) / 100);

// Net Payable, Payable Within Due Date, After Discount: the concession is already subtracted.
const net = /net|payable|within|topay|afterdis|aftercon|واجبالادا|قابلادا/;

const fitOf = ({ fees, arrears, concession, total }: Parts, parts: readonly Part[]): boolean => {
  const sum =
    fees + (parts.includes('arrears') ? arrears : 0) - (parts.includes('concession') ? concession : 0);
  return Math.abs(sum - (total ?? Number.NaN)) <= oneRupee;
};

/** The parts that the total does not contain. Without fees that could show it, only the heading of the total can. */
function findBeside(rows: readonly Parts[], { columns }: PartsReader): Pick<Charge, 'beside' | 'unused'> {
  const has = (part: Part): boolean => rows.some((one) => one[part] !== 0 && !Number.isNaN(one[part]));
  const parts = (['concession', 'arrears'] as const).filter(has);
  const isNet = net.test(plainHeading(columns.total?.title ?? ''));
  const hasFees = rows.some(({ fees }) => fees > 0);
  if (!hasFees) {
    const off = parts.filter((part) => part === 'concession');
    return { beside: isNet || columns.total?.isNet ? [] : off, unused: off };
  }
  const telling = rows.filter((one) => (one.total ?? 0) > 0 && parts.some((part) => one[part] !== 0));
  const combinations: readonly (readonly Part[])[] = [parts, ['concession'], ['arrears'], []];
  const counted = combinations.map((contained) => ({
    contained,
    count: telling.filter((one) => fitOf(one, contained)).length,
  }));
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one));
  if (best.count * 2 > telling.length)
    return { beside: parts.filter((part) => !best.contained.includes(part)), unused: [] };
  return { beside: isNet ? [] : parts.filter((part) => part === 'concession'), unused: [] };
}

/** What the columns and their first rows show about the amount that is charged. */
export function findCharge(rows: Rows, first: number, context: SheetContext): Charge {
  const none: Charge = { question: null, beside: [], unused: [], by: null };
  if (context.kind !== 'bills') return none;
  const reader = new PartsReader(context);
  const { fees, concession, arrears, total, instalment, outstanding } = reader.columns;
  const hasHeads = [...fees, ...concession, ...arrears].length > 0;
  const hasTotal = total && rows.some((row, at) => at >= first && !isEmptyCell(row[total.index]));
  if (!hasTotal && instalment) return { ...none, by: 'instalment' };
  if (!hasTotal) return hasHeads && !outstanding ? { ...none, question: 'noTotal' } : none;
  if (!instalment && concession.length === 0 && arrears.length === 0) return none;
  const read = rows
    .slice(first, first + searchedRows)
    .filter((row) => !row.every(isEmptyCell))
    .map((row) => reader.of(row));
  const isOther = (one: Parts): boolean => one.instalment > 0 && one.instalment !== one.total;
  if (instalment && read.some(isOther)) return { ...none, question: 'instalment' };
  const found = findBeside(read, reader);
  return { ...none, ...found, question: found.beside.length > 0 ? 'beside' : null };
}

/** The question with the sum of the bills for each answer; empty if there is none. */
export function askOfCharge(
  { question, beside, by }: Charge,
  rows: Rows,
  context: SheetContext,
): SheetQuestion[] {
  if (question === null) return [];
  const reader = new PartsReader(context);
  const { columns } = reader;
  const sums: Sums = { total: 0, sum: 0, instalment: 0, unpaid: 0 };
  let count = 0;
  let example = '';
  for (const row of rows) {
    const parts = reader.of(row);
    const own = { ...parts, total: parts.total ?? 0 };
    const of = {
      total: own.total,
      sum: question === 'noTotal' ? own.fees + own.arrears - own.concession : chargedOf(own, beside),
      instalment: own.instalment,
      unpaid: own.total - own.paid,
    };
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += of[name] || 0;
    if (of.sum === of.total && question === 'beside') continue;
    count += 1;
    if (example === '') example = formatAmount(toRupees(of.total));
  }
  const titles = {
    noTotal: [...columns.fees, ...columns.concession, ...columns.arrears],
    beside: beside.flatMap((part) => columns[part]),
    instalment: columns.instalment ? [columns.instalment] : [],
  }[question];
  const heading = titles.map(({ title }) => title).join(', ');
  const answers = answersFor(question, sums);
  const key = `charge ${question}`;
  return [{ key, kind: question, field: 'total', heading, count, example, answers, answer: by }];
}

type Sums = Record<'total' | 'sum' | 'instalment' | 'unpaid', number>;

/** The answers with the sums of their bills, the proposed one first. */
function answersFor(question: NonNullable<Charge['question']>, sums: Sums): SheetQuestion['answers'] {
  const sum = { name: 'sum' as const, rupees: toRupees(sums.sum) };
  if (question === 'noTotal') return [sum, { name: 'none' }];
  if (question === 'beside') return [sum, { name: 'total', rupees: toRupees(sums.total) }];
  return [
    { name: 'instalment', rupees: toRupees(sums.instalment) },
    { name: 'total', rupees: toRupees(sums.unpaid) },
  ];
}

const chargedOf = (
  { total, arrears, concession }: Parts & { total: number },
  beside: readonly Part[],
): number =>
  total + (beside.includes('arrears') ? arrears : 0) - (beside.includes('concession') ? concession : 0);

type Values = Record<string, string | number>;

/** Reads the concessions of a row as heads below zero, once its fees are known. Returns how many cells are unreadable. */
export function takeConcessions(
  row: readonly Cell[],
  values: Values,
  { context, findings }: { context: SheetContext; findings: Findings },
): number {
  let unread = 0;
  for (const { column, index, title, head } of context.concessions ?? []) {
    if (!head) continue;
    findings.field = column.field;
    findings.title = title;
    const read = readConcession(row[index], findings, { isPercent: isOfPercent(title), context });
    if (read === null) continue;
    if (!('rupees' in read) && !('percent' in read)) {
      findings.ofCell('unread', read.sentence);
      unread += 1;
      continue;
    }
    const paisa = 'rupees' in read ? toPaisa(read.rupees) : ofFees(values, context, read.percent);
    values[column.field] = toRupees(0 - paisa);
    values[head.field] = head.name;
  }
  return unread;
}

/** A percentage of the fees. If it makes the total but for its rounding, it is rounded as in the sheet. */
function ofFees(values: Values, { mapped, charge }: SheetContext, percent: number): number {
  const sumOf = (isTaken: (one: MappedColumn) => boolean): number =>
    mapped.reduce((sum, one) => {
      const amount = values[one.column.field];
      const isHead = one.column.kind === 'headAmount' && typeof amount === 'number' && isTaken(one);
      return isHead ? sum + toPaisa(amount) : sum;
    }, 0);
  const off = paisaOf(
    percent,
    sumOf((one) => one.head?.use !== 'arrears' && one.head?.use !== 'concession' && isReduced(one)),
  );
  const stated = values.total;
  if (typeof stated !== 'number' || charge?.question !== null) return off;
  const rest = sumOf(() => true) - toPaisa(stated);
  return Math.abs(rest - off) <= oneRupee ? rest : off;
}

function dropHeads(
  values: Values,
  mapped: readonly MappedColumn[],
  isDropped: (one: MappedColumn) => boolean,
): void {
  for (const one of mapped) {
    if (one.column.kind !== 'headAmount' || !isDropped(one)) continue;
    delete values[one.column.field];
    delete values[one.column.field.replace('amount', 'head')];
  }
}

/** Decides what the row charges. Without the answer to an open question it is unreadable. */
export function settleCharge(values: Values, { mapped, charge }: SheetContext, findings: Findings): void {
  const { instalment } = values;
  if (instalment !== undefined) delete values.instalment;
  if (!charge) return;
  const { question, by, beside, unused } = charge;
  if (question === null && by === null && unused.length === 0) return;
  const ofUse =
    (parts: readonly Part[]) =>
    (one: MappedColumn): boolean =>
      parts.some((part) => part === one.head?.use);
  const amounts = mapped.flatMap((one): { one: MappedColumn; paisa: number }[] => {
    const amount = values[one.column.field];
    return one.column.kind === 'headAmount' && typeof amount === 'number'
      ? [{ one, paisa: toPaisa(amount) }]
      : [];
  });
  if (question !== null && by === null) {
    const has = amounts.length > 0 || values.total !== undefined || instalment !== undefined;
    if (has && !findings.issues.some(({ field, kind }) => field === 'total' && kind === 'unread'))
      findings.ofRow('unread', cellProblems.chargeDoubted, 'total');
    delete values.total;
  } else if (by === 'instalment') {
    if (typeof instalment === 'number') values.total = instalment;
    else delete values.total;
    // The payments and fees are those of the whole year.
    if (question === 'instalment') {
      delete values.paidAmount;
      delete values.outstanding;
      dropHeads(values, mapped, () => true);
    }
  } else if (by === 'sum') {
    const sumOf = (list: typeof amounts): number => list.reduce((sum, { paisa }) => sum + paisa, 0);
    if (question === 'noTotal' && amounts.length > 0) values.total = toRupees(sumOf(amounts));
    else if (typeof values.total === 'number')
      values.total = toRupees(toPaisa(values.total) + sumOf(amounts.filter(({ one }) => ofUse(beside)(one))));
  } else if (by === 'total') dropHeads(values, mapped, ofUse(beside));
  dropHeads(values, mapped, ofUse(unused));
}
