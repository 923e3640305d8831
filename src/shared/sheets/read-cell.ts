/** Reads one cell of a mapped column: its value, or the problem with it. */

import type { ChosenClasses } from '../money/fee-head-class.ts';
import { formatAmount } from '../money/money.ts';
import { type Cell, nameOfCell, tidy } from './cells.ts';
import type { Charge } from './checked.ts';
import type { ClassNames } from './class-spellings.ts';
import type { ColumnKind } from './columns.ts';
import { amountInText, isOtherAmount } from './files/amount-format.ts';
import type { MappedColumn } from './find-header.ts';
import type { Period } from './look-at-bill.ts';
import { type Findings, Problem, type Read } from './problem.ts';
import { type AmountContext, readAmount, readHeadAmount } from './read-amount.ts';
import { type DayContext, readDay, readMoneyDay, readMonth, readYear } from './read-day.ts';
import {
  hasExponent,
  readCode,
  readPhone,
  readStatusCell,
  readText,
  type StatusMeaning,
} from './read-text.ts';
import type { ImportKind } from './sheet-rows.ts';
import type { Shape } from './sheet-shape.ts';
import { cellProblems } from './sheet-words.ts';

/** Whether an amount in cells merged over several rows is owed in each row, or once. */
export type MergedMeaning = 'each' | 'once';

/** Whether an amount that Excel shows differently from its stored value is read as shown or as stored. */
export type ShownMeaning = 'asShown' | 'asStored';

/** Settings for the whole sheet. */
export type SheetContext = Period &
  DayContext &
  AmountContext & {
    kind: ImportKind;
    mapped: readonly MappedColumn[];
    feesBeyond?: readonly number[];
    shape?: Shape | undefined;
    /** Numbers of other countries are usual here, so they get no warning. */
    areAbroad?: boolean | undefined;
    /** A person's answers about amounts in merged cells, by field. */
    merged?: ReadonlyMap<string, MergedMeaning> | undefined;
    feeHeads?: ChosenClasses | undefined;
    /** The names of the classes. */
    classes?: ClassNames | undefined;
    statusAmounts?: StatusMeaning | undefined;
    /** Whether amounts that Excel shows differently are read as shown or as stored; until a person answers, neither. */
    shown?: ShownMeaning | undefined;
    /** Collects the fields with such amounts. */
    shownFields?: Set<string>;
    /** The columns of concessions. */
    concessions?: readonly MappedColumn[];
    /** How the amount that a bill charges is found. */
    charge?: Charge | undefined;
  };

type Reader = (cell: Cell, context: SheetContext, findings: Findings) => Read<string | number>;

const readers: Record<ColumnKind, Reader> = {
  code: (cell, _, findings) => readCode(cell, findings),
  text: (cell, _, findings) => readText(cell, findings),
  amount: (cell, context, findings) => readAmount(cell, findings, context),
  headAmount: (cell, context, findings) => readHeadAmount(cell, findings, context),
  day: (cell, context, findings) =>
    (findings.field === 'paidOn' ? readMoneyDay : readDay)(cell, findings, context),
  month: (cell, context, findings) => readMonth(cell, findings, context),
  year: readYear,
  number: (cell, context, findings) => readPhone(cell, findings, context),
  status: (cell, context, findings) => readStatusCell(cell, findings, context),
};

const isAmountKind = (kind: ColumnKind): boolean => kind === 'amount' || kind === 'headAmount';

/** A number that its format shows as text: codes and names are read as shown, other fields as the number. */
function readShown(
  { value, text }: { value: number; text: string },
  kind: ColumnKind,
  { context, findings }: { context: SheetContext; findings: Findings },
): Read<string | number> {
  const isSeen = kind === 'code' || kind === 'text';
  if (isAmountKind(kind) && isOtherAmount(text, value)) {
    context.shownFields?.add(findings.field);
    if (context.shown === undefined) return new Problem(cellProblems.shownOther(text, formatAmount(value)));
    return readers[kind](
      context.shown === 'asShown' ? (amountInText(text) ?? value) : value,
      context,
      findings,
    );
  }
  if (isSeen && hasExponent(text)) return new Problem(cellProblems.lostDigits(text));
  const seen = isSeen ? null : readers[kind](value, context, findings);
  return isSeen || seen instanceof Problem ? readers[kind](text.trim(), context, findings) : seen;
}

/** An amount merged over several rows. Until a person answers, it is unknown whether each row owes it. */
function ofMerged(
  { cell, isFirst }: { cell: Cell; isFirst: boolean },
  { merged }: SheetContext,
  field: string,
): Cell | Problem {
  const meaning = merged?.get(field);
  if (meaning === undefined) return new Problem(cellProblems.mergedAmount(nameOfCell(cell)));
  return meaning === 'each' || isFirst ? cell : null;
}

export function readCell(
  mapped: MappedColumn,
  row: readonly Cell[],
  { context, findings }: { context: SheetContext; findings: Findings },
): Read<string | number> {
  const raw = row[mapped.index];
  const { kind: of, field } = mapped.column;
  const isMerged = typeof raw === 'object' && raw?.kind === 'merged';
  const plain = isMerged ? (isAmountKind(of) ? ofMerged(raw, context, field) : raw.cell) : raw;
  if (plain instanceof Problem) return plain;
  if (typeof plain === 'object' && plain?.kind === 'shown')
    return readShown(plain, mapped.column.kind, { context, findings });
  const cell = tidy(plain);
  if (cell === null) return null;
  if (typeof cell === 'object' && cell.kind === 'error') return new Problem(cellProblems.error(cell.code));
  if (typeof cell === 'object' && cell.kind === 'noValue') return new Problem(cellProblems.noValue);
  if (typeof cell === 'string' && cell.includes('\ufffd')) return new Problem(cellProblems.badLetter(cell));
  return readers[mapped.column.kind](cell, context, findings);
}
