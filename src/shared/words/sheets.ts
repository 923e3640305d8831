/** Every sentence about reading a sheet: what is wrong, and how a clerk puts it right. */

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;

const saveAgain = 'Open it in Excel, choose File, Save As, Excel Workbook (.xlsx), and import that file.';

/** Why a file as a whole cannot be used. */
export const fileFailures = {
  empty: 'This file is empty. Choose the file again, or save it again in Excel.',
  unreadable:
    'The file could not be opened. If it is on a USB stick or a network drive, copy it to this computer and choose it again.',
  tooLarge: (most: string) => `This file is larger than ${most}. Split it into smaller files.`,
  damaged: `This file is damaged or not complete. ${saveAgain}`,
  password:
    'This file is password protected. Open it in Excel, remove the password (File, Info, Protect Workbook), save it, and import it again.',
  notASheet: (kind: string) =>
    `This is ${kind}, not a sheet. Choose an Excel file (.xlsx or .xls), a CSV file, or a text file of numbers.`,
  unknownContent:
    'This is not a sheet. Choose an Excel file (.xlsx or .xls), a CSV file, or a text file of numbers.',
  webPage: `This file has an Excel name but holds a web page, as some school systems export it. ${saveAgain}`,
  xmlTable: `This file has an Excel name but holds XML, as some school systems export it. ${saveAgain}`,
  oldExcel: `This file was written by a very old Excel (before 1997). ${saveAgain}`,
  otherFormat: (format: string) => `This is ${format}. ${saveAgain}`,
  tooMuchInside:
    'This file unpacks to far more than any sheet of bills holds, so it was not opened. Copy the bills into a new workbook and import that.',
  tooManyRows: (most: number) =>
    `This sheet has more than ${most.toLocaleString('en-US')} rows. Split it into smaller files.`,
  tooManyColumns: (most: number) =>
    `This sheet has more than ${most} columns. Copy the columns of the bills into a new workbook and import that.`,
  tooFar:
    'Something is typed far below or beside the bills. Copy the bills alone into a new workbook and import that.',
  noSheet: `No sheet with anything on it was found in this file. ${saveAgain}`,
  noHeader:
    'No row with column names was found. The first row should hold names such as RegistrationNumber, Name, Mobile, TotalAmount and DueDate.',
  noRows: 'The column names are there, but no bills below them.',
  openQuote: (line: number) =>
    `A quotation mark (") opened near line ${line} is never closed. Remove it, or save the sheet as an Excel file (.xlsx).`,
  tooSlow: (seconds: number) =>
    `This file could not be read within ${seconds} seconds, so reading was stopped. Copy the bills into a new workbook and import that.`,
  stopped:
    'Reading stopped unexpectedly: the file may need more memory than this computer has. Copy the bills into a new workbook and import that.',
} as const;

/** What a file turned out to be, for `notASheet` and `otherFormat`. */
export const fileKinds = {
  pdf: 'a PDF document',
  image: 'a picture',
  word: 'a Word document',
  slides: 'a PowerPoint document',
  zip: 'a zip archive',
  openDocument: 'an OpenDocument sheet (.ods)',
  binaryWorkbook: 'a binary Excel workbook (.xlsb)',
  numbers: 'a Numbers document',
} as const;

/** What is wrong with one cell; shown after the name of its column. */
export const cellProblems = {
  error: (code: string) => `holds the error ${code}. Correct the formula or type the value.`,
  noValue: 'holds a formula without a value. Open the file in Excel, save it, and import it again.',
  notAmount: (text: string) => `"${text}" is not an amount.`,
  negative: (text: string) => `${text} is below zero.`,
  tooMuch: (text: string) => `${text} is too large to be an amount.`,
  notDay: (text: string) => `"${text}" is not a date. Write day first, such as 25/11/2026.`,
  notMonth: (text: string) => `"${text}" is not a month. Write 1 to 12 or a name such as November.`,
  notYear: (text: string, first: number, last: number) => `"${text}" is not a year from ${first} to ${last}.`,
  lostDigits: (text: string) =>
    `${text} has lost digits: Excel keeps only 15 of a long number. Format the column as Text and type it again.`,
  becameDate: 'was turned into a date by Excel. Format the column as Text and type it again.',
  tooLong: (most: number) => `is longer than ${most} characters.`,
  notNumber: (text: string) => `"${text}" is not a phone number.`,
} as const;

/** What is wrong with a row as a whole. */
export const rowProblems = {
  notABill: 'No registration number, invoice number, name or mobile: this is not a bill.',
  onlyOneCell: 'Only one cell of a bill is filled: this is not a bill.',
  totals: 'This looks like a row of totals, not a bill.',
  notANumber: (text: string) => `"${text}" is not a phone number.`,
  sameNumber: (number: string, line: number) => `${number} is already on line ${line}.`,
} as const;

/** What was put right or passed over while reading, so that a person can check it. */
export const readWarnings = {
  guessedEncoding:
    'This text file does not say how its letters are written. Check that names with special letters look right.',
  serialDates: (count: number) =>
    `${counted(count, 'date is', 'dates are')} stored as plain numbers and were read as Excel days. Check a date against the sheet.`,
  rounded: (count: number) =>
    `${counted(count, 'amount', 'amounts')} with more than two decimals ${count === 1 ? 'was' : 'were'} rounded to paisa.`,
  lostZero: (count: number) =>
    `${counted(count, 'mobile number', 'mobile numbers')} had lost the first 0 and ${count === 1 ? 'was' : 'were'} read with it.`,
  landlines: (count: number) =>
    `${counted(count, 'number is a landline', 'numbers are landlines')}: WhatsApp may not reach ${count === 1 ? 'it' : 'them'}.`,
  noMobile: (count: number) =>
    `${counted(count, 'bill has', 'bills have')} no mobile number and cannot be messaged until one is added.`,
  unusedColumns: (names: string) => `Not used: ${names}.`,
  repeatedColumn: (name: string) => `The column ${name} is there more than once; the first one was read.`,
  otherSheets: (read: string, others: string) =>
    `Only the sheet "${read}" was read. These also hold bills: ${others}.`,
} as const;

/** The field itself. */
export const sheetField = {
  choose: 'Choose a file or drop it here',
  accepted: 'Excel (.xlsx, .xls), CSV, or a text file of numbers',
  reading: (fileName: string) => `Reading ${fileName}`,
  opening: 'Opening the file…',
  checking: (done: number) => `Checking rows… ${done.toLocaleString('en-US')}`,
  cancel: 'Cancel',
  clear: 'Clear',
  bills: (count: number) => counted(count, 'bill', 'bills'),
  refused: (count: number) => counted(count, 'row is left out', 'rows are left out'),
  row: (row: number) => `Row ${row}`,
  line: (row: number) => `Line ${row}`,
  more: (count: number) => `and ${count.toLocaleString('en-US')} more`,
} as const;
