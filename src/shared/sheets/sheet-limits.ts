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
/** A worker that has not answered after this long is ended. */
export const readingSeconds = 30;
/** Characters of one CSV record: an open quotation mark must not swallow the file. */
export const longestRecord = 64 * 1024;
