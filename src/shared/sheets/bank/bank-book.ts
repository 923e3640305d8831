/** An opened bank file: the field of each column, the order of day and month, and its rows. */

import type { BankField, BankHeading, BankRow } from '../../money/bank.ts';
import { bankFields } from '../../money/bank.ts';
import type { CountryCode } from '../../people/phone.ts';
import { cutText } from '../../text/cut-text.ts';
import { type Cell, isEmptyCell, type RawBook } from '../cells.ts';
import { plainHeading } from '../columns.ts';
import { proposeHeader, titlesOf } from '../find-header.ts';
import { orderOfDay, type ReadOrder } from '../read-day.ts';
import { samplesOf, widthOf } from '../samples.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { mostBankRows } from '../sheet-limits.ts';
import { fileFailures } from '../sheet-words.ts';
import { directionOfMark } from './bank-marks.ts';
import { type BankMeaning, bankMeaningOf } from './headings.ts';
import { type BankAnswer, type BankQuestion, BankQuestions, questionKey } from './questions.ts';
import {
  type BankColumns,
  type BankDays,
  bankDayOf,
  joinContinuation,
  readBankRow,
  textOf,
} from './read-bank-row.ts';

type BankColumn = { index: number; heading: string; field: BankField | null; samples: string[] };

/** The current choices. `isComplete`: all columns that are needed to read a row are known. */
export type OpenedBank = {
  headerRow: number;
  columns: BankColumn[];
  isComplete: boolean;
  /** The file is checked only after every question has an answer. */
  questions: BankQuestion[];
  /** A status column that the last file of the account did not have: a person confirms what its words mean. */
  hasNewStatus: boolean;
  /** The text above the headings, where a bank names the account. */
  banner: string;
  /** Whether day or month is first in dates of three numbers. `isSure`: the dates themselves prove it. */
  dayOrder: 'dayFirst' | 'monthFirst';
  isSure: boolean;
  /** A date as written, and the day that was read from it. */
  example: { typed: string; day: string } | null;
};

/** `left`: the number of lines below the headings without a movement of money. */
export type BankRows = { rows: BankRow[]; left: number };

/** The school's place and what is known of the account. */
export type BankPlace = {
  country: CountryCode;
  timeZone: string;
  /** The columns of the account's last file. */
  remembered?: readonly BankHeading[];
};

type Rows = readonly (readonly Cell[])[];

/** Rows searched for the headings. The rows above the headings are only banners and addresses. */
const searchedRows = 60;
const judgedRows = 2000;
const longestBanner = 5000;

const noColumns = (): Record<BankField, number[]> => ({
  ...{
    day: [],
    amount: [],
    credit: [],
    debit: [],
    kind: [],
    status: [],
    number: [],
    reference: [],
    text: [],
    balance: [],
  },
});

const hasMoney = (fields: ReadonlySet<BankField | undefined>): boolean =>
  fields.has('amount') || fields.has('credit') || fields.has('debit');

const isEnough = (columns: BankColumns): boolean =>
  columns.day.length > 0 && columns.amount.length + columns.credit.length > 0;

export class BankBook {
  readonly #rows: Rows;
  readonly #is1904: boolean;
  readonly #place: BankPlace;
  #remembered: ReadonlyMap<string, BankField>;
  #header = -1;
  #byHand = new Map<number, BankField | null>();
  #order: 'dayFirst' | 'monthFirst' | undefined;
  readonly #answers = new Map<string, BankAnswer>();
  #read: (BankRows & { questions: BankQuestion[] }) | undefined;

