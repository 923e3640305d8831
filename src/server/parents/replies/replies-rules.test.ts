import { describe, expect, it } from 'vitest';
import { fillForFamily } from '#shared/messages/placeholders.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';
import { balanceText, hasAmount, languageOfAsking } from './replies-rules.ts';

describe('Questions for the balance', () => {
  it.each(['balance', ' Balance? ', 'BALANCE!!!', 'Fees', 'fee.', 'My  balance', 'baqaya', 'balance 🙏'])(
    'The message %j asks for the balance in English.',
    (text) => expect(languageOfAsking({ text, media: '' })).toBe('en'),
  );
  it.each(['بقایا', 'بقايا', 'بقایا؟', 'بقایا جات', 'فیس', 'فيس۔', 'وَاجِبات'])(
    'The message %j asks for the balance in Urdu.',
    (text) => expect(languageOfAsking({ text, media: '' })).toBe('ur'),
  );
  it.each([
    '',
    '👍',
    'What is my balance please?',
    'fees paid',
    'balance 5000',
    'fees ۵۰۰۰',
    'بقایا کتنا ہے',
    'fees fees',
    'school fees',
    'imbalance',
    'STOP',
  ])('The message %j does not ask for the balance.', (text) =>
    expect(languageOfAsking({ text, media: '' })).toBeUndefined(),
  );
  it('The caption of a picture does not ask for the balance.', () =>
    expect(languageOfAsking({ text: 'fees', media: 'image/jpeg' })).toBeUndefined());
});

const bill = (more: Partial<Recipient> = {}): Recipient => ({
  ...{ name: 'Ayesha', status: 'unpaid', campus: 'Johar Town', month: 11, year: 2026, regNum: null },
  ...{
    invNo: null,
    total: 5000,
    amountAfterDueDate: null,
    payable: 5000,
    paid: 0,
    credit: 0,
    issueDate: null,
  },
  payableUntil: null,
  ...{ dueDate: '2026-11-10', expiryDate: null, number: '', numbers: [], groupID: 1, billID: 1 },
  ...more,
});
const tell = (bills: Recipient[], language: 'en' | 'ur', hasLink = false) =>
  fillForFamily(
    balanceText(bills, language, { sign: 'Rs.', hasLink }),
    bills.map((one) => (hasLink ? { ...one, link: 'https://x.pk/p/t' } : one)),
  );
/** This mark makes a line that begins with a name run from left to right. */
const left = '\u200e';

describe('Balance answer', () => {
  it('The balance answer has a line for each bill, their sum, and the link if there is one.', () => {
    const two = [bill(), bill({ name: 'Bilal', payable: 1500.5, dueDate: '2026-11-12' })];
    expect(tell(two, 'en', true)).toEqual({
      text: [
        `${left}Johar Town, payable today:`,
        `${left}Ayesha, November 2026: Rs. 5,000, due date 10 Nov 2026`,
        `${left}Bilal, November 2026: Rs. 1,500.50, due date 12 Nov 2026`,
        'Total: Rs. 6,500.50',
        'Bills and vouchers: https://x.pk/p/t',
      ].join('\n'),
      missing: [],
    });
    expect(tell([bill()], 'en').text).not.toContain('Total');
  });

  it('If one bill has no due date, the balance answer shows no due dates; if one has no month, it shows no months.', () => {
    const { text, missing } = tell([bill({ dueDate: null }), bill({ month: 0, year: 0 })], 'en');
    expect(missing).toEqual([]);
    expect(text.split('\n')[1]).toBe(`${left}Ayesha: Rs. 5,000`);
  });

  it('The Urdu balance answer wraps amounts and days in isolate marks.', () => {
    const { text, missing } = tell([bill({ name: 'عائشہ' }), bill()], 'ur');
    expect(missing).toEqual([]);
    const [, first, , sum] = text.split('\n');
    expect(first).toContain('\u2068Rs. \u20685,000\u2069\u2069');
    expect(first).toContain('آخری تاریخ \u206810 Nov 2026\u2069');
    expect(sum).toContain('کل');
    expect(sum).toContain('10,000');
  });

  it('Without open bills the balance answer says that nothing must be paid.', () => {
    expect(balanceText([], 'en', { sign: 'Rs.', hasLink: true })).toBe(
      `${left}{{campus}}: there is nothing to pay. Thank you.`,
    );
  });
});

it('isAmountKnown is false without a payable amount and for a part-paid bill without a payment.', () => {
  expect(hasAmount(bill())).toBe(true);
  expect(hasAmount(bill({ payable: null }))).toBe(false);
  expect(hasAmount(bill({ status: 'partial', paid: 0 }))).toBe(false);
  expect(hasAmount(bill({ status: 'partial', paid: 100 }))).toBe(true);
});
