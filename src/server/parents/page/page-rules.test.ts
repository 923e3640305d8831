import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import { addDays } from '#shared/time/dates.ts';
import { withoutMarks } from '#shared/words/parents.ts';
import { answerAbout } from '../../bank/consumers/consumers-rules.ts';
import { inOrderOfDue } from '../../ledger/credits/credits.ts';
import { type Adjusting, computeFigures, type Settling, sumFacts } from '../../ledger/ledger-rules.ts';
import { linesOf, netOf, type PageBill, partsOf, titlesOf } from './bill-rules.ts';
import { digitsOf } from './contact-rules.ts';
import { type FamilyData, pageOfFamily } from './page-rules.ts';

const today = '2026-11-28';
const rules = noGrace;
const noHeads = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [
    [`head${at + 1}`, null],
    [`amount${at + 1}`, null],
  ]).flat(),
);

type Made = Partial<Omit<PageBill, 'facts'>> & { allocations?: Settling[]; adjustments?: Adjusting[] };
let ids = 0;
/** Amounts are rupees in the tests, and paisa in the bill. */
function bill({
  allocations = [],
  adjustments = [],
  total = 6500,
  amountAfterDueDate = 7000,
  ...more
}: Made = {}) {
  ids += 1;
  const paisa = (rupees: number | null) => (rupees === null ? null : rupees * 100);
  const facts = {
    allocations: allocations.map((one) => ({ ...one, amount: one.amount * 100 })),
    adjustments: adjustments.map((one) => ({ ...one, amount: one.amount * 100 })),
  };
  const plain = {
    ...{ id: ids, name: 'Eman Chaudhry', regNum: '10237', invNo: `88${ids}`, numbers: '+923001234567' },
    ...{ month: 11, year: 2026, issueDate: '2026-11-01', dueDate: '2026-11-10', expiryDate: '2026-11-30' },
    ...{ total: paisa(total), amountAfterDueDate: paisa(amountAfterDueDate), status: 'unpaid', ...more },
  };
  const figures = computeFigures({ statedStatus: null, ...plain }, facts, rules);
  return { ...noHeads, ...plain, ...figures, ...sumFacts(plain, facts, rules), facts } as unknown as PageBill;
}
const adjusting = (kind: Adjusting['kind'], amount: number, ofLateFine = 0): Adjusting => ({
  ...{ kind, amount, ofLateFine },
  day: '2026-11-12',
});

/** The credit of a child in rupees, and the day on which it came in. */
function ownOf(bills: readonly PageBill[], credit: number, receivedOn = '2026-11-05') {
  const owing = inOrderOfDue(bills.map((one) => ({ ...one, billID: one.id })));
  const own = { credits: [{ credit: credit * 100, from: inTimeFrom(receivedOn, rules) }], bills: owing };
  return new Map(bills.map(({ id }) => [id, own]));
}

const family = (bills: readonly PageBill[], more: Partial<FamilyData> = {}): FamilyData => ({
  ...{
    school: 'Shaheen Public School',
    campus: 'Johar Town Campus',
    logo: undefined,
    digits: '923001112233',
  },
  ...{ today, from: inTimeFrom(today, rules), rules, currency: 'Rs.', own: new Map(), places: new Map() },
  ...{ bills, accounts: [], payments: [], hasMorePayments: false, ...more },
});
const plain = (text: string): string => withoutMarks(text).replaceAll('\u00a0', ' ');
const linesIn = (one: PageBill, more: Partial<FamilyData> = {}): string[] =>
  linesOf(one, family([one], more)).map(({ text }) => plain(text.en));
const partsIn = (page: ReturnType<typeof pageOfFamily>) =>
  page.parts.map(({ text, amount }) => [plain(text.en), plain(amount.en)]);
const textIn = (url: string | undefined) => decodeURIComponent(url?.split('?text=')[1] ?? '');

const account: MoneyAccount = {
  ...{ id: 1, kind: 'bank', title: 'Main Branch', bank: 'HBL', number: '0042', iban: 'PK36' },
  ...{ prefix: '', numbering: 'voucher', onVoucher: true, endedAt: null, headings: [], version: '' },
};
const biller: MoneyAccount = { ...account, kind: 'biller', title: '1Bill', bank: '', prefix: '1003581' };

