/**
 * Thirty bank files, written as users of those banks describe them, with the verdict that each row must get. The
 * verdicts were written before the code that judges. Real files were not available.
 */

import type { NewBill } from '#shared/calls/bills.ts';
import type { BankMatch } from '#shared/money/bank.ts';
import type { Cell } from '#shared/sheets/cells.ts';

const dueDate = '2026-11-10';
const fee = { total: 8750, amountAfterDueDate: 9750, dueDate, head1: null, amount1: null };
const bill = (name: string, invNo: string | null, regNum: string, more: Partial<NewBill> = {}) => ({
  ...fee,
  name,
  invNo,
  regNum,
  ...more,
});

/** The bills of the campus that the bank files pay. */
export const bankBills: Partial<NewBill>[] = [
  bill('Ayesha Khan', '20261110240', '10240'),
  bill('Daniyal Chaudhry', '20261110241', '10241'),
  bill('Umer Raja', '20261110242', '10242'),
  bill('عبداللہ صدیقی', '20261110243', '10243', { total: 14_050, amountAfterDueDate: null }),
  bill('Sana Iqbal', '000012345', '00060'),
  bill('Bilal Ahmed', 'INV-1', '501'),
  bill('Hira Ahmed', 'INV-10', '502'),
  bill('Omar Farooq', 'INV-00012', '503'),
  bill('Zara Malik', '4711', '504'),
  bill('Nida Aslam', '20261110270', '70707', { total: 6500, amountAfterDueDate: 7000 }),
  bill('Rafay Ali', '20261110281', '80808', { total: 5000, amountAfterDueDate: null }),
  bill('Rafay Ali', '20261110282', '80808', { total: 5000, amountAfterDueDate: null, month: 10 }),
  bill('Carried Child', '20261110262', '10262', { status: 'carried' }),
];
/** Bills of another billing that share one invoice number. */
export const twiceNumbered: Partial<NewBill>[] = [
  bill('First Twin', '20261110250', '10250'),
  bill('Other Child', '20261110250', '10251'),
];
/** Bills that the desk has entered as paid: one online, as a parent says, and one in cash. */
export const paidBills: Partial<NewBill>[] = [
  bill('Online Payer', '20261110260', '10260'),
  bill('Cash Payer', '20261110261', '10261'),
];
/** A bill of another campus of the school. */
export const billsElsewhere: Partial<NewBill>[] = [bill('Elsewhere Child', '20261119999', '90909')];

/** The verdict of a row, and the name on its bill. */
type Expected = [BankMatch, string?];
export type BankSample = {
  what: string;
  /** The text of a file, or the cells of a workbook. */
  file: string | Cell[][];
  account?: { prefix?: string; numbering?: 'voucher' | 'student' };
  /** A file of the account that was saved before, with the accepted rows; `isUndone` says that it was undone. */
  before?: { file: string; isUndone?: boolean };
  rows: Expected[];
  /** The days of the rows, in samples that test them. */
  days?: (string | null)[];
  /** The number of lines without money. */
  left?: number;
  sum: number;
};

const lines = (...list: string[]): string => `${list.join('\r\n')}\r\n`;
const plain = (...rows: string[]): string => lines('Date,Description,Reference,Amount', ...rows);
const day = (day: string): Cell => ({ kind: 'day', day });

const ayesha = '05/11/2026,IBFT 20261110240 NASIR,FT1,8750';
const late = '16/11/2026,IBFT 20261110241,FT2,9750';

