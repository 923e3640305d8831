import { expect, it } from 'vitest';
import type { Report, ReportRow } from '#shared/calls/reports.ts';
import { rowsToDraw } from './rules.ts';

const report = (by: Report['by'], currencies = 1): Report => ({
  ...{ name: 'collected', by, from: '', to: '', rows: [], next: null, count: 0, classes: [], campuses: [] },
  totals: Array.from({ length: currencies }, (_, at) => ({ currency: String(at), figures: {} })),
});
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ key: String(at) }) as ReportRow);
const keysOf = (drawn: ReportRow[]) => drawn.map(({ key }) => key);

it('A report chart draws time from left to right and at most 31 bars.', () => {
  expect(keysOf(rowsToDraw(report('billing'), rows(3)))).toEqual(['2', '1', '0']);
  expect(rowsToDraw(report('class'), rows(40))).toHaveLength(31);
  expect(keysOf(rowsToDraw(report('day'), rows(32)))[0]).toBe('1');
});

it('No report chart is drawn for one bar, for families or for two currencies.', () => {
  expect(rowsToDraw(report('campus'), rows(1))).toEqual([]);
  expect(rowsToDraw(report('family'), rows(9))).toEqual([]);
  expect(rowsToDraw(report('campus', 2), rows(9))).toEqual([]);
});
