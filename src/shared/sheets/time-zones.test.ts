import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readVouchers } from '../../../test/sheets/voucher-files.ts';

const zones = [
  ['UTC', 0],
  ['Asia/Karachi', -300],
  ['America/New_York', 300],
] as const;

/** A real date is the day in the sheet, whatever time zone the clerk's computer has. */
describe.each(zones)('Time zone %s', (zone, minutesBehind) => {
  const before = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = zone;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  it('The test process runs in the time zone of the block.', () => {
    expect(new Date(2026, 0, 15).getTimezoneOffset()).toBe(minutesBehind);
  });

  it.each(['xls', 'xlsx', 'csv'].map((ending) => [`good/november-2026.${ending}`]))(
    'The dates of %s are read as the days of the sheet.',
    async (path) => {
      const { bills } = await readVouchers(path);
      const days = bills.map(({ issueDate, dueDate, expiryDate }) => `${issueDate} ${dueDate} ${expiryDate}`);
      expect(new Set(days)).toEqual(new Set(['2026-11-01 2026-11-10 2026-11-25']));
    },
  );

  it.each([
    ['messy/messy-20.xls'],
    ['messy/messy-20.xlsx'],
    ['dialects/xlwt.xls'],
    ['dialects/gnumeric.xlsx'],
  ])('In %s dates with a late hour, as text and by formula, keep their day.', async (path) => {
    const { bills } = await readVouchers(path);
    const lateBill = bills.find(({ regNum }) => regNum === 'REG-2024-00014' || regNum === 'REG-2024-00015');
    expect(lateBill).toMatchObject(
      lateBill?.regNum === 'REG-2024-00014'
        ? { dueDate: '2025-01-15', expiryDate: '2025-01-25' }
        : { dueDate: '2025-01-16', expiryDate: '2025-01-26' },
    );
  });
});
