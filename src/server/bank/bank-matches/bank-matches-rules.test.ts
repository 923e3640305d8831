import { describe, expect, it } from 'vitest';
import type { BankMatch } from '#shared/money/bank.ts';
import { type DueRules, noGrace } from '#shared/money/payable.ts';
import { plainNumber, tokensOf } from '../bank-numbers/bank-numbers-rules.ts';
import type { Candidate, Row, Unseen } from '../model.ts';
import { Judge, type MatchData, partsOf } from './bank-matches-rules.ts';

let ids = 0;
const bill = (more: Partial<Candidate> = {}): Candidate => {
  ids += 1;
  return {
    ...{ id: ids, groupID: 1, name: `Child ${ids}`, regNum: `R-${ids}0000`, invNo: String(20_260_000 + ids) },
    ...{
      numbers: '',
      total: 1000,
      amountAfterDueDate: 1200,
      dueDate: '2026-11-10',
      status: 'unpaid',
      statedStatus: null,
    },
    ...{ paid: 0, settledOn: null, month: 11, year: 2026, adjusted: 0, lateWaived: 0, ...more },
  };
};
const row = (text: string, amount: number, more: Partial<Row> = {}): Row => {
  ids += 1;
  return {
    ...{
      row: ids,
      day: '2026-11-05',
      amount,
      direction: 'in',
      reference: '',
      number: '',
      balance: null,
      text,
    },
    ...more,
  };
};

type World = {
  bills?: Candidate[];
  unseen?: Unseen[];
  /** By the authorisation number of a biller. */
  pushed?: [string, Unseen][];
  elsewhere?: Record<string, string>;
  seen?: string[];
  inDoubt?: string[];
  alike?: Candidate[];
  cancelled?: number[];
  takenBack?: ReturnType<MatchData['takenBack']>;
  currentBills?: [number, Candidate][];
  numbering?: MatchData['numbering'];
  prefix?: string;
  rules?: DueRules;
};

function judgeOf({
  bills = [],
  unseen = [],
  pushed = [],
  elsewhere = {},
  seen = [],
  inDoubt = [],
  alike = [],
  cancelled = [],
  takenBack,
  currentBills = [],
  ...how
}: World): Judge {
  const by = (field: 'invNo' | 'regNum', list: Candidate[]) =>
    Map.groupBy(list, (one) => plainNumber(one[field] ?? ''));
  return new Judge({
    seen: new Set(seen),
    inDoubt: new Set(inDoubt),
    byInvNo: by('invNo', bills),
    byRegNum: by('regNum', bills),
    unseen: Map.groupBy(unseen, ({ billID }) => billID),
    pushed: new Map(pushed.map(([auth]) => [auth, pushed.flatMap(([of, one]) => (of === auth ? one : []))])),
    pushedFor: new Map(bills.map((one) => [one.id, one])),
    elsewhere: new Map(Object.entries(elsewhere)),
    currentBills: new Map(currentBills),
    alike: () => alike,
    cancelled: new Set(cancelled),
    takenBack: () => takenBack,
    tokens: (row) => partsOf(row).map((part) => tokensOf(part, how.prefix ? [how.prefix] : [])),
    numbering: how.numbering ?? 'voucher',
    today: '2026-11-25',
    closedUntil: null,
    rules: how.rules ?? noGrace,
  });
}
const matchOf = (world: World, one: Row): BankMatch => judgeOf(world).judge(one, 'key').match;

it('The verdict uses the grace days of the campus to decide whether a payment is late.', () => {
  const rules = { graceDays: 3, sundayDays: 0 };
  const bills = [bill({ invNo: '20261110240' })];
  const on = (amount: number, day: string) =>
    matchOf({ bills, rules }, row('IBFT 20261110240', amount, { day }));
  expect([on(1000, '2026-11-13'), on(1200, '2026-11-13')]).toEqual(['exact', 'over']);
  expect([on(1000, '2026-11-14'), on(1200, '2026-11-14')]).toEqual(['fineOpen', 'late']);
});