describe('The lines of a bill', () => {
  it('A late bill says its due date and the late fee, and a payment, a discount and a fine each have a line.', () => {
    expect(linesIn(bill())).toEqual(['6,500, was due 10 Nov', '+ 500 late fee since 11 Nov']);
    const paid = { allocations: [{ amount: 3000, receivedOn: '2026-10-14' }] };
    const adjustments = [adjusting('waiver', 1000), adjusting('writeOff', 50), adjusting('fine', 200)];
    expect(linesIn(bill({ ...paid, adjustments }))).toEqual([
      '6,500, was due 10 Nov',
      '+ 500 late fee since 11 Nov',
      '+ 200 fine',
      '− 1,050 discount',
      '− 3,000 paid on 14 Oct',
    ]);
  });

  it('A line of 0 is left out: a late fee that is waived, and the amount of a bill that nothing changes.', () => {
    expect(linesIn(bill({ adjustments: [adjusting('waiver', 500, 1)] }))).toEqual(['Was due 10 Nov']);
    expect(linesIn(bill({ adjustments: [adjusting('waiver', 200, 1)] }))).toContain(
      '+ 300 late fee since 11 Nov',
    );
    expect(linesIn(bill({ amountAfterDueDate: null }))).toEqual(['Was due 10 Nov']);
    expect(linesIn(bill({ dueDate: null, amountAfterDueDate: null }))).toEqual([]);
  });

  it('A bill in time says when it is due and what is payable from the day after that.', () => {
    const december = bill({ dueDate: '2026-12-10', expiryDate: '2027-01-05' });
    expect(linesIn(december)).toEqual(['Due 10 Dec', 'Rs. 7,000 from 11 Dec']);
    expect(linesIn(bill({ dueDate: '2027-01-10' }))[0]).toBe('Due 10 Jan 2027');
    expect(
      linesIn(bill({ dueDate: null, amountAfterDueDate: null, adjustments: [adjusting('fine', 50)] })),
    ).toEqual(['6,500', '+ 50 fine']);
  });

  it('A bill in its days of grace says until when there is no late fee.', () => {
    const grace = { graceDays: 20, sundayDays: 0 };
    const from = inTimeFrom(today, grace);
    const shown = linesIn(bill(), { rules: grace, from });
    expect(shown).toEqual(['Was due 10 Nov', 'No late fee until 30 Nov', 'Rs. 7,000 from 1 Dec']);
  });

  it('Payments on many days are one line with their sum and the last day.', () => {
    const allocations = ['01', '02', '03', '04'].map((day) => ({
      amount: 100,
      receivedOn: `2026-11-${day}`,
    }));
    expect(linesIn(bill({ allocations: allocations.slice(1) })).slice(2)).toHaveLength(3);
    expect(linesIn(bill({ allocations })).slice(2)).toEqual(['− 400 paid, the last part on 4 Nov']);
  });

  it('Credit that came in in time also saves the late fee, and credit that came in late does not.', () => {
    const half = bill({ amountAfterDueDate: null });
    expect(linesIn(half, { own: ownOf([half], 500) }).at(-1)).toBe('− 500 from the credit');
    const whole = bill();
    expect(linesIn(whole, { own: ownOf([whole], 6500) })).toEqual([
      '6,500, was due 10 Nov',
      '− 6,500 from the credit',
    ]);
    const late = bill();
    expect(linesIn(late, { own: ownOf([late], 6500, '2026-11-20') }).slice(1)).toEqual([
      '+ 500 late fee since 11 Nov',
      '− 6,500 from the credit',
    ]);
  });

  it('The parts of a bill always add up to what is payable, and none of them is 0.', () => {
    const amount = fc.integer({ min: 0, max: 9000 });
    const maybe = (value: typeof amount) => fc.option(value, { nil: null });
    const day = fc.integer({ min: -30, max: 30 }).map((days) => addDays(today, days));
    const made = fc.record({
      total: maybe(amount),
      amountAfterDueDate: maybe(amount),
      dueDate: fc.option(day, { nil: null }),
      allocations: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 4000 }), receivedOn: day }), {
        maxLength: 5,
      }),
      adjustments: fc.array(
        fc
          .record({
            kind: fc.constantFrom(
              'waiver' as const,
              'fine' as const,
              'writeOff' as const,
              'carried' as const,
            ),
            amount: fc.integer({ min: 1, max: 3000 }),
            day,
            ofLateFine: fc.constantFrom(0, 1),
          })
          .map((one) => ({ ...one, ofLateFine: one.kind === 'waiver' ? one.ofLateFine : 0 })),
        { maxLength: 4 },
      ),
      credit: amount,
      receivedOn: day,
    });
    fc.assert(
      fc.property(made, ({ credit, receivedOn, ...more }) => {
        const one = { ...bill(more), status: 'unpaid' };
        const shown = family([one], { own: credit === 0 ? new Map() : ownOf([one], credit, receivedOn) });
        const parts = partsOf(one, shown);
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(netOf(one, shown) ?? 0);
        expect(parts.filter((part) => part.amount === 0)).toEqual([]);
      }),
    );
  });
});

