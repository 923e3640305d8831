import { describe, expect, it } from 'vitest';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import {
  noRelatedData,
  voucherBill,
  voucherForm,
  voucherPage,
} from '../../../../test/support/voucher-pages.ts';
import { sortVouchers } from './vouchers-rules.ts';

const amounts = (list: readonly { amount: string }[]): string[] => list.map(({ amount }) => amount);
const fine = { kind: 'fine' as const, amount: 50_000, day: '2026-11-12', ofLateFine: 0 };
const waiver = { kind: 'waiver' as const, amount: 20_000, day: '2026-11-12', ofLateFine: 0 };

describe('Amounts of a voucher', () => {
  it('A voucher asks for the total until the due date and for the late amount after it.', () => {
    const { payable, words } = voucherPage();
    expect(amounts(payable)).toEqual(['Rs. 12,500', 'Rs. 13,000']);
    expect(payable.map(({ label }) => label.en)).toEqual([
      'Payable by 10 Nov 2026',
      'After that, until 25 Nov 2026',
    ]);
    expect(words?.en).toBe('Rupees twelve thousand five hundred only');
  });

  it('A voucher printed after the due date asks only for the late amount.', () => {
    expect(amounts(voucherPage(voucherBill(), {}, voucherForm({ today: '2026-11-10' })).payable)).toEqual([
      'Rs. 12,500',
      'Rs. 13,000',
    ]);
    const late = voucherPage(voucherBill(), {}, voucherForm({ today: '2026-11-11' }));
    expect(amounts(late.payable)).toEqual(['Rs. 13,000']);
    expect(late.words?.en).toBe('Rupees thirteen thousand only');
  });

  it.each([
    // The 15th is a Sunday.
    [
      '2026-11-10',
      { graceDays: 3, sundayDays: 0 },
      ['Payable by 13 Nov 2026', 'After that, until 25 Nov 2026'],
    ],
    [
      '2026-11-15',
      { graceDays: 0, sundayDays: 1 },
      ['Payable by 16 Nov 2026', 'After that, until 25 Nov 2026'],
    ],
    ['2026-11-10', { graceDays: 15, sundayDays: 0 }, ['Payable by 25 Nov 2026']],
    ['2026-11-10', { graceDays: 31, sundayDays: 0 }, ['Payable by 25 Nov 2026']],
  ])(
    'A voucher due on %s with the rules %o asks for the total until the last day in time, and never after its expiry.',
    (dueDate, rules, labels) => {
      const page = voucherPage(voucherBill({ dueDate }), {}, voucherForm({ rules }));
      expect(page.payable.map(({ label }) => label.en)).toEqual(labels);
      expect(amounts(page.payable)).toEqual(['Rs. 12,500', 'Rs. 13,000'].slice(0, labels.length));
      const due = page.facts.find(({ label }) => label.en === 'Due date');
      expect(due?.value.en).toBe(`${Number(dueDate.slice(-2))} Nov 2026`);
    },
  );

  it('A voucher subtracts payments and waivers and adds fines.', () => {
    const bill = voucherBill({ status: 'partial', paid: 500_000 });
    const { sums, payable } = voucherPage(bill, { adjustments: [fine, waiver] });
    expect(amounts(sums)).toEqual(['12,500', '500', '−200', '−5,000']);
    expect(amounts(payable)).toEqual(['Rs. 7,800', 'Rs. 8,300']);
  });

  it('A voucher subtracts a waiver of the late fine only from the amount after the due date.', () => {
    const { sums, payable } = voucherPage(voucherBill(), { adjustments: [{ ...waiver, ofLateFine: 1 }] });
    expect(amounts(sums)).toEqual(['12,500']);
    expect(amounts(payable)).toEqual(['Rs. 12,500', 'Rs. 12,800']);
  });

  it.each([
    [{ status: 'paid', settledOn: '2026-11-03', paid: 1_250_000 }, 'Paid', '3 Nov 2026'],
    [{ status: 'waived', settledOn: '2026-11-03' }, 'Waived', '3 Nov 2026'],
    [{ status: 'carried', settledOn: '2026-11-30' }, 'Carried forward', 'Now in voucher 9'],
    [{ status: 'cancelled' }, 'Cancelled', ''],
  ])('The voucher of a settled bill asks for nothing and is stamped: %o.', (more, stamp, line) => {
    const page = voucherPage(voucherBill(more), { carriedTo: '9' });
    expect(page).toMatchObject({ payable: [], words: null, accounts: [] });
    expect(page.stamp).toMatchObject({ en: stamp, line: { en: line } });
  });

  it('An expired voucher is stamped as expired and names no account.', () => {
    const page = voucherPage(voucherBill(), {}, voucherForm({ today: '2026-11-26' }));
    expect(page.stamp?.en).toBe('Expired');
    expect(page.accounts).toEqual([]);
    expect(amounts(page.payable)).toEqual(['Rs. 13,000']);
  });

  it('The voucher of a bill without amounts asks for nothing.', () => {
    const none = {
      total: null,
      amountAfterDueDate: null,
      head1: null,
      amount1: null,
      head2: null,
      amount2: null,
    };
    const page = voucherPage(voucherBill({ ...none, head3: null, amount3: null }));
    expect(page).toMatchObject({ payable: [], words: null, heads: [] });
  });
});