describe('The verdict of a bank row', () => {
  const one = bill({ invNo: '20261110240', regNum: '10240' });
  const due = (amount: number, day: string, of: Partial<Candidate> = {}): BankMatch =>
    matchOf({ bills: [{ ...one, ...of }] }, row('IBFT 20261110240', amount, { day }));

  it.each<[string, number, string, Partial<Candidate>, BankMatch]>([
    ['the total in time', 1000, '2026-11-10', {}, 'exact'],
    ['the late amount after the due date', 1200, '2026-11-11', {}, 'late'],
    ['the total after the due date', 1000, '2026-11-11', {}, 'fineOpen'],
    ['the late amount in time', 1200, '2026-11-10', {}, 'over'],
    ['less than the total', 999, '2026-11-10', {}, 'short'],
    ['more than the total', 1001, '2026-11-10', {}, 'over'],
    [
      'the total after the due date, for a bill without a late amount',
      1000,
      '2026-11-11',
      { amountAfterDueDate: null },
      'exact',
    ],
    [
      'the total after the due date, for a bill whose late amount is the total',
      1000,
      '2026-11-11',
      { amountAfterDueDate: 1000 },
      'exact',
    ],
    ['the rest of a partly paid bill', 600, '2026-11-10', { paid: 400, status: 'partial' }, 'exact'],
    [
      'the rest of a partly paid bill, late and with the fine',
      800,
      '2026-11-12',
      { paid: 400, status: 'partial' },
      'late',
    ],
    [
      'the rest of a partly paid bill, late and without the fine',
      600,
      '2026-11-12',
      { paid: 400, status: 'partial' },
      'fineOpen',
    ],
    ['the total and a fine that was added', 1100, '2026-11-10', { adjusted: 100 }, 'exact'],
    ['the total less the waived amount', 900, '2026-11-10', { adjusted: -100 }, 'exact'],
    [
      'the total of a bill without a due date, on a future day',
      1000,
      '2026-12-01',
      { dueDate: null, amountAfterDueDate: 5 },
      'unmatched',
    ],
    ['the total of a bill without a due date, on a past day', 1000, '2026-11-20', { dueDate: null }, 'exact'],
    ['not stated by the bill', 1000, '2026-11-05', { total: null, amountAfterDueDate: null }, 'ambiguous'],
    [
      'the total of a bill that is already paid',
      1000,
      '2026-11-05',
      { status: 'paid', paid: 1000 },
      'paidAlready',
    ],
    [
      'the total of a bill that was already paid and got a fine later',
      1000,
      '2026-11-05',
      { status: 'partial', paid: 1000 },
      'paidAlready',
    ],
    [
      'the total of a cancelled bill',
      1000,
      '2026-11-05',
      { status: 'cancelled', statedStatus: 'cancelled' },
      'paidAlready',
    ],
    [
      'the total of a bill that was carried to a newer bill',
      1000,
      '2026-11-05',
      { status: 'carried' },
      'carried',
    ],
  ])('A bank row gets the right verdict when its amount is %s.', (_what, amount, day, of, expected) => {
    expect(due(amount, day, of)).toBe(expected);
  });

  it('A bank row matches a bill only by a whole token: INV-1 does not match INV-10, nor a number inside a longer one.', () => {
    const bills = [bill({ invNo: 'INV-10001' }), bill({ invNo: 'INV-100010' })];
    const found = judgeOf({ bills }).judge(row('INV-100010', 1000), 'key');
    expect(found).toMatchObject({ match: 'exact', bill: { invNo: 'INV-100010' } });
    for (const text of ['202611102400', '120261110240', 'A20261110240', '2026111024'])
      expect(matchOf({ bills: [one] }, row(text, 1000)), text).toBe('unmatched');
  });

  it('A number with fewer than five digits, or one on two open bills, is ambiguous.', () => {
    expect(matchOf({ bills: [bill({ invNo: '4711' })] }, row('4711', 1000))).toBe('ambiguous');
    expect(matchOf({ bills: [bill({ invNo: '4711' })] }, row('4711', 999))).toBe('unmatched');
    const twins = [bill({ invNo: '20250' }), bill({ invNo: '20250' })];
    expect(judgeOf({ bills: twins }).judge(row('20250', 1000), 'key')).toMatchObject({
      match: 'ambiguous',
      reason: 'several',
      suggestions: twins,
    });
    // The bill of the other month is paid, so the row is for this one.
    const [first, second] = twins as [Candidate, Candidate];
    expect(matchOf({ bills: [{ ...first, status: 'paid', paid: 1000 }, second] }, row('20250', 1000))).toBe(
      'exact',
    );
  });

  it('A row is ambiguous when it may be the payment that the desk entered for another month.', () => {
    const [old, open] = [bill({ invNo: '20250', status: 'paid', paid: 1000 }), bill({ invNo: '20250' })];
    const unseen = [{ paymentID: 1, receiptNo: 1, billID: old.id, amount: 1000, receivedOn: '2026-10-05' }];
    expect(matchOf({ bills: [old, open], unseen }, row('20250', 1000))).toBe('ambiguous');
  });

  it('A bank row joins a payment that the desk entered, and only one row does.', () => {
    const paid = bill({ invNo: '20261110260', status: 'paid', paid: 1000 });
    const unseen = [{ paymentID: 7, receiptNo: 3, billID: paid.id, amount: 1000, receivedOn: '2026-11-05' }];
    const judge = judgeOf({ bills: [paid], unseen });
    expect(judge.judge(row('20261110260', 1000), 'a').payment?.paymentID).toBe(7);
    expect(judge.judge(row('20261110260', 1000), 'b')).toMatchObject({
      match: 'paidAlready',
      payment: null,
    });
    expect(judgeOf({ bills: [paid], unseen }).judge(row('20261110260', 999), 'c').payment).toBeNull();
  });

  it('A second row for a bill that the first row settles is paidAlready.', () => {
    const judge = judgeOf({ bills: [one] });
    expect(judge.judge(row('20261110240', 1000), 'a').match).toBe('exact');
    expect(judge.judge(row('20261110240', 1000), 'b').match).toBe('paidAlready');
  });

  it('A short payment does not settle the bill for the next row, because a person may skip it.', () => {
    const judge = judgeOf({ bills: [one] });
    expect(judge.judge(row('20261110240', 400), 'a').match).toBe('short');
    expect(judge.judge(row('20261110240', 600), 'b').match).toBe('short');
  });

  it('Outgoing money, totals and batches are notIncome; an incoming row that is already counted is seen.', () => {
    expect(matchOf({ bills: [one], seen: ['key'] }, row('20261110240', 1000, { direction: 'out' }))).toBe(
      'notIncome',
    );
    expect(matchOf({ bills: [one] }, row('Total', 1000, { direction: 'total', day: null }))).toBe(
      'notIncome',
    );
    expect(matchOf({ bills: [one] }, row('1LINK SETTLEMENT', 5000))).toBe('notIncome');
    expect(matchOf({ bills: [one] }, row('BATCH 20261110240', 1000))).toBe('exact');
    expect(matchOf({ bills: [one], seen: ['key'] }, row('20261110240', 1000))).toBe('seen');
  });

  it('A row that may already be counted is ambiguous and settles nothing for the next row.', () => {
    const judge = judgeOf({ bills: [one], inDoubt: ['a'] });
    expect(judge.judge(row('20261110240', 1000), 'a')).toMatchObject({
      ...{ match: 'ambiguous', reason: 'mayCount', mark: '20261110240', bill: null, suggestions: [one] },
    });
    expect(judge.judge(row('20261110240', 1000), 'b').match).toBe('exact');
    // Also in doubt: rows with a verdict that settles by itself, or that one press accepts together with all of its
    // kind.
    for (const [text, amount] of [
      ['20261110240', 1200],
      ['20261110240', 400],
      ['NOBODY', 5],
    ] as const)
      expect(matchOf({ bills: [one], inDoubt: ['key'] }, row(text, amount))).toBe('ambiguous');
    const paid = bill({ invNo: '20261110241', status: 'paid' });
    expect(judgeOf({ bills: [paid], inDoubt: ['a'] }).judge(row('20261110241', 1000), 'a')).toMatchObject({
      ...{ match: 'ambiguous', reason: 'mayCount', suggestions: [] },
    });
  });

  it('A row that may already be counted still joins an entered payment, and notIncome stays notIncome.', () => {
    const unseen = [{ paymentID: 5, receiptNo: 5, billID: one.id, amount: 1000, receivedOn: '2026-11-05' }];
    const of = (more: World, text: string, how: Partial<Row> = {}) =>
      matchOf({ bills: [one], inDoubt: ['key'], ...more }, row(text, 1000, how));
    expect(of({ unseen }, '20261110240')).toBe('paidAlready');
    expect(of({}, '20261110240', { direction: 'out' })).toBe('notIncome');
    expect(of({}, '1LINK SETTLEMENT')).toBe('notIncome');
    expect(of({}, '20261110240', { day: '2026-11-26' })).toBe('unmatched');
  });

  it('A row without a day, or with a day in the future, is unmatched.', () => {
    expect(matchOf({ bills: [one] }, row('20261110240', 1000, { day: null }))).toBe('unmatched');
    expect(matchOf({ bills: [one] }, row('20261110240', 1000, { day: '2026-11-26' }))).toBe('unmatched');
    expect(matchOf({ bills: [one] }, row('20261110240', 1200, { day: '2026-11-25' }))).toBe('late');
  });

  it('A registration number matches at the exact amount and with one bill; with less it is short.', () => {
    const bills = [
      bill({ regNum: '70707', total: 650 }),
      bill({ regNum: '80808' }),
      bill({ regNum: '80808' }),
    ];
    expect(matchOf({ bills }, row('REG 70707', 650))).toBe('registration');
    expect(matchOf({ bills }, row('REG 70707', 649))).toBe('short');
    expect(matchOf({ bills }, row('REG 80808', 1000))).toBe('ambiguous');
  });

  it('A bank row is matched by the student number if the account uses student numbers.', () => {
    const of = { numbering: 'student' as const, prefix: '100422' };
    const months = [bill({ regNum: '123', total: 700, amountAfterDueDate: null }), bill({ regNum: '123' })];
    expect(judgeOf({ bills: months, ...of }).judge(row('100422123', 700), 'a')).toMatchObject({
      match: 'exact',
      bill: months[0],
    });
    expect(matchOf({ bills: months, ...of }, row('100422123', 5))).toBe('ambiguous');
    expect(matchOf({ bills: [bill({ regNum: '123' })], ...of }, row('100422123', 5))).toBe('short');
    // Without the prefix the number is too short.
    expect(matchOf({ bills: [bill({ regNum: '123' })], ...of }, row('123', 1000))).toBe('ambiguous');
  });

  it('A row for a carried bill is shown beside the newer bill that includes its amount.', () => {
    const [old, newer] = [bill({ invNo: '20261010240', status: 'carried' }), bill({ total: 2200 })];
    const found = judgeOf({ bills: [old], currentBills: [[old.id, newer]] }).judge(
      row('20261010240', 1000),
      'key',
    );
    expect(found).toMatchObject({ match: 'carried', bill: newer });
  });

  it('A number of another campus names that campus, and an unmatched row has at most three suggestions.', () => {
    const found = judgeOf({ elsewhere: { '20261119999': 'Girls Campus' } }).judge(
      row('20261119999', 1000),
      'key',
    );
    expect(found).toMatchObject({ match: 'otherCampus', campus: 'Girls Campus', mark: '20261119999' });
    const alike = Array.from({ length: 5 }, () => bill());
    const none = judgeOf({ alike }).judge(row('AYESHA', 1000), 'key');
    expect(none).toMatchObject({ match: 'unmatched', suggestions: alike.slice(0, 3) });
  });

  it('A row with the numbers of two bills is ambiguous.', () => {
    const bills = [one, bill({ invNo: '20261110241' })];
    expect(matchOf({ bills }, row('20261110240 20261110241', 2000))).toBe('ambiguous');
    expect(matchOf({ bills }, row('20261110240 20261110240', 1000))).toBe('exact');
  });

  it('The number column of a bank row takes precedence over its text.', () => {
    const other = bill({ invNo: '20261110241' });
    const found = judgeOf({ bills: [one, other] }).judge(
      row('20261110241', 1000, { number: '20261110240' }),
      'key',
    );
    expect(found.bill).toEqual(one);
  });
});

