/** Limits of a sheet, far above the needs of any campus and below the memory of a 4 GB computer. */
export const mostRows = 110_000;
export const mostColumns = 200;
/** Bytes of the file on disk. */
export const largestFile = 100 * 1024 * 1024;
/** Bytes of one part and of all parts of an .xlsx after unpacking, counted while unpacking. */
export const largestPart = 300 * 1024 * 1024;
export const largestUnpacked = 400 * 1024 * 1024;
/** A part above a megabyte that unpacks to more than this many times its size is malicious. */
export const steepestRatio = 200;
export const ratioCountsFrom = 1_000_000;
/** Rows times columns from A1 to the last cell. A cell beyond this limit is too far away to belong to the bills. */
export const largestArea = 20_000_000;
/** Approximate bytes of memory for all cells and texts: 110,000 rows of 35 columns, 15 of them texts. */
export const mostMemory = 140 * 1024 * 1024;
export const mostSheets = 2000;
/** Characters. Excel's own limit is 31; other programs have none. */
export const longestSheetName = 300;
/** Rows of one bank file: a month of a large school. */
export const mostBankRows = 20_000;
/** Opening tags, closing tags and entities of all parts. 110,000 rows of 60 columns have half as many. */
export const mostXmlWork = 60_000_000;
/** Relations of a workbook to its sheets and other parts. */
export const mostRelations = 20_000;
/** Seconds after which a worker without an answer is terminated. */
export const readingSeconds = 30;
/** Cells of a CSV line, including empty ones: as many as Excel has columns, because it may save them all. */
export const widestLine = 16_384;
/** Characters of one CSV record, so that an open quotation mark cannot make the rest of the file one record. */
export const longestRecord = 64 * 1024;
