/**
 * Files of the public collections that we read differently from the second reader, with the reason why ours is right.
 */
const reasons: Record<string, readonly string[]> = {
  'a time in ISO form is kept as it stands, 23:44:51.894; the second rounds it': ['explicitdate.xlsx'],
  'a truth without a value is empty; for the second it is FALSE': ['issue.2488.xlsx'],
  'an empty shared text takes a place; the second leaves it out and shifts all that follow': [
    'issue.4063.xlsx',
  ],
  'the second does not read XML in UTF-16': ['utf16be.xlsx', 'utf16be.bom.xlsx'],
  'format 35 is a time in China and a day in Japan, where this file is from: 37438 is the 1 July 2002': [
    '12561-1.xls',
  ],
  'the second takes only the last run of a text that stands in its cell': ['InlineString.xlsx'],
  'the second does not read a workbook without styles': ['test-issue-771.xlsx'],
  'two parts have one name, and each reader takes another; no sheet program writes that': [
    'duplicate-filename.xlsx',
    'duplicate-filename-case-insensitive.xlsx',
  ],
  'refused: of a test version of Excel 2007, whose shared texts have another name; the second leaves them out':
    ['sample-beta.xlsx'],
  'refused: made to do harm, a shared text of a million letters where a cell holds 32,767': [
    'poc-shared-strings.xlsx',
  ],
  'refused: bytes changed by a fuzzer, which check sums or lengths tell; the second does not look at them': [
    'clusterfuzz-testcase-minimized-POIHSSFFuzzer-4819588401201152.xls',
    'clusterfuzz-testcase-minimized-POIXSSFFuzzer-5265527465181184.xlsx',
    'clusterfuzz-testcase-minimized-POIXSSFFuzzer-5937385319563264.xlsx',
  ],
};

/** Maps a file's name to the reason. */
export const knownDifferences: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, files]) => files.map((file): [string, string] => [file, reason])),
);