describe('Payments from a biller', () => {
  const paid = bill({ invNo: '20261110240', status: 'paid', paid: 1000, settledOn: '2026-11-04' });
  const other = bill({ invNo: '20261110241' });
  const reported: Unseen = {
    ...{ paymentID: 7, receiptNo: 12, billID: paid.id, amount: 1000, receivedOn: '2026-11-04' },
  };
  const world: World = { bills: [paid, other], pushed: [['123456', reported]] };
  const judge = (one: Row, of = world) => judgeOf(of).judge(one, 'key');

  it('A bank row joins the payment of a biller by its authorisation, whatever its text says.', () => {
    expect(judge(row('1LINK STL 123456', 1000))).toMatchObject({
      ...{ match: 'paidAlready', mark: '123456', payment: { paymentID: 7 }, bill: { id: paid.id } },
    });
    expect(judge(row('', 1000, { reference: '123456' })).payment).toEqual(reported);
    expect(judge(row('BULK SETTLEMENT 20261110240 AUTH 123456', 1000)).payment).toEqual(reported);
  });

  it('A payment of a biller is joined once, only at its amount and at most 14 days later.', () => {
    const one = judgeOf(world);
    expect(one.judge(row('STL 123456', 1000), 'first').match).toBe('paidAlready');
    expect(one.judge(row('STL 123456', 1000), 'second').payment).toBeNull();
    expect(judge(row('STL 123456', 999)).payment).toBeNull();
    expect(judge(row('STL 1234567', 1000)).payment).toBeNull();
    const on = (day: string) => judge(row('STL 123456', 1000, { day })).payment;
    expect([on('2026-11-03'), on('2026-11-04'), on('2026-11-18'), on('2026-11-19')]).toEqual([
      null,
      reported,
      reported,
      null,
    ]);
  });

  it('A row is ambiguous when it also names another bill, or when two payments have its authorisation.', () => {
    expect(judge(row('STL 123456 20261110241', 1000))).toMatchObject({
      ...{ match: 'ambiguous', reason: 'several', payment: null },
    });
    const twice: World = {
      ...world,
      pushed: [
        ['123456', reported],
        ['123456', { ...reported, paymentID: 8 }],
      ],
    };
    expect(judge(row('STL 123456', 1000), twice).match).toBe('ambiguous');
  });

  it('A row joins the payment of a biller when it names the old voucher that was carried to the paid bill.', () => {
    const old = bill({ invNo: '20261010240', status: 'carried' });
    const carried: World = { ...world, bills: [paid, old], currentBills: [[old.id, paid]] };
    expect(judge(row('STL 123456 20261010240', 1000), carried).payment).toEqual(reported);
  });
});

