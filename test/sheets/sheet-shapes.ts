/** The shapes that schools give to their sheets, each as a change to a plain list of bills. */
import type { AnswerName, SheetAnswer } from '#shared/sheets/checked.ts';
import { type Chance, one } from '../support/fault-random.ts';

export type SeededBill = {
  regNum: string;
  name: string;
  number: string;
  total: number;
  paidAmount: number;
  dueDate: string;
  /** The invoice number, if the sheet has one. */
  invNo?: string;
  status?: string;
};

/** `key`: what the check must ask about, and the answer that makes the bills right. */
export type Question = { key: string; answer: AnswerName | SheetAnswer };

export type Column = { heading: string; cells: string[] };
type Line = string[];

/**
 * `lines` begins with the headings and is made from `columns` before rows are rearranged. `place`: the line of each
 * bill. `merged`: the field of a column, and the first and the last of the bills that its merged cell covers.
 */
export type Sheet = {
  bills: SeededBill[];
  columns: Column[];
  of: { reg: Column; name: Column; mobile: Column; total: Column; due: Column };
  /** Writes a sum of amounts as the amounts are written. */
  writeAmount: (amount: number) => string;
  /** What the column of totals says about a bill, if that is not what the bill charges. */
  total: (total: number, at: number) => number;
  lines: Line[];
  place: Line[];
  merged: { column: Column; from: number; to: number }[];
  questions: Question[];
  /** Bills that are wrong in the sheet and must not be saved, by registration number. */
  refused: Set<string>;
  /** Commas in amounts are not quoted. */
  isUnquoted: boolean;
  /** A line of groups above the headings, each merged over two columns. */
  above?: Line;
};

type Make = (sheet: Sheet, chance: Chance) => void;
/** Of one family only one shape is chosen. `rows` rearranges the lines, all others change columns. */
export type Shape = {
  name: string;
  family: 'rows' | 'amounts' | 'days' | 'codes' | 'merged' | 'columns';
  make: Make;
  /** Families that cannot be in the same sheet. */
  without?: readonly Shape['family'][];
};

const urduDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)] ?? '');
const grouped = (amount: number): string => amount.toLocaleString('en-US');
const pick = (chance: Chance, ...texts: string[]): string => one(chance, texts) ?? '';

const mapEach = ({ cells }: Column, to: (text: string, at: number) => string): void => {
  for (const [at, text] of cells.entries()) cells[at] = to(text, at);
};

function addColumn({ columns }: Sheet, heading: string, cells: string[], at = columns.length): void {
  columns.splice(at, 0, { heading, cells });
}

/** Puts lines before those of some bills, and at the end. */
function insert(sheet: Sheet, before: ReadonlyMap<number, Line[]>, atEnd: Line[] = []): void {
  const lines = sheet.lines.flatMap((line) => [...(before.get(sheet.place.indexOf(line)) ?? []), line]);
  sheet.lines = [...lines, ...atEnd];
}

const headingsOf = ({ columns }: Sheet): Line => columns.map(({ heading }) => heading);
const splitAt = ({ bills }: Sheet, chance: Chance): number => chance.whole(2, bills.length - 2);

/** A line with a word beside the names and the sum of some bills. */
function sumLine(sheet: Sheet, word: string, bills: readonly SeededBill[]): Line {
  const { columns, of, writeAmount, total: stated } = sheet;
  const sum = bills.reduce((all, bill) => all + stated(bill.total, sheet.bills.indexOf(bill)), 0);
  return columns.map((column) => {
    if (column === of.total) return writeAmount(sum);
    return column === of.name ? word : '';
  });
}

const billAt = ({ bills }: Sheet, at: number): SeededBill => bills[at] as SeededBill;

