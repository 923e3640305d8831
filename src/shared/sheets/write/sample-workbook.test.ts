import { describe, expect, it } from 'vitest';
import { partsOf, readOurs, readSecond, trimmed } from '../../../../test/sheets/read-back.ts';
import { columnsOfKind, recogniseName } from '../columns.ts';
import { importKinds } from '../sheet-rows.ts';
import { explanations } from '../sheet-words.ts';
import { sampleWorkbook } from './sample-workbook.ts';

describe.each(importKinds)('The sample workbook of %s', (kind) => {
  const columns = columnsOfKind[kind];

  it('The sample workbook has the known headings in their order and one example row.', async () => {
    const bytes = await sampleWorkbook(kind);
    const [headings = [], example = [], ...others] = trimmed(await readOurs(bytes));
    expect(headings).toEqual(columns.map(({ heading }) => heading));
    expect(headings.map((heading) => recogniseName(String(heading), kind))).toEqual(columns);
    expect(example[0]).toBe('EXAMPLE');
    expect(others).toEqual([]);
    expect(trimmed(readSecond(bytes))).toEqual([headings, example]);
  });

  it('The sample workbook explains every column.', async () => {
    const [titles, ...rows] = trimmed(await readOurs(await sampleWorkbook(kind), 1));
    expect(titles).toEqual(['Column', 'What goes in', 'Example', 'Needed']);
    expect(rows.map(([heading]) => heading)).toEqual(columns.map(({ heading }) => heading));
    for (const [, holds, , needed] of rows) {
      expect(holds).toMatch(/\.$/);
      expect(needed).toBeTruthy();
    }
    expect(Object.keys(explanations[kind]).sort()).toEqual(columns.map(({ field }) => field).sort());
  });

  it('The code and number columns of the sample workbook are formatted as text.', async () => {
    const parts = await partsOf(await sampleWorkbook(kind));
    const { 'xl/worksheets/sheet1.xml': xml = '', 'xl/styles.xml': styles = '' } = parts;
    const text = /numFmtId="(\d+)" formatCode="@"/.exec(styles)?.[1];
    const formats = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf numFmtId="(\d+)"/g)];
    for (const field of ['regNum', 'invNo', 'number']) {
      const index = columns.findIndex((column) => column.field === field);
      if (index < 0) continue;
      const letter = (index > 25 ? 'A' : '') + String.fromCharCode(65 + (index % 26));
      const empty = [...xml.matchAll(new RegExp(`<c r="${letter}\\d+" s="(\\d+)"/>`, 'g'))];
      expect(empty).toHaveLength(1000);
      expect(new Set(empty.map(([, style]) => formats[Number(style)]?.[1]))).toEqual(new Set([text]));
    }
  });
});
