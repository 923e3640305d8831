import { expect, it, test } from 'vitest';
import { readSorts } from '#shared/money/bill-sort.ts';
import { inTimeFrom, neverLate, noGrace, notAdjusted } from '#shared/money/payable.ts';
import { countSections, type DetailedRow, fitTo, lastOfBills, sortRows, sumListed } from './listing-rules.ts';

const section = (className: string, name: string, fatherName: string | null = null) => ({
  regNum: '',
  sectionID: Number(className) * 10 + name.charCodeAt(0),
  class: className,
  section: name,
  fatherName,
});
let id = 0;
const row = (part: Partial<DetailedRow>): DetailedRow => ({
  id: ++id,
  name: '',
  number: '',
  numbers: '',
  regNum: null,
  invNo: null,
  status: 'unpaid',
  total: null,
  amountAfterDueDate: null,
  dueDate: null,
  settledOn: null,
  ...notAdjusted,
  expiryDate: null,
  place: undefined,
  last: undefined,
  ...part,
});

const eman = row({
  name: 'Eman Chaudhry',
  regNum: '10237',
  invNo: 'NOV-00237',
  number: '0321-1023858',
  numbers: '+923211023858',
  place: section('6', 'A', 'Tariq Chaudhry'),
});
const ibrahim = row({
  name: 'محمد ابراہیم',
  regNum: '10236',
  number: '0300 1015939, 0333-7',
  numbers: '+923001015939',
  place: section('10', 'B', 'محمد اشرف'),
});
const second = row({ name: 'Student 2', regNum: 'R-2', numbers: '+923002000002' });
const twelfth = row({ name: 'Student 12', regNum: 'R-12', numbers: '+923002000012' });
const all = [eman, ibrahim, second, twelfth];

test.each([
  ['Eman', [eman]],
  ['iman chau', [eman]],
  ['chaudhry eman', [eman]],
  ['ایمان', [eman]],
  ['tariq', [eman]],
  ['Mohammed', [ibrahim]],
  ['ashraf', [ibrahim]],
  ['6-A', [eman]],
  ['6a', [eman]],
  ['10-b', [ibrahim]],
  ['1023', [eman, ibrahim]],
  ['10237', [eman]],
  ['nov-002', [eman]],
  ['0321-102', [eman]],
  ['0321 1023858', [eman]],
  ['3211023', [eman]],
  ['+92 300-1015939', [ibrahim]],
  ['5939', [ibrahim]],
  ['student 2', [second]],
  ['r-12', [twelfth]],
  ['0321 1023', [eman]],
  ['92 321 1023', [eman]],
  ['eman -', [eman]],
  ['eman tariq 6-A', [eman]],
  ['eman 10-B', []],
  ['b', []],
  ['nobody', []],
  ['%', []],
])('The search text %j finds the right bills.', (text, expected) => {
  expect(all.filter(fitTo(text)).map(({ name }) => name)).toEqual(expected.map(({ name }) => name));
});

it('Bills sort in natural order, with empty values last and equal ones in the order of the file.', () => {
  const rows = [
    row({ name: 'Zoya', place: section('10', 'A'), total: 100 }),
    row({ name: 'ali', place: section('9', 'A'), total: 300 }),
    row({ name: 'Bilal', total: 200 }),
    row({ name: 'Amna', place: section('9', 'A') }),
  ];
  const sorted = (sort: string) => {
    const ids = sortRows(rows, { sorts: readSorts(sort), today: inTimeFrom('2026-11-11', noGrace) });
    return ids.map((one) => rows.find((row) => row.id === one)?.name);
  };
  expect(sorted('')).toEqual(['Zoya', 'ali', 'Bilal', 'Amna']);
  expect(sorted('name')).toEqual(['ali', 'Amna', 'Bilal', 'Zoya']);
  expect(sorted('class')).toEqual(['ali', 'Amna', 'Zoya', 'Bilal']);
  expect(sorted('-class,-name')).toEqual(['Zoya', 'Amna', 'ali', 'Bilal']);
  expect(sorted('total')).toEqual(['Zoya', 'Bilal', 'ali', 'Amna']);
  expect(sorted('-total')).toEqual(['ali', 'Bilal', 'Zoya', 'Amna']);
});

it('Bills that share one of their numbers are of one family, and a bill without a number is its own.', () => {
  const [father, mother] = ['+923001000001', '+923001000002'];
  const of = (numbers: string) => row({ numbers, total: 100 });
  const rows = [of(`${father} ${mother}`), of(mother), of('+923001000003'), of(''), of('')];
  expect(sumListed(rows, neverLate)).toEqual({ bills: 5, families: 4, payable: 500 });
});

it('Bills sort by what is payable today, and by which message needs a person.', () => {
  const late = row({ name: 'late', total: 100, amountAfterDueDate: 250, dueDate: '2026-11-10' });
  const soon = row({ name: 'soon', total: 200, amountAfterDueDate: 300, dueDate: '2026-11-12' });
  const paid = row({ name: 'paid', status: 'paid', total: 900 });
  const bySum = sortRows([late, soon, paid], {
    sorts: readSorts('-payable'),
    today: inTimeFrom('2026-11-11', noGrace),
  });
  expect(bySum).toEqual([late.id, soon.id, paid.id]);

  const messaged = (status: 'read' | 'failed' | 'sent', at: string) =>
    row({ number: '1', last: { status, at } });
  const rows = [
    row({ number: '1' }),
    messaged('read', '2'),
    messaged('failed', '1'),
    messaged('read', '1'),
    row({}),
  ];
  const byNeed = sortRows(rows, { sorts: readSorts('message'), today: neverLate });
  expect(byNeed.map((one) => rows.findIndex((row) => row.id === one))).toEqual([4, 2, 3, 1, 0]);
});

it('The last message of each bill is found, also when one message covers several bills.', () => {
  const last = lastOfBills([
    { billIDs: ' 1 2 ', status: 'read', updatedAt: 'a', dueAt: null },
    { billIDs: ' 2 ', status: 'failed', updatedAt: 'b', dueAt: 'c' },
    { billIDs: '', status: 'sent', updatedAt: 'c', dueAt: null },
  ]);
  expect([...last]).toEqual([
    [1, { status: 'read', at: 'a' }],
    [2, { status: 'failed', at: 'b' }],
  ]);
});

it('The time shown for a waiting message is the time at which it will be sent.', () => {
  const last = lastOfBills([
    { billIDs: ' 1 ', status: 'queued', updatedAt: 'a', dueAt: 'b' },
    { billIDs: ' 2 ', status: 'queued', updatedAt: 'b', dueAt: 'a' },
  ]);
  expect([...last.values()].map(({ at }) => at)).toEqual(['b', 'b']);
});

it('The totals of a list sum what is payable and count families and sections.', () => {
  const rows = [
    row({ numbers: '+1', total: 100 }),
    row({ numbers: '+1', total: 50, status: 'paid' }),
    row({ total: 7 }),
    row({ total: 8 }),
  ];
  expect(sumListed(rows, inTimeFrom('2026-11-11', noGrace))).toEqual({ bills: 4, families: 3, payable: 115 });
  const places = [section('10', 'A'), section('9', 'B'), undefined, section('10', 'A')];
  expect(countSections(places).map(({ class: name, bills }) => [name, bills])).toEqual([
    ['9', 1],
    ['10', 2],
  ]);
});
