/**
 * Reads CSV text as raw cells, all of them text: comma, semicolon, tab or bar, three kinds of line endings, and a
 * limited record length.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { fileFailures } from '../../words/sheets.ts';
import type { RawSheet } from '../cells.ts';
import { recognise } from '../columns.ts';
import { SheetFailure } from '../sheet-failure.ts';
import { longestRecord, mostColumns, widestLine } from '../sheet-limits.ts';

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

const isKnown = (field: string): boolean =>
  recognise(unquote(field)) !== undefined || recognise(unquote(field), 'students') !== undefined;

/** The delimiter with which a line names the most columns; without any, the most frequent one. */
function detect(text: string): Delimiter {
  const lines = splitLines(text.slice(0, longestRecord)).slice(0, searchedLines);
  const scores = delimiters.map((delimiter) => {
    const fields = lines.map((line) => line.split(delimiter));
    const known = Math.max(...fields.map((row) => row.filter(isKnown).length));
    const count = fields.reduce((sum, row) => sum + row.length - 1, 0);
    return { delimiter, score: known * 1_000_000 + count };
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

/** Every record as a row, including empty ones, numbered as in Excel. Throws `SheetFailure`. */
export function readCsv(text: string): RawSheet {
  const declared = declaration.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const delimiter = declared?.[1] ?? detect(body);
  needNarrow(body, delimiter);
  try {
    const rows: string[][] = parse(body, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: longestRecord,
      skip_empty_lines: false,
    });
    const cells = rows.map((row) => row.map(withoutFormulas));
    return { name: '', rows: declared ? [[], ...cells] : cells, delimiter };
  } catch (failure) {
    throw explain(failure, body);
  }
}