/** The shapes of rows. */
const ofRows: Record<string, Make> = {
  'a block with its own title and headings for each class': (sheet, chance) => {
    const again = headingsOf(sheet);
    const title = pick(chance, 'Class 5-B', 'جماعت پنجم', 'SECTION B (GIRLS)');
    insert(
      sheet,
      new Map([[splitAt(sheet, chance), [...(chance.happens(0.5) ? [[]] : []), [title], again]]]),
    );
    sheet.lines.unshift(['Class 4-A']);
  },
  'a second block with another order of columns': (sheet, chance) => {
    const at = splitAt(sheet, chance);
    const again = headingsOf(sheet);
    insert(sheet, new Map([[at, [[], again]]]));
    const from = sheet.lines.indexOf(again);
    for (const line of sheet.lines.slice(from)) line.reverse();
  },
  'the same headings again on every page': (sheet) => {
    const pages = sheet.bills.flatMap((_, at): [number, Line[]][] =>
      at > 0 && at % 3 === 0 ? [[at, [headingsOf(sheet)]]] : [],
    );
    insert(sheet, new Map(pages));
  },
  'totals of each class and of all': (sheet, chance) => {
    const at = splitAt(sheet, chance);
    const ofClass = pick(chance, 'Class Total', 'Sub Total', 'کل', 'Meezan');
    const [first, second] = [sheet.bills.slice(0, at), sheet.bills.slice(at)];
    insert(sheet, new Map([[at, [sumLine(sheet, ofClass, first)]]]), [
      sumLine(sheet, ofClass, second),
      sumLine(sheet, pick(chance, 'Grand Total', 'کل رقم', 'Kul'), sheet.bills),
    ]);
  },
  'a bare sum and signatures below': (sheet, chance) => {
    const signed = pick(chance, 'Prepared by: Accountant', 'دستخط پرنسپل', 'Note: fee is not refundable');
    insert(sheet, new Map(), [sumLine(sheet, '', sheet.bills), [], [signed, '', '', 'Principal']]);
  },
  'the name of the school above and empty rows between': (sheet, chance) => {
    insert(sheet, new Map([[splitAt(sheet, chance), [[], []]]]));
    sheet.lines.unshift(['The City School'], ['Fee list for November 2026'], []);
  },
  'two rows of headings, the first of them over several columns': (sheet) => {
    const { columns, of } = sheet;
    const over = (column: Column): string =>
      column === of.name ? 'Student' : column === of.total ? 'Fee' : '';
    sheet.lines.unshift(columns.map(over));
  },
  'the numbers of the columns below the headings': (sheet, chance) => {
    const write = pick(chance, 'N', '(N)');
    insert(sheet, new Map([[0, [sheet.columns.map((_, at) => write.replace('N', String(at + 1)))]]]));
  },
  'the sum of all above the bills': (sheet, chance) => {
    insert(sheet, new Map([[0, [sumLine(sheet, pick(chance, 'کل رقم', 'All classes', ''), sheet.bills)]]]));
  },
  'what was received and what is left below the total': (sheet, chance) => {
    const { bills } = sheet;
    insert(sheet, new Map(), [
      sumLine(sheet, 'Grand Total', bills),
      sumLine(sheet, pick(chance, 'Received', 'وصول شدہ'), bills.slice(0, 1)),
      sumLine(sheet, pick(chance, 'Balance', 'بقایا'), bills.slice(1)),
    ]);
  },
  'a bill that is in the list twice': (sheet, chance) => {
    const again = [...(sheet.place[splitAt(sheet, chance)] ?? [])];
    insert(sheet, new Map(), [again]);
    sheet.questions.push({ key: 'twice', answer: 'first' });
  },
  'one child in each column, with the headings in the first': (sheet) => {
    const [headings = []] = sheet.lines;
    sheet.lines = headings.map((_, at) => sheet.lines.map((line) => line[at] ?? ''));
    sheet.place = [];
  },
  'a child without a number': (sheet, chance) => {
    const at = splitAt(sheet, chance);
    const [line, bill] = [sheet.place[at], billAt(sheet, at)];
    if (line) line[sheet.columns.indexOf(sheet.of.reg)] = '';
    bill.regNum = '';
    sheet.questions.push({ key: 'missing regNum', answer: 'keep' });
  },
  'two children with one number': (sheet, chance) => {
    const at = splitAt(sheet, chance);
    const [first, bill, line] = [billAt(sheet, at - 1), billAt(sheet, at), sheet.place[at]];
    if (line) line[sheet.columns.indexOf(sheet.of.reg)] = first.regNum;
    bill.regNum = '';
    sheet.questions.push({ key: `shared regNum ${first.regNum}`, answer: 'correct' });
  },
};

