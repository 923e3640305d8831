/**
 * Sheets are read in a real browser's worker in three time zones, and compared with known cells and with a second
 * reader.
 */
import { readdirSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import type { NewBill } from '#shared/calls/bills.ts';
import { readNumbers } from '#shared/people/phone.ts';
import { type ExpectedCell, jsonOf, plainRows } from '../sheets/voucher-files.ts';
import { fromSecond, fromTruth } from './reading/expected-differences.ts';
import type { CheckedSheet, ReadOrder } from './reading/reader.ts';
import { serveReading } from './reading/serve-reading.ts';

const zones = [
  ['UTC', 0],
  ['Asia/Karachi', -300],
  ['America/New_York', 300],
] as const;

const filesIn = (folder: string): string[] =>
  readdirSync(new URL(`../vouchers/${folder}/`, import.meta.url))
    .filter((name) => !name.endsWith('.json'))
    .map((name) => `${folder}/${name}`);

/** These programs wrote the sheet of messy-20; the other dialects hold one small sheet. */
const sameAsMessy = /(?:openpyxl|xlsxwriter|gnumeric|gnumeric-excel_biff8|xlwt)\.xlsx?$/;

function truthOf(path: string): string {
  if (path.startsWith('messy/')) return path.replace(/\.xlsx?$/, '.cells.json');
  return sameAsMessy.test(path) ? 'messy/messy-20.cells.json' : 'dialects/cells.json';
}

const test = base.extend<object, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
    async ({}, use) => {
      const { address, stop } = await serveReading();
      await use(address);
      await stop();
    },
    { scope: 'worker' },
  ],
});

/** Reads the file in the page's worker, whose clock must be in the time zone. */
async function read<T>(page: Page, minutesBehind: number, order: ReadOrder): Promise<T> {
  const answer = await page.evaluate((order) => window.readSheet(order), order);
  if ('failure' in answer) throw new Error(`${order.path} by ${order.reader}: ${answer.failure}`);
  expect(answer.minutesBehind).toBe(minutesBehind);
  return JSON.parse(answer.text) as T;
}

type Rows = ExpectedCell[][];
const most = 20;

/** The cells in which they differ, ours first; at most twenty. */
function differencesOf(ours: Rows, theirs: Rows): string[] {
  const [left, right] = [plainRows(ours), plainRows(theirs)];
  const found: string[] = [];
  for (let row = 0; row < Math.max(left.length, right.length) && found.length < most; row += 1) {
    const width = Math.max(left[row]?.length ?? 0, right[row]?.length ?? 0);
    for (let column = 0; column < width; column += 1) {
      const [our, their] = [left[row]?.[column] ?? null, right[row]?.[column] ?? null];
      if (our !== their)
        found.push(
          `row ${row + 1}, column ${column + 1}: ${JSON.stringify(our)} and ${JSON.stringify(their)}`,
        );
    }
  }
  return found;
}

const sum = (values: (number | null | undefined)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** The bills in the terms of expected.json. */
function factsOf(bills: NewBill[]) {
  const numbers = bills.flatMap(({ number }) => readNumbers(number ?? '').numbers);
  return {
    rows: bills.length,
    total: sum(bills.map(({ total }) => total)),
    afterDue: sum(bills.map(({ amountAfterDueDate }) => amountAfterDueDate)),
    dueDates: [...new Set(bills.map(({ dueDate }) => dueDate))],
    expiryDates: [...new Set(bills.map(({ expiryDate }) => expiryDate))],
    first: bills[0],
    last: bills.at(-1),
    distinctNumbers: new Set(numbers).size,
  };
}

const expected = jsonOf('good/expected.json');

function checkGood(path: string, { bills, left }: CheckedSheet): void {
  expect.soft(left, path).toEqual({ skipped: 0, refused: 0 });
  if (path.endsWith('numbers.txt')) {
    expect.soft(bills, path).toHaveLength(expected.numbers.rows);
    return;
  }
  const { dueDate, expiryDate, ...truth } = expected[path.replace(/^good\/|\.\w+$/g, '')];
  expect
    .soft(factsOf(bills), path)
    .toMatchObject({ ...truth, dueDates: [dueDate], expiryDates: [expiryDate] });
}

for (const [zone, minutesBehind] of zones) {
  test.describe(`Reading of sheets in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test(`Every sheet in ${zone} has the known cells, and a second reader agrees.`, async ({
      page,
      address,
    }) => {
      await page.goto(address);
      for (const path of [...filesIn('good'), ...filesIn('messy'), ...filesIn('dialects')]) {
        const ours = await read<Rows>(page, minutesBehind, { reader: 'cells', path });
        const second = await read<Rows>(page, minutesBehind, { reader: 'second', path });
        expect.soft(ours.length, path).toBeGreaterThan(0);
        expect.soft(differencesOf(ours, second), `${path} by two readers`).toEqual(fromSecond[path] ?? []);
        if (path.startsWith('good/')) {
          checkGood(path, await read<CheckedSheet>(page, minutesBehind, { reader: 'bills', path }));
          continue;
        }
        const truth = jsonOf(truthOf(path)) as Rows;
        expect.soft(differencesOf(ours, truth), `${path} as known`).toEqual(fromTruth[path] ?? []);
      }
    });

    test(`A date is the day that the sheet shows in ${zone}, however it is written.`, async ({
      page,
      address,
    }) => {
      await page.goto(address);
      for (const path of filesIn('dialects').filter((path) => !sameAsMessy.test(path))) {
        const { bills } = await read<CheckedSheet>(page, minutesBehind, { reader: 'bills', path });
        expect
          .soft(bills, path)
          .toEqual([{ regNum: '000123', dueDate: '2025-01-15', amount1: 1200.5, name: 'A & B' }]);
      }
    });
  });
}