  /** Throws `SheetFailure` if the file is empty. */
  constructor({ sheets, is1904 }: RawBook, place: BankPlace) {
    this.#is1904 = is1904;
    this.#place = place;
    this.#remembered = new Map((place.remembered ?? []).map(({ heading, field }) => [heading, field]));
    const found = sheets.map(({ rows }) => this.#findHeader(rows));
    const at = Math.max(
      0,
      found.findIndex((index) => index !== undefined),
    );
    this.#rows = sheets[at]?.rows ?? [];
    if (this.#rows.every((row) => row.every(isEmptyCell))) throw new SheetFailure(fileFailures.noSheet);
    this.#header = found[at] ?? proposeHeader(this.#rows)?.index ?? -1;
  }

  #meaning(title: string): BankMeaning | undefined {
    const field = this.#remembered.get(cutText(plainHeading(title), 200));
    return field ? { field, rank: -1 } : bankMeaningOf(title);
  }

  /** Reads the columns as in the account's last file, unless a person has chosen otherwise. */
  remember(headings: readonly BankHeading[]): void {
    this.#remembered = new Map(headings.map(({ heading, field }) => [heading, field]));
    this.#read = undefined;
  }

  /**
   * The first row with headings for a day, an amount and something else; otherwise the first with a day and an amount.
   */
  #findHeader(rows: Rows): number | undefined {
    let second: number | undefined;
    for (const [index, row] of rows.slice(0, searchedRows).entries()) {
      const fields = new Set(titlesOf(row).map((title) => this.#meaning(title)?.field));
      fields.delete(undefined);
      if (!fields.has('day') || !hasMoney(fields)) continue;
      if (fields.size > 2) return index;
      second ??= index;
    }
    return second;
  }

  get #titles(): string[] {
    return titlesOf(this.#rows[this.#header] ?? []);
  }

  /** If several columns fit a field, the best heading gets it; text columns are joined. Choices by hand stay. */
  #columns(): Record<BankField, number[]> {
    const columns = noColumns();
    const taken = new Set(this.#byHand.keys());
    for (const [index, field] of this.#byHand) if (field) columns[field].push(index);
    const meant = this.#titles.flatMap((title, index) => {
      const meaning = taken.has(index) ? undefined : this.#meaning(title);
      return meaning && this.#fits(meaning, index) ? [{ index, ...meaning }] : [];
    });
    for (const { field, index } of meant.toSorted(
      (one, other) => one.rank - other.rank || one.index - other.index,
    ))
      if (field === 'text' || columns[field].length === 0) columns[field].push(index);
    columns.text.sort((one, other) => one - other);
    // If there is a column for each side, a single column of amounts contains fees or something else.
    if (columns.credit.length > 0 && columns.debit.length > 0 && !this.#isByHand('amount'))
      columns.amount = [];
    return columns;
  }

  #isByHand = (field: BankField): boolean => [...this.#byHand.values()].includes(field);

  /** `Type` can mean many things: it is the direction of the money only if its cells name one. No mark has digits. */
  #fits({ field, rank, isVague = false }: BankMeaning, index: number): boolean {
    if (field !== 'kind' || rank < 0) return true;
    const cells = this.#below(index).map(textOf).filter(Boolean);
    const fitting = cells.filter((text) => (isVague ? directionOfMark(text) : !/\d/.test(text)));
    return cells.length > 0 && fitting.length * 2 >= cells.length;
  }

  #below = (index: number): (Cell | undefined)[] =>
    this.#rows.slice(this.#header + 1, this.#header + 1 + judgedRows).map((row) => row[index]);

  /** `row`: the sheet's own number of the heading row; 0 if there is none. */
  chooseHeader(row: number): void {
    this.#header = Math.min(Math.max(0, Math.trunc(row)), this.#rows.length) - 1;
    this.#byHand = new Map();
    this.#order = undefined;
    this.#read = undefined;
  }

  answer(question: Pick<BankQuestion, 'kind' | 'text'>, answer: BankAnswer): void {
    this.#answers.set(questionKey(question), answer);
    this.#read = undefined;
  }

  /** A choice by hand: the column contains this field, or nothing useful. */
  mapColumn(index: number, field: BankField | null): void {
    if (field !== null && field !== 'text')
      for (const [other, taken] of this.#byHand) if (taken === field) this.#byHand.set(other, null);
    // Another column that got the field because of its heading loses it.
    if (field !== null && field !== 'text')
      for (const other of this.#columns()[field]) this.#byHand.set(other, null);
    this.#byHand.set(index, field);
    this.#read = undefined;
  }

  chooseOrder(order: 'dayFirst' | 'monthFirst'): void {
    this.#order = order;
    this.#read = undefined;
  }

  /** One unambiguous date decides for all dates. Without one, the day is first. */
  #days(index: number | undefined): { days: BankDays; isSure: boolean; example: string } {
    const orders = new Set<string>();
    let hasTrue = false;
    let mayBeSwapped = true;
    let example = '';
    for (const cell of index === undefined ? [] : this.#below(index)) {
      if (typeof cell === 'object' && cell?.kind === 'day') {
        hasTrue = true;
        mayBeSwapped &&= Number(cell.day.slice(8)) <= 12;
      }
      const found = typeof cell === 'string' ? orderOfDay(cell) : undefined;
      if (found) orders.add(found.order);
      if (found && typeof cell === 'string') example ||= cell;
    }
    const isMonthFirst = orders.has('monthFirst');
    const isDayFirst = orders.has('dayFirst');
    const proven: ReadOrder =
      isMonthFirst && isDayFirst ? 'dayElseMonth' : isMonthFirst ? 'monthFirst' : 'dayFirst';
    // If a text date is valid only with the day first and other cells are real dates, the spreadsheet has converted
    // the real dates with the month first.
    const isSwapped = isDayFirst && !orders.has('unsure') && hasTrue && mayBeSwapped;
    return {
      days: {
        order: this.#order ?? proven,
        isSwapped,
        is1904: this.#is1904,
        timeZone: this.#place.timeZone,
      },
      isSure: isMonthFirst !== isDayFirst || !orders.has('unsure'),
      example,
    };
  }

  opened(): OpenedBank {
    const columns = this.#columns();
    const fieldAt = new Map(
      bankFields.flatMap((field) => columns[field].map((index) => [index, field] as const)),
    );
    const titles = this.#titles;
    const width = Math.max(widthOf(this.#rows), titles.length);
    const { days, isSure, example } = this.#days(columns.day[0]);
    const order = days.order === 'monthFirst' ? 'monthFirst' : 'dayFirst';
    const read = bankDayOf(example, days);
    return {
      headerRow: this.#header + 1,
      columns: Array.from({ length: width }, (_, index) => ({
        index,
        heading: titles[index] ?? '',
        field: fieldAt.get(index) ?? null,
        samples: samplesOf(this.#rows, index, this.#header + 1),
      })).filter(({ heading, samples }) => heading !== '' || samples.length > 0),
      isComplete: isEnough(columns),
      questions: this.#readRows().questions,
      hasNewStatus: columns.status.length > 0 && ![...this.#remembered.values()].includes('status'),
      banner: cutText(
        this.#rows
          .slice(0, Math.max(0, this.#header))
          .flatMap((row) => row.map(textOf).filter(Boolean))
          .join('\n'),
        longestBanner,
      ),
      dayOrder: order,
      isSure,
      example: read === null ? null : { typed: example, day: read },
    };
  }

  /** All lines with a movement of money. Throws `SheetFailure` if there are more than any month has. */
  rows(): BankRows {
    const { rows, left } = this.#readRows();
    if (rows.length > mostBankRows) throw new SheetFailure(fileFailures.tooManyRows(mostBankRows));
    return { rows, left };
  }

  #readRows(): BankRows & { questions: BankQuestion[] } {
    this.#read ??= this.#readAgain();
    return this.#read;
  }

  #readAgain(): BankRows & { questions: BankQuestion[] } {
    const columns = this.#columns();
    if (!isEnough(columns) && columns.debit.length === 0) return { rows: [], left: 0, questions: [] };
    const questions = new BankQuestions(this.#answers);
    const { days } = this.#days(columns.day[0]);
    const reading = { columns, days, country: this.#place.country, questions };
    const rows: BankRow[] = [];
    let left = 0;
    /** Whether the line above is a row with a day, whose text may go on. */
    let isOpen = false;
    for (let at = this.#header + 1; at < this.#rows.length; at += 1) {
      const line = this.#rows[at] ?? [];
      if (line.every(isEmptyCell)) continue;
      const last = rows.at(-1);
      const joined = isOpen && last ? joinContinuation(last, line, reading) : undefined;
      if (joined) {
        rows[rows.length - 1] = joined;
        continue;
      }
      const row = readBankRow(line, at + 1, reading);
      isOpen = row !== undefined && row.day !== null;
      if (row) rows.push(row);
      else left += 1;
    }
    return { rows, left, questions: questions.all };
  }

  /** The columns to remember for the account. */
  headings(): BankHeading[] {
    const titles = this.#titles;
    const columns = this.#columns();
    return bankFields.flatMap((field) =>
      columns[field].flatMap((index) => {
        const heading = cutText(plainHeading(titles[index] ?? ''), 200);
        return heading === '' ? [] : [{ heading, field }];
      }),
    );
  }
}
