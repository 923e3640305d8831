import { describe, expect, it } from 'vitest';
import { checkText, describeCheck } from '../../../test/sheets/check-file.ts';
import type { SheetAnswer } from './checked.ts';

const sheet = (headings: string, rows: readonly string[]) =>
  checkText(
    [
      `Reg No,Name,Mobile,${headings}`,
      ...rows.map((row, at) => `R-${at},Ali ${at},0300123450${at},${row}`),
    ].join('\n'),
  );

/** The totals before any answer, the questions, and the totals after each answer. */
async function chargedIn(headings: string, rows: readonly string[]) {
  const { check, opened, bills, summary } = await sheet(headings, rows);
  const after = summary.questions.flatMap(({ key, answers }) =>
    answers.map(({ name, rupees }): [SheetAnswer, number | undefined, unknown[]] => {
      check.answerSheet(key, name);
      return [name, rupees, describeCheck(check, opened).bills.map(({ total }) => total)];
    }),
  );
  return {
    before: bills.map(({ total }) => total),
    kinds: summary.questions.map(({ kind }) => kind),
    after,
    summary,
  };
}

describe('A concession or arrears in a column', () => {
  it.each([
    ['an amount', 'Tuition Fee,Concession,Total', ['8000,800,7200', '8000,0,8000', '5000,500,4500']],
    [
      'an amount below zero',
      'Tuition Fee,Discount,Total',
      ['8000,-800,7200', '8000,,8000', '5000,-500,4500'],
    ],
    ['a percentage', 'Tuition Fee,Discount,Total', ['8000,10%,7200', '8000,-,8000', '5000,10 %,4500']],
    ['a number of per cent', 'Tuition Fee,Discount %,Total', ['8000,10,7200', '8000,,8000', '5000,10,4500']],
    [
      'arrears',
      'Tuition Fee,Discount,Arrears,Total',
      ['8000,800,100,7300', '8000,,,8000', '5000,500,0,4500'],
    ],
  ])('If the total contains it, %s is subtracted or added without a question.', async (_, headings, rows) => {
    const { before, kinds, summary } = await chargedIn(headings, rows);
    expect(before).toHaveLength(3);
    expect(kinds).toEqual([]);
    expect(summary).toMatchObject({ warnings: 0, unused: [], notes: [] });
  });

  it('A concession is a head below zero with the name of its column, also in per cent rounded to rupees.', async () => {
    const { bills } = await sheet('Tuition Fee,Sibling Discount,Total', ['8333,10%,7500', '8000,0,8000']);
    expect(bills).toMatchObject([
      { head2: 'Sibling Discount', amount2: -833, total: 7500 },
      { head2: 'Sibling Discount', amount2: 0 },
    ]);
  });

  it.each([
    ['a concession', 'Tuition Fee,Total,Concession', ['8000,8000,800', '9000,9000,0'], [16_200, 17_000]],
    ['arrears', 'Tuition Fee,Total,Arrears', ['8000,8000,500', '9000,9000,0'], [17_500, 17_000]],
    ['a concession without fees', 'Total,Concession', ['8000,800', '9000,0'], [16_200, 17_000]],
    [
      'a concession, while the total contains arrears',
      'Tuition Fee,Arrears,Total,Concession',
      ['8000,500,8500,800', '9000,0,9000,0'],
      [16_700, 17_500],
    ],
  ])(
    'If the total does not contain it, %s is asked about with both sums.',
    async (_, headings, rows, sums) => {
      const { before, kinds, after } = await chargedIn(headings, rows);
      expect(before).toEqual([]);
      expect(kinds).toEqual(['beside']);
      expect(after.map(([, rupees]) => rupees)).toEqual(sums);
      const sumOf = (totals: readonly unknown[]) =>
        totals.reduce<number>((sum, total) => sum + Number(total), 0);
      expect(after.map(([, , totals]) => sumOf(totals))).toEqual(sums);
    },
  );

  it('A concession beside a net amount is not subtracted again.', async () => {
    const { before, kinds, summary } = await chargedIn('Net Payable,Concession', ['7200,800', '9000,0']);
    expect(before).toEqual([7200, 9000]);
    expect(kinds).toEqual([]);
    expect(summary.warnings).toBe(0);
  });

  it('A line of totals below concessions is not a bill.', async () => {
    const { bills, summary } = await checkText(
      'Reg No,Name,Mobile,Tuition Fee,Concession,Total\nR-1,Ali,03001234501,8000,800,7200\nR-2,Sana,03001234502,9000,0,9000\n,,,17000,800,16200',
    );
    expect(bills).toHaveLength(2);
    expect(summary.lines).toMatchObject([{ kind: 'totals' }]);
  });
});

