/** Texts of an import, from its file to its result, of its history, and of imported students. */

import type { ColumnCells, IssueKind, RowOutcome } from '../sheets/checked.ts';
import type { Hold, ImportKind } from '../sheets/sheet-rows.ts';
import { monthName } from '../time/dates.ts';

const number = (count: number): string => count.toLocaleString('en-US');
const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

const small = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (count: number): string => small[count] ?? number(count);

/** The names for rows of a file, by the kind of import. */
export const rowNames = {
  bills: (count: number) => counted(count, 'bill', 'bills'),
  students: (count: number) => counted(count, 'student', 'students'),
} as const;

export const importWords = {
  /** The name of the region with the steps. */
  title: 'Import',
  steps: { file: 'File', columns: 'Columns', check: 'Check', save: 'Save' },
  isDone: 'done',
  sample: 'Download a sample workbook',
  sampleName: (product: string, kind: ImportKind) => `${product} ${kind}.xlsx`,
  choose: 'Choose a file or drop it here',
  accepted: 'Excel (.xlsx, .xls), CSV, or a text file of numbers',
  acceptedStudents: 'Excel (.xlsx, .xls) or CSV',
  reading: (fileName: string) => `Reading ${fileName}`,
  opening: 'Opening the file…',
  unfinished: 'Unfinished import',
  continueWith: (fileName: string) => `Continue with ${fileName}`,
  discard: 'Discard',
  storedUntil: (day: string) => `Kept in this browser until ${day}. Another file takes its place.`,
  rowsRead: (count: number) => `Reading rows… ${number(count)}`,
  lookingUp: (done: number, of: number) => `Comparing with what is stored… ${number(done)} of ${number(of)}`,
  cancel: 'Cancel',
  clear: 'Clear',
  noRight: 'You do not have the right to import here. Ask an administrator of your campus.',
  /** Shown beside a field with a value from the file. */
  fromFile: 'from the file',
  rowsOf: (rows: number, sheet: string) =>
    sheet === ''
      ? counted(rows, 'row', 'rows')
      : `${counted(rows, 'row', 'rows')}, sheet “\u2068${sheet}\u2069”`,
  nothingSaved: 'Nothing is saved yet',
  saveKey: 'Ctrl Enter saves',
} as const;

const dayFields = ['dueDate', 'expiryDate', 'issueDate', 'paidOn'];
const amountFields = [
  ...[
    'total',
    'amountAfterDueDate',
    'fee',
    'concession',
    'arrears',
    'instalment',
    'paidAmount',
    'outstanding',
  ],
];

export const columnWords = {
  title: 'Columns',
  sheet: 'Sheet',
  sheetRows: (name: string, rows: number) => `${name} (${counted(rows, 'row', 'rows')})`,
  headerRow: 'Row with the column names',
  letters: 'How are the letters of this file written?',
  lettersHint: 'The file does not show this. Choose the one in which the names look right.',
  noHeader: 'No row with column names was found. Give the number of the row that has them.',
  notUsed: 'Not used',
  notChosen: 'Choose…',
  leaveUnused: 'Always ignore these columns',
  noHeading: (letter: string) => `Column ${letter}, without a name`,
  fieldOf: (heading: string) => `What ${heading} contains`,
  noneRecognised: (row: number) =>
    `No column name is recognised in row ${number(row)}. If that row has data instead of names, open the file in Excel, insert a row above it with names such as RegistrationNumber, Name and Mobile, save it, and choose it again.`,
  unknown: 'Not recognised',
  unknownAre: (names: string) => `Not recognised: ${names}. Choose what they contain, or leave them unused.`,
  fee: 'Proposed',
  feesAre: (names: string) =>
    `Taken as parts of the bill: ${names}. Each becomes a line of the bill, with its name and amount. If one is something else, choose what it is.`,
  keepFees: 'They are right, from now on',
  rivals: (field: string) => `Which column contains ${field}?`,
  rivalsOfSeveral: (field: string) => `Which columns contain ${field}?`,
  severalHint: 'Choose one or several: a message goes to the numbers of every column you choose.',
  rivalsHint: (heading: string, isSeveral: boolean) =>
    isSeveral
      ? `${heading} is proposed.`
      : `Several columns fit. ${heading} is proposed; the others are not used.`,
  noPlace: 'No head left',
  tooManyHeads: (names: readonly string[]) =>
    `A bill can have ten heads: ${inWords(names.length)} too many. Not used: ${names.join(', ')}. To use one of them, choose “Not used” for another fee first.`,
  rivalOf: (heading: string, letter: string) => `${heading} (${letter})`,
  fitsToo: 'Also fits',
  proposed: 'Proposed',
  isEmpty: 'No row has a value',
  remembered: 'As last time',
  byHand: 'Chosen by you',
  noSamples: 'Empty',
  lookAt: (count: number) => `Please look at ${number(count)}`,
  clear: (count: number) => `Clear, ${number(count)}`,
  summary: (all: number, clear: number) =>
    `${counted(all, 'column', 'columns')}, ${number(clear)} ${clear === 1 ? 'is' : 'are'} clear. Your choice is remembered for the next sheet of this kind.`,
  heads: { heading: 'In the sheet', field: 'Is', of: 'Belongs to', why: 'Why' },
  ofChild: 'The child',
  ofBill: 'The bill',
  ofNone: 'Not used',
  /** What the cells of a column show. */
  cells: (field: string | null, { filled, different, numbers }: ColumnCells): string => {
    if (filled === 0) return '';
    if (numbers !== undefined)
      return numbers === filled
        ? counted(filled, 'phone number', 'phone numbers')
        : `${number(numbers)} of ${number(filled)} are phone numbers`;
    if (dayFields.includes(field ?? '')) return counted(filled, 'day', 'days');
    if (amountFields.includes(field ?? '')) return counted(filled, 'amount', 'amounts');
    const differ = different < filled ? `, ${number(different)} different` : '';
    return `${counted(filled, 'value', 'values')}${differ}`;
  },
  check: 'Check the rows',
  required: (names: string) => `Choose the column that contains ${names}.`,
} as const;

