/**
 * Texts of a family's page, in English and Urdu. Names and figures inside a sentence are marked as isolated, because
 * their direction may differ from that of the sentence. The page turns the marks into `<bdi>`.
 */

import { formatDay, formatDayOfYear, fullMonthNames } from '../time/dates.ts';
import { type Both, both, sayPaperDay, sayPaperMonth, urduMonths } from './papers.ts';

/** The Unicode characters that begin an isolated name, begin an isolated figure, and end both. */
export const isolates = { name: '\u2068', figure: '\u2066', end: '\u2069' } as const;

const marks = /[\u2066-\u2069]/g;
/** Returns a text without the marks, for places that cannot have elements. */
export const withoutMarks = (text: string): string => text.replace(marks, '');

const unbroken = (text: string): string => withoutMarks(text).replaceAll(' ', '\u00a0');
/** A name as people typed it. */
const named = (text: string): string => `${isolates.name}${withoutMarks(text)}${isolates.end}`;
/** An amount or a number. It runs from left to right and does not break. */
const figure = (text: string): string => `${isolates.figure}${unbroken(text)}${isolates.end}`;

/** A day without its year if it is in the year of today. It does not break. */
function sayDay(day: string, today: string): Both {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const ur = sayPaperDay(day).ur;
  return both(
    unbroken(isThisYear ? formatDayOfYear(day) : formatDay(day)),
    unbroken(isThisYear ? ur.slice(0, ur.lastIndexOf(' ')) : ur),
  );
}

const join = (parts: readonly Both[], [en, ur]: readonly [en: string, ur: string]): Both =>
  both(parts.map((part) => part.en).join(en), parts.map((part) => part.ur).join(ur));

const comma = [', ', '، '] as const;
const inParts = (...parts: readonly (Both | null)[]): Both =>
  join(
    parts.filter((part) => part !== null),
    comma,
  );

/** A month without its year, for a list of months of this year. */
const sayMonth = (month: number): Both => both(fullMonthNames[month - 1] ?? '', urduMonths[month - 1] ?? '');

/** A child and the months of its open bills. A clerk finds the child by its registration number, or else by its name. */
export type Reference = { name: string; regNum: string | null; months: Both | null };

const referenceLine = ({ name, regNum, months }: Reference): Both =>
  inParts(
    regNum === null ? both(name, name) : both(`Reg ${regNum}`, `Reg ${regNum}`),
    months && both(withoutMarks(months.en), withoutMarks(months.ur)),
  );

const lines = (...parts: readonly Both[]): Both => join(parts, ['\n', '\n']);

/** Texts that a parent sends on WhatsApp. They are written for the parent, who may change them. */
export const parentMessages = {
  paid: (references: readonly Reference[], amount: string) =>
    lines(
      both(`I have paid the fee, ${amount}.`, `فیس جمع کر دی ہے: ${amount}`),
      ...references.map(referenceLine),
    ),
  ask: (references: readonly Reference[], amount: string | null) =>
    lines(
      amount === null
        ? both('A question about the fee.', 'فیس کے بارے میں سوال')
        : both(`A question about the fee, ${amount}.`, `فیس کے بارے میں سوال: ${amount}`),
      ...references.map(referenceLine),
    ),
  newVoucher: (reference: string) =>
    both(`Please send a new voucher: ${reference}`, `نیا واؤچر بھیجیں: ${reference}`),
} as const;

const sameFigure = (amount: string): Both => both(figure(amount), figure(amount));

/** The amount of the bill and its due date, or only the due date. */
const dueLine = (amount: string | null, en: string, ur: string): Both =>
  amount === null
    ? both(en.charAt(0).toUpperCase() + en.slice(1), ur)
    : inParts(sameFigure(amount), both(en, ur));

