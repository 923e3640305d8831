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
