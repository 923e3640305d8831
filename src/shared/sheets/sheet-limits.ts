/** Bounds of a sheet, far above any campus and below what would exhaust a 4 GB computer. */
export const mostRows = 110_000;
export const mostColumns = 200;
/** Bytes of the file as it is on the disk. */
export const largestFile = 100 * 1024 * 1024;
/** Bytes of one part and of all parts of an .xlsx once unpacked, counted while unpacking. */
export const largestPart = 300 * 1024 * 1024;
export const largestUnpacked = 400 * 1024 * 1024;
/** A part above a megabyte that unpacks to more than this many times its size is made to do harm. */
export const steepestRatio = 200;
export const ratioCountsFrom = 1_000_000;
/** Rows by columns from A1 to the last cell: what lies so far below the bills is none of them. */
export const largestArea = 20_000_000;
/** Bytes that the cells of all sheets and their texts may take, roughly: 110,000 rows of 35 columns, 15 of them texts. */
export const mostKept = 140 * 1024 * 1024;
export const mostSheets = 2000;
/** Tags, closing ones as well, and entities of all parts: 110,000 rows of 60 columns have half as many. */
export const mostXmlWork = 60_000_000;
/** Of a workbook to its sheets and other parts. */
export const mostRelations = 20_000;
/** A worker that has not answered after this long is ended. */
export const readingSeconds = 30;
/** Cells of a line of CSV, empty ones too: as many as Excel has columns, since it can save them all. */
export const widestLine = 16_384;
/** Characters of one CSV record: an open quotation mark must not swallow the file. */
export const longestRecord = 64 * 1024;