describe('Rows that could count money twice', () => {
  const child = bill({ invNo: '20261110240', regNum: '10240' });
  const judgeAll = (world: World, ...rows: Row[]) => {
    const judge = judgeOf(world);
    return rows.map((one) => judge.judge(one, String(one.row)));
  };
  const matches = (world: World, ...rows: Row[]) => judgeAll(world, ...rows).map(({ match }) => match);
  const reference = 'FT-1';

  it('Of two rows with one reference, registration and amount the second is a twin, however the bill is found.', () => {
    const twins = (text: string, more: Partial<World> = {}) =>
      matches(
        { bills: [child], ...more },
        row(text, 1000, { reference }),
        row(text, 1000, { reference: 'ft-1', day: '2026-11-06' }),
      );
    expect(twins('20261110240')).toEqual(['exact', 'twin']);
    expect(twins('FEE REG 10240')).toEqual(['registration', 'twin']);
    const months = [child, bill({ regNum: '10240', total: 2000, amountAfterDueDate: null })];
    expect(twins('10240', { bills: months, numbering: 'student' })).toEqual(['exact', 'twin']);
  });

  it('Rows with another amount, another child or no reference are no twins.', () => {
    const other = bill({ invNo: '20261110241', regNum: '10241' });
    const world = { bills: [child, other] };
    const first = row('20261110240', 1000, { reference });
    expect(matches(world, first, row('20261110241', 1000, { reference }))).toEqual(['exact', 'exact']);
    expect(matches(world, first, row('20261110240', 400, { reference }))).toEqual(['exact', 'paidAlready']);
    expect(matches(world, row('20261110240', 1000), row('20261110240', 1000))).toEqual([
      'exact',
      'paidAlready',
    ]);
  });

  it('Two rows of one registration with other references do not both pay its bill.', () => {
    const rows = [row('10240', 1000, { reference: 'A-1' }), row('10240', 1000, { reference: 'A-2' })];
    expect(matches({ bills: [child] }, ...rows)).toEqual(['registration', 'paidAlready']);
  });

  it('A registration with less than its bill asks for is short, and with more it is unmatched.', () => {
    const [less, more] = judgeAll({ bills: [child] }, row('FEE 10240', 999), row('FEE 10240', 1001));
    expect(less).toMatchObject({ match: 'short', bill: child, mark: '10240' });
    expect(more).toMatchObject({ match: 'unmatched', suggestions: [child] });
    const small = bill({ regNum: '504', invNo: null });
    expect(matches({ bills: [small] }, row('FEE 504', 300))).toEqual(['unmatched']);
  });

  it('A number that a spreadsheet has shortened is asked, with the bills that it may mean.', () => {
    const [judged] = judgeAll({ alike: [child] }, row('BILL 2.02611E+10', 1000));
    expect(judged).toMatchObject({ match: 'ambiguous', reason: 'shortened', suggestions: [child] });
  });

  it('Money that failed, was taken back or was a reversed debit is never sure.', () => {
    const text = '20261110240';
    const taken = row(text, 1000);
    const world = { bills: [child], cancelled: [taken.row] };
    const found = judgeAll(
      world,
      taken,
      row(text, 1000, { direction: 'none' }),
      row(text, 1000, { direction: 'back' }),
      row(`REVERSAL ${text}`, 1000),
      row(text, 1000, { direction: 'out' }),
    );
    expect(found.map(({ match, reason }) => [match, reason])).toEqual([
      ['takenBack', null],
      ['notIncome', 'failed'],
      ['ambiguous', 'debitReversed'],
      ['ambiguous', 'debitReversed'],
      ['notIncome', 'debit'],
    ]);
  });
});
