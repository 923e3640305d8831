/** SHEET_SEEDS sets the number of sheets, such as 1000. */
import { expect, it } from 'vitest';
import { checkFile, describeCheck, type FileChecked } from '../../../test/sheets/check-file.ts';
import { type SeededSheet, seededSheet } from '../../../test/sheets/seeded-sheets.ts';
import type { SeededBill } from '../../../test/sheets/sheet-shapes.ts';
import type { AnswerName, SheetAnswer } from './checked.ts';

const seeds = Number(process.env.SHEET_SEEDS ?? 300);

/** What a person must still decide, with a key for each question. */
const openIn = ({ summary }: FileChecked): string[] => [
  ...summary.lines.filter(({ level, answer }) => level !== 'done' && answer === null).map(({ key }) => key),
  ...summary.questions.filter(({ answer }) => answer === null).map(({ key }) => key),
  ...summary.days.map(({ field }) => `days ${field}`),
];

/** The digits of the first number, without the code of the country. */
const digits = (number = ''): string =>
  number
    .replace(/[۰-۹]/g, (digit) => String('۰۱۲۳۴۵۶۷۸۹'.indexOf(digit)))
    .replace(/\D/g, '')
    .replace(/^0092|^00|^92|^0/, '')
    .slice(0, 10);

const plain = ({
  regNum,
  name,
  number,
  total,
  paidAmount,
  dueDate,
  invNo,
  status,
}: Partial<SeededBill>): SeededBill => ({
  regNum: regNum ?? '',
  name: name ?? '',
  number: digits(number),
  total: total ?? -1,
  paidAmount: paidAmount ?? 0,
  dueDate: dueDate ?? '',
  invNo: invNo ?? '',
  status: status ?? '',
});

const billsOf = ({ bills }: FileChecked): SeededBill[] =>
  bills.map((bill) => plain(bill as Partial<SeededBill>));

function answer({ check }: FileChecked, key: string, name: AnswerName | SheetAnswer): void {
  if (/^(?:dots|merged|charge|shown|status) /.test(key)) check.answerSheet(key, name as SheetAnswer);
  else check.answer(key, name as AnswerName);
}

/** What is wrong with the reading of a sheet; undefined if it is right. */
async function faultOf({ bills, questions, name, bytes }: SeededSheet): Promise<string | undefined> {
  const before = await checkFile({ name, bytes }, { timeZone: 'Asia/Karachi' });
  const right = bills.map(plain);
  const isRight = (bill: SeededBill): boolean =>
    right.some((one) => JSON.stringify(one) === JSON.stringify(bill));
  const wrong = billsOf(before).find((bill) => !isRight(bill));
  if (wrong) return `saves a wrong bill unasked: ${JSON.stringify(wrong)}`;
  const open = openIn(before);
  const unexpected = open.filter((key) => !questions.some((one) => one.key === key));
  if (unexpected.length > 0) return `asks needlessly: ${unexpected.join(', ')}`;
  if (new Set(open).size < open.length) return `asks twice: ${open.join(', ')}`;
  for (const one of questions) answer(before, one.key, one.answer);
  const after = describeCheck(before.check, before.opened);
  if (openIn(after).length > 0) return `still asks: ${openIn(after).join(', ')}`;
  if (JSON.stringify(billsOf(after)) !== JSON.stringify(right))
    return `has other bills after the answers: ${JSON.stringify(billsOf(after))}`;
  return undefined;
}

it('A sheet in unusual shapes gives the right bills, and what it leaves open is asked once.', async () => {
  const faults: unknown[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const sheet = seededSheet(seed);
    const fault = await faultOf(sheet);
    if (fault) faults.push({ seed, shapes: sheet.shapes, name: sheet.name, fault });
  }
  expect(faults).toEqual([]);
});