describe('A sheet without a total', () => {
  it.each([
    ['Tuition Fee,Transport', ['8000,500', '9000,'], [8500, 9000]],
    ['Tuition Fee,Discount,Arrears', ['8000,800,1500', '8000,10%,0'], [8700, 7200]],
    ['Tuition Fee,Discount,Total', ['8000,800,', '8000,10%,'], [7200, 7200]],
  ])(
    'With the columns %s the sum is proposed, and no bill is saved before the answer.',
    async (headings, rows, totals) => {
      const { before, kinds, after } = await chargedIn(headings, rows);
      expect(before).toEqual([]);
      expect(kinds).toEqual(['noTotal']);
      expect(after).toEqual([
        ['sum', totals.reduce((sum, total) => sum + total), totals],
        ['none', undefined, [undefined, undefined]],
      ]);
    },
  );
});

describe('An instalment', () => {
  it.each(['2nd Installment', 'Instalment Due', 'Due Now', 'قسط'])(
    'Beside a total of the year the column %s is asked about with both sums.',
    async (heading) => {
      const { check, summary, opened } = await sheet(`Total Fee,${heading},Paid`, [
        '96000,24000,24000',
        '96000,24000,0',
      ]);
      expect(summary.questions).toMatchObject([
        { kind: 'instalment', answers: [{ rupees: 48_000 }, { rupees: 168_000 }] },
      ]);
      check.answerSheet('charge instalment', 'instalment');
      expect(describeCheck(check, opened).bills).toEqual([
        { regNum: 'R-0', name: 'Ali 0', number: '03001234500', total: 24_000 },
        { regNum: 'R-1', name: 'Ali 1', number: '03001234501', total: 24_000 },
      ]);
      check.answerSheet('charge instalment', 'total');
      expect(describeCheck(check, opened).bills).toMatchObject([
        { total: 96_000, paidAmount: 24_000 },
        { total: 96_000, paidAmount: 0 },
      ]);
    },
  );

  it('Without another total it is what the bill charges.', async () => {
    const { before, kinds } = await chargedIn('2nd Installment', ['24000', '24000']);
    expect([before, kinds]).toEqual([[24_000, 24_000], []]);
  });
});

describe('Columns that no bill needs', () => {
  it('Line numbers, remarks and empty columns are not used, and nothing is said about them.', async () => {
    const { opened, summary, bills } = await checkText(
      'Sr#,Reg No,Name,Mobile,Total,Remarks,Email,Lab Fee\n1,R-1,Ali,03001234501,8000,new adm.,,\n2,R-2,Sana,03001234502,8000,,,',
    );
    expect(bills[0]).toEqual({ regNum: 'R-1', name: 'Ali', number: '03001234501', total: 8000 });
    expect(
      opened.columns.flatMap(({ heading, field, by }) => (field === null ? [[heading, by]] : [])),
    ).toEqual([
      ['Email', 'empty'],
      ['Lab Fee', 'empty'],
    ]);
    expect(opened.columns.filter(({ field }) => field === 'serial' || field === 'remarks')).toHaveLength(2);
    expect(summary).toMatchObject({ unused: [], warnings: 0, notes: [] });
  });

  it('An empty column leaves its field to a column with values, although its heading fits better.', async () => {
    const { bills } = await checkText('Reg No,Name,Net Payable,Total Fee\nR-1,Ali,,8000\nR-2,Sana,,9000');
    expect(bills.map(({ total }) => total)).toEqual([8000, 9000]);
  });
});
