import { expect, it } from 'vitest';
import { toFileName, voucherFileName } from './paper-names.ts';

const ayesha = { month: 11, year: 2026, name: 'Ayesha Khan' };

it('The file names of papers hold only characters that every operating system accepts.', () => {
  expect(voucherFileName([ayesha])).toBe('Fee-Nov-2026-Ayesha-Khan.pdf');
  expect(voucherFileName([{ month: 1, year: 2027, name: 'عائشہ خان' }])).toBe('Fee-Jan-2027-عائشہ-خان.pdf');
  expect(voucherFileName([{ month: 1, year: 2027, name: 'مُحَمَّد' }])).toBe('Fee-Jan-2027-مُحَمَّد.pdf');
  expect(toFileName(`${'x'.repeat(79)}𞤀`)).toBe(`${'x'.repeat(79)}.pdf`);
  expect(toFileName('../../etc: "x" <y>|')).toBe('etc-x-y.pdf');
});

it('The voucher file of a family is named after its first child.', () => {
  const sara = { ...ayesha, name: 'Sara Khan' };
  expect(voucherFileName([ayesha, sara])).toBe('Fee-Nov-2026-Ayesha-Khan-and-1-more.pdf');
});