const heads = Array.from({ length: 10 }, (_, index) => index + 1);

/** The names of the fields that a column can contain, in words of a clerk. */
export const fieldWords: Readonly<Record<string, string>> = {
  regNum: 'Registration',
  invNo: 'Invoice',
  name: 'Name',
  number: 'Mobile',
  total: 'Total',
  fee: 'A fee with this name',
  concession: 'A concession, subtracted',
  arrears: 'Arrears',
  instalment: 'Instalment due now',
  amountAfterDueDate: 'After due date',
  dueDate: 'Due date',
  expiryDate: 'Expiry date',
  issueDate: 'Issue date',
  month: 'Voucher month',
  year: 'Voucher year',
  email: 'Email',
  branch: 'Branch',
  status: 'Status',
  paidAmount: 'Paid',
  paidOn: 'Paid on',
  outstanding: 'Outstanding',
  serial: 'Serial number',
  remarks: 'Remarks',
  fatherName: 'Father’s name',
  class: 'Class',
  section: 'Section',
  ...Object.fromEntries(heads.map((n) => [`head${n}`, `Head ${n}`])),
  ...Object.fromEntries(heads.map((n) => [`amount${n}`, `Amount ${n}`])),
};

/** What a save would do with a row. */
export const rowOutcomeWords: Record<RowOutcome, string> = {
  add: 'To add',
  update: 'To change',
  same: 'Unchanged',
  held: 'Held',
  refused: 'Refused',
  leftOut: 'Left out',
  notBill: 'Other line',
};

export const issueWords: Record<IssueKind, string> = {
  unread: 'Wrong value',
  notARow: 'Not a row of data',
  twice: 'Twice in this file',
  elsewhere: 'In another billing',
  second: 'Another voucher number than the stored bill',
  outstandingDiffers: 'Paid and outstanding differ from total',
  shifted: 'Cells in the wrong columns',
  noNumber: 'No usable number',
  foreign: 'Foreign number: check',
  missing: 'Something is missing',
  repaired: 'Number repaired',
  landline: 'Landline',
  headsDiffer: 'Fees do not add up to the total',
  afterBelowTotal: 'After due date below total',
  dueAfterExpiry: 'Due after expiry',
  dueBeforeIssue: 'Due before issue',
  dueFarOff: 'Due in another year',
  otherPeriod: 'Voucher of another month',
  unsureDate: 'Date to check',
  rounded: 'Rounded',
  formulaText: 'Looks like a formula',
  otherStatus: 'Status to check',
  alsoElsewhere: 'Also in another billing',
  arrearsDiffer: 'Arrears differ from what is open',
  paidDiffers: 'Status is paid, but less was paid',
  held: 'Held',
};

