/** An opened file with the choices about it: the sheet, the heading row, and the field of each column. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { CountryCode } from '../people/phone.ts';
import { cutText } from '../text/cut-text.ts';
import { type Arranged, arrangeBlocks } from './blocks.ts';
import { isEmptyCell, nameOfCell, plainText, type RawSheet } from './cells.ts';
import {
  type ColumnCells,
  columnUses,
  mayBeSeveral,
  type NamedColumn,
  type OpenedBook,
  type SheetColumn,
} from './checked.ts';
import { emptyColumns, ReadableNumbers, takeNumbers } from './column-contents.ts';
import { columnLetter } from './column-letter.ts';
import { mobileColumn, plainHeading } from './columns.ts';
import { findDayOrder } from './day-order.ts';
import { decideByCells } from './decide-by-cells.ts';
import {
  areHeadsTaken,
  headNameOf,
  headOf,
  headUseOf,
  holdsAmounts,
  isHeadUse,
  placeFees,
} from './fee-heads.ts';
import type { LegacyEncoding } from './files/decode-text.ts';
import { type Letters, type RawFile, readRaw } from './files/read-raw.ts';
import {
  findHeader,
  type Header,
  type MappedColumn,
  type Naming,
  nameColumns,
  proposeHeader,
  titlesOf,
  turned,
} from './find-header.ts';
import { unmerge } from './merged.ts';
import { isNumberList, splitNumberList } from './read-numbers.ts';
import type { Table } from './read-table.ts';
import { type Gathered, gatherHeads } from './row-per-head.ts';
import { countCells, samplesOf, widthOf } from './samples.ts';
import { SheetFailure } from './sheet-failure.ts';
import { longestSheetName, mostColumns } from './sheet-limits.ts';
import type { ChosenHeading, ImportKind } from './sheet-rows.ts';
import { type Shape, shapeOf } from './sheet-shape.ts';
import { columnOfLetter, fileFailures, fileNotes, letterNames } from './sheet-words.ts';

/** Some values of a column, and its counts. */
type Contents = { samples: string[] } & ColumnCells;

/** `country`: the country of the campus, whose numbers need no country code. */
export type OpenOptions = {
  kind: ImportKind;
  remembered: readonly ChosenHeading[];
  country?: CountryCode;
  /** A person's choice for a text file that does not show its encoding. */
  encoding?: LegacyEncoding;
};

const noHeader: Header = { index: -1, titles: [] };

const isTooWide = ({ rows }: RawSheet): boolean =>
  rows.some((row) => row.length > mostColumns && !row.slice(mostColumns).every(isEmptyCell));

export class Book {
  readonly #file: { name: string; sha256: string };
  readonly #raw: RawFile;
  readonly #kind: ImportKind;
  readonly #country: CountryCode;
  readonly #remembered: ReadonlyMap<string, string | null>;
  readonly #found: readonly (Header | undefined)[];
  readonly #lines: readonly string[] | undefined;
  /** Names of the sheets whose rows and columns were exchanged. */
  readonly #turned = new Set<string>();
  #sheet = 0;
  #header: Header = noHeader;
  #arranged: Arranged | undefined;
  /** Headings of columns with cells merged over several rows. */
  #merged: readonly string[] = [];
  #byHand = new Map<number, string | null>();
  /** A cache of the samples of columns by index, for the current header. A sparse column takes long to search. */
  #contents = new Map<number, Contents>();
  /** A cache by index: whether a column with the name of a fee contains amounts. */
  #amounts = new Map<number, boolean>();
  /** A cache of the columns without values, by index. */
  #empty: ReadonlySet<number> | undefined;
  #readable: ReadableNumbers | undefined;