/** Why an amount is payable, one line for each part of the sum. `amount` has no currency. */
export const billLineWords = {
  due: (amount: string | null, day: string, today: string) =>
    dueLine(amount, `due ${sayDay(day, today).en}`, `آخری تاریخ ${sayDay(day, today).ur}`),
  wasDue: (amount: string | null, day: string, today: string) =>
    dueLine(amount, `was due ${sayDay(day, today).en}`, `آخری تاریخ ${sayDay(day, today).ur} تھی`),
  amount: sameFigure,
  grace: (day: string, today: string) =>
    both(`No late fee until ${sayDay(day, today).en}`, `${sayDay(day, today).ur} تک لیٹ فیس نہیں`),
  from: (amount: string, day: string, today: string) =>
    both(`${figure(amount)} from ${sayDay(day, today).en}`, `${sayDay(day, today).ur} سے ${figure(amount)}`),
  lateFee: (amount: string, day: string, today: string) =>
    both(
      `${figure(amount)} late fee since ${sayDay(day, today).en}`,
      `${figure(amount)} لیٹ فیس، ${sayDay(day, today).ur} سے`,
    ),
  fine: (amount: string) => both(`${figure(amount)} fine`, `${figure(amount)} جرمانہ`),
  discount: (amount: string) => both(`${figure(amount)} discount`, `${figure(amount)} رعایت`),
  carried: (amount: string) =>
    both(`${figure(amount)} moved to a newer bill`, `${figure(amount)} نئے بل میں شامل`),
  paid: (amount: string, day: string, today: string) =>
    both(
      `${figure(amount)} paid on ${sayDay(day, today).en}`,
      `${figure(amount)} ${sayDay(day, today).ur} کو ادا`,
    ),
  paidUntil: (amount: string, day: string, today: string) =>
    both(
      `${figure(amount)} paid, the last part on ${sayDay(day, today).en}`,
      `${figure(amount)} ادا، آخری حصہ ${sayDay(day, today).ur} کو`,
    ),
  credit: (amount: string) => both(`${figure(amount)} from the credit`, `${figure(amount)} جمع رقم سے`),
  more: (amount: string) => both(`${figure(amount)} other charges`, `${figure(amount)} دیگر واجبات`),
  less: (amount: string) => both(`${figure(amount)} other reductions`, `${figure(amount)} دیگر کٹوتی`),
} as const;

const noName = both('No name', 'بے نام');
const namedChild = (name: string): Both => (name === '' ? noName : both(named(name), named(name)));