export const holdWords: Record<Hold, string> = {
  paid: 'paid',
  partPaid: 'part-paid',
  other: 'neither paid nor to be paid',
  messaged: 'messaged',
  noEdit: 'you may only add',
  lowered: 'would charge less',
};

export const checkWords = {
  title: 'Check',
  text: 'Nothing is saved yet. Check that these totals match your sheet.',
  textStudents: 'Nothing is saved yet. Check that these totals match your list.',
  ofSaved: 'They do not include rows that are refused or left out.',
  /** These figures add up: rows in the file = added + updated + left out. */
  figures: {
    rows: 'In the file',
    add: 'Will be added',
    update: 'Will be updated',
    left: 'Will be left out',
    other: 'Other lines',
    people: 'Students, families',
    families: 'Families',
    rupees: 'Total',
  },
  shortFigures: { add: 'Added', update: 'Updated', left: 'Left out', other: 'Other' },
  sum: 'What happens with the rows',
  range: (first: string, last: string) => `${first} to ${last}`,
  none: '–',
  unused: (names: string) => `Columns that are not used: ${names}.`,
  hidden: (count: number) => `${counted(count, 'hidden row is', 'hidden rows are')} included.`,
  hiddenHint: 'The sheet hides these rows, for example with a filter. Included rows are saved.',
  hiddenOut: 'Leave them out',
  hiddenIn: 'Include them',
  absent: (names: string) =>
    `No column contains ${names}. A message that uses it is not sent for bills without it.`,
  swapped: (heading: string, count: number, { from, to }: { from: string; to: string }) =>
    `${heading}: ${count === 1 ? 'this date looks' : `these ${number(count)} dates look`} swapped: ${from} → ${to}.`,
  mixed: (heading: string, count: number, texts: readonly string[]) =>
    `${heading}: ${count === 1 ? 'a date' : `${number(count)} dates`} can be read two ways, such as ${texts[0]}; the column has dates of both kinds.`,
  mixedHint: 'Some dates of this column have the month first. Check the sheet, then choose.',
  readAs: (day: string) => `Read as ${day}`,
  swappedHint:
    'A spreadsheet that puts the month first turns 5/11 into 11 May. Check the sheet, then choose.',
  swapAll: 'Swap these dates',
  keepDays: 'Keep them',
  series: (count: number, billings: readonly string[]) =>
    `${counted(count, 'voucher number is', 'voucher numbers are')} already used in ${billings.join(', ')}. ${count === 1 ? 'Is this a new voucher?' : 'Are these new vouchers?'}`,
  seriesHint: 'If No, these rows are not saved. We will use this answer next time.',
  ownNumbers: 'Yes, new vouchers',
  oneSeries: 'No, the same vouchers',
  arrears: (
    count: number,
    { charged, open }: { charged: string; open: string },
    billings: readonly string[],
  ) =>
    `${counted(count, 'bill includes', 'bills include')} ${charged} as arrears, and ${open} is open (${billings.join(', ')}). Do the arrears replace the older bills?`,
  arrearsHint:
    'Yes: the older bills are carried, and only the new bills are owed. No: both are owed, and an amount in both counts twice.',
  carryAll: 'Yes, carry the older bills',
  carryNone: 'No, both are owed',
  months: (months: readonly { month: number; year: number; count: number }[]) =>
    `This sheet has bills of ${number(months.length)} months: ${months.map(({ month, year, count }) => `${monthName(month)} ${year} (${number(count)})`).join(', ')}.`,
  monthsHint: 'Each month can become its own billing, all with one save.',
  makeBillings: (count: number) => `Make ${number(count)} billings`,
  oneBilling: 'Keep all in one billing',
  answerFirst: 'Answer the question above the rows first.',
  noneToSave: 'No row of this file can be saved. Correct the rows, or choose another file.',
  open: (problems: number) => `${number(problems)} open: saved as they are`,
  outcomes: 'Show rows by outcome',
  problems: 'Show rows by problem',
  all: 'All',
  warnings: 'To check',
  noProblems: 'No problems were found.',
  search: 'Search rows',
  list: 'Rows of the file',
  columns: { row: 'Row', outcome: 'Outcome', actions: 'Leave out' },
  noRows: 'No row matches this filter.',
  showAll: 'Show all rows',
  error: 'Error',
  warning: 'To check',
  before: 'before',
  empty: 'empty',
  edited: 'edited',
  editCell: (field: string) => `Edit ${field}: `,
  newValue: (field: string, row: number) => `${field} of row ${row}`,
  editHint: 'Enter saves the change, Esc cancels it.',
  leaveOut: (row: number) => `Leave row ${row} out`,
  takeIn: (row: number) => `Include row ${row} again`,
  showFields: (row: number) => `Show every field of row ${row}`,
  rowEdited: (row: number) => `Row ${row} was changed.`,
  download: 'Download the sheet with its problems',
  inAnother: (rows: number) =>
    `${counted(rows, 'row is', 'rows are')} already in another billing. To correct or complete a billing, open it and choose Add members.`,
  same: (count: number) => `${number(count)} unchanged`,
  refused: (count: number) => `${number(count)} refused`,
  held: (count: number) => `${number(count)} held`,
  leftOut: (count: number) => `${number(count)} left out`,
  otherLines: (count: number) => counted(count, 'other line', 'other lines'),
} as const;

