import { expect, it } from 'vitest';
import { fileNameOf } from './rules.ts';

const bills = { kind: 'bills', groupID: 1, status: 'all', search: '' } as const;

it('An exported file is named after its billing and its filters.', () => {
  expect(fileNameOf('November 2026', bills)).toBe('November 2026 - bills.xlsx');
  expect(fileNameOf('November 2026', { ...bills, kind: 'report' })).toBe('November 2026 - messages.xlsx');
  expect(fileNameOf('November 2026', { ...bills, status: 'unpaid', search: 'Khan' })).toBe(
    'November 2026 - bills (unpaid, Khan).xlsx',
  );
  const outbox = { kind: 'outbox', status: 'pending', search: '', run: 7 } as const;
  expect(fileNameOf('Outbox', outbox)).toBe('Outbox (waiting, Send 7).xlsx');
});

it('The name of an exported file keeps Urdu and drops characters that file names cannot hold.', () => {
  expect(fileNameOf('نومبر ۲۰۲۶ فیس', bills)).toBe('نومبر ۲۰۲۶ فیس - bills.xlsx');
  expect(fileNameOf('../Nov: "all"/<b>\u202e?', bills)).toBe('Nov all b - bills.xlsx');
  expect(fileNameOf('x'.repeat(200), bills).length).toBeLessThan(100);
  expect(fileNameOf('Nov', { ...bills, search: 'a/b*' })).toBe('Nov - bills (a b).xlsx');
});
