/** A small workbook written by hand, with contents that spreadsheet programs rarely write. */
import { checkFile, type FileChecked, type Given } from './check-file.ts';
import { storeZip } from './store-zip.ts';

/** `cells` is the XML of the rows. A sheet whose `kind` is not a worksheet has no rows. */
export type TinySheet = { name: string; rows: string; state?: string; kind?: string; isUtf16?: boolean };

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A row of text cells, or of cells given as XML. */
export const row = (number: number, ...cells: string[]): string =>
  `<row r="${number}">${cells
    .map((cell) => (cell.startsWith('<') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`))
    .join('')}</row>`;

function utf16(text: string): Uint8Array<ArrayBuffer> {
  const units = Uint16Array.from([0xfeff, ...Array.from(text, (letter) => letter.charCodeAt(0))]);
  return new Uint8Array(units.buffer);
}

function partsOf(sheets: readonly TinySheet[], workbookPr: string, format: string): Record<string, string> {
  const entries = sheets.map(
    ({ name, state }, n) =>
      `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"${state ? ` state="${state}"` : ''}/>`,
  );
  const links = sheets.map(
    ({ kind = 'worksheet' }, n) =>
      `<Relationship Id="rId${n + 1}" Type="${relations}/${kind}" Target="worksheets/sheet${n + 1}.xml"/>`,
  );
  const styles = `<numFmts count="1"><numFmt numFmtId="170" formatCode="${format}"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs>`;
  return {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}">${workbookPr}<sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}<Relationship Id="s" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles}</styleSheet>`,
  };
}

/** The bytes of the workbook; `format` is the number format of cells with `s="2"`. */
export function tinyWorkbook(
  sheets: readonly TinySheet[],
  workbookPr = '',
  format = '0.000',
): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const fixed = Object.entries(partsOf(sheets, workbookPr, format)).map(([name, xml]) => ({
    name,
    bytes: encoder.encode(xml),
  }));
  const rows = sheets.map((sheet, n) => {
    const xml = `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${sheet.rows}</sheetData></worksheet>`;
    return {
      name: `xl/worksheets/sheet${n + 1}.xml`,
      bytes: sheet.isUtf16 ? utf16(xml) : encoder.encode(xml),
    };
  });
  return storeZip([...fixed, ...rows]);
}

export const readTiny = (
  sheets: readonly TinySheet[],
  workbookPr = '',
  given?: Given,
): Promise<FileChecked> => checkFile({ name: 'tiny.xlsx', bytes: tinyWorkbook(sheets, workbookPr) }, given);