type Children = { new: number; changed: number; same: number; held: number };
const children = (count: number): string => counted(count, 'child', 'children');

/** The children that a sheet of bills brings to the list of students. */
export const childWords = {
  all: 'Children',
  sum: ({ new: added, changed, same, held }: Children) =>
    [
      added > 0 && `${number(added)} new`,
      changed > 0 && `${number(changed)} changed`,
      added + changed === 0 && `${number(same + held)} kept`,
    ]
      .filter(Boolean)
      .join(', '),
  question: ({ new: added, changed }: Children) =>
    changed === 0
      ? `${children(added)} ${added === 1 ? 'is' : 'are'} not in the list of students.`
      : `${children(changed)} ${changed === 1 ? 'differs' : 'differ'} from the list of students${added > 0 ? `, and ${number(added)} ${added === 1 ? 'is' : 'are'} new` : ''}.`,
  changes: (fields: readonly { name: string; count: number }[]) =>
    `Another ${fields.map(({ name, count }) => `${name.toLowerCase()} ${number(count)}`).join(', ')}. Empty cells change nothing.`,
  hint: 'This sheet brings the bills and the children, so you need not upload it again under Students.',
  answers: {
    all: ({ changed }: Children) => (changed > 0 ? 'Take the sheet' : 'Add them'),
    new: ({ new: added }: Children) => (added > 0 ? 'Only add the new ones' : 'Keep the list'),
    none: ({ changed, new: added }: Children) =>
      changed > 0 && added === 0 ? 'Leave the list as it is' : 'Only make bills',
  },
  saved: ({ added, updated }: { added: number; updated: number }) =>
    `List of students: ${[added > 0 && `${number(added)} added`, updated > 0 && `${number(updated)} changed`].filter(Boolean).join(', ')}.`,
  foot: ({ new: added, changed }: Children) =>
    [
      added > 0 && `${number(added)} new ${added === 1 ? 'child' : 'children'}`,
      changed > 0 && `${number(changed)} changed`,
    ]
      .filter(Boolean)
      .join(', '),
} as const;

export const saveWords = {
  title: 'Save',
  save: (rows: string) => `Save ${rows}`,
  saveMonths: (rows: string, billings: number) => `Save ${rows} in ${number(billings)} billings`,
  add: (rows: string) => `Add ${rows}`,
  change: (rows: string) => `Change ${rows}`,
  addAndChange: (added: number, changed: string) => `Add ${number(added)}, change ${changed}`,
  addNone: 'Add',
  left: (parts: readonly string[]) => `Without ${parts.join(', ')}.`,
  sending: (percent: number) => `Sending… ${percent}%`,
  storing: 'Storing the rows. This takes a moment for a large file.',
  again: 'Try again',
  unclear: 'The answer did not arrive. Nothing is lost: press Try again, and no row is saved twice.',
  saved: (fileName: string) => `${fileName} is saved`,
  savedBut: (fileName: string, refused: number) =>
    `${fileName} is saved, but ${counted(refused, 'row was', 'rows were')} refused`,
  refusedMeanwhile:
    'Nothing was saved. Somebody else saved in the meantime, so rows that were good before are now refused. Check them, then save the others.',
  /** Some billings of a sheet with several months are saved, and the next one was refused. */
  savedSoFar: (billings: readonly string[]) =>
    `Saved: ${billings.join(', ')}. The rest of the sheet is not saved yet.`,
  refusedNow:
    'Somebody else saved in the meantime, so rows that were good before are now refused. Check them, then save the others.',
  billings: (count: number) => `${counted(count, 'billing is', 'billings are')} made:`,
  rowsIn: (name: string, rows: number) => `${name}: ${counted(rows, 'row', 'rows')}`,
  counts: { added: 'Added', updated: 'Updated', skipped: 'Skipped', refused: 'Refused' },
  sum: (rows: number) => `In total ${counted(rows, 'row', 'rows')}, as in the file.`,
  explain: {
    skipped:
      'Skipped rows were already stored, are held because of a payment, a message or your rights, or were left out.',
    refused: {
      bills:
        'Refused rows have an error. Download the sheet with its problems, correct it in Excel, and add it to this billing with Add members: saved rows are not saved twice.',
      students:
        'Refused rows have an error. Download the sheet with its problems, correct it in Excel, and import it: saved rows are not saved twice.',
    },
  },
  held: (count: number) => `${counted(count, 'row', 'rows')} changed nothing, for these reasons:`,
  /** Said when the new billing opens. */
  savedRows: ({ added, skipped }: { added: number; skipped: number }) =>
    skipped === 0
      ? `${counted(added, 'bill is', 'bills are')} saved.`
      : `${counted(added, 'bill is', 'bills are')} saved, ${counted(skipped, 'line was', 'lines were')} left out.`,
  openBilling: 'Open billing',
  done: 'Done',
  studentsDone: 'Students imported successfully.',
} as const;