export const parentWords = {
  title: both('Fees', 'فیس'),
  /** The name of each language in that language. */
  languages: both('English', 'اردو'),
  payableToday: (day: string) => {
    const [year = '', month = '', date = ''] = day.split('-');
    const { en, ur } = sayMonth(Number(month));
    return both(
      `Payable today, ${unbroken(`${Number(date)} ${en} ${year}`)}`,
      `آج ${unbroken(`${Number(date)} ${ur}`)} کو واجب الادا`,
    );
  },
  late: (amount: string) =>
    both(`${figure(amount)} of it is late`, `اس میں سے ${figure(amount)} کی تاریخ گزر چکی ہے`),
  allLate: both('All of it is late', 'ادائیگی کی تاریخ گزر چکی ہے'),
  nothing: both('Nothing is payable. Thank you.', 'کوئی فیس واجب الادا نہیں۔ شکریہ۔'),
  noName,
  amount: sameFigure,
  className: (name: string) => both(named(name), named(name)),
  reg: (regNum: string) => both(`Reg\u00a0${named(regNum)}`, `رجسٹریشن\u00a0${named(regNum)}`),
  fee: both('Fee', 'فیس'),
  titleWithHead: (head: string, month: Both) => inParts(both(named(head), named(head)), month),
  titleWithNumber: (month: Both, number: string) =>
    inParts(month, both(`no. ${named(number)}`, `نمبر ${named(number)}`)),
  /** A month, without its year if that is the year of today. */
  shortMonth: (month: number, year: number, today: string) =>
    String(year) === today.slice(0, 4) ? sayMonth(month) : sayPaperMonth(month, year),
  and: (parts: readonly Both[]) => join(parts, [' and ', ' اور ']),
  bills: (count: number) => both(`${count} bills`, `${count} بل`),
  summary: (name: string, what: Both, due: { day: string; today: string } | null) =>
    inParts(
      namedChild(name),
      what,
      due && both(`due ${sayDay(due.day, due.today).en}`, `آخری تاریخ ${sayDay(due.day, due.today).ur}`),
    ),
  creditOf: (name: string) => {
    const { en, ur } = namedChild(name);
    return both(`${en}’s credit with the school`, `${ur} کی سکول میں جمع رقم`);
  },
  isCovered: both('Paid', 'ادا شدہ'),
  askSchool: both('Ask the school', 'سکول سے پوچھیں'),
  iHavePaid: both('I have paid', 'فیس جمع کر دی'),
  getVoucher: both('Get voucher', 'واؤچر حاصل کریں'),
  getVouchers: both('Get vouchers', 'واؤچر حاصل کریں'),
  voucher: both('Voucher', 'واؤچر'),
  voucherUntil: (day: string, today: string) =>
    both(`Voucher, good until ${sayDay(day, today).en}`, `واؤچر، ${sayDay(day, today).ur} تک کارآمد`),
  voucherEnded: both('Voucher has ended: ask for a new one', 'واؤچر کی میعاد ختم، نیا مانگیں'),
  voucherEndedAsk: both(
    'The voucher has ended. Ask the school for a new one.',
    'واؤچر کی میعاد ختم ہو چکی ہے۔ سکول سے نیا واؤچر لیں۔',
  ),
  howToPay: both('How to pay', 'ادائیگی کا طریقہ'),
  byApp: (biller: string) =>
    both(`From your bank’s app, with ${named(biller)}`, `بینک ایپ سے، ${named(biller)}`),
  numberPerChild: both('Each child has a number of its own.', 'ہر بچے کا اپنا نمبر ہے۔'),
  numberPerBill: both('Each bill has a number of its own.', 'ہر بل کا اپنا نمبر ہے۔'),
  oneAtATime: both(
    'The app asks for one bill at a time. After you have paid it, it asks for the next one.',
    'ایپ ایک وقت میں ایک بل مانگتی ہے۔ اس کی ادائیگی کے بعد اگلا مانگتی ہے۔',
  ),
  steps: (biller: string) => [
    both('Open your bank’s app, JazzCash or Easypaisa', 'اپنی بینک ایپ، JazzCash یا Easypaisa کھولیں'),
    both(`Choose Bill payment, then ${named(biller)}`, `Bill payment، پھر ${named(biller)} چنیں`),
    both('Type one number', 'ایک نمبر لکھیں'),
    both('Check the name and the amount, then pay', 'نام اور رقم دیکھ کر ادا کریں'),
  ],
  nextNumber: both('Do the same for the other numbers', 'باقی نمبروں کے لیے بھی یہی کریں'),
  byBank: both('At a bank, or by transfer', 'بینک میں یا ٹرانسفر سے'),
  account: both('Account', 'اکاؤنٹ'),
  accountNumber: both('Account number', 'اکاؤنٹ نمبر'),
  payNumber: both('Number to type', 'ادائیگی نمبر'),
  /** Urdu names the button by the text on it. */
  reference: (references: readonly string[], hasButton: boolean) => {
    const list = figure(references.join(', '));
    return hasButton
      ? both(
          `Write ${list} as the reference, then press “I have paid”.`,
          `حوالے میں ${list} لکھیں، پھر اوپر ”فیس جمع کر دی“ دبائیں۔`,
        )
      : both(`Write ${list} as the reference.`, `حوالے میں ${list} لکھیں۔`);
  },
  byCash: both('In cash at the school', 'سکول میں نقد'),
  cashText: (desks: readonly string[]) =>
    desks.length === 0
      ? both('Pay at the school.', 'سکول میں ادائیگی کریں۔')
      : both(
          `Pay at the school: ${desks.map(named).join(', ')}.`,
          `سکول میں ادائیگی کریں: ${desks.map(named).join('، ')}۔`,
        ),
  receipts: both('Receipts', 'رسیدیں'),
  receiptCount: (count: number, sum: string, isCut: boolean) =>
    isCut
      ? both(`the last ${count}, ${figure(sum)}`, `آخری ${count}، ${figure(sum)}`)
      : both(`${count}, ${figure(sum)}`, `${count}، ${figure(sum)}`),
  receipt: (receiptNo: number) => both(`Receipt ${receiptNo}`, `رسید نمبر ${receiptNo}`),
  returned: (amount: string) => both(`${figure(amount)} returned`, `${figure(amount)} واپس`),
  private: both(
    'This page is for your family. Anybody who has its address can read it.',
    'یہ صفحہ آپ کے خاندان کے لیے ہے۔ جس کے پاس اس کا پتہ ہو وہ اسے پڑھ سکتا ہے۔',
  ),
  ended: both(
    'This link no longer works. Ask the school for a new one.',
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