/** Quotation marks in names that are not closed, as some programs write them into text files. */
const strayQuotes: Make = (sheet, chance) => {
  sheet.isUnquoted = true;
  const [from, to] = [1, splitAt(sheet, chance)];
  const write = pick(chance, '"N', 'N "Guddu', '"Guddu" N', 'N 6"', '\\"Guddu\\" N');
  for (const at of new Set([from, to])) {
    const name = write.replace('N', billAt(sheet, at).name);
    sheet.of.name.cells[at] = name;
    billAt(sheet, at).name = name.replaceAll('\\"', '"');
  }
};

/** The shapes of columns. */
const ofColumns: Record<string, Make> = {
  'a column of what was paid': (sheet, chance) => {
    const paid = sheet.bills.map(() => (chance.happens(0.5) ? 500 * chance.whole(1, 6) : 0));
    const cells = paid.map((one) => (one === 0 && chance.happens(0.5) ? '' : String(one)));
    for (const [at, bill] of sheet.bills.entries()) bill.paidAmount = paid[at] ?? 0;
    addColumn(sheet, pick(chance, 'Paid', 'Amount Received', 'ادا شدہ رقم', 'Deposited'), cells);
  },
  'a column of what is outstanding': (sheet, chance) => {
    for (const bill of sheet.bills) bill.paidAmount = chance.happens(0.5) ? 500 * chance.whole(1, 6) : 0;
    const cells = sheet.bills.map(({ total, paidAmount }) => String(total - paidAmount));
    addColumn(sheet, pick(chance, 'Outstanding Amount', 'Balance', 'باقی رقم', 'Remaining'), cells);
  },
  'columns of what was paid and what is outstanding, which differ in one row': (sheet, chance) => {
    const wrong = splitAt(sheet, chance);
    sheet.refused.add(billAt(sheet, wrong).regNum);
    for (const bill of sheet.bills) bill.paidAmount = 500 * chance.whole(0, 3);
    const outstanding = sheet.bills.map(({ total, paidAmount }, at) =>
      String(total - paidAmount - (at === wrong ? 100 : 0)),
    );
    addColumn(sheet, 'Balance Due', outstanding);
    const paid = sheet.bills.map(({ paidAmount }) => String(paidAmount));
    addColumn(sheet, 'Total Paid', paid);
    sheet.questions.push({ key: 'outstandingDiffers', answer: 'leaveOut' });
  },
  'a fee and an older balance, which the total contains': (sheet, chance) => {
    const older = sheet.bills.map((_, at) =>
      at === 0 || chance.happens(0.5) ? 100 * chance.whole(1, 9) : 0,
    );
    const fee = sheet.bills.map(({ total }, at) => String(total - (older[at] ?? 0)));
    addColumn(sheet, pick(chance, 'Fee', 'Tuition Fee', 'فیس'), fee);
    addColumn(sheet, pick(chance, 'Balance', 'Remaining', 'باقی رقم'), older.map(String));
  },
  'a status by ticks and words': (sheet, chance) => {
    const [paid, unpaid] = [
      ['✓', '✔', 'Rcvd', 'Clear', '1'],
      ['✗', '✘', 'Defaulter', 'No'],
    ].map((signs) => pick(chance, ...signs)) as [string, string];
    for (const [at, bill] of sheet.bills.entries())
      bill.status = at % 2 === 0 || chance.happens(0.3) ? 'paid' : 'unpaid';
    const cells = sheet.bills.map(({ status }) => (status === 'paid' ? paid : unpaid));
    addColumn(sheet, pick(chance, 'Status', 'Fee Status', 'Payment Status'), cells);
  },
  'two vouchers of one child': (sheet, chance) => {
    const at = splitAt(sheet, chance);
    for (const [nth, bill] of sheet.bills.entries()) bill.invNo = `V-${501 + nth}`;
    const first = billAt(sheet, at - 1);
    for (const field of ['regNum', 'name', 'number'] as const) billAt(sheet, at)[field] = first[field];
    for (const column of [sheet.of.reg, sheet.of.name, sheet.of.mobile])
      column.cells[at] = column.cells[at - 1] ?? '';
    addColumn(
      sheet,
      pick(chance, 'Voucher No', 'Challan No', 'Invoice No'),
      sheet.bills.map(({ invNo = '' }) => invNo),
    );
  },
};

