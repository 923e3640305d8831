/** The texts of vouchers and receipts, in English and Urdu. The readers are parents and bank cashiers. */
import { formatDay, fullMonthNames } from '../dates.ts';
import type { PaymentMethod, ReturnKind } from '../ledger.ts';
import type { VoucherCopy } from '../voucher-settings.ts';

/** The same text in both languages. */
export type Both = { en: string; ur: string };
const both = (en: string, ur: string): Both => ({ en, ur });

const urduMonths = [
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
  total: both('Total', 'کل رقم'),
  fine: both('Fine', 'جرمانہ'),
  waived: both('Waived', 'معافی'),
  paid: both('Paid so far', 'ادا شدہ رقم'),
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
  isWaived: both('Waived', 'معاف'),
  isCarried: both('Carried on', 'اگلے واؤچر میں شامل'),
  carriedTo: (number: string) => both(`Now in voucher ${number}`, `اب واؤچر ${number} میں`),
  isExpired: both('Expired', 'میعاد ختم'),
  askNew: both('Ask the school for a new voucher', 'سکول سے نیا واؤچر لیں'),
  /** A status of the school's own, or one such as cancelled. */
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
  duplicate: both('Duplicate', 'نقل'),
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
  left: both('Left to pay', 'باقی واجب الادا'),
  by: both('Received by', 'وصول کنندہ'),
  signature: both('Signature, stamp', 'دستخط، مہر'),
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
