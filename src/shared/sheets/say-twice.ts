/** The issue of a duplicate row. Its sentence names the number of the first row. */
import { rowProblems } from '../words/sheets.ts';
import type { RowIssue } from './checked.ts';
import type { Duplicate } from './find-twice.ts';
import { type RowRecord, rowNumber, type Table } from './read-table.ts';

export function duplicateIssue(record: RowRecord, { first, by, isEqual }: Duplicate, table: Table): RowIssue {
  const row = rowNumber(table, first.at);
  const say = (field: string, sentence: string): RowIssue => ({
    kind: 'twice',
    level: 'error',
    field,
    sentence,
  });
  if (table.lines) return say('number', rowProblems.sameNumber(String(table.rows[record.at]?.[0]), row));
  const { invNo = '', regNum } = record;
  if (by === 'invoice') return say('invNo', rowProblems.sameInvoice(invNo, row));
  const same = table.kind === 'bills' ? rowProblems.sameBill(row) : rowProblems.sameStudent(row);
  const sentence = isEqual ? same : rowProblems.sameNumberOf(regNum ?? '', row, table.kind);
  if (regNum !== undefined) return say('regNum', sentence);
  return invNo !== '' ? say('invNo', rowProblems.sameInvoice(invNo, row)) : say('name', sentence);
}
