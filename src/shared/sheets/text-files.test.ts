import { describe, expect, it } from 'vitest';
import { checkFile } from '../../../test/sheets/check-file.ts';
import { readCsv } from './files/read-csv.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

const read = (bytes: Uint8Array<ArrayBuffer>, name = 'bills.csv') => checkFile({ name, bytes });
const sheet = 'Name,Mobile,DueDate\nفاطمہ,0300-1234567,15/11/2026\n';
const bill = { name: 'فاطمہ', number: '0300-1234567', dueDate: '2026-11-15' };

describe('Encodings', () => {
  it.each([
    ['UTF-8', utf8(sheet)],
    ['UTF-8 with a byte order mark', utf8(`\ufeff${sheet}`)],
    ['UTF-16 little endian', utf16(sheet, true)],
    ['UTF-16 big endian', utf16(sheet, false)],
  ])('A %s file is read without a note.', async (_name, bytes) => {
    const { bills, summary } = await read(bytes);
    expect(bills).toEqual([bill]);
    expect(summary.notes).toEqual([]);
  });

  it('A Windows-1252 file is read with a warning.', async () => {
    const bytes = Uint8Array.from(
      [...'Name,Mobile\nJosé,0300-1234567'].map((letter) => letter.charCodeAt(0)),
    );
    const { bills, summary } = await read(bytes);
    expect(bills[0]?.name).toBe('José');
    expect(summary.notes).toEqual([expect.stringMatching(/letters.*Western.*: José\.$/)]);
  });

  it.each([
    ['little', true],
    ['big', false],
  ])('A UTF-16 file in %s endian without a byte order mark is read.', async (_name, isLittle) => {
    const { bills, summary } = await read(utf16(sheet, isLittle).slice(2));
    expect(bills).toEqual([bill]);
    expect(summary.notes).toEqual([]);
  });

  // Two names in Urdu in the encoding of old Windows programs.
  const urdu = Uint8Array.from([
    ...utf8('Name,Mobile\n'),
    ...[0xdd, 0xc7, 0xd8, 0xe3, 0xc0],
    ...utf8(',0300-1234567\n'),
    ...[0xda, 0xe1, 0xed, 0x20, 0xd1, 0xd6, 0xc7],
    ...utf8(',0300-1234568\n'),
  ]);

  it('Windows-1256 is recognised by its letters, with samples of both encodings to choose from.', async () => {
    const { bills, opened, summary } = await read(urdu);
    expect(bills.map(({ name }) => name)).toEqual(['فاطمہ', 'علي رضا']);
    expect(opened.letters).toEqual({
      encoding: 'windows-1256',
      choices: [
        { encoding: 'windows-1256', samples: ['فاطمہ', 'علي رضا'] },
        { encoding: 'windows-1252', samples: ['ÝÇØãÀ', 'Úáí ÑÖÇ'] },
      ],
    });
    expect(summary.notes).toEqual([expect.stringContaining('Urdu or Arabic (Windows-1256)')]);
  });

  it('The encoding that a person chose is used, whatever the letters look like.', async () => {
    const { bills } = await checkFile({ name: 'a.csv', bytes: urdu }, { encoding: 'windows-1252' });
    expect(bills[0]?.name).toBe('ÝÇØãÀ');
  });

  it('A file whose only unusual bytes are spaces and dashes gets no encoding question.', async () => {
    const bytes = Uint8Array.from([...utf8('Name,Mobile\nAli'), 0xa0, 0x96, ...utf8('B,0300-1234567')]);
    const { opened, summary, bills } = await read(bytes);
    expect(bills).toHaveLength(1);
    expect(opened.letters).toBeUndefined();
    expect(summary.notes).toEqual([]);
  });

  it('One invalid byte makes only its own cell unreadable.', async () => {
    const bytes = Uint8Array.from([...utf8(`${sheet}علی`), 0xd8, ...utf8(',0300-1234568,15/11/2026\n')]);
    const { bills, refused, summary } = await read(bytes);
    expect(bills).toEqual([bill]);
    expect(refused).toEqual([
      { row: 3, reason: expect.stringMatching(/^Name: .*cannot be read/), fields: ['name'] },
    ]);
    expect(summary.notes).toEqual([]);
  });
});