  /** Throws `SheetFailure` if the file contains nothing that can be a list. */
  constructor(file: { name: string; sha256: string }, raw: RawFile, options: OpenOptions) {
    this.#file = file;
    this.#kind = options.kind;
    this.#country = options.country ?? 'PK';
    this.#remembered = new Map(options.remembered.map(({ heading, field }) => [heading, field]));
    const naming = { kind: options.kind, remembered: this.#remembered, byHand: new Map() };
    const sheets = raw.book.sheets.map((sheet): RawSheet => {
      const rows = turned(sheet.rows, naming);
      if (!rows) return sheet;
      this.#turned.add(sheet.name);
      return { name: sheet.name, rows };
    });
    this.#raw = { ...raw, book: { ...raw.book, sheets } };
    this.#found = sheets.map(({ rows }) => findHeader(rows, naming));
    const first = this.#found.findIndex((header) => header !== undefined);
    const lines = raw.lines ?? linesOf(sheets[0]);
    if (first >= 0) this.#choose(first);
    else if (options.kind === 'bills' && isNumberList(lines, options.country)) this.#lines = lines;
    else this.#chooseProposed();
  }

  #chooseProposed(): void {
    const { sheets } = this.#raw.book;
    const proposed = sheets.findIndex(({ rows }) => proposeHeader(rows) !== undefined);
    if (proposed >= 0) {
      this.#choose(proposed);
      return;
    }
    const isBlank = sheets.every(({ rows }) => rows.every((row) => row.every(isEmptyCell)));
    throw new SheetFailure(isBlank ? fileFailures.noSheet : fileFailures.noHeader);
  }