describe('The titles of bills', () => {
  it('Two bills of one month are told apart by their only head, otherwise by their voucher number.', () => {
    const titles = (bills: PageBill[]) => [...titlesOf(bills).values()].map(({ en }) => plain(en));
    expect(titles([bill(), bill({ month: 10 })])).toEqual(['November 2026', 'October 2026']);
    const heads = (head1: string, head2: string | null = null) => ({ head1, head2 });
    expect(titles([bill(heads('Transport')), bill({ ...heads('Tuition', 'Lab'), invNo: '99' })])).toEqual([
      'Transport, November 2026',
      'November 2026, no. 99',
    ]);
    expect(titles([bill({ ...heads('Fee'), invNo: '1' }), bill({ ...heads('Fee'), invNo: null })])).toEqual([
      'November 2026, no. 1',
      'November 2026',
    ]);
  });
});

describe('What is payable by a family', () => {
  const hafsa = { name: 'Hafsa Chaudhry', regNum: '10238', total: 1500, amountAfterDueDate: null };

  it('The children and their credits add up to the total, and the late part is named.', () => {
    const november = bill();
    const october = bill({
      ...{ month: 10, dueDate: '2026-10-10', expiryDate: '2026-10-31' },
      allocations: [{ amount: 3000, receivedOn: '2026-10-14' }],
    });
    const transport = bill({ ...hafsa, dueDate: '2026-11-30', expiryDate: '2026-12-10' });
    const own = ownOf([transport], 500);
    const page = pageOfFamily(family([october, november, transport], { own }));
    expect(page.total).toBe('Rs. 12,000');
    expect(plain(page.late?.en ?? '')).toBe('Rs. 11,000 of it is late');
    expect(partsIn(page)).toEqual([
      ['Eman Chaudhry, November and October', '11,000'],
      ['Hafsa Chaudhry, November, due 30 Nov', '1,500'],
      ['Hafsa Chaudhry’s credit with the school', '− 500'],
    ]);
    expect(page.children.map(({ bills }) => bills.map(({ title }) => title.en))).toEqual([
      ['November 2026', 'October 2026'],
      ['November 2026'],
    ]);
    expect(page.vouchers).toEqual([november.id, transport.id]);
  });

  it('Many months are counted, and all of a late total is called late.', () => {
    const bills = [8, 9, 10, 11].map((month) => bill({ month }));
    const page = pageOfFamily(family(bills));
    expect(partsIn(page)).toEqual([['Eman Chaudhry, 4 bills', '28,000']]);
    expect(page.late?.en).toBe('All of it is late');
    expect(pageOfFamily(family([bill({ dueDate: '2026-12-10' })])).late).toBeNull();
  });

  it('Nothing is payable if all bills are settled, or if the credit covers them.', () => {
    const settled = pageOfFamily(
      family([bill({ status: 'paid' })].map((one) => ({ ...one, status: 'paid' }))),
    );
    expect(settled).toMatchObject({ total: null, isPayable: false, ways: null, parts: [], children: [] });
    expect(settled.contact?.paid).toBeNull();
    expect(textIn(settled.contact?.ask.en)).toBe('A question about the fee.\nReg 10237');
    const one = bill();
    const covered = pageOfFamily(family([one], { own: ownOf([one], 6500) }));
    expect(covered).toMatchObject({ total: null, isPayable: false, ways: null, vouchers: [] });
    expect(partsIn(covered)).toEqual([
      ['Eman Chaudhry, November', '6,500'],
      ['Eman Chaudhry’s credit with the school', '− 6,500'],
    ]);
    expect(covered.children[0]?.bills[0]).toMatchObject({
      payable: { en: 'Paid' },
      voucher: { kind: 'none' },
    });
  });

  it('A bill without an amount is named, and its amount is asked from the school.', () => {
    const unknown = bill({ ...hafsa, total: null });
    const page = pageOfFamily(family([bill(), unknown]));
    expect(page).toMatchObject({ total: 'Rs. 7,000', isPayable: true });
    expect(partsIn(page)).toContainEqual(['Hafsa Chaudhry, November', 'Ask the school']);
    expect(pageOfFamily(family([unknown]))).toMatchObject({ total: null, isPayable: true });
  });
});