/** Two groups of two columns, with merged headings above them. */
const groupHeadings: Make = (sheet, chance) => {
  const lab = sheet.bills.map(() => 100 * chance.whole(1, 9));
  const fees = sheet.bills.map(({ total }, at) => String(total - (lab[at] ?? 0)));
  const after = sheet.bills.map(({ total }) => String(total + 500));
  sheet.columns.splice(sheet.columns.indexOf(sheet.of.total), 1);
  addColumn(sheet, 'Tuition', fees);
  addColumn(sheet, 'Transport', lab.map(String));
  sheet.of.total.heading = pick(chance, 'Within due date', 'Before due date');
  sheet.columns.push(sheet.of.total);
  addColumn(sheet, 'After due date', after);
  sheet.above = sheet.columns.map(({ heading }) =>
    heading === 'Tuition' ? 'Fees' : heading === sheet.of.total.heading ? 'Payable' : '',
  );
};

const ofBalances: Record<string, Make> = {
  'a total before a concession': (sheet, chance) => {
    const off = sheet.bills.map((_, at) => (at === 0 || chance.happens(0.5) ? 100 * chance.whole(1, 9) : 0));
    const before = sheet.bills.map(({ total }, at) => String(total + (off[at] ?? 0)));
    sheet.of.total.heading = pick(chance, 'To Pay', 'قابل ادائیگی', 'Net');
    addColumn(sheet, 'Total', before, 0);
    addColumn(sheet, pick(chance, 'Concession', 'Sibling Discount', 'رعایت'), off.map(String), 1);
  },
  'columns of fees beside the total': (sheet, chance) => {
    const lab = sheet.bills.map(() => 100 * chance.whole(1, 9));
    const tuition = sheet.bills.map(({ total }, at) => String(total - (lab[at] ?? 0)));
    const at = sheet.columns.indexOf(sheet.of.total);
    addColumn(sheet, pick(chance, 'Tuition Fee', 'ٹیوشن فیس', 'Monthly Tuition'), tuition, at);
    addColumn(sheet, 'Lab Charges', lab.map(String), at + 1);
  },
  'a column of line numbers and a column without a heading': (sheet) => {
    addColumn(
      sheet,
      'Sr No',
      sheet.bills.map((_, at) => String(at + 1)),
      0,
    );
    addColumn(
      sheet,
      '',
      sheet.bills.map(() => 'ok'),
    );
  },
  'the class, the section and remarks': (sheet, chance) => {
    addColumn(
      sheet,
      pick(chance, 'Class', 'جماعت'),
      sheet.bills.map(() => '5'),
      1,
    );
    addColumn(
      sheet,
      'Section',
      sheet.bills.map(() => 'B'),
      2,
    );
    addColumn(
      sheet,
      'Remarks',
      sheet.bills.map(() => pick(chance, '', 'called on 3/11', 'پیسے بعد میں')),
    );
  },
};

/** Parts of the total in columns: fees, and what is subtracted or added. `inTotal`: whether the total contains them. */
function addParts(
  sheet: Sheet,
  chance: Chance,
  { isOff, inTotal }: { isOff: boolean; inTotal: boolean },
): void {
  const { bills, of } = sheet;
  const parts = bills.map((_, at) => (at < 2 || chance.happens(0.4) ? 100 * chance.whole(1, 9) : 0));
  const fees = bills.map(({ total }, at) => total + (isOff ? 1 : -1) * (parts[at] ?? 0));
  const heading = isOff
    ? pick(chance, 'Concession', 'Sibling Discount', 'Fee Waiver', 'رعایت')
    : pick(chance, 'Arrears', 'Previous Balance', 'Old Dues', 'بقایا جات');
  const write = isOff && chance.happens(0.3) ? (part: number) => String(-part) : String;
  const cells = parts.map((part) =>
    part === 0 && chance.happens(0.5) ? pick(chance, '', '-', '0') : write(part),
  );
  const at = sheet.columns.indexOf(of.total);
  addColumn(sheet, pick(chance, 'Tuition Fee', 'ٹیوشن فیس', 'Monthly Tuition'), fees.map(String), at);
  addColumn(sheet, heading, cells, chance.whole(0, sheet.columns.length));
  if (inTotal) return;
  of.total.heading = pick(chance, 'Total', 'Total Fee', 'Grand Total');
  sheet.total = (_, place) => fees[place] ?? 0;
  sheet.questions.unshift({ key: 'charge beside', answer: 'sum' });
}

