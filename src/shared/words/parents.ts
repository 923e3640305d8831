/** Texts of a family's page, in English and Urdu. */
import { formatDay } from '../dates.ts';
import { type Both, sayPaperDay } from './papers.ts';

const both = (en: string, ur: string): Both => ({ en, ur });

export const parentWords = {
  title: both('Fees', 'فیس'),
  /** Each language named in itself. */
  languages: both('English', 'اردو'),
  payableToday: (day: string) =>
    both(`Payable today, ${formatDay(day)}`, `آج ${sayPaperDay(day).ur} کو واجب الادا`),
  nothing: both('Nothing is to be paid. Thank you.', 'کوئی فیس واجب الادا نہیں۔ شکریہ۔'),
  noName: both('No name', 'بے نام'),
  reg: (regNum: string) => both(`Reg ${regNum}`, `رجسٹریشن نمبر ${regNum}`),
  fee: both('Fee', 'فیس'),
  due: (day: string) => both(`Due ${formatDay(day)}`, `آخری تاریخ ${sayPaperDay(day).ur}`),
  wasDue: (day: string) => both(`Was due ${formatDay(day)}`, `آخری تاریخ ${sayPaperDay(day).ur} تھی`),
  after: (amount: string) => both(`${amount} after that`, `اس کے بعد ${amount}`),
  expired: both(
    'The voucher has expired. Ask the school for a new one.',
    'واؤچر کی میعاد ختم ہو چکی ہے۔ سکول سے نیا واؤچر لیں۔',
  ),
  askSchool: both('Ask the school', 'سکول سے پوچھیں'),
  voucher: both('Voucher', 'واؤچر'),
  voucherOf: (name: string, month: string) => `${name}, ${month} (PDF)`,
  howToPay: both('How to pay', 'ادائیگی کا طریقہ'),
  noAccounts: both('Pay at the school.', 'سکول میں ادائیگی کریں۔'),
  payNumber: both('Number to type', 'ادائیگی نمبر'),
  voucherNumber: (number: string) => both(`Voucher no. ${number}`, `واؤچر نمبر ${number}`),
  receipts: both('Receipts', 'رسیدیں'),
  receipt: (receiptNo: number) => both(`Receipt ${receiptNo}`, `رسید نمبر ${receiptNo}`),
  private: both(
    'This page is for your family. Whoever has its address can read it.',
    'یہ صفحہ آپ کے خاندان کے لیے ہے۔ جس کے پاس اس کا پتہ ہو وہ اسے پڑھ سکتا ہے۔',
  ),
  ended: both(
    'This link leads nowhere any more. Ask the school for a new one.',
    'یہ لنک اب کارآمد نہیں۔ سکول سے نیا لنک لیں۔',
  ),
  tooMany: both(
    'Too many requests. Try again in a minute.',
    'بہت زیادہ درخواستیں۔ ایک منٹ بعد دوبارہ کوشش کریں۔',
  ),
  later: both(
    'This does not work at the moment. Try again later.',
    'یہ اس وقت ممکن نہیں۔ بعد میں دوبارہ کوشش کریں۔',
  ),
} as const;
