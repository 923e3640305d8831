import { describe, expect, it } from 'vitest';
import { checkText } from '../../../test/sheets/check-file.ts';

const ali = { regNum: 'R-1', name: 'Ali', number: '03001234511', total: 9000, dueDate: '2026-11-25' };
const sana = { regNum: 'R-2', name: 'Sana', number: '03001234512', total: 8000, dueDate: '2026-11-26' };
const first = ['Reg No;Name;Mobile;Total;Due Date', 'R-1;Ali;03001234511;9000;25/11/2026'];

describe('A second row of headings', () => {
  it.each([
    ['in another order', 'Name;Reg No;Due Date;Mobile;Total', 'Sana;R-2;26/11/2026;03001234512;8000'],
    [
      'in other words',
      'Student Name;GR No;Net Payable;Cell No;Due On',
      'Sana;R-2;8000;03001234512;26/11/2026',
    ],
    ['in Urdu', 'نام;موبائل نمبر;کل رقم;آخری تاریخ;Reg No', 'Sana;03001234512;8000;26/11/2026;R-2'],
    [
      'with one more column',
      'Name;Class;Reg No;Due Date;Mobile;Total',
      'Sana;5;R-2;26/11/2026;03001234512;8000',
    ],
    ['further to the right', ';Reg No;Name;Mobile;Total;Due Date', ';R-2;Sana;03001234512;8000;26/11/2026'],
  ])('A block %s is read by its own headings.', async (_, heading, row) => {
    const { bills, summary } = await checkText([...first, 'Class 6', heading, row].join('\n'));
    expect(bills).toEqual([ali, heading.includes('Class') ? { ...sana, class: '5' } : sana]);
    expect(summary.notes.join(' ')).toContain('Row 4 has new column names');
  });

  it('Fees of a later block become heads of its bills.', async () => {
    const { bills } = await checkText(
      [
        ...first,
        'Name;Reg No;Mobile;Exam Fee;Total;Due Date',
        'Sana;R-2;03001234512;500;8000;26/11/2026',
      ].join('\n'),
    );
    expect(bills).toEqual([ali, { ...sana, head1: 'Exam Fee', amount1: 500 }]);
  });

  it('A third block is read by its own headings and not by the headings of the second block.', async () => {
    const again = 'R-3;Omar;03001234513;7000;27/11/2026';
    const { bills } = await checkText(
      [
        ...first,
        'Name;Reg No;Due Date;Mobile;Total',
        'Sana;R-2;26/11/2026;03001234512;8000',
        first[0],
        again,
      ].join('\n'),
    );
    expect(bills).toMatchObject([
      ali,
      sana,
      { regNum: 'R-3', name: 'Omar', total: 7000, dueDate: '2026-11-27' },
    ]);
  });
});

it('Headings repeated on every page are skipped, and the fee column is still read as a fee.', async () => {
  const heading = 'Reg No;Name;Mobile;Tuition Fee;Total';
  const row = (n: number) => `R-${n};Ali ${n};0300123451${n};500;500`;
  const { bills, refused, summary } = await checkText(
    [heading, row(1), '', heading, row(2), heading, row(3)].join('\n'),
  );
  expect(refused).toEqual([]);
  expect(bills).toHaveLength(3);
  expect(bills[2]).toMatchObject({ head1: 'Tuition Fee', amount1: 500 });
  expect(summary.rows).toBe(3);
});

it.each(['Class 5-B', 'جماعت پنجم', 'SECTION B (GIRLS)', '5-B'])(
  'The title %s above a further row of headings is left out and needs no answer.',
  async (title) => {
    const [heading, row] = first;
    const again = 'R-2;Sana;03001234512;8000;26/11/2026';
    const { bills, summary } = await checkText([heading, row, '', title, '', heading, again].join('\n'));
    expect(bills).toEqual([ali, sana]);
    expect(summary.lines).toMatchObject([{ kind: 'note', level: 'done', count: 1, answers: [] }]);
  },
);
