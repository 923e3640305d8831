import { expect, it } from 'vitest';
import { checkFile } from '../../../test/sheets/check-file.ts';
import {
  classNames,
  firstHourChildren,
  firstHourSheet,
  wrongNumber,
} from '../../../test/sheets/first-hour.ts';
import type { SheetBill } from '../calls/imports.ts';
import { toPaisa } from '../money/money.ts';

const period = { month: 12, year: 2026 };
const paisaOf = (bill: SheetBill, name: string): number => {
  const at = Array.from({ length: 10 }, (_, index) => index + 1).find(
    (n) => bill[`head${n}` as 'head1'] === name,
  );
  return at === undefined ? 0 : toPaisa(bill[`amount${at}` as 'amount1'] ?? 0);
};

it.each(['xlsx', 'xls'] as const)(
  'A school’s own sheet as .%s is read without a wrong cell.',
  async (format) => {
    const file = { name: `fee list dec FINAL (2).${format}`, bytes: firstHourSheet(format) };
    const { check, opened, summary } = await checkFile(file, period);
    expect(opened.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Sr#', 'serial'],
      ['Adm. No', 'regNum'],
      ['Student Name', 'name'],
      ['Father Name', 'fatherName'],
      ['Class', 'class'],
      ['Sec', 'section'],
      ['Contact No.', 'number'],
      ['Mother Cell', null],
      ['Tuition Fee', 'fee'],
      ['Lab / Comp.', 'fee'],
      ['Concession', 'concession'],
      ['Arrears', 'arrears'],
      ['Total', 'total'],
      ['Due Date', 'dueDate'],
      ['After Due', 'amountAfterDueDate'],
      ['Remarks', 'remarks'],
    ]);
    // Beside the number that two children have, nothing is asked or warned of.
    expect(summary.questions).toEqual([]);
    expect(summary.unused).toEqual([]);
    expect(summary.warnings - (summary.issues.find(({ kind }) => kind === 'repaired')?.count ?? 0)).toBe(0);
    expect(summary.lines.filter(({ level }) => level !== 'done').map(({ kind }) => kind)).toEqual(['twice']);
    check.edit(wrongNumber.at, 'regNum', firstHourChildren[wrongNumber.at]?.regNum ?? '');
    const bills = [...check.rowsToSave()] as SheetBill[];
    expect(
      bills.map((bill) => ({
        regNum: bill.regNum,
        name: bill.name,
        fatherName: bill.fatherName,
        section: bill.section,
        number: bill.number?.replace(/\D/g, '').slice(-10),
        tuition: paisaOf(bill, 'Tuition Fee'),
        lab: paisaOf(bill, 'Lab / Comp.'),
        concession: paisaOf(bill, 'Concession'),
        arrears: paisaOf(bill, 'Arrears'),
        total: toPaisa(bill.total ?? 0),
        after: toPaisa(bill.amountAfterDueDate ?? 0),
        due: bill.dueDate,
      })),
    ).toEqual(
      firstHourChildren.map((child) => ({
        regNum: child.regNum,
        name: child.name,
        fatherName: child.fatherName,
        section: child.section,
        number: child.number.replace(/\D/g, '').slice(-10),
        tuition: toPaisa(child.tuition),
        lab: toPaisa(child.lab),
        concession: 0 - toPaisa(child.concession),
        arrears: toPaisa(child.arrears),
        total: toPaisa(child.total),
        after: toPaisa(child.total + 300),
        due: '2026-12-10',
      })),
    );
    expect(classNames).toHaveLength(10);
  },
);
