import { expect, it } from 'vitest';
import { readVouchers } from '../../../test/sheets/voucher-files.ts';

const day = '2026-11-10';

it.each([
  ['r01-apostrophe.csv', [8500, 8000, 9000], { regNum: '00123', number: '+923001230001', dueDate: day }],
  ['r04-shown-by-format.xlsx', [9012, 9013, 9140], { regNum: 'GC-0012', invNo: '2611-012', dueDate: day }],
  ['r06-subtotals.xlsx', [9000, 8000, 7000, 6000], { regNum: 'R-601', dueDate: day }],
  ['r08-no-year.csv', [9000, 9000, 9000], { dueDate: day }],
  ['r09-merged-down.xlsx', [9000, 8000, 7000, 6000, 5000], { number: '03001230081', dueDate: day }],
  ['r10a-row-per-head.csv', [11_500, 10_500], { head2: 'Transport', amount2: 2500, amount3: 1000 }],
  ['r10c-row-per-head-total.csv', [11_500, 10_500], { head2: 'Transport', amount2: 2500, amount3: 1000 }],
  ['r15-outstanding.csv', [11_500, 10_500, 9000], { dueDate: day }],
  ['r24-two-headers.xlsx', [9000, 8000, 9500, 9000], { name: 'Ayesha Tariq', head1: 'Tuition Fee' }],
  ['r25-urdu-dates.xlsx', [9000, 9000, 9000, 9000], { dueDate: day }],
  [
    'q03-invisible.csv',
    [9000, 8500, 8500],
    { regNum: 'R-301', number: '+92 300 1240021', dueDate: '2026-12-10' },
  ],
  ['q10-transposed.xlsx', [9000, 8000, 7500], { regNum: 'R-1001', name: 'Ayesha Tariq', head2: 'Transport' }],
  ['q34-stray-quote.csv', [9000, 8500, 8000, 7500, 7000, 6500, 6000, 5500], { regNum: 'R-3401' }],
  [
    'q35-two-level.xlsx',
    [9500, 8800],
    {
      head1: 'Tuition',
      amount2: 1000,
      head4: 'Arrears',
      amount4: 500,
      head5: 'Fine',
      amountAfterDueDate: 10_000,
    },
  ],
])('The reported file %s gives the right bills.', async (file, totals, first) => {
  const { bills } = await readVouchers(`reported/${file}`, { timeZone: 'Asia/Karachi' });
  expect(bills.map(({ total }) => total)).toEqual(totals);
  expect(bills[0]).toMatchObject(first);
});

it('For the reported file with dots in amounts the check asks once, with the sums of both readings.', async () => {
  const { bills, summary } = await readVouchers('reported/r02-dot-thousands.csv');
  expect(bills).toEqual([]);
  expect(summary.questions).toMatchObject([
    { heading: 'Total Amount', count: 4, answers: [{ rupees: 1_274_500 }, { rupees: 24.5 }] },
  ]);
});

it('In the reported files merged cells, second headings and paid amounts also apply to the last row.', async () => {
  const last = async (file: string) => (await readVouchers(`reported/${file}`)).bills.at(-1);
  expect(await last('r09-merged-down.xlsx')).toMatchObject({ number: '03001230082', dueDate: day });
  expect(await last('r24-two-headers.xlsx')).toMatchObject({
    regNum: 'R-2404',
    name: 'Omar Iqbal',
    amount1: 9000,
  });
  expect(await last('r15-outstanding.csv')).toMatchObject({ total: 9000, paidAmount: 9000 });
});

it.each([
  ['q09b-no-total.xlsx', 'charge noTotal', [23_900, undefined], [8700, 8000, 7200]],
  ['q52-shown-rounded.xlsx', 'shown amounts', [44_333, 9_026_341.83], [9000, 8333, 9000, 9000, 9000]],
  ['q39-instalment.xlsx', 'charge instalment', [48_000, 144_000], [24_000, 24_000]],
  ['q46-gross-discount.xlsx', 'charge beside', [23_300, 26_000], [8100, 8000, 7200]],
])(
  'The reported file %s asks once what its bills charge, with the sum of each answer.',
  async (file, key, sums, totals) => {
    const { bills, check, summary } = await readVouchers(`reported/${file}`, { month: 12 });
    expect(bills).toEqual([]);
    expect(summary.lines).toEqual([]);
    expect(summary.questions).toMatchObject([
      { key, answers: sums.map((rupees) => (rupees ? { rupees } : {})) },
    ]);
    check.answerSheet(key, summary.questions[0]?.answers[0]?.name ?? null);
    expect([...check.rowsToSave()]).toMatchObject(totals.map((total) => ({ total })));
    expect(check.summary()).toMatchObject({ warnings: 0, errors: 0 });
  },
);

it('In the reported file with both orders of days only the two ambiguous due dates are asked about.', async () => {
  const { check, summary } = await readVouchers('reported/q14-mixed-orders.csv', { month: 12 });
  expect(summary.days).toMatchObject([{ field: 'dueDate', count: 2, to: '2026-12-10' }]);
  expect(summary.lines).toEqual([]);
  check.answerDays('dueDate', 'swap');
  const due = ['10', '10', '15', '15', '10', '10'].map((date) => `2026-12-${date}`);
  expect([...check.rowsToSave()]).toMatchObject(due.map((dueDate) => ({ dueDate, issueDate: '2026-12-01' })));
});

it('In the reported file two vouchers of one child are two bills, and one voucher of two children is asked about.', async () => {
  const { bills, summary } = await readVouchers('reported/q40-same-voucher.csv', { month: 12 });
  expect(bills.map(({ regNum, total }) => [regNum, total])).toEqual([
    ['R-4001', 8000],
    ['R-4001', 2500],
    ['R-4002', 8000],
  ]);
  expect(summary.lines).toMatchObject([
    {
      key: 'shared invNo 5003',
      count: 2,
      answers: [{ name: 'correct' }, { name: 'first' }, { name: 'later' }],
    },
  ]);
});

it('In the reported file with ticks every status is understood or asked about.', async () => {
  const { check, summary } = await readVouchers('reported/q36b-ticks.xlsx', { month: 12 });
  expect(summary.lines.map(({ key, answers }) => [key, answers[0]])).toEqual([
    ['otherStatus half paid', { name: 'use', text: 'partial' }],
    ['otherStatus left', { name: 'keep' }],
  ]);
  expect(summary.questions).toMatchObject([{ kind: 'status', answers: [{ rupees: 4000 }, {}] }]);
  check.answerSheet('status status', 'partPaid');
  check.answer('otherStatus half paid', 'use');
  const [paid, unpaid] = ['paid', 'unpaid'].map((status) => ({ status }));
  expect([...check.rowsToSave()]).toMatchObject([
    paid,
    unpaid,
    paid,
    paid,
    unpaid,
    paid,
    { status: 'partial' },
    { paidAmount: 4000 },
    { regNum: 'R-3619' },
  ]);
});

it.each([
  ['r03-unquoted-comma-last.csv', [950], [12_500, 950, 9000, 8500]],
  ['r03b-unquoted-comma-middle.csv', [950], [12_500, 950]],
])(
  'The cut amounts of the reported file %s are not saved until they are joined.',
  async (file, before, after) => {
    const { bills, check } = await readVouchers(`reported/${file}`);
    expect(bills.map(({ total }) => total)).toEqual(before);
    check.answer('shifted cut', 'join');
    expect([...check.rowsToSave()]).toMatchObject(after.map((total) => ({ total, dueDate: day })));
  },
);