describe('CSV', () => {
  it.each([
    ['semicolons', sheet.replaceAll(',', ';')],
    ['tabs', sheet.replaceAll(',', '\t')],
    ['bars', sheet.replaceAll(',', '|')],
    ['a declared bar', `sep=|\n${sheet.replaceAll(',', '|')}`],
    ['CRLF', sheet.replaceAll('\n', '\r\n')],
    ['CR', sheet.replaceAll('\n', '\r')],
    ['a declared delimiter', `sep=;\r\n${sheet.replaceAll(',', ';')}`],
    ['no line end', sheet.trimEnd()],
    ['titles above', `The Example School\n\n${sheet}`],
    ['the old end of file', `${sheet}${String.fromCharCode(26)}`],
  ])('A CSV file with %s is read.', async (_name, text) =>
    expect((await read(utf8(text))).bills).toEqual([bill]),
  );

  it('Quoted delimiters, line breaks and quotation marks are kept, and rows are counted as Excel does.', async () => {
    const text =
      'Name,Mobile,TotalAmount\n"Ali, ""A""\nKhan",0300-1234567,"1,200.00"\n\nO\'Brien "Bob",,much\n';
    const { bills, refused } = await read(utf8(text));
    expect(bills).toEqual([{ name: 'Ali, "A"\nKhan', number: '0300-1234567', total: 1200 }]);
    expect(refused.map(({ row }) => row)).toEqual([4]);
  });

  it.each([
    ['bare', '="00013"', '="0300-1234567"'],
    ['in quotation marks', '"=""00013"""', '"=""0300-1234567"""'],
  ])(
    'The text inside a formula such as ="00013" is read when the cell is %s.',
    async (_name, regNum, number) => {
      const { bills, warnings } = await read(utf8(`Reg No,Mobile,Total\n${regNum},${number},500\n`));
      expect(bills).toEqual([{ regNum: '00013', number: '0300-1234567', total: 500 }]);
      expect(warnings).toEqual([]);
    },
  );

  it('Amounts in Urdu digits with Urdu separators are read.', async () => {
    const { bills } = await read(utf8('Reg No,Name,Mobile,Total\n1,Ali,0300-1234567,"۱۲٬۵۰۰"\n'));
    expect(bills[0]?.total).toBe(12500);
  });

  const long = 'x'.repeat(10_000_000);
  it.each([
    ['a cell of 10 MB', `Name,Mobile\nAli,${long}\n`, 2],
    ['a quoted cell of 10 MB', `Name,Mobile\nAli,"${long}"\n`, 2],
    ['a cell of 10 MB behind a quoted line break', `Name,Mobile\n"A\nli",1\nAli,${long}\n`, 4],
    ['long headings', `Name,${'Heading of a column,'.repeat(10_000)}\n1,2\n`, 1],
  ])('A line with %s is refused as too long.', (_what, text, line) => {
    expect(() => readCsv(text)).toThrow(`Line ${line} is longer than any row`);
  });

  it('A long line with an open quotation mark is refused because of the quotation mark.', () => {
    expect(() => readCsv(`Name,Mobile\nAli,"${long}\n`)).toThrow(/quotation mark.*never closed/);
  });

  it('Up to 16,384 empty columns are accepted, as Excel saves them, and two million are refused.', () => {
    const wide = (cells: number) => `Name,Mobile\nAli${','.repeat(cells)}\n`;
    expect(readCsv(wide(16_384)).rows).toHaveLength(2);
    expect(() => readCsv(wide(2_000_000))).toThrow(/more than 200 columns/);
  });

  it('An open quotation mark is refused instead of swallowing the rest of the file.', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => `Ali,0300-12345${n % 10}${n % 10}`).join('\n');
    await expect(read(utf8(`Name,Mobile\n"Sana,0300-1234567\n${rows}`))).rejects.toThrow(
      /quotation mark.*never closed/,
    );
    await expect(read(utf8('Name,Mobile\n"Sana,0300-1234567\n'))).rejects.toThrow(
      /quotation mark.*never closed/,
    );
  });

  it('CSV text that looks like a number or a date stays text.', () => {
    expect(readCsv('000123,3/4,1E5,TRUE').rows).toEqual([['000123', '3/4', '1E5', 'TRUE']]);
  });
});

