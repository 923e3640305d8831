/**
 * Files of public collections that we read differently from the second reader, with the reason why our result is
 * right.
 */
const reasons: Record<string, readonly string[]> = {
  'a time in ISO form is left unchanged, 23:44:51.894; the second rounds it': ['explicitdate.xlsx'],
  'a boolean without a value is empty; for the second it is FALSE': ['issue.2488.xlsx'],
  'an empty shared text has a place in the list; the second skips it, so all later texts are shifted': [
    'issue.4063.xlsx',
  ],
  'the second does not read XML in UTF-16': ['utf16be.xlsx', 'utf16be.bom.xlsx'],
  'format 35 is a time in China but a day in Japan, where this file is from: 37438 is 1 July 2002': [
    '12561-1.xls',
  ],
  'the second reads only the last run of an inline text': ['InlineString.xlsx'],
  'the second does not read a workbook without styles': ['test-issue-771.xlsx'],
  'two parts have the same name, and the readers take different ones; no sheet program writes such files': [
    'duplicate-filename.xlsx',
    'duplicate-filename-case-insensitive.xlsx',
  ],
  'refused: from a beta version of Excel 2007, whose shared texts have another name; the second skips them': [
    'sample-beta.xlsx',
  ],
  'refused: a malicious file, with a shared text of a million letters although a cell may hold 32,767': [
    'poc-shared-strings.xlsx',
  ],
  'refused: a fuzzer changed bytes, so checksums or lengths are wrong; the second does not check them': [
    'clusterfuzz-testcase-minimized-POIHSSFFuzzer-4819588401201152.xls',
    'clusterfuzz-testcase-minimized-POIXSSFFuzzer-5265527465181184.xlsx',
    'clusterfuzz-testcase-minimized-POIXSSFFuzzer-5937385319563264.xlsx',
  ],
};

/** Maps the name of a file to the reason. */
export const expectedDifferences: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, files]) => files.map((file): [string, string] => [file, reason])),
);