export const bankSamples: BankSample[] = [
  {
    what: 'a plain file: in time, and late',
    file: plain(ayesha, late),
    rows: [
      ['exact', 'Ayesha Khan'],
      ['late', 'Daniyal Chaudhry'],
    ],
    days: ['2026-11-05', '2026-11-16'],
    sum: 18_500,
  },
  {
    what: 'the total after the due date leaves the fine open; less is short, more is over',
    file: plain(
      '16/11/2026,IBFT 20261110240,a,8750',
      '16/11/2026,IBFT 20261110241,b,5000',
      '16/11/2026,IBFT 20261110242,c,10000',
    ),
    rows: [
      ['fineOpen', 'Ayesha Khan'],
      ['short', 'Daniyal Chaudhry'],
      ['over', 'Umer Raja'],
    ],
    sum: 23_750,
  },
  {
    what: 'a banner, an address and a page’s heading again, a total below',
    file: lines(
      'HABIB BANK LIMITED,,,',
      'Statement of account 0042-7901 from 01/11/2026 to 22/11/2026,,,',
      ',,,',
      'Txn Date,Narration,Instrument No,Amount (PKR)',
      ayesha,
      'Page 2,,,',
      'Txn Date,Narration,Instrument No,Amount (PKR)',
      late,
      'Total,,,"18,500.00"',
    ),
    rows: [['exact', 'Ayesha Khan'], ['late', 'Daniyal Chaudhry'], ['notIncome']],
    left: 2,
    sum: 37_000,
  },
  {
    what: 'a column for each side, charges and a balance',
    file: lines(
      'Date;Particulars;Chq No;Debit;Credit;Balance',
      '01/11/2026;Opening Balance;;;;100,000.00',
      '05/11/2026;IBFT 20261110240;9001;;8,750.00;108,750.00',
      '05/11/2026;IBFT CHARGES;9002;25.00;;108,725.00',
      '16/11/2026;FT 20261110241;9003;0.00;9,750.00;118,475.00',
      '30/11/2026;Closing Balance;;;118,475.00;118,475.00',
    ),
    rows: [['exact', 'Ayesha Khan'], ['notIncome'], ['late', 'Daniyal Chaudhry'], ['notIncome']],
    left: 1,
    sum: 8750 + 25 + 9750 + 118_475,
  },
  {
    what: 'one column of amounts and one that says which side',
    file: lines(
      'Date,Details,Ref No,Type,Amount',
      '05/11/2026,20261110240,1,CR,8750',
      '05/11/2026,SALARY 20261110241,2,DR,8750',
      '06/11/2026,20261110241,3,Cr.,8750',
    ),
    rows: [['exact', 'Ayesha Khan'], ['notIncome'], ['exact', 'Daniyal Chaudhry']],
    sum: 26_250,
  },
  {
    what: 'a credit below zero, which the bank takes back',
    file: lines(
      'Date,Description,Reference,Amount,Cr/Dr',
      `${ayesha},CR`,
      '06/11/2026,REVERSAL IBFT 20261110241,FT2,-8750,CR',
      '07/11/2026,CHARGES,FT3,-50,DR',
    ),
    rows: [['exact', 'Ayesha Khan'], ['notIncome'], ['notIncome']],
    sum: 17_550,
  },
  {
    what: 'the side behind the amount, and brackets for what went out',
    file: plain(
      '05/11/2026,20261110240,1,"8,750.00 Cr"',
      '05/11/2026,WHT 20261110241,2,"52.50 DR"',
      '05/11/2026,CHARGES,3,(25.00)',
      '05/11/2026,REVERSAL 20261110242,4,-8750',
    ),
    rows: [['exact', 'Ayesha Khan'], ['notIncome'], ['notIncome'], ['notIncome']],
    sum: 8750 + 52.5 + 25 + 8750,
  },
  {
    what: 'numbers that a sheet has turned into exponents',
    file: lines(
      'Date,Description,Consumer Number,Amount',
      '05/11/2026,BILL PAYMENT,2.02611E+10,8750',
      '05/11/2026,BILL PAYMENT,2.02611E+10,8750',
    ),
    rows: [['ambiguous'], ['ambiguous']],
    sum: 17_500,
  },
  {
    what: 'a workbook: true dates and numbers as numbers',
    file: [
      ['Payment Date', 'Consumer Number', 'Tran Auth ID', 'Amount'],
      [day('2026-11-05'), 20_261_110_240, 'A1', 8750],
      [day('2026-11-16'), 20_261_110_241, 'A2', 9750],
      [null, null, 'Total', 18_500],
    ],
    rows: [['exact', 'Ayesha Khan'], ['late', 'Daniyal Chaudhry'], ['notIncome']],
    days: ['2026-11-05', '2026-11-16', null],
    sum: 37_000,
  },
  {
    what: 'INV-1 is not in INV-10, and neither is sure by itself',
    file: plain(
      '05/11/2026,PAY INV-10 FEE,1,8750',
      '05/11/2026,PAY INV-1 FEE,2,8750',
      '05/11/2026,INV-100,3,8750',
    ),
    rows: [['ambiguous'], ['ambiguous'], ['unmatched']],
    sum: 26_250,
  },
  {
    what: 'a number with letters of five digits is one; a part of a longer one is none',
    file: plain(
      '05/11/2026,PAY INV-00012,1,8750',
      '05/11/2026,INV-000123,2,8750',
      '05/11/2026,202611102400,3,8750',
      '05/11/2026,X20261110240,4,8750',
    ),
    rows: [['exact', 'Omar Farooq'], ['unmatched'], ['unmatched'], ['unmatched']],
    sum: 35_000,
  },
  {
    what: 'fewer than five digits are for a person to look at, and of another amount they say nothing',
    file: plain('05/11/2026,FEE 4711,1,8750', '05/11/2026,BRANCH 4711,2,300'),
    rows: [['ambiguous'], ['unmatched']],
    sum: 9050,
  },
  {
    what: 'a bill of another campus',
    file: plain('05/11/2026,IBFT 20261119999,1,8750'),
    rows: [['otherCampus']],
    sum: 8750,
  },
  {
    what: 'month first, which the later days say for all',
    file: plain('11/05/2026,IBFT 20261110240,1,8750', '11/16/2026,IBFT 20261110241,2,9750'),
    rows: [
      ['exact', 'Ayesha Khan'],
      ['late', 'Daniyal Chaudhry'],
    ],
    days: ['2026-11-05', '2026-11-16'],
    sum: 18_500,
  },
  {
    what: 'days that could be either are read day first',
    file: plain('05/11/2026,20261110240,1,8750', '11/11/2026,20261110241,2,9750'),
    rows: [
      ['exact', 'Ayesha Khan'],
      ['late', 'Daniyal Chaudhry'],
    ],
    days: ['2026-11-05', '2026-11-11'],
    sum: 18_500,
  },
  {
    what: 'a workbook in which a program has swapped the days it could',
    file: [
      ['Date', 'Description', 'Reference', 'Amount'],
      [day('2026-05-11'), '20261110240', 'a', 8750],
      ['16/11/2026', '20261110241', 'b', 9750],
    ],
    rows: [
      ['exact', 'Ayesha Khan'],
      ['late', 'Daniyal Chaudhry'],
    ],
    days: ['2026-11-05', '2026-11-16'],
    sum: 18_500,
  },
  {
    what: 'zeros that were lost, and zeros that a bank has filled up with',
    file: plain('05/11/2026,FEE 12345,1,8750', '05/11/2026,FEE 00000000020261110240,2,8750'),
    rows: [
      ['exact', 'Sana Iqbal'],
      ['exact', 'Ayesha Khan'],
    ],
    sum: 17_500,
  },
  {
    what: 'the school’s prefix before the number, and one of another school',
    file: lines(
      'Date,Consumer No,Auth ID,Amount',
      '05/11/2026,10042220261110240,1,8750',
      '05/11/2026,99999920261110241,2,8750',
      '05/11/2026,100422-20261110242,3,8750',
    ),
    account: { prefix: '100422' },
    rows: [['exact', 'Ayesha Khan'], ['unmatched'], ['exact', 'Umer Raja']],
    sum: 26_250,
  },
  {
    what: 'the number of the student behind the prefix',
    file: lines(
      'Date,Consumer No,Auth ID,Amount',
      '05/11/2026,1004220010240,1,8750',
      '05/11/2026,10042280808,2,5000',
      '05/11/2026,100422504,3,8750',
      '05/11/2026,10042210241,4,100',
    ),
    account: { prefix: '100422', numbering: 'student' },
    rows: [['exact', 'Ayesha Khan'], ['ambiguous'], ['exact', 'Zara Malik'], ['short', 'Daniyal Chaudhry']],
    sum: 8750 + 5000 + 8750 + 100,
  },
  {
    what: 'batch credits of a biller, net of charges; a voucher’s own payment is none',
    file: plain(
      '06/11/2026,1LINK SETTLEMENT 05112026 NET OF CHARGES,S1,174250',
      '06/11/2026,KUICKPAY BATCH 77 CREDIT,S2,52500',
      '06/11/2026,BULK COLLECTION 20261110240,S3,8750',
    ),
    rows: [['notIncome'], ['notIncome'], ['exact', 'Ayesha Khan']],
    sum: 235_500,
  },
  {
    what: 'one reference on many rows',
    file: plain(
      '05/11/2026,20261110240,BATCH-9,8750',
      '05/11/2026,20261110241,BATCH-9,8750',
      '05/11/2026,20261110242,BATCH-9,8750',
    ),
    rows: [
      ['exact', 'Ayesha Khan'],
      ['exact', 'Daniyal Chaudhry'],
      ['exact', 'Umer Raja'],
    ],
    sum: 26_250,
  },
  {
    what: 'equal twins: the second is shown as already in this file',
    file: plain(ayesha, ayesha),
    rows: [
      ['exact', 'Ayesha Khan'],
      ['twin', 'Ayesha Khan'],
    ],
    sum: 17_500,
  },
  {
    what: 'an overlapping export: what was saved is seen, what is new is not',
    before: { file: plain(ayesha) },
    file: plain(ayesha, late),
    rows: [['seen'], ['late', 'Daniyal Chaudhry']],
    sum: 18_500,
  },
  {
    what: 'an overlapping export with a twin more',
    before: { file: plain(ayesha) },
    file: plain(ayesha, ayesha),
    rows: [['seen'], ['twin', 'Ayesha Khan']],
    sum: 17_500,
  },
  {
    what: 'an overlapping export without references, told apart by the balance',
    before: { file: lines('Date,Details,Credit,Balance', '05/11/2026,20261110240,8750,100000') },
    file: lines(
      'Date,Details,Credit,Balance',
      '05/11/2026,20261110240,8750,100000',
      '05/11/2026,20261110240,8750,108750',
    ),
    rows: [['seen'], ['paidAlready', 'Ayesha Khan']],
    sum: 17_500,
  },
  {
    what: 'the same file after it was taken back',
    before: { file: plain(ayesha, late), isUndone: true },
    file: plain(ayesha, late),
    rows: [
      ['exact', 'Ayesha Khan'],
      ['late', 'Daniyal Chaudhry'],
    ],
    sum: 18_500,
  },
  {
    what: 'a payment that the desk has entered, one that came in cash, and a carried bill',
    file: plain(
      '05/11/2026,20261110260,1,8750',
      '05/11/2026,20261110261,2,8750',
      '05/11/2026,20261110262,3,8750',
    ),
    rows: [
      ['paidAlready', 'Online Payer'],
      ['paidAlready', 'Cash Payer'],
      ['carried', 'Carried Child'],
    ],
    sum: 26_250,
  },
  {
    what: 'a number on two open bills, and two numbers in one row',
    file: plain('05/11/2026,20261110250,1,8750', '05/11/2026,20261110240/20261110241,2,17500'),
    rows: [['ambiguous'], ['ambiguous']],
    sum: 26_250,
  },
  {
    what: 'a registration with just its amount, with two months of it, and with another amount',
    file: plain(
      '05/11/2026,FEE REG 70707,1,6500',
      '05/11/2026,FEE 80808,2,5000',
      '05/11/2026,FEE 70707 NIDA,3,100',
    ),
    rows: [['registration', 'Nida Aslam'], ['ambiguous'], ['paidAlready', 'Nida Aslam']],
    sum: 11_600,
  },
  {
    what: 'days to come, days that are none, and a row without one',
    file: plain('05/12/2026,20261110240,1,8750', '99/11/2026,20261110241,2,8750', ',20261110242 LATE,3,8750'),
    rows: [['unmatched'], ['unmatched'], ['unmatched']],
    days: ['2026-12-05', null, null],
    sum: 26_250,
  },
  {
    what: 'digits and words of Urdu, tabs, and a sign before the amounts',
    file: lines(
      'تاریخ\tتفصیل\tحوالہ\tرقم',
      '۰۵/۱۱/۲۰۲۶\tفیس ۲۰۲۶۱۱۱۰۲۴۰\tا۱\tRs. 8,750/-',
      '۱۶/۱۱/۲۰۲۶\tفیس 20261110243\tا۲\tRs. 14,050',
      'میزان\t\t\t22,800',
    ),
    rows: [['exact', 'Ayesha Khan'], ['exact', 'عبداللہ صدیقی'], ['notIncome']],
    sum: 45_600,
  },
];
