import { describe, expect, it } from 'vitest';
import { fillForFamily } from '#shared/placeholders.ts';
import type { Recipient } from '../../recipients/rules.ts';
import { balanceText, isAmountKnown, languageOfAsking } from './rules.ts';

describe('a message asks for the balance', () => {
  it.each(['balance', ' Balance? ', 'BALANCE!!!', 'Fees', 'fee.', 'My  balance', 'baqaya', 'balance 🙏'])(
    'by %j, in English',
    (text) => expect(languageOfAsking({ text, media: '' })).toBe('en'),
  );
  it.each(['بقایا', 'بقايا', 'بقایا؟', 'بقایا جات', 'فیس', 'فيس۔', 'وَاجِبات'])('by %j, in Urdu', (text) =>
    expect(languageOfAsking({ text, media: '' })).toBe('ur'),
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
  ])('not by %j, which is for a person', (text) =>
    expect(languageOfAsking({ text, media: '' })).toBeUndefined(),
  );
  it('not below a picture', () =>
    expect(languageOfAsking({ text: 'fees', media: 'image/jpeg' })).toBeUndefined());
});

const bill = (more: Partial<Recipient> = {}): Recipient => ({
  ...{ name: 'Ayesha', status: 'unpaid', campus: 'Johar Town', month: 11, year: 2026, regNum: null },
  ...{ invNo: null, total: 5000, amountAfterDueDate: null, payable: 5000, paid: 0, issueDate: null },
  ...{ dueDate: '2026-11-10', expiryDate: null, number: '', numbers: [], groupID: 1, billID: 1 },
  ...more,
});
const tell = (bills: Recipient[], language: 'en' | 'ur', hasLink = false) =>
  fillForFamily(
    balanceText(bills, language, { sign: 'Rs.', hasLink }),
    bills.map((one) => (hasLink ? { ...one, link: 'https://x.pk/p/t' } : one)),
  );
/** A line that begins with a name runs from the left all the same. */
const left = '\u200e';

describe('the answer', () => {
  it('has a line for each bill, their sum, and the link where there is one', () => {
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

  it('leaves out what one of the bills does not have', () => {
    const { text, missing } = tell([bill({ dueDate: null }), bill({ month: 0, year: 0 })], 'en');
    expect(missing).toEqual([]);
    expect(text.split('\n')[1]).toBe(`${left}Ayesha: Rs. 5,000`);
  });

  it('keeps amounts and days in their order among Urdu words', () => {
    const { text, missing } = tell([bill({ name: 'عائشہ' }), bill()], 'ur');
    expect(missing).toEqual([]);
    const [, first, , sum] = text.split('\n');
    expect(first).toContain('\u2068Rs. \u20685,000\u2069\u2069');
    expect(first).toContain('آخری تاریخ \u206810 Nov 2026\u2069');
    expect(sum).toContain('کل');
    expect(sum).toContain('10,000');
  });

  it('says that nothing is open', () => {
    expect(balanceText([], 'en', { sign: 'Rs.', hasLink: true })).toBe(
      `${left}{{campus}}: nothing is to be paid. Thank you.`,
    );
  });
});

it('says nothing of what nobody knows', () => {
  expect(isAmountKnown(bill())).toBe(true);
  expect(isAmountKnown(bill({ payable: null }))).toBe(false);
  expect(isAmountKnown(bill({ status: 'partial', paid: 0 }))).toBe(false);
  expect(isAmountKnown(bill({ status: 'partial', paid: 100 }))).toBe(true);
});