describe('Lists of numbers', () => {
  it('A list can have several numbers on a line, and each becomes a bill with only its number.', async () => {
    const text =
      '0300 1234567\n0301-1234567, 0302-1234567;0303-1234567/0304-1234567\n\n03051234567 03061234567\r\n+92 307 1234567';
    const { bills, refused, isNumberList } = await read(utf8(text), 'numbers.txt');
    expect(isNumberList).toBe(true);
    expect(refused).toEqual([]);
    expect(bills.map(({ number }) => number)).toEqual([
      '0300 1234567',
      '0301-1234567',
      '0302-1234567',
      '0303-1234567',
      '0304-1234567',
      '03051234567',
      '03061234567',
      '+92 307 1234567',
    ]);
    expect(bills.every((one) => Object.keys(one).length === 1)).toBe(true);
  });

  it('A list of numbers kept as text by formulas is read.', async () => {
    const { bills } = await read(utf8('="03001234567"\n="03011234567"'), 'numbers.txt');
    expect(bills.map(({ number }) => number)).toEqual(['03001234567', '03011234567']);
  });

  it('Invalid and repeated numbers of a list are refused with their line.', async () => {
    const { bills, refused } = await read(
      utf8('0300-1234567\n0301-1234567\nAli\n12345\n03001234567\n0302-1234567'),
    );
    expect(bills).toHaveLength(3);
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual([
      [3, 'Mobile: "Ali" is not a phone number.'],
      [4, 'Mobile: "12345" is not a phone number.'],
      [5, '03001234567 is already on line 1.'],
    ]);
  });

  it.each([
    ['a line', '0300-1234567 03011234567 0302 1234567 0303-1234567 03041234567\nabc\n12\n'],
    ['two lines', '12\n0300-1234567 03011234567 0302 1234567\nabc\n0303-1234567 03041234567'],
    ['a line with invalid texts', '0302 1234567\n0300-1234567 03011234567 12 abc\n0303-1234567\n03041234567'],
  ])(
    'A list with several numbers on %s is read, and invalid texts are refused with their text.',
    async (_name, text) => {
      const { bills, refused } = await read(utf8(text), 'numbers.txt');
      expect(bills.map(({ number }) => number).sort()).toEqual([
        '0300-1234567',
        '03011234567',
        '0302 1234567',
        '0303-1234567',
        '03041234567',
      ]);
      expect(refused.map(({ reason }) => reason).sort()).toEqual([
        'Mobile: "12" is not a phone number.',
        'Mobile: "abc" is not a phone number.',
      ]);
    },
  );

  it.each([
    ['names', 'Ali,0300-1234567,0301-1234567\nSana,0302-1234567,0303-1234567'],
    ['places in a list', '1,0300-1234567,0301-1234567\n2,0302-1234567,0303-1234567'],
  ])('A file with %s beside its numbers is not a list of numbers.', async (_name, text) => {
    await expect(read(utf8(text))).rejects.toThrow(/No row with column names/);
  });

  it('A list of numbers with a heading is a sheet of one column.', async () => {
    const { bills, refused, isNumberList } = await read(utf8('Mobile\n0300-1234567\n03001234567'));
    expect(isNumberList).toBe(false);
    expect(bills).toHaveLength(1);
    expect(refused).toMatchObject([{ row: 3, reason: expect.stringMatching(/already in row 2/) }]);
  });
});

describe('Files that are no sheet', () => {
  it.each([
    ['<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">', /contains XML/],
    ['  <!DOCTYPE html><html><table>', /web page/],
    ['{\\rtf1 hello}', /Word document/],
    ['PK\u0003\u0004', /damaged/],
    ['Dear Sir,\nplease find', /No row with column names/],
    ['  \n ', /is empty/],
    ['a\u0000b', /not a sheet/],
    ['Name,Mobile,DueDate\n', /no bills below/],
  ])('A file that begins with %j is refused with a sentence that says why.', async (text, sentence) =>
    expect(read(utf8(text))).rejects.toThrow(sentence),
  );

  it('A file of more than 110,000 rows is refused.', async () => {
    const text = `Name,Mobile\n${'Ali,\n'.repeat(110_001)}`;
    await expect(read(utf8(text))).rejects.toThrow(/more than 110,000 rows/);
  });

  it('A file of more than 200 columns is refused.', async () => {
    await expect(read(utf8(`Name,Mobile,Branch${',x'.repeat(200)}\nAli,,`))).rejects.toThrow(
      /more than 200 columns/,
    );
  });
});