describe('The voucher of a bill', () => {
  const voucherOf = (one: PageBill, more: Partial<FamilyData> = {}) =>
    pageOfFamily(family([one], more)).children[0]?.bills[0]?.voucher;

  it('A voucher says until when it is good only if it has a date.', () => {
    const dated = voucherOf(bill());
    expect(dated?.kind === 'open' && plain(dated.text.en)).toBe('Voucher, good until 30 Nov');
    expect(voucherOf(bill({ expiryDate: null }))).toMatchObject({ kind: 'open', text: { en: 'Voucher' } });
    expect(voucherOf(bill({ expiryDate: today }))?.kind).toBe('open');
  });

  it('An ended voucher asks the school for a new one on WhatsApp, or says so if the school has no number.', () => {
    const ended = bill({ expiryDate: '2026-11-27', invNo: '99' });
    const asking = voucherOf(ended);
    expect(asking).toMatchObject({ kind: 'ended', text: { en: 'Voucher has ended: ask for a new one' } });
    const url = asking?.kind === 'ended' ? asking.url : null;
    expect(url?.en).toMatch(/^https:\/\/wa\.me\/923001112233\?text=/);
    expect(textIn(url?.en)).toBe('Please send a new voucher: 10237, 99');
    expect(voucherOf(ended, { digits: undefined })).toMatchObject({ kind: 'ended', url: null });
    expect(pageOfFamily(family([ended])).vouchers).toEqual([]);
  });
});

describe('Writing to the school', () => {
  it('Both buttons have the registration numbers, months and amount of the family in their text.', () => {
    const { contact } = pageOfFamily(family([bill(), bill({ name: 'حفصہ', regNum: null, month: 10 })]));
    const text = 'I have paid the fee, Rs. 14,000.\nReg 10237, November\nحفصہ, October';
    const paid = textIn(contact?.paid?.en);
    expect(paid.split('\n').toSorted()).toEqual(text.split('\n').toSorted());
    expect(textIn(contact?.ask.en)).toContain('A question about the fee, Rs. 14,000.');
    expect(textIn(contact?.paid?.ur)).toContain('Reg 10237، نومبر');
    expect(pageOfFamily(family([bill()], { digits: undefined })).contact).toBeNull();
  });

  it('Only a real WhatsApp number is used.', () => {
    expect(digitsOf('+92 300 1112233')).toBe('923001112233');
    for (const number of [undefined, '', '1234567', '1'.repeat(16)]) expect(digitsOf(number)).toBeUndefined();
  });

  it('A text with a name that is cut in the middle of a character is still an address.', () => {
    const name = `a${'😀'.repeat(1000)}`;
    expect(pageOfFamily(family([bill({ name, regNum: null })])).contact?.ask.en).toContain('https://wa.me/');
  });
});

