/** The sample workbook to fill in: the right headings, an example, and the explanation of each column. */

import type { Cell } from '../cells.ts';
import { type Column, columnsOfKind } from '../columns.ts';
import type { ImportKind } from '../sheet-rows.ts';
import { exampleRegNum, explanations, sampleWords } from '../sheet-words.ts';
import { type Look, type LookedCell, type SheetCell, writeSheets } from './workbook.ts';

type SampleColumn = { heading: string; field: string; look?: Look; width: number; example: Cell };

/** Empty rows with formats, so that typed values stay as they were typed. */
const readyRows = 1000;

const day = (of: string): Cell => ({ kind: 'day', day: of });
const examples: Readonly<Record<string, Cell>> = {
  regNum: exampleRegNum,
  invNo: '000123',
  head1: 'Tuition Fee',
  head2: 'Van',
  amount1: 12_000,
  amount2: 2500,
  total: 14_500,
  dueDate: day('2026-11-10'),
  amountAfterDueDate: 15_000,
  expiryDate: day('2026-11-25'),
  issueDate: day('2026-11-01'),
  month: 11,
  year: 2026,
  name: 'Ayesha Khan',
  fatherName: 'Imran Khan',
  class: 'Class 5',
  section: 'A',
  number: '0300-1234567',
  email: 'family@example.com',
  branch: 'Girls Campus',
  status: 'partial',
  paidAmount: 5000,
  paidOn: day('2026-11-07'),
};

const textFields = ['regNum', 'invNo', 'number', 'class', 'section'];
const dayFields = ['dueDate', 'expiryDate', 'issueDate', 'paidOn'];

function sampleColumn({ heading, field }: Column): SampleColumn {
  const width = Math.max(heading.length + 2, field === 'name' || field === 'number' ? 24 : 12);
  const column = { heading, field, width, example: examples[field] ?? null };
  if (textFields.includes(field)) return { ...column, look: 'text' };
  return dayFields.includes(field) ? { ...column, look: 'day' } : column;
}

const heading = (cell: Cell): LookedCell => ({ cell, look: 'heading' });

function explain(kind: ImportKind, { heading, field, example }: SampleColumn): SheetCell[] {
  const { holds, needed } = explanations[kind][field] ?? { holds: '', needed: '' };
  return [heading, holds, example, needed];
}

/** The bytes of the sample: a sheet to fill in, and one that explains its columns. */
export function sampleWorkbook(kind: ImportKind): Promise<Uint8Array<ArrayBuffer>> {
  const filled = columnsOfKind[kind].map(sampleColumn);
  const ready = filled.map(({ look }): SheetCell => (look ? { cell: null, look } : null));
  return writeSheets([
    {
      name: sampleWords.sheets[kind],
      widths: filled.map(({ width }) => width),
      frozenRows: 1,
      rows: [
        filled.map(({ heading: title }) => heading(title)),
        filled.map(({ example }) => example),
        ...Array.from({ length: readyRows }, () => ready),
      ],
    },
    {
      name: sampleWords.explanation,
      widths: [24, 90, 20, 70],
      frozenRows: 1,
      rows: [sampleWords.columns.map(heading), ...filled.map((column) => explain(kind, column))],
    },
  ]);
}