describe('Content of a voucher', () => {
  it('The heads of a voucher add up to the total, with "Other charges" for the rest.', () => {
    const { heads } = voucherPage(voucherBill({ total: 1_300_000 }));
    expect(heads.map(({ name, amount }) => [name.en, amount])).toEqual([
      ['Tuition Fee', '9,500'],
      ['Van', '2,000'],
      ['بقایا', '1,000'],
      ['Other charges', '500'],
    ]);
  });

  it('A voucher has no row of 0, neither a head nor an amount that credit has paid.', () => {
    const { heads } = voucherPage(voucherBill({ amount2: 0, total: 1_050_000 }));
    expect(heads.map(({ name }) => name.en)).toEqual(['Tuition Fee', 'بقایا']);
    const bill = { ...voucherBill(), billID: 1, adjusted: 0, lateWaived: 0, paidLate: 0, fined: 0 };
    const own = { credits: [{ credit: 1_250_000, from: inTimeFrom('2026-11-05', noGrace) }], bills: [bill] };
    expect(voucherPage(voucherBill(), { own })).toMatchObject({
      payable: [],
      stamp: { en: 'Paid in advance' },
    });
  });

  it('A waiver of the fee is called a discount on the voucher.', () => {
    const { sums } = voucherPage(voucherBill(), { adjustments: [waiver] });
    expect(sums.map(({ label }) => label.en)).toEqual(['Total', 'Discount']);
  });

  it('If the heads of a voucher are more than its total, the difference is called a concession.', () => {
    const { heads } = voucherPage(voucherBill({ total: 1_062_500 }));
    expect(heads.at(-1)).toMatchObject({ name: { en: 'Concession', ur: 'رعایت' } });
    expect(heads.at(-1)?.amount).toMatch(/^[-−]1,875$/);
  });

  it('A voucher shows the number to pay with the prefix of each account.', () => {
    expect(voucherPage()).toMatchObject({ number: '202611000001', code: '202611000001' });
    expect(voucherPage().accounts[0]).toMatchObject({ name: 'HBL, Main Branch', pay: '100422202611000001' });
    const ofStudent = voucherPage(voucherBill(), {}, voucherForm({}, { numbering: 'student' }));
    expect(ofStudent).toMatchObject({ number: '10234', code: '10234', numberLabel: { en: 'Student no.' } });
    expect(voucherPage(voucherBill({ invNo: null })).number).toBe('10234');
    expect(voucherPage(voucherBill({ invNo: null, regNum: null })).code).toBeNull();
  });

  it('A voucher that was printed before shows its duplicate and issue numbers.', () => {
    expect(voucherPage()).toMatchObject({ duplicate: null, issue: null });
    const again = voucherPage(voucherBill(), { printed: 2, issues: 1 });
    expect(again).toMatchObject({ duplicate: { en: 'Duplicate 2' }, issue: { en: 'Issue 2' } });
  });

  it('Names are printed literally and cut to 96 characters.', () => {
    const name = '#let x = $5$ \\ [b] `raw` @ref <l>';
    expect(voucherPage(voucherBill({ name })).facts[0]?.value.en).toBe(name);
    expect(voucherPage(voucherBill({ name: 'x'.repeat(200) })).facts[0]?.value.en).toHaveLength(96);
  });
});

describe('Order of the vouchers', () => {
  const voucher = (id: number, place: string | undefined, more: object) => ({
    bill: voucherBill({ id, ...more }),
    place:
      place === undefined ? undefined : ({ ...noRelatedData.place, class: place, section: 'A' } as never),
  });
  const list = [
    voucher(1, '10', { name: 'Zara', regNum: '12', invNo: 'I9' }),
    voucher(2, '9', { name: 'Umer', regNum: '9', invNo: 'I10' }),
    voucher(3, '9', { name: 'Ali', regNum: null, invNo: null }),
    voucher(4, undefined, { name: 'Bina', regNum: '10', invNo: 'I1' }),
  ];
  it.each([
    ['class', [3, 2, 1, 4]],
    ['regNum', [2, 4, 1, 3]],
    ['invNo', [4, 1, 2, 3]],
  ] as const)('Vouchers of a file are sorted by %s.', (order, ids) => {
    expect(sortVouchers(list, order).map(({ bill }) => bill.id)).toEqual(ids);
  });
});