describe('How to pay', () => {
  const waysIn = (bills: PageBill[], accounts: MoneyAccount[], more: Partial<FamilyData> = {}) =>
    pageOfFamily(family(bills, { accounts, ...more })).ways;

  it('A number of a voucher belongs to each bill, and has its amount.', () => {
    const bills = [bill({ invNo: '1' }), bill({ invNo: '2', month: 10 }), bill({ invNo: null })];
    const [app] = waysIn(bills, [biller])?.apps ?? [];
    expect(app).toMatchObject({ name: '1Bill', isPerChild: false, isOneAtATime: false });
    expect(app?.numbers.map(({ number, what, amount }) => [number, what?.en, amount])).toEqual(
      [
        ['10035812', 'October 2026', 'Rs. 7,000'],
        ['10035811', plain('November 2026, no. 1'), 'Rs. 7,000'],
        ['100358110237', 'November 2026', 'Rs. 7,000'],
      ].map(([number, what, amount]) => [number, expect.stringContaining(what?.split(',')[0] ?? ''), amount]),
    );
  });

  it('A number of a student has the amount of the newest bill, because the biller asks for that one.', () => {
    const ofStudent: MoneyAccount = { ...biller, numbering: 'student' };
    const newest = bill({ total: 5000, amountAfterDueDate: null });
    const older = bill({ month: 10 });
    const [app] = waysIn([newest, older], [ofStudent])?.apps ?? [];
    expect(app).toMatchObject({ isPerChild: true, isOneAtATime: true });
    expect(app?.numbers).toMatchObject([{ number: '100358110237', amount: 'Rs. 5,000' }]);
    const answer = answerAbout(newest as never, { today, rules, authID: null });
    expect(answer).toMatchObject({ status: 'U', after: 500_000 });
    const ended = bill({ name: 'Ali', regNum: '10239', expiryDate: '2026-11-27' });
    expect(waysIn([newest, ended], [ofStudent])?.apps).toMatchObject([{ isOneAtATime: false }]);
    const [alone] = waysIn([newest], [ofStudent])?.apps ?? [];
    expect(alone).toMatchObject({ isOneAtATime: false, numbers: [{ what: null }] });
  });

  it('A number is not offered if the biller refuses it: for an ended voucher, without an amount, or paid by credit.', () => {
    const ended = bill({ expiryDate: '2026-11-27' });
    expect(answerAbout(ended as never, { today, rules, authID: null }).status).toBe('B');
    const unknown = bill({ total: null, amountAfterDueDate: null });
    const covered = bill();
    const own = ownOf([covered], 6500);
    expect(waysIn([ended, unknown, covered], [biller], { own })?.apps).toEqual([]);
  });

  it('Bank accounts, wallets and cash desks are shown as vouchers show them, with the reference to write.', () => {
    const wallet: MoneyAccount = { ...account, kind: 'wallet', title: 'JazzCash', bank: '', iban: '' };
    const desk: MoneyAccount = { ...account, kind: 'cash', title: 'Fee counter', bank: '' };
    const ways = waysIn([bill(), bill({ regNum: null, invNo: '77', name: 'Ali' })], [account, wallet, desk]);
    expect(ways).toEqual({
      apps: [],
      accounts: [
        { name: 'HBL, Main Branch', number: '0042', iban: 'PK36', numbers: [] },
        { name: 'JazzCash', number: '0042', iban: '', numbers: [] },
      ],
      desks: ['Fee counter'],
      references: ['10237', '77'],
    });
  });
});

describe('Receipts', () => {
  it('Receipts are counted with their sum, less what was given back.', () => {
    const payment = {
      id: 1,
      receiptNo: 9,
      receivedOn: '2026-11-01',
      amount: 500_000,
      method: 'cash',
    } as const;
    const payments = [
      { ...payment, returned: 0 },
      { ...payment, id: 2, returned: 200_000 },
    ];
    const { receipts } = pageOfFamily(family([bill()], { payments }));
    expect(plain(receipts.count.en)).toBe('2, Rs. 8,000');
    expect(receipts.list.map(({ amount }) => amount)).toEqual(['Rs. 5,000', 'Rs. 3,000']);
    expect(receipts.list[1]?.about.map(({ en }) => plain(en)).at(-1)).toBe('Rs. 2,000 returned');
    const cut = pageOfFamily(family([bill()], { payments, hasMorePayments: true }));
    expect(plain(cut.receipts.count.en)).toBe('the last 2, Rs. 8,000');
  });
});
