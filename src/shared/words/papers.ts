/** Texts of vouchers and receipts in English and Urdu, and of the screens about vouchers. */

import type { PaymentMethod, ReturnKind } from '../money/ledger.ts';
import type { PaperLanguage, ReceiptSize, VoucherCopy, VoucherOrder } from '../money/voucher-settings.ts';
import { shortenText } from '../text/cut-text.ts';
import { plural } from '../text/phrases.ts';
import { formatDay, fullMonthNames } from '../time/dates.ts';

/** The same text in both languages. */
export type Both = { en: string; ur: string };
export const both = (en: string, ur: string): Both => ({ en, ur });

export const urduMonths = [
  ...['جنوری', 'فروری', 'مارچ', 'اپریل', 'مئی', 'جون', 'جولائی', 'اگست', 'ستمبر', 'اکتوبر', 'نومبر', 'دسمبر'],
];

const urduDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${urduMonths[(month ?? 0) - 1] ?? ''} ${year}`;
};

export const sayPaperDay = (day: string): Both => both(formatDay(day), urduDay(day));

export const sayPaperMonth = (month: number | null, year: number | null): Both =>
  month === null || year === null
    ? both('', '')
    : both(`${fullMonthNames[month - 1] ?? ''} ${year}`, `${urduMonths[month - 1] ?? ''} ${year}`);

export const copyWords: Readonly<Record<VoucherCopy, Both>> = {
  bank: both('Bank copy', 'بینک کاپی'),
  school: both('School copy', 'سکول کاپی'),
  parent: both('Parent copy', 'والدین کی کاپی'),
  class: both('Class copy', 'کلاس کاپی'),
};

export const voucherPaperWords = {
  title: both('Fee voucher', 'فیس واؤچر'),
  number: both('Voucher no.', 'واؤچر نمبر'),
  studentNumber: both('Student no.', 'طالب علم نمبر'),
  issue: (issue: number) => both(`Issue ${issue}`, `اجرا ${issue}`),
  duplicate: (count: number) => both(`Duplicate ${count}`, `نقل ${count}`),
  preview: both('Preview', 'نمونہ'),
  student: both('Student', 'طالب علم'),
  father: both('Father', 'والد'),
  class: both('Class', 'جماعت'),
  regNum: both('Registration', 'رجسٹریشن نمبر'),
  issued: both('Issued', 'تاریخ اجرا'),
  due: both('Due date', 'آخری تاریخ'),
  validUntil: both('Valid until', 'قابل قبول تا'),
  particulars: both('Particulars', 'تفصیل'),
  fee: both('Fee', 'فیس'),
  others: both('Other charges', 'دیگر واجبات'),
  concession: both('Concession', 'رعایت'),
  total: both('Total', 'کل رقم'),
  fine: both('Fine', 'جرمانہ'),
  discount: both('Discount', 'رعایت'),
  paid: both('Paid so far', 'ادا شدہ رقم'),
  credit: both('Paid in advance', 'پیشگی جمع'),
  payableBy: (day: string) => both(`Payable by ${formatDay(day)}`, `${urduDay(day)} تک واجب الادا`),
  payable: both('Payable', 'واجب الادا'),
  payableNow: both('Payable now', 'اب واجب الادا'),
  after: (day: string | null) =>
    day === null
      ? both('After that', 'اس کے بعد')
      : both(`After that, until ${formatDay(day)}`, `اس کے بعد ${urduDay(day)} تک`),
  payTo: both('To pay, type', 'ادائیگی نمبر'),
  cashier: both('Cashier, stamp', 'کیشیئر، مہر'),
  depositor: both('Depositor', 'جمع کنندہ'),
  isPaid: both('Paid', 'ادا شدہ'),
  isPaidByCredit: both('Paid in advance', 'پیشگی ادا شدہ'),
  isWaived: both('Waived', 'معاف'),
  isCarried: both('Carried forward', 'اگلے واؤچر میں شامل'),
  carriedTo: (number: string) => both(`Now in voucher ${number}`, `اب واؤچر ${number} میں`),
  isExpired: both('Expired', 'میعاد ختم'),
  askNew: both('Ask the school for a new voucher', 'سکول سے نیا واؤچر لیں'),
  /** A status word of the school, or a status such as cancelled. */
  isOther: (status: string) => both(status.charAt(0).toUpperCase() + status.slice(1), status),
  sample: {
    child: 'Ayesha Khan',
    father: 'محمد عمران خان',
    class: '5-Blue',
    tuition: 'Tuition Fee',
    van: 'Van',
  },
} as const;

export const receiptPaperWords = {
  title: (receipt: number) => both(`Receipt ${receipt}`, `رسید نمبر ${receipt}`),
  duplicate: (count: number) => both(`Duplicate ${count}`, `نقل ${count}`),
  receivedOn: both('Received on', 'وصولی کی تاریخ'),
  payer: both('From', 'از طرف'),
  reference: both('Reference', 'حوالہ'),
  reg: (regNum: string) => `Reg ${regNum}`,
  noBill: both('No bill', 'بغیر واؤچر'),
  part: (what: Both) => both(`${what.en}, part`, `${what.ur}، جزوی`),
  paid: (way: Both) => both(`Paid, ${way.en.toLowerCase()}`, `ادا شدہ، ${way.ur}`),
  given: both('Given', 'دی گئی رقم'),
  change: both('Change', 'واپس دی گئی رقم'),
  credit: both('Credit', 'پیشگی جمع'),
  advance: both('Advance', 'پیشگی'),
  left: both('Left to pay', 'باقی واجب الادا'),
  by: both('Received by', 'وصول کنندہ'),
  signature: both('Signature, stamp', 'دستخط، مہر'),
  stamp: both('VOID', 'منسوخ'),
  isVoid: (reason: string) => `Void: ${reason}`,
  returned: (kind: ReturnKind, amount: string, day: string) =>
    `${kind === 'bounced' ? 'Bounced' : 'Given back'}: ${amount}, ${formatDay(day)}`,
  ways: {
    cash: both('Cash', 'نقد'),
    bank: both('Bank', 'بینک'),
    online: both('Online', 'آن لائن'),
    wallet: both('Wallet', 'والٹ'),
    cheque: both('Cheque', 'چیک'),
    marked: both('Marked as paid', 'ادا شدہ درج'),
    opening: both('Paid before', 'پہلے سے ادا شدہ'),
  } satisfies Record<PaymentMethod, Both>,
} as const;

/** File names: `Fee-Nov-2026-Ayesha-Khan`. */
export const paperNames = {
  voucher: (month: string, name: string, more = 0) =>
    ['Fee', month, name, more > 0 && `and ${more} more`].filter(Boolean).join(' '),
  vouchers: (what: string) => `Vouchers ${what}`,
  receipt: (receipt: number, name: string) => ['Receipt', String(receipt), name].filter(Boolean).join(' '),
} as const;

/** Names of the texts on papers, for a person who must change one. By the key in the content of a paper. */
export const unprintableFields: Readonly<Record<string, string>> = {
  campus: 'Name of the campus',
  currency: 'Currency',
  number: 'Voucher number',
  accounts: 'Money account',
  heads: 'Fee head',
  terms: 'Terms of the vouchers',
  children: 'Student',
  notes: 'Reason',
  stamp: 'Status',
};

/** Why a paper cannot be made: these texts crash the program that makes it. */
export const sayUnprintable = (texts: readonly { field: string; text: string }[]): string =>
  texts.length === 0
    ? 'This PDF cannot be made. Write the names and texts on it in another way, and try again.'
    : `This PDF cannot be made because of ${texts
        .map(({ field, text }) => `“${shortenText(text, 60)}” (${field})`)
        .join(', ')}. Write it in another way, and try again.`;

/** Texts of the screen about vouchers: viewing, printing and their settings. */
export const voucherWords = {
  voucher: 'Voucher',
  voucherOf: (name: string) => `Voucher of ${name}`,
  sheet: (name: string) => `The voucher of ${name} as it will be printed`,
  printAll: 'Print vouchers',
  print: 'Print',
  save: 'Save as PDF',
  isDuplicate: (count: number) => `Printed before: this is duplicate ${count}.`,
  expired: (day: string) => `Valid until ${formatDay(day)}: banks no longer accept it.`,
  settled: 'Nothing is owed on this voucher.',
  renew: 'New voucher',
  renewTitle: 'New voucher',
  renewText:
    'The bill and its number stay the same, but the voucher is valid for longer. The fine is added to the amount.',
  validUntil: 'Valid until',
  fine: 'Fine',
  renewed: (day: string) => `The new voucher is valid until ${formatDay(day)}.`,
  cancel: 'Cancel',
  close: 'Close',
  which: 'Which',
  open: (count: string) => `What is owed (${count})`,
  openOnly: 'What is owed',
  all: 'All, paid ones too',
  class: 'Class',
  everyClass: 'All classes',
  order: 'Order',
  orders: {
    class: 'Class, then name',
    regNum: 'Registration',
    invNo: 'Voucher number',
  } satisfies Record<VoucherOrder, string>,
  ofChosen: (count: number) => `${plural(count, 'bill', 'bills')} chosen`,
  ofFamily: (name: string) => `What the family of ${name} owes`,
  toMake:
    'All vouchers are in one file, one on each page. If you print a voucher again, it is marked as a duplicate.',
  making: (made: number, all: number) =>
    `${made.toLocaleString('en-US')} of ${plural(all, 'voucher is', 'vouchers are')} made`,
  done: (count: number) => `${plural(count, 'voucher is', 'vouchers are')} ready.`,
  failed: 'The vouchers could not be made. None of them counts as printed: try again.',
  failedOne: 'The voucher could not be made. It does not count as printed: try again.',
  notMade: (count: number) =>
    `${plural(count, 'voucher', 'vouchers')} could not be made and ${count === 1 ? 'does' : 'do'} not count as printed:`,
  noName: 'No name',
  cancelled: 'Cancelled. None of them counts as printed.',
  progress: 'Progress of the vouchers',
  loading: 'The voucher is being made …',
} as const;

export const voucherSettingsWords = {
  title: 'Vouchers and receipts',
  hint: 'How vouchers and receipts of this campus look. The sample shows each change at once. Vouchers change only when you save.',
  sample: 'Sample',
  sampleOf: 'A sample voucher with these settings',
  copies: 'Copies on a sheet',
  copyNames: {
    bank: 'Bank',
    school: 'School',
    parent: 'Parent',
    class: 'Class',
  } satisfies Record<VoucherCopy, string>,
  fewestCopies: 'Choose at least two copies.',
  language: 'Language',
  languages: {
    en: 'English',
    ur: 'Urdu',
    both: 'English and Urdu',
  } satisfies Record<PaperLanguage, string>,
  numbering: 'Main number',
  numberings: { voucher: 'Voucher number', student: 'Student number' },
  order: 'Order in a file',
  termsEn: 'Terms in English',
  termsUr: 'Terms in Urdu',
  renewFine: 'Fine of a new voucher',
  renewFineHint: 'Proposed when the old voucher has expired; 0 for no fine.',
  renewDays: 'Days a new voucher is valid',
  receiptSize: 'Receipts on',
  receiptSizes: { roll: 'A roll of 80 mm', a5: 'A sheet of A5' } satisfies Record<ReceiptSize, string>,
  accounts: 'Vouchers show the money accounts that are marked “Printed on vouchers”.',
  toAccounts: 'Money accounts',
  saved: 'Saved. Vouchers are made like this from now on.',
} as const;
