/** The issue of a duplicate row. Its sentence names the number of the first row. */

import type { RowIssue } from './checked.ts';
import type { Duplicate } from './find-twice.ts';
import { type RowRecord, rowNumber, type Table } from './read-table.ts';
import { rowProblems } from './sheet-words.ts';

/** The field of the number that both rows have. */
export const sharedField = ({ regNum, invNo }: RowRecord, { by }: Duplicate): 'regNum' | 'invNo' | 'name' => {
  if (by !== 'invoice' && regNum !== undefined) return 'regNum';
  return invNo === undefined ? 'name' : 'invNo';
};

export function duplicateIssue(
  record: RowRecord,
  duplicate: Duplicate,
  { table, isEqual }: { table: Table; isEqual: boolean },
): RowIssue {
  const row = rowNumber(table, duplicate.first.at);
  const say = (field: string, sentence: string): RowIssue => ({
    kind: 'twice',
    level: 'error',
    field,
    sentence,
  });
  if (table.lines) return say('number', rowProblems.sameNumber(String(table.rows[record.at]?.[0]), row));
  const field = sharedField(record, duplicate);
  if (isEqual)
    return say(field, table.kind === 'bills' ? rowProblems.sameBill(row) : rowProblems.sameStudent(row));
  if (field === 'invNo') return say(field, rowProblems.sameInvoice(record.invNo ?? '', row));
  if (field === 'name') return say(field, rowProblems.sameNameOnly(row));
  return say(field, rowProblems.sameNumberOf(record.regNum ?? '', row, table.kind));
}
