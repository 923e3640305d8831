import { describe, expect, it } from 'vitest';
import { partsOf } from '../../../test/sheets/read-back.ts';
import { storeZip } from '../../../test/sheets/store-zip.ts';
import { readVouchers } from '../../../test/sheets/voucher-files.ts';
import { listZipEntries } from './files/unzip.ts';
import { SheetFailure } from './sheet-failure.ts';

/** Milliseconds. A file that the reader does not refuse in this time would be stopped by ending the worker. */
const patience = 10_000;

const failureOf = (path: string): Promise<unknown> =>
  readVouchers(`hostile/${path}`).then(
    (result) => result,
    (failure: unknown) => failure,
  );

describe('Refused files', () => {
  it.each([
    ['empty.xlsx', /is empty/],
    ['pdf-as.xls', /PDF/],
    ['png-as.xlsx', /picture/],
    ['docx-as.xlsx', /Word document/],
    ['html-as.xls', /web page.*Save As/],
    ['password.xls', /password protected/],
    ['password.xlsx', /password protected/],
    ['trunc50.xlsx', /damaged or not complete/],
    ['trunc95.xls', /damaged or not complete/],
    ['lie-big-local.xlsx', /damaged or not complete/],
    ['bomb-attr-1g.xlsx', /unpacks to far more/],
    ['bomb-sst1-400m.xlsx', /unpacks to far more/],
    ['cols-bomb.xlsx', /unpacks to far more/],
    ['deep-xml.xlsx', /unpacks to far more/],
    ['redos-tag.xlsx', /unpacks to far more/],
    ['xls-fatloop.xls', /damaged or not complete/],
    ['huge-ref.xlsx', /No sheet/],
    ['far-cols.xlsx', /No row with column names/],
    ['merge-bomb.xlsx', /No row with column names/],
    ['lol-sst.xlsx', /No row with column names/],
    ['xxe-sst.xlsx', /No row with column names/],
  ])(
    'The file %s is refused with a sentence that says why.',
    { timeout: patience },
    async (path, sentence) => {
      const failure = await failureOf(path);
      expect(failure).toBeInstanceOf(SheetFailure);
      expect((failure as SheetFailure).message).toMatch(sentence);
    },
  );
});

describe('Readable files', () => {
  it.each([
    ['csv-as.xls', 20],
    ['csv-as.xlsx', 20],
    ['xlsx-as.xls', 20],
    ['fuzz41.xls', 20],
    ['empty-rows-1m.xlsx', 1],
  ])(
    'The file %s is read although its name or its contents are unusual.',
    { timeout: patience },
    async (path, rows) => {
      const { bills, refused } = await readVouchers(`hostile/${path}`);
      expect(bills.length + refused.length).toBe(rows);
    },
  );
});

describe('Files without a heading row', () => {
  it('In formula-inject.xlsx a text that looks like a formula stays text.', async () => {
    const { opened, summary } = await readVouchers('hostile/formula-inject.xlsx');
    expect(opened.sheets[0]?.hasHeader).toBe(false);
    expect(summary.unused).toContain("=cmd|' /C calc'!A0");
    expect(summary).toMatchObject({ rows: 1, outcomes: { refused: 1 } });
  });

  it('In proto-header.xlsx the heading `__proto__` is a heading like any other.', async () => {
    const { bills, summary } = await readVouchers('hostile/proto-header.xlsx');
    expect(summary.unused).toEqual(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']);
    expect(bills).toEqual([{ regNum: 'polluted' }]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('Zip files', () => {
  const text = 'hello '.repeat(10_000);
  const bytes = new TextEncoder().encode(text);

  it('storeZip writes a zip that unpacks to the same files.', async () => {
    const zip = storeZip([
      { name: 'xl/a.xml', bytes },
      { name: 'b.rels', bytes: new Uint8Array() },
    ]);
    expect(await partsOf(zip)).toEqual({ 'xl/a.xml': text, 'b.rels': '' });
  });

  it('A zip with one changed byte is refused as damaged.', async () => {
    const zip = storeZip([{ name: 'a.xml', bytes }]);
    zip[1000] = 0;
    await expect(partsOf(zip)).rejects.toThrow(/damaged/);
  });

  it('A zip that is cut at any place is refused.', () => {
    const zip = storeZip([{ name: 'a.xml', bytes }]);
    for (let length = 0; length < zip.length; length += 97) {
      expect(() => listZipEntries(zip.slice(0, length))).toThrow(SheetFailure);
    }
  });
});