/** Asked before the work on a checked file is discarded. */
export const leaveConfirmation = {
  title: 'Are you sure?',
  text: 'This import is not saved. You can continue with it later in this browser.',
  confirm: 'Yes, leave it!',
} as const;

export const clearConfirmation = {
  title: 'Are you sure?',
  text: 'This import is not saved. Your changes will be lost.',
  confirm: 'Yes, clear it!',
} as const;

export const importFailures = {
  severalFiles: 'Choose one file at a time. Save the first, then add the others to its billing.',
  folder: 'This is a folder. Open it, and choose the file in it.',
  signedOut: 'You were signed out, so the import was not saved. Choose the file again.',
  broken: 'Something went wrong while working on this file. Clear it, and choose it again.',
  notStarted: 'The part of the page that reads files could not be started. Reload the page and try again.',
  stuck: (seconds: number) =>
    `The import did not answer for ${seconds} seconds, so it was stopped. Choose the file again.`,
} as const;

export const historyWords = {
  title: 'Imports',
  ofGroup: (name: string) => `Imports into ${name}.`,
  ofAll: 'Imports into the billings of this campus.',
  ofStudents: 'Imports into the classes of this campus.',
  none: 'Nothing was imported yet',
  noneText: 'Each file you import is listed here, with who imported it and the result.',
  otherProgram: 'From another program',
  sheet: 'Sheet',
  gone: 'Deleted billing',
  by: (name: string, time: string) => `${name}, ${time}`,
  added: (count: number) => `${number(count)} added`,
  updated: (count: number) => `${number(count)} updated`,
  skipped: (count: number) => `${number(count)} skipped`,
  refused: (count: number) => `${number(count)} refused`,
  children: ({ added, updated }: { added: number; updated: number }) =>
    `students: ${[added > 0 && `${number(added)} added`, updated > 0 && `${number(updated)} changed`].filter(Boolean).join(', ')}`,
  undo: 'Undo this import',
  undone: (name: string, time: string) => `Undone by ${name}, ${time}`,
  confirm: 'Yes, undo it!',
  takesBilling: (name: string) => `The billing \u2068${name}\u2069 is also deleted: this import created it.`,
  done: (removed: number, restored: number) =>
    `Import undone: ${number(removed)} removed, ${number(restored)} put back.`,
  tookBilling: (name: string) => `The billing \u2068${name}\u2069 is also deleted.`,
  holding: 'These prevent it:',
  more: 'Show older imports',
} as const;

export const studentWords = {
  title: 'Students',
  text: 'Classes and sections, for messages to them.',
  import: 'Import students',
  file: 'Upload File',
  nothing: 'No row of this file can be saved. Check the reasons on the rows.',
  none: 'No students yet',
  noneText: 'Import your roster from Excel: registration number, name, class, section and mobile.',
  noneToSee: 'Nobody has imported the students of this campus yet.',
  count: (count: number) => counted(count, 'student', 'students'),
  summary: (classes: number, students: number) =>
    `${counted(classes, 'class', 'classes')}, ${counted(students, 'student', 'students')}`,
  noSection: 'No section',
} as const;