const ofParts: Record<string, Make> = {
  'a concession that the total contains': (sheet, chance) =>
    addParts(sheet, chance, { isOff: true, inTotal: true }),
  'arrears that the total contains': (sheet, chance) =>
    addParts(sheet, chance, { isOff: false, inTotal: true }),
  'a concession beside the total': (sheet, chance) =>
    addParts(sheet, chance, { isOff: true, inTotal: false }),
  'arrears beside the total': (sheet, chance) => addParts(sheet, chance, { isOff: false, inTotal: false }),
  'a concession in per cent': (sheet, chance) => {
    const percent = sheet.bills.map((_, at) =>
      at === 0 || chance.happens(0.4) ? 5 * chance.whole(1, 10) : 0,
    );
    const fees = sheet.bills.map(({ total }) => total);
    for (const [at, bill] of sheet.bills.entries())
      bill.total = Math.round((bill.total * (100 - (percent[at] ?? 0))) / 100);
    const sign = pick(chance, '%', ' %', ' percent');
    addColumn(sheet, 'Tuition Fee', fees.map(String));
    const write = (part: number): string => (part === 0 ? '' : `${part}${sign}`);
    addColumn(sheet, pick(chance, 'Discount', 'Concession'), percent.map(write));
  },
  'fees and a concession without a total': (sheet, chance) => {
    const off = sheet.bills.map((_, at) => (at === 0 || chance.happens(0.4) ? 100 * chance.whole(1, 9) : 0));
    const lab = sheet.bills.map(() => 100 * chance.whole(0, 5));
    const fee = sheet.bills.map(({ total }, at) => String(total + (off[at] ?? 0) - (lab[at] ?? 0)));
    addColumn(sheet, 'Tuition Fee', fee);
    addColumn(sheet, 'Lab Charges', lab.map(String));
    addColumn(sheet, 'Discount', off.map(String));
    sheet.columns.splice(sheet.columns.indexOf(sheet.of.total), 1);
    sheet.questions.unshift({ key: 'charge noTotal', answer: 'sum' });
  },
  'an instalment beside the total of the year': (sheet, chance) => {
    const { bills, of } = sheet;
    const heading = pick(chance, '2nd Installment', 'Instalment Due', '1st Instalment', 'قسط');
    addColumn(
      sheet,
      heading,
      bills.map(({ total }) => String(total)),
    );
    of.total.heading = pick(chance, 'Total Fee', 'Total', 'Annual Total');
    if (of.total.heading === 'Annual Total') of.total.heading = 'Total Fees';
    sheet.total = (total) => total * 4;
    sheet.questions.unshift({ key: 'charge instalment', answer: 'instalment' });
  },
  'an empty column of numbers before the filled one, and a second number': (sheet, chance) => {
    sheet.of.mobile.heading = pick(chance, 'Contact No', 'Cell', 'Phone No');
    addColumn(
      sheet,
      pick(chance, 'WhatsApp No', 'Mother Cell'),
      sheet.bills.map(() => ''),
      0,
    );
    const second = sheet.bills.map((_, at) => (at % 4 === 0 ? `0321765${String(1000 + at)}` : ''));
    addColumn(sheet, 'Father Cell No', second);
  },
};

