import { describe, expect, it } from 'vitest';
import { noGrace, notAdjusted, type Payable } from '#shared/money/payable.ts';
import type { ConsumerBill } from './consumers-queries.ts';
import {
  answerAbout,
  chooseBill,
  chooseReading,
  type FoundBill,
  possibleNumbers,
  spelled,
  spellings,
} from './consumers-rules.ts';

let ids = 0;
const bill = (more: Partial<ConsumerBill> = {}): ConsumerBill => {
  ids += 1;
  return {
    ...{ id: ids, groupID: 1, name: 'Ayesha', regNum: 'R-1', invNo: '101', numbers: '', statedStatus: null },
    ...{ total: 1000, amountAfterDueDate: 1200, dueDate: '2026-11-10', expiryDate: '2026-11-25' },
    ...{ status: 'unpaid', paid: 0, settledOn: null, month: 11, year: 2026, ...more },
  };
};
const invNoOf = ({ invNo }: ConsumerBill) => invNo;
const chosen = (meant: FoundBill) => (meant.kind === 'bill' ? meant.bill.id : meant.kind);
const choose = (bills: ConsumerBill[], number = '101') => chosen(chooseBill(bills, number, invNoOf));

describe('Consumer numbers', () => {
  it('A consumer number is read without its prefix and as a whole.', () => {
    expect(possibleNumbers('100422101', '100422')).toEqual(['101', '100422101']);
    expect(possibleNumbers('101', '100422')).toEqual(['101']);
    expect(possibleNumbers('100422', '100422')).toEqual(['100422']);
    expect(possibleNumbers('101', '')).toEqual(['101']);
  });

  it('All spellings of a consumer number have the same plain number.', () => {
    const plain = (number: string) => spellings(number, '7155')[0];
    for (const number of ['715542', '42', '042', '0042', '71550042']) expect(plain(number)).toBe('42');
    expect(plain('7155')).toBe('7155');
    // The keys that earlier versions stored.
    expect(spellings('0042', '7155')).toEqual(expect.arrayContaining(['42', '0042', '715542']));
    expect(spellings('715542', '7155')).toEqual(expect.arrayContaining(['42', '715542']));
  });

  it('A consumer number matches its spellings with leading zeros.', () => {
    expect(spelled('0000000000101')).toContain('101');
    expect(spelled('101')).toContain('000101');
    expect(spelled('101')).toHaveLength(18);
  });
});

describe('The bill of a consumer number', () => {
  it('A consumer number finds its newest open bill, or else its newest bill.', () => {
    const october = bill({ month: 10 });
    const november = bill({ month: 11 });
    const paid = bill({ month: 12, status: 'paid' });
    expect(choose([november, october, paid])).toBe(november.id);
    expect(choose([{ ...october, status: 'paid' }, paid])).toBe(paid.id);
    expect(choose([])).toBe('none');
  });

  it('A child with two bills of one month is asked for one of them, and for the other once that is paid.', () => {
    const [fee, van] = [bill({ invNo: '101' }), bill({ invNo: '102' })];
    const ofChild = (bills: ConsumerBill[]) => chosen(chooseBill(bills, 'R-1', ({ regNum }) => regNum));
    expect(ofChild([fee, van])).toBe(van.id);
    expect(ofChild([fee, { ...van, status: 'paid' }])).toBe(fee.id);
  });

  it('A consumer number that fits open bills of two children finds no bill.', () => {
    expect(choose([bill(), bill({ regNum: 'R-2' })])).toBe('several');
    expect(choose([bill({ regNum: null }), bill({ regNum: null, name: 'Bilal' })])).toBe('several');
    const paid = bill({ regNum: 'R-2', status: 'paid' });
    const open = bill();
    expect(choose([paid, open])).toBe(open.id);
  });

  it('A bill with exactly the consumer number is preferred to one with leading zeros.', () => {
    const plain = bill({ invNo: '101' });
    const filled = bill({ invNo: '000101', regNum: 'R-2' });
    expect(choose([plain, filled], '101')).toBe(plain.id);
    expect(choose([plain, filled], '000101')).toBe(filled.id);
    expect(choose([plain, filled], '0000101')).toBe('several');
  });

  it('A consumer number with two readings that find two different bills finds no bill.', () => {
    const one: FoundBill = { kind: 'bill', bill: bill() };
    const other: FoundBill = { kind: 'bill', bill: bill({ regNum: 'R-2' }) };
    const none: FoundBill = { kind: 'none' };
    expect(chosen(chooseReading([none, one]))).toBe(one.bill.id);
    expect(chosen(chooseReading([one, other]))).toBe('several');
    expect(chosen(chooseReading([one, { kind: 'bill', bill: one.bill }]))).toBe(one.bill.id);
    expect(chosen(chooseReading([none, { kind: 'several' }]))).toBe('several');
    expect(chosen(chooseReading([none, none]))).toBe('none');
  });
});

describe('Answer about a bill', () => {
  const context = { today: '2026-11-05', rules: noGrace, authID: null };
  const tell = (more: Partial<ConsumerBill & Payable> = {}, at = context) =>
    answerAbout({ ...notAdjusted, paidLate: 0, ...bill(more) }, at);

  it('The answer has both amounts and the last day in time by the rules of the campus.', () => {
    expect(tell()).toMatchObject({ status: 'U', within: 1000, after: 1200, dueDay: '2026-11-10' });
    // The 15th of November 2026 is a Sunday.
    const rules = { graceDays: 5, sundayDays: 1 };
    expect(tell({}, { ...context, rules })).toMatchObject({ dueDay: '2026-11-16' });
  });

  it('The answer has what is left to pay, with fines and without waivers.', () => {
    expect(tell({ paid: 400, status: 'partial' })).toMatchObject({ within: 600, after: 800 });
    expect(tell({ adjusted: 50 })).toMatchObject({ within: 1050, after: 1250 });
    expect(tell({ adjusted: -50 })).toMatchObject({ within: 950, after: 1150 });
    expect(tell({ amountAfterDueDate: null })).toMatchObject({ within: 1000, after: 1000 });
    const late = { paid: 1000, paidLate: 1000, status: 'partial' };
    expect(tell(late)).toMatchObject({ within: 200, after: 200 });
  });

  it('The answer is P for a bill that is paid, waived or asks for nothing.', () => {
    const paid = { status: 'paid', paid: 1000, settledOn: '2026-11-04' };
    expect(tell(paid)).toMatchObject({ status: 'P', paid: 1000, paidOn: '2026-11-04' });
    expect(tell({ status: 'waived' })).toMatchObject({ status: 'P', paid: 0 });
    expect(tell({ total: 0, amountAfterDueDate: null })).toMatchObject({ status: 'P' });
  });

  it('The answer is B for a bill that has expired, is carried or cancelled, or has no amount.', () => {
    expect(tell({ expiryDate: '2026-11-05' }).status).toBe('U');
    expect(tell({ expiryDate: '2026-11-04' }).status).toBe('B');
    for (const status of ['carried', 'cancelled', 'void']) expect(tell({ status }).status).toBe('B');
    expect(tell({ total: null, amountAfterDueDate: null }).status).toBe('B');
  });

  it('The due day is the expiry date, or else today, if the bill has no due date.', () => {
    expect(tell({ dueDate: null }).dueDay).toBe('2026-11-25');
    expect(tell({ dueDate: null, expiryDate: null }).dueDay).toBe('2026-11-05');
  });
});
