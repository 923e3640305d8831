import * as sheetjs from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { storeZip } from '../../../test/sheets/store-zip.ts';
import { row, type TinySheet, tinyWorkbook } from '../../../test/sheets/tiny-workbook.ts';
import { type Cell, tidy } from './cells.ts';
import { readRaw } from './files/read-raw.ts';

const rowsOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<Cell[][]> =>
  ((await readRaw(bytes)).book.sheets[0]?.rows ?? []).map((cells) => cells.map(tidy));

const sheetOf = (...rows: string[]): TinySheet[] => [{ name: 'S', rows: rows.join('') }];
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with shared texts, given as the XML of their part. */
const withTexts = (rows: string, texts: string): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder();
  const links = ['worksheet', 'sharedStrings'].map(
    (type) => `<Relationship Id="${type}" Type="${relations}/${type}" Target="${type}.xml"/>`,
  );
  const parts = {
    '_rels/.rels': `<Relationships><Relationship Id="w" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="worksheet"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
    'xl/worksheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': texts,
  };
  return storeZip(Object.entries(parts).map(([name, xml]) => ({ name, bytes: encoder.encode(xml) })));
};

describe('Date systems', () => {
  const later = 'xmlns:x15="http://schemas.microsoft.com/office/spreadsheetml/2010/11/main"';
  const day = sheetOf(row(1, '<c s="1"><v>44869</v></c>'));

  it.each([
    ['a later extension element of the same name', `<x15:workbookPr ${later} chartTrackingRefBase="1"/>`],
    [
      'a later element of the same name without a prefix',
      '<workbookPr xmlns="http://schemas.microsoft.com/x" date1904="0"/>',
    ],
    ['an extension that holds such an element', `<extLst><ext ${later}><x15:workbookPr/></ext></extLst>`],
  ])('Days are counted from 1904 with %s behind the workbook properties.', async (_, behind) => {
    const { book } = await readRaw(tinyWorkbook(day, `<workbookPr date1904="1"/>${behind}`));
    expect(book.is1904).toBe(true);
    expect(book.sheets[0]?.rows).toEqual([[{ kind: 'day', day: '2026-11-05' }]]);
  });

  it('Days are counted from 1900 if only an extension says 1904.', async () => {
    const { book } = await readRaw(tinyWorkbook(day, `<workbookPr/><x15:workbookPr ${later} date1904="1"/>`));
    expect(book.is1904).toBe(false);
  });

  it('A cell with an ISO date is read as a day.', async () => {
    const cells = row(1, '<c t="d"><v>2026-11-05T10:00:00</v></c>', '<c t="d"><v>10:00:00</v></c>');
    expect(await rowsOf(tinyWorkbook(sheetOf(cells)))).toEqual([
      [{ kind: 'day', day: '2026-11-05' }, '10:00:00'],
    ]);
  });
});

describe('Shared texts', () => {
  const texts = '<sst><si><t>Ali</t></si><si/><si><r><t>Sa</t></r><r><t>na</t></r></si></sst>';
  const cell = (index: string) => `<c t="s"><v>${index}</v></c>`;

  it('Shared texts are read by their index, and empty ones give an empty cell.', async () => {
    const cells = row(1, ...['0', '1', '2'].map(cell), '<c t="s"/>', '<c t="s"><v></v></c>', cell('0'));
    expect(await rowsOf(withTexts(cells, texts))).toEqual([['Ali', null, 'Sana', null, null, 'Ali']]);
  });

  it.each(['3', '-1', '1.5', 'x'])(
    'A cell that refers to the missing shared text %s makes the file damaged.',
    async (index) => {
      const cells = row(1, cell('0')) + row(7, cell(index));
      await expect(readRaw(withTexts(cells, texts))).rejects.toThrow(
        /This file is damaged: a text in row 7 of the sheet "S" is missing/,
      );
    },
  );

  it('A shared text part that ends early makes the file damaged, even if no cell misses a text.', async () => {
    const cut = texts.slice(0, texts.indexOf('<si/>'));
    await expect(readRaw(withTexts(row(1, cell('0')), cut))).rejects.toThrow(/damaged or not complete/);
  });
});

describe('Cells without a value', () => {
  it.each([
    ['whose text formula has no value', '<c t="str"><f>A1</f></c>', { kind: 'noValue' }],
    ['whose boolean formula has no value', '<c t="b"><f>A1</f></c>', { kind: 'noValue' }],
    ['whose formula gave an empty text', '<c t="str"><f>A1</f><v></v></c>', null],
    ['of the type boolean', '<c t="b"/>', null],
    ['of the type error', '<c t="e"/>', null],
  ])('A cell %s is read as %j.', async (_, cell, read) => {
    const [cells] = await rowsOf(tinyWorkbook(sheetOf(row(1, cell, 'Ali'))));
    expect(cells).toEqual([read, 'Ali']);
  });

  it('Cells without a value take no memory, in any position.', async () => {
    const cells = row(1, 'Ali') + row(1_048_576, `<c r="GR1048576" s="1"/>`);
    expect(await rowsOf(tinyWorkbook(sheetOf(cells)))).toEqual([['Ali']]);
  });
});

describe('Malicious files', () => {
  const far = /far below|unpacks to far more/;
  const tinyXml = (xml: string): TinySheet[] => [{ name: 'S', rows: xml }];

  it.each([
    [
      'a text of 110,000 runs',
      withTexts('', `<sst><si>${'<r><t>0123456789</t></r>'.repeat(110_000)}</si></sst>`),
    ],
    [
      'a value of 110,000 pieces',
      tinyWorkbook(tinyXml(`<row><c><v>${'<![CDATA[0123456789]]>'.repeat(110_000)}</v></c></row>`)),
    ],
    [
      'cells in a far column of 70,000 rows',
      tinyWorkbook(
        tinyXml(
          '<row><c r="GR1"/></row>'.concat(
            Array.from({ length: 70_000 }, (_, at) => `<row><c r="GR${at + 1}"><v>1</v></c></row>`).join(''),
          ),
        ),
      ),
    ],
    [
      'one far row in each of many sheets',
      tinyWorkbook(
        Array.from({ length: 12 }, (_, at) => ({
          name: `S${at}`,
          rows: '<row r="1048576"><c><v>1</v></c></row>',
        })),
      ),
    ],
    ['2,001 sheets', tinyWorkbook(Array.from({ length: 2001 }, (_, at) => ({ name: `S${at}`, rows: '' })))],
  ])('A workbook with %s is refused.', async (_, bytes) => {
    await expect(readRaw(bytes)).rejects.toThrow(far);
  });
});

it('CR LF in a text becomes LF, and an escaped _x000D_ becomes CR.', async () => {
  const cell = '<c t="inlineStr"><is><t>Street 1\r\nLahore_x000D_\nPunjab</t></is></c>';
  expect(await rowsOf(tinyWorkbook(sheetOf(row(1, cell))))).toEqual([['Street 1\nLahore\r\nPunjab']]);
});

describe('Number formats', () => {
  const day = { kind: 'day', day: '2026-11-05' };
  const cases: [string, number, unknown][] = [
    ['00000', 12, '00012'],
    ['00000', 12.5, 12.5],
    ['00000', -12, -12],
    ['00000_);(00000)', 12, '00012'],
    ['"GR-"000', 12, 12],
    ['0', 12, 12],
    ['General', 12, 12],
    ['#,##0.00', 1234.5, 1234.5],
    ['"Rs. "#,##0', 2500, 2500],
    ['[$Rs-420] #,##0', 2500, 2500],
    ['0.00E+00', 2500, 2500],
    ['"due by month" 0', 2500, 2500],
    ['dd/mm/yyyy', 46331, day],
    ['[$-409]d-mmm-yy', 46331.75, day],
    ['yyyy-mm-dd hh:mm', 46331.75, day],
    ['mmmm', 46331, day],
    ['mm', 46331, day],
    ['d"th of" mmmm', 46331, day],
    ['dd/mm/yyyy;@', 46331, day],
    ['dd/mm/yyyy', -1, -1],
    ['h:mm', 0.604166666666667, '14:30'],
    ['hhmm', 0.604166666666667, '14:30'],
    ['[hh]', 1.5, '36:00'],
    ['[h]:mm:ss', 26.5 / 24, '26:30'],
    ['mm:ss.0', 0.5 + 5 / 86_400, '12:00:05'],
    ['h:mm AM/PM', 46331.604166666664, '14:30'],
    ['[=0]?;[<4.16666666666667][hh]:mm:ss;[hh]:mm', 0.5, '12:00'],
  ];

  it.each(cases)(
    'The format %s of the number %d is read as %j from .xlsx and .xls.',
    async (format, value, expected) => {
      const sheet = sheetjs.utils.aoa_to_sheet([[{ t: 'n', v: value, z: format }]]);
      for (const bookType of ['biff8', 'xlsx'] as const) {
        const book = sheetjs.utils.book_new(sheet, 'S');
        const bytes = new Uint8Array(sheetjs.write(book, { bookType, type: 'array' }));
        expect(await rowsOf(bytes)).toEqual([[expected]]);
      }
    },
  );
});
