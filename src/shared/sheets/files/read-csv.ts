/**
 * Reads CSV text as raw cells, all of them text: comma, semicolon, tab or bar, three kinds of line endings, and a
 * limited record length.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import type { RawSheet } from '../cells.ts';
import { recognise } from '../columns.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { longestRecord, mostColumns, widestLine } from '../sheet-limits.ts';
import { fileFailures } from '../sheet-words.ts';

const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];
const searchedLines = 60;

/** The lines of a text without quoted line breaks. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/);

// A first line that Excel understands: it names the delimiter.
const declaration = /^\ufeff?"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i;

/** Reads `="00013"`, which programs write to keep Excel from removing the zeros. */
export const withoutFormulas = (text: string): string =>
  text.includes('="') ? text.replace(/(?<=^|[,;\t|])\s*="([^"]*)"(?=\s*(?:$|[,;\t|]))/g, '$1') : text;

const unquote = (field: string): string => field.trim().replace(/^"(.*)"$/s, '$1');

const isColumnName = (field: string): boolean =>
  recognise(unquote(field)) !== undefined || recognise(unquote(field), 'students') !== undefined;

/** The delimiter with which a line names the most columns; without any, the most frequent one. */
function detect(text: string): Delimiter {
  const lines = splitLines(text.slice(0, longestRecord)).slice(0, searchedLines);
  const scores = delimiters.map((delimiter) => {
    const fields = lines.map((line) => line.split(delimiter));
    const recognised = Math.max(...fields.map((row) => row.filter(isColumnName).length));
    const count = fields.reduce((sum, row) => sum + row.length - 1, 0);
    return { delimiter, score: recognised * 1_000_000 + count };
  });
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** Whether the line itself is too long. Otherwise an open quotation mark includes the lines after it. */
const isLong = (line: string): boolean => line.length > longestRecord && countOf(line, '"') % 2 === 0;

function explain(failure: unknown, body: string): SheetFailure {
  if (!(failure instanceof CsvError)) return new SheetFailure(fileFailures.damaged);
  const line = Number(failure.lines) || 1;
  const isTooLong = failure.code === 'CSV_MAX_RECORD_SIZE';
  if (isTooLong && isLong(splitLines(body)[line - 1] ?? ''))
    return new SheetFailure(fileFailures.longLine(line));
  const isOpen = failure.code === 'CSV_QUOTE_NOT_CLOSED' || isTooLong;
  return new SheetFailure(isOpen ? fileFailures.openQuote(line) : fileFailures.damaged);
}

/** Refuses too many columns before parsing. The parser would need microseconds and 400 bytes for each empty cell. */
function needNarrow(body: string, delimiter: string): void {
  let found = 0;
  for (let at = 0; at < body.length; at += 1) {
    const char = body[at];
    if (char === '\n' || char === '\r') found = 0;
    else if (char === delimiter) found += 1;
    if (found > widestLine) throw new SheetFailure(fileFailures.tooManyColumns(mostColumns));
  }
}

/**
 * The fields of one line. A quotation mark that the line does not close is an ordinary sign, and `\\"` is a quotation
 * mark, as some programs write it.
 */
function splitLine(line: string, delimiter: string): string[] {
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const quoted = line[at] === '"' ? closedField(line, at, delimiter) : undefined;
    const end = quoted?.end ?? indexOrEnd(line, delimiter, at);
    fields.push(quoted?.text ?? line.slice(at, end).replaceAll('\\"', '"'));
    at = end + 1;
  }
  return fields;
}

const indexOrEnd = (line: string, part: string, from: number): number => {
  const index = line.indexOf(part, from);
  return index < 0 ? line.length : index;
};

/** A field in quotation marks and where it ends; undefined if its quotation mark is not closed before a delimiter. */
function closedField(
  line: string,
  from: number,
  delimiter: string,
): { text: string; end: number } | undefined {
  let text = '';
  for (let at = from + 1; at < line.length; at += 1) {
    const [char = '', next] = [line[at], line[at + 1]];
    const isPair = (char === '"' || char === '\\') && next === '"';
    if (isPair) {
      text += '"';
      at += 1;
    } else if (char !== '"') text += char;
    else if (next === undefined || next === delimiter) return { text, end: at + 1 };
    else return undefined;
  }
  return undefined;
}

const joinFields = (fields: readonly string[], delimiter: string): string =>
  fields
    .map((field) =>
      /["\r\n]/.test(field) || field.includes(delimiter) ? `"${field.replaceAll('"', '""')}"` : field,
    )
    .join(delimiter);

/** Lines with `\\"` are written in the usual way. Others are as they were. */
const withUsualQuotes = (body: string, delimiter: string): string =>
  body.includes('\\"')
    ? body.replace(/[^\r\n]*\\"[^\r\n]*/g, (line) => joinFields(splitLine(line, delimiter), delimiter))
    : body;

type Parsed = { record: string[]; raw: string };

/** The rows of a record. If each of its lines is a whole row, a stray quotation mark has joined them. */
function rowsOf({ record, raw }: Parsed, width: number, delimiter: string): string[][] {
  const lines = splitLines(raw.replace(/[\r\n]+$/, ''));
  if (lines.length < 2) return [record];
  const rows = lines.map((line) => splitLine(line, delimiter));
  return rows.every(({ length }) => length === width) ? rows : [record];
}

/** The most frequent number of cells. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [most = [0]] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most[0];
}

/** Every record as a row, including empty ones, numbered as in Excel. Throws `SheetFailure`. */
export function readCsv(text: string): RawSheet {
  const declared = declaration.exec(text);
  const typed = declared ? text.slice(declared[0].length) : text;
  const delimiter = declared?.[1] ?? detect(typed);
  needNarrow(typed, delimiter);
  const body = withUsualQuotes(typed, delimiter);
  const options = {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRecord,
    skip_empty_lines: false,
  };
  try {
    let rows: string[][] = parse(body, options);
    if (rows.some((row) => row.some((cell) => /[\r\n]/.test(cell)))) {
      const width = usualWidth(rows);
      const parsed = parse(body, { ...options, raw: true }) as unknown as Parsed[];
      rows = parsed.flatMap((one) => rowsOf(one, width, delimiter));
    }
    const cells = rows.map((row) => row.map(withoutFormulas));
    return { name: '', rows: declared ? [[], ...cells] : cells, delimiter };
  } catch (failure) {
    throw explain(failure, body);
  }
}