const rowPerHead: Make = (sheet, chance) => {
  const { columns, of, bills } = sheet;
  of.total.heading = pick(chance, 'Amount', 'رقم');
  addColumn(
    sheet,
    pick(chance, 'Fee Head', 'Particulars', 'فیس کی مد'),
    bills.map(() => 'Tuition Fee'),
  );
  const [amount, head] = [columns.indexOf(of.total), columns.length - 1];
  const tooFew = chance.happens(0.5);
  sheet.lines = [
    headingsOf(sheet),
    ...bills.flatMap((bill, at) => {
      const van = 500 * chance.whole(1, 4);
      const line = columns.map(({ cells }) => cells[at] ?? '');
      const part = (rupees: number, name: string, cells: Line): Line =>
        cells.with(amount, String(rupees)).with(head, name);
      // Some programs write the child only in the first of its rows.
      const rest = tooFew ? line.map(() => '') : line;
      return [part(bill.total - van, 'Tuition Fee', line), part(van, pick(chance, 'Van', 'وین'), rest)];
    }),
  ];
};

const ofAmounts: Record<string, Make> = {
  'amounts with paisa': (sheet) => {
    sheet.writeAmount = (amount) => `${amount}.00`;
  },
  'amounts with commas and a currency': (sheet, chance) => {
    const [before = '', after = ''] = pick(chance, 'Rs. |', '|/-', 'PKR |.00', '|', '₨|', '| روپے').split(
      '|',
    );
    sheet.writeAmount = (amount) => before + grouped(amount) + after;
  },
  'amounts in Urdu digits': (sheet, chance) => {
    const between = pick(chance, '', '٬', '،');
    sheet.writeAmount = (amount) =>
      between === '' ? urduDigits(String(amount)) : urduDigits(grouped(amount).replaceAll(',', between));
  },
  'amounts with a space or an apostrophe for thousands': (sheet, chance) => {
    const [between, end] = [pick(chance, ' ', '\u00a0', '\u202f', "'", '’'), pick(chance, '', '', '.00')];
    sheet.writeAmount = (amount) => grouped(amount).replaceAll(',', between) + end;
  },
  'amounts with a dot for thousands and a comma for decimals': (sheet) => {
    sheet.writeAmount = (amount) => `${grouped(amount).replaceAll(',', '.')},00`;
    sheet.questions.push({ key: 'dots total', answer: 'thousands' });
  },
  'amounts with a dot for thousands': (sheet) => {
    sheet.writeAmount = (amount) => grouped(amount).replaceAll(',', '.');
    sheet.questions.push({ key: 'dots total', answer: 'thousands' });
  },
};

const cutAmounts: Make = (sheet) => {
  sheet.writeAmount = grouped;
  sheet.isUnquoted = true;
  // Other questions about these rows come once their cells are in the right columns.
  sheet.questions.unshift({ key: 'shifted cut', answer: 'join' });
};

const ofDays: Record<string, Make> = {
  'days with Urdu months': ({ of }, chance) => {
    const end = pick(chance, '', 'ء');
    mapEach(of.due, (text) => `${urduDigits(text.slice(0, 2))} نومبر ${urduDigits('2026')}${end}`);
  },
  'days without a year beside the month of the voucher': (sheet, chance) => {
    const write = pick(chance, 'D-Nov', 'D November', 'Nov D', 'D نومبر');
    mapEach(sheet.of.due, (text) => write.replace('D', text.slice(0, 2)));
    addColumn(
      sheet,
      'Voucher Month',
      sheet.bills.map(() => pick(chance, 'Nov', '11', 'November')),
    );
    addColumn(
      sheet,
      'Voucher Year',
      sheet.bills.map(() => '2026'),
    );
  },
  'days with both orders of day and month': ({ of }, chance) => {
    mapEach(of.due, (text) => {
      const date = text.slice(0, 2);
      return pick(
        chance,
        `${date}/11/26`,
        `11/${date}/26`,
        `${date}-Nov-26`,
        `Nov ${date}, 26`,
        `${date} Nov'26`,
      );
    });
  },
  'days with the name of the month': ({ of }, chance) => {
    const between = pick(chance, '-', ' ', '/');
    mapEach(of.due, (text) => [text.slice(0, 2), 'Nov', pick(chance, '2026', '26')].join(between));
  },
  'instants of the campus’s midnight in UTC': ({ of }) => {
    mapEach(
      of.due,
      (text) => `2026-11-${String(Number(text.slice(0, 2)) - 1).padStart(2, '0')}T19:00:00.000Z`,
    );
  },
};