  get #rawRows(): RawSheet['rows'] {
    return this.#raw.book.sheets[this.#sheet]?.rows ?? [];
  }

  /** The rows of the sheet. Rows of further blocks are arranged in the columns of the first block. */
  get #rows(): RawSheet['rows'] {
    return this.#arranged?.rows ?? this.#rawRows;
  }

  #choose(sheet: number): void {
    const chosen = this.#raw.book.sheets[sheet];
    if (!chosen) return;
    if (isTooWide(chosen)) throw new SheetFailure(fileFailures.tooManyColumns(mostColumns));
    this.#sheet = sheet;
    this.#begin(this.#found[sheet] ?? proposeHeader(chosen.rows) ?? noHeader);
  }

  /** Chooses a sheet by its index in `opened().sheets`. Throws `SheetFailure` if the sheet is wider than any list. */
  chooseSheet(sheet: number): void {
    if (!this.#lines) this.#choose(sheet);
  }

  /** Chooses the heading row by the sheet's own row number; 0 if the columns have no headings. */
  chooseHeader(row: number): void {
    const index = Math.min(Math.max(0, Math.trunc(row)), this.#rawRows.length) - 1;
    const found = this.#found[this.#sheet];
    const chosen = { index, titles: titlesOf(this.#rawRows[index] ?? []) };
    this.#begin(found?.index === index ? found : chosen);
  }

  /** Uses this header, and forgets all choices and results that belong to another header. */
  #begin(header: Header): void {
    const naming: Naming = { kind: this.#kind, remembered: this.#remembered, byHand: new Map() };
    const { index } = header;
    const unmerged = unmerge(this.#rawRows, header, this.#raw.book.sheets[this.#sheet]?.merged ?? []);
    this.#merged = unmerged.columns.map((at) => unmerged.titles[at] || columnOfLetter(columnLetter(at)));
    this.#arranged = arrangeBlocks(unmerged.rows, { index, titles: unmerged.titles }, naming);
    this.#header = { index, titles: this.#arranged.titles };
    this.#byHand = new Map();
    this.#contents = new Map();
    this.#amounts = new Map();
    this.#empty = undefined;
    this.#readable = undefined;
  }

  /**
   * Maps a column by hand to a field, to nothing, or to a fee. Any number of columns can be fees. For a field that
   * allows several columns, the column is added to the others. Throws `SheetFailure` if this fee or another would then
   * have no head.
   */
  mapColumn(index: number, field: string | null): void {
    const before = new Map(this.#byHand);
    const had = new Set(this.#feesWithoutHead().filter((other) => other !== index || !isHeadUse(field)));
    this.#setByHand(index, field);
    if (this.#feesWithoutHead().every((other) => had.has(other))) return;
    this.#byHand = before;
    throw new SheetFailure(fileFailures.headsTaken);
  }

  /** Fees without a free head in the bill, by index. */
  #feesWithoutHead(): number[] {
    return this.#columns().flatMap(({ index, hasNoPlace }) => (hasNoPlace ? [index] : []));
  }

  #setByHand(index: number, field: string | null): void {
    if (mayBeSeveral(field)) {
      for (const one of this.#columns()) if (fieldOf(one) === field) this.#byHand.set(one.index, field);
    } else if (field !== null && !columnUses.some((use) => use === field)) {
      for (const [other, taken] of this.#byHand) if (taken === field) this.#byHand.delete(other);
    }
    this.#byHand.set(index, field);
  }

  /** Headings mapped by hand, in plain form, to be remembered with the save. */
  chosenHeadings(): ChosenHeading[] {
    return this.#columns().flatMap((one) => {
      const heading = cutText(plainHeading(one.title), 200);
      return one.by === 'hand' && heading !== '' ? [{ heading, field: fieldOf(one) }] : [];
    });
  }

  #columns(): NamedColumn[] {
    const from = this.#header.index + 1;
    const width = Math.max(widthOf(this.#rows), this.#header.titles.length);
    this.#empty ??= emptyColumns(this.#rows, { from, width });
    this.#readable ??= new ReadableNumbers(this.#rows, { from, country: this.#country });
    const [remembered, byHand, empty] = [this.#remembered, this.#byHand, this.#empty];
    const titles = Array.from({ length: width }, (_, index) => this.#header.titles[index] ?? '');
    const byTitle = takeNumbers(
      nameColumns(titles, { kind: this.#kind, remembered, byHand, empty }),
      this.#readable,
    );
    if (this.#kind !== 'bills') return byTitle;
    const { named, fees } = decideByCells({ rows: this.#rows, from, country: this.#country }, byTitle);
    return placeFees(named, (one) => fees.has(one.index) || this.#isFee(one, named));
  }

  /**
   * Unused fees when all heads are taken. They are counted, because without them the sum of the heads is incomplete.
   */
  #feesBeyond(named: readonly NamedColumn[]): NamedColumn[] {
    if (this.#kind !== 'bills' || !areHeadsTaken(named)) return [];
    return named.filter((one) => one.column === null && this.#isFee(one, named));
  }

  #isFee({ index, title }: NamedColumn, named: readonly NamedColumn[]): boolean {
    if (!headUseOf(title)) return false;
    const others = named.flatMap((one) => (one.column && !isHeadUse(one.use) ? [one.index] : []));
    const isOne =
      this.#amounts.get(index) ?? holdsAmounts(this.#rows, index, { from: this.#header.index + 1, others });
    this.#amounts.set(index, isOne);
    return isOne;
  }

  /** The name by which an import of the chosen sheet is recognised; empty for a text file. */
  get sheetName(): string {
    return cutText(plainText(this.#raw.book.sheets[this.#sheet]?.name ?? ''), longestSheetName);
  }

  /** The file with the current choices. */
  opened(): OpenedBook {
    const { sheets } = this.#raw.book;
    return {
      fileName: this.#file.name,
      sha256: this.#file.sha256,
      kind: this.#kind,
      isNumberList: this.#lines !== undefined,
      ...(this.#raw.letters ? { letters: this.#raw.letters } : {}),
      sheets: sheets.map(({ name, rows }, at) => ({
        name,
        rows: rows.reduce((count, row) => count + (row.every(isEmptyCell) ? 0 : 1), 0),
        hasHeader: this.#found[at] !== undefined,
      })),
      sheet: this.#sheet,
      headerRow: this.#lines ? 0 : this.#header.index + 1,
      columns: this.#lines ? [] : this.#shownColumns(),
    };
  }

  /** Some values of a column and their counts, read once. */
  #contentsOf(index: number): Contents {
    const from = this.#header.index + 1;
    const contents = this.#contents.get(index) ?? {
      samples: samplesOf(this.#rows, index, from),
      ...countCells(this.#rows, index, from),
    };
    this.#contents.set(index, contents);
    return contents;
  }

  /** A column without a heading is shown only if it has values. */
  #shownColumns(): SheetColumn[] {
    return this.#columns().flatMap((one) => {
      const { index, title, column, by, fits, hasNoPlace } = one;
      const { samples, ...cells } = this.#contentsOf(index);
      const isThere = title !== '' || column !== null || samples.length > 0;
      return isThere
        ? [
            {
              index,
              heading: title,
              field: fieldOf(one),
              by,
              samples,
              cells: {
                ...cells,
                ...(column === mobileColumn && { numbers: this.#readable?.countIn(index) ?? 0 }),
              },
              ...(fits ? { fits } : {}),
              ...(hasNoPlace ? { hasNoPlace } : {}),
            },
          ]
        : [];
    });
  }

  /** The rows to check, with the current choices. */
  table(country: CountryCode): Table {
    const { is1904 } = this.#raw.book;
    const shared = { kind: this.#kind, is1904, notes: this.#notes() };
    if (this.#lines) {
      const parts = splitNumberList(this.#lines, country);
      const mapped = [{ column: mobileColumn, index: 0, title: mobileColumn.heading }];
      const rows = parts.map(({ text }) => [text]);
      return { ...shared, rows, first: 0, lines: parts.map(({ line }) => line), mapped, unused: [] };
    }
    const columns = this.#shownColumns();
    const named = this.#columns();
    const beyond = this.#feesBeyond(named);
    const mapped = joined(named.flatMap(toMapped), this.#readable);
    const shape = this.#header.index >= 0 ? this.#shapeOf(named, mapped) : undefined;
    const first = this.#header.index + 1;
    const ofRows = withoutConcessions(named, mapped);
    const sheet = { rows: this.#rows, first, mapped: ofRows, named, shape, country };
    const gathered = this.#kind === 'bills' ? gatherHeads(sheet) : undefined;
    const unused = columns
      .filter(({ field, by }) => field === null && by !== 'empty')
      .filter(({ index }) => !gathered?.used.includes(index))
      .map(({ heading, index }) => heading || columnOfLetter(columnLetter(index)));
    const read = gathered ?? { rows: this.#rows, mapped };
    return {
      ...shared,
      rows: read.rows,
      ...(gathered && { rowsOfFile: this.#rows }),
      hiddenRows: this.#raw.book.sheets[this.#sheet]?.hiddenRows,
      first,
      titleRows: this.#arranged?.titleRows,
      hasMerged: this.#merged.length > 0,
      mapped: read.mapped,
      feesBeyond: beyond.map(({ index }) => index),
      ...(shape && { shape }),
      unused,
      notes: [
        ...shared.notes,
        ...(gathered ? sayGathered(gathered) : []),
        ...(hasListBeside(named) ? [fileNotes.listBeside] : []),
        ...(beyond.length > 0 ? [fileNotes.headsBeyond(beyond.map(({ title }) => title).join(', '))] : []),
      ],
      ...findDayOrder({ rows: read.rows, mapped: read.mapped, is1904 }, first),
    };
  }

  /** Cells after the last column with a heading or a choice belong to no column. */
  #shapeOf(named: readonly NamedColumn[], mapped: readonly MappedColumn[]): Shape {
    const { delimiter } = this.#raw.book.sheets[this.#sheet] ?? {};
    const { index, titles } = this.#header;
    const width =
      1 + Math.max(-1, ...named.flatMap((one) => (one.title || one.by !== 'none' ? [one.index] : [])));
    const hasBlocks = (this.#arranged?.others.length ?? 0) > 0;
    const text =
      delimiter === undefined ? {} : { text: { delimiter, declared: Math.max(width, titles.length) } };
    return shapeOf(this.#rows.slice(index + 1), { width, mapped, hasBlocks, ...text });
  }

  #notes(): string[] {
    const { book, letters } = this.#raw;
    const { sheets } = book;
    const others = sheets.filter((_, at) => at !== this.#sheet && this.#found[at] !== undefined);
    const blocks = this.#arranged?.others ?? [];
    const names = others.map(({ name }) => `"${name}"`).join(', ');
    return [
      ...(letters ? [sayLetters(letters)] : []),
      ...(this.#turned.has(sheets[this.#sheet]?.name ?? '') ? [fileNotes.turned] : []),
      ...(this.#merged.length > 0 ? [fileNotes.merged(this.#merged.join(', '))] : []),
      ...(blocks.length > 0 ? [fileNotes.otherBlocks(blocks.map((at) => at + 1))] : []),
      ...(others.length > 0 ? [fileNotes.otherSheets(sheets[this.#sheet]?.name ?? '', names)] : []),
    ];
  }
}

/** The field of a column as a person sees it. */
const fieldOf = ({ column, use }: NamedColumn): string | null => use ?? column?.field ?? null;

/** The column of the table; none if the heading has no field. */
function toMapped({ column, index, title, use, isNet }: NamedColumn): MappedColumn[] {
  if (!column) return [];
  const isNamed = isHeadUse(use) && (title !== '' || use !== 'fee');
  const head = isNamed ? { head: { field: headOf(column), name: headNameOf(title, use), use } } : {};
  return [{ column, index, title: title || column.heading, ...head, ...(isNet && { isNet }) }];
}

/** In a sheet with a row for each fee, a proposed column of concessions is not one of the heads. */
function withoutConcessions(named: readonly NamedColumn[], mapped: readonly MappedColumn[]): MappedColumn[] {
  const isProposed = ({ by, use }: NamedColumn): boolean => by === 'fee' && use === 'concession';
  const indexes = new Set(named.filter(isProposed).map(({ index }) => index));
  return mapped.filter(({ index }) => !indexes.has(index));
}

/** Joins the columns of one field. The column with the most readable numbers comes first. */
const joined = (mapped: readonly MappedColumn[], readable: ReadableNumbers | undefined): MappedColumn[] =>
  mapped.flatMap((one) => {
    const same = mapped.filter(({ column }) => column === one.column);
    if (same.length === 1) return [one];
    const countOf = ({ index }: MappedColumn): number => readable?.countIn(index) ?? 0;
    const [first = one, ...also] = same.toSorted((left, right) => countOf(right) - countOf(left));
    return same[0] === one ? [{ ...first, also }] : [];
  });

const mostNamed = 3;
const sayGathered = ({ rowsBefore, bills, takenOff }: Gathered): string[] => [
  fileNotes.rowPerHead(rowsBefore, bills),
  ...(takenOff.length > 0 ? [fileNotes.takenOff(takenOff.slice(0, mostNamed).join(', '))] : []),
];

/** Whether the headings of a list are repeated beside it. The second list is not read. */
const hasListBeside = (named: readonly NamedColumn[]): boolean => {
  const titles = named.filter(({ column }) => column !== null).map(({ title }) => plainHeading(title));
  const again = named.filter(
    ({ column, fits, title }) => !column && fits && titles.includes(plainHeading(title)),
  );
  return new Set(again.map(({ fits }) => fits)).size >= surelyBeside;
};
const surelyBeside = 3;

const sayLetters = ({ encoding, choices }: Letters): string => {
  const samples = choices.find((choice) => choice.encoding === encoding)?.samples ?? [];
  return fileNotes.guessedEncoding(letterNames[encoding], samples.join(', '));
};

/** A sheet that contains only phone numbers is read like a text file of numbers. */
const linesOf = (sheet: RawSheet | undefined): string[] =>
  (sheet?.rows ?? []).map((row) => row.map(nameOfCell).filter(Boolean).join(', '));

/** Opens a file by its content, whatever its name. Throws `SheetFailure` with a sentence for the clerk. */
export async function openBook(
  file: { name: string; bytes: Uint8Array<ArrayBuffer> },
  options: OpenOptions,
): Promise<Book> {
  const raw = await readRaw(file.bytes, options.encoding);
  // Web Crypto is not available on a page loaded over plain HTTP.
  return new Book({ name: file.name, sha256: bytesToHex(sha256(file.bytes)) }, raw, options);
}