const ofCodes: Record<string, Make> = {
  'codes with leading zeros that an apostrophe guards': ({ bills, of }) => {
    for (const [at, bill] of bills.entries()) bill.regNum = `00${100 + at}`;
    mapEach(of.reg, (_, at) => `'00${100 + at}`);
    mapEach(of.mobile, (text) => `'${text}`);
  },
  'signs that nobody sees': ({ of }, chance) => {
    const sign = () => pick(chance, '', '\u200e', '\u200f', '\u200b', '\ufeff', '\u2066', '\u202a');
    for (const column of [of.reg, of.name, of.mobile]) mapEach(column, (text) => sign() + text + sign());
    mapEach(of.reg, (text) => text.replace('-', pick(chance, '-', '\u2011', '\u2013')));
  },
  'numbers without their zero, with spaces and of two parents': ({ of }, chance) => {
    mapEach(of.mobile, (text) =>
      pick(
        chance,
        text.slice(1),
        `${text.slice(0, 4)} ${text.slice(4)}`,
        `${text} / 03217654321`,
        `+92${text.slice(1)}`,
        urduDigits(text),
      ),
    );
  },
  'a number of another country': (sheet, chance) => {
    const at = splitAt(sheet, chance);
    billAt(sheet, at).number = '971501234567';
    sheet.of.mobile.cells[at] = pick(chance, '971501234567', '+971 50 123 4567', '00971501234567');
    sheet.questions.push({ key: 'foreign', answer: 'keep' });
  },
};

const lostCode: Make = (sheet, chance) => {
  const at = splitAt(sheet, chance);
  sheet.refused.add(billAt(sheet, at).regNum);
  sheet.of.reg.cells[at] = pick(chance, '2E+05', '1.2E+11', '7E5');
  sheet.questions.push({ key: 'unread regNum', answer: 'leaveOut' });
};

const ofMerged: Record<string, Make> = {
  'a due date that is merged over all rows': (sheet) => {
    sheet.merged.push({ column: sheet.of.due, from: 0, to: sheet.bills.length - 1 });
  },
  'a mobile that is merged over brothers and sisters': (sheet, chance) => {
    const from = chance.whole(0, sheet.bills.length - 2);
    billAt(sheet, from + 1).number = billAt(sheet, from).number;
    sheet.merged.push({ column: sheet.of.mobile, from, to: from + 1 });
  },
  'an amount that is merged over brothers and sisters': (sheet, chance) => {
    const from = chance.whole(0, sheet.bills.length - 2);
    billAt(sheet, from + 1).total = billAt(sheet, from).total;
    sheet.merged.push({ column: sheet.of.total, from, to: from + 1 });
    sheet.questions.push({ key: 'merged total', answer: 'each' });
  },
};

const shapesOf = (
  family: Shape['family'],
  makes: Record<string, Make>,
  without: readonly Shape['family'][] = [],
): Shape[] => Object.entries(makes).map(([name, make]) => ({ name, family, make, without }));

/** Merged cells are merged over whole rows, and a cut amount moves the cells beside it. */
export const shapes: readonly Shape[] = [
  ...shapesOf('rows', ofRows),
  ...shapesOf('columns', ofColumns),
  ...shapesOf('columns', ofBalances),
  ...shapesOf('columns', { 'headings in two rows, a group above its columns': groupHeadings }, [
    'rows',
    'merged',
  ]),
  ...shapesOf('columns', ofParts, ['amounts', 'merged']),
  ...shapesOf('columns', { 'a row for each fee': rowPerHead }, ['rows', 'amounts', 'merged']),
  ...shapesOf('amounts', ofAmounts),
  ...shapesOf('amounts', { 'amounts that are cut at their commas': cutAmounts }, [
    'columns',
    'days',
    'merged',
    'rows',
  ]),
  ...shapesOf('columns', { 'quotation marks that are not closed': strayQuotes }, [
    'amounts',
    'days',
    'merged',
    'rows',
  ]),
  ...shapesOf('days', ofDays),
  ...shapesOf('codes', ofCodes),
  // A lost code cannot be told from a cell that has moved.
  ...shapesOf('codes', { 'a code that became a number with an exponent': lostCode }, ['amounts']),
  ...shapesOf('merged', ofMerged, ['rows', 'columns', 'days']),
];
