/** Texts of billings and their bills (lists, forms, pictures, print), of exported workbooks, and of the bin. */

import type { BinKind } from '../calls/bin.ts';
import { plural } from '../text/phrases.ts';

/** What happens to waiting messages of deleted bills; empty if there are none. */
const sayWaitingMessages = (count: number, about: string): string =>
  count === 0
    ? ''
    : `${plural(count, 'message waits', 'messages wait')} about ${about} and will not be sent.`;

/** Asked if money is on bills that are being deleted. */
export const deletedMoneyWords = {
  title: 'Move the money to credit?',
  confirm: 'Move to credit and delete',
} as const;

export const groupWords = {
  screen: 'Send messages',
  title: 'Billings',
  search: 'Search billings',
  upload: 'Upload',
  newMessage: 'New message',
  openOutbox: 'Open outbox',
  messageTo: (name: string) => `Send a message to ${name}`,
  bills: (count: number) => plural(count, 'bill', 'bills'),
  /** Part-paid bills are also unpaid. */
  unpaid: (unpaid: number, partPaid: number) =>
    `${unpaid.toLocaleString('en-US')} unpaid${partPaid > 0 ? ` (${partPaid.toLocaleString('en-US')} part-paid)` : ''}`,
  allPaid: 'all paid',
  allUnpaid: 'all unpaid',
  paidShare: (percent: number) => `${percent}% paid`,
  none: 'No billings yet',
  noneText: 'Upload the month’s fee vouchers from Excel to begin.',
  noneToSee: 'Nobody has uploaded a billing for this campus yet.',
  promptTitle: 'Send New Message',
  promptText: 'Open a billing to see its bills, or write to the families of one or more billings.',
  send: 'Send message',
  /** A short form for small screens. */
  sendShort: 'Send',
  addMembers: 'Add members',
  members: 'Members',
  more: 'More',
  edit: 'Edit billing',
  remove: 'Delete billing',
  choose: 'Choose bills',
  print: 'Print list',
  nameAndBills: (name: string, bills: number) => `${name}: ${plural(bills, 'bill', 'bills')}`,
  waiting: (count: number) => sayWaitingMessages(count, 'these bills'),
  money: (amount: string) => `These bills hold ${amount}.`,
  /** Asked before a billing is made that is like others of its month. */
  second: (billings: readonly { name: string; bills: number }[]) => ({
    title: 'Make a second billing?',
    text: `There is already ${billings.map(({ name, bills }) => `\u2068${name}\u2069 (${plural(bills, 'bill', 'bills')})`).join(', ')}. To add bills to a billing, open it and press Add members.`,
    confirm: 'Make another billing',
  }),
  moreOfMonth: (count: number) => `and ${plural(count, 'more billing', 'more billings')} of this month`,
  gone: 'This billing is not here any more',
  goneText: 'It may have been deleted, or it belongs to another campus.',
  /** The labels of the figures of a billing: 520 bills, Rs. 5.1m in total. */
  figures: {
    title: 'Figures',
    bills: (count: number) => (count === 1 ? 'bill' : 'bills'),
    total: 'in total',
    unpaid: 'unpaid',
    payable: 'Payable today',
    paid: 'Paid',
  },
  totalHint: (amount: string) => `The totals of these bills are ${amount}, without late charges`,
  paidHint: (amount: string) => `${amount} was paid for these bills so far, with late charges`,
  paidAndOpen: (paid: string, open: string) =>
    `${paid} was paid so far, and ${open} is still open, without late charges`,
  /** `other`: the number of bills that are neither owed nor paid: waived, carried, void, cancelled. */
  without: (other: number) => `${plural(other, 'other bill', 'other bills')} not counted`,
  panel: 'Billing',
  month: 'Month',
  clearMonth: 'Clear the month',
  year: 'Year',
  clearYear: 'Clear the year',
  name: 'Name',
  nameHint: (example: string) => `For example ${example}`,
  description: 'Description',
  descriptionHint: 'For example Monthly fee, all sections',
  stillNeeded: (names: readonly string[]) => `Still needed: ${names.join(', ')}`,
  importExcel: 'Import Excel',
  /** Shown beside a description that was copied from an earlier billing. */
  asIn: (period: string) => `as in ${period}`,
  readFromFile: (period: string) => `${period}, read from the file`,
} as const;

/** A bill's status as a person reads it. A status that a sheet brought along stays as it is. */
export const sayStatus = (status: string): string => (status === 'partial' ? 'part-paid' : status);

export const billWords = {
  title: 'Billing',
  backToBillings: 'Back to billings',
  searchMember: 'Search members',
  listTitle: 'Bills',
  match: (count: number, text: string) =>
    `${plural(count, 'bill matches', 'bills match')} “\u2068${text}\u2069”`,
  reg: (regNum: string) => `Reg ${regNum}`,
  noReg: 'No Reg',
  noName: 'No name',
  noNumber: 'No number',
  due: 'Due',
  overdue: 'Overdue',
  expiry: 'Expiry',
  noValue: '–',
  filters: {
    all: 'All',
    unpaid: 'Unpaid',
    overdue: 'Overdue',
    partial: 'Part-paid',
    paid: 'Paid',
    other: 'Other',
  },
  filterLabel: 'Show bills',
  unpaidHint: 'Overdue and part-paid bills are also counted under Unpaid.',
  payableToday: 'Payable today',
  paid: 'Paid',
  nothingPayable: 'Nothing to pay',
  /** Why this amount is payable today: `Total Rs. 6,500, late +Rs. 1,000, Rs. 2,000 paid`. */
  whyPayable: {
    total: (amount: string) => `Total ${amount}`,
    withArrears: (amount: string) => `with ${amount} arrears`,
    late: (amount: string) => `late +${amount}`,
    more: (amount: string) => `fine +${amount}`,
    less: (amount: string) => `waived −${amount}`,
    paid: (amount: string) => `${amount} paid`,
  },
  siblings: (count: number) => `${plural(count, 'brother or sister', 'brothers or sisters')} in this billing`,
  moreSiblings: (count: number) => `+${count}`,
  viewLabel: 'View',
  views: { cards: 'Cards', table: 'Table' },
  showAs: { cards: 'Show as cards', table: 'Show as table' },
  showList: 'Show list',
  hideList: 'Hide list',
  classes: 'Class',
  allClasses: 'All classes',
  noClasses: 'No bill has a registration number from the list of students.',
  sortBy: 'Sort by',
  fileOrder: 'File order',
  sortedBy: (names: readonly string[]) => `Sorted by ${names.join(', then ')}`,
  filterAndSort: 'Class and order',
  chooseColumns: 'Columns',
  columns: {
    regNum: 'Reg',
    name: 'Name',
    class: 'Class',
    father: 'Father',
    number: 'Phone',
    status: 'Status',
    payable: 'Payable today',
    total: 'Total',
    dueDate: 'Due',
    expiryDate: 'Expiry',
    message: 'Message',
  },
  chooseRows: 'Choose all bills of the list',
  edit: (name: string) => `Edit ${name}`,
  chatWith: (name: string) => `Chat with ${name}`,
  noneText: 'Add members from an Excel file to fill this billing.',
  showAll: 'Show all bills',
  editPanel: 'Edit Member',
  addPanel: 'Add Members',
  name: 'Name',
  contacts: 'Contacts',
  contactsHint: 'Several numbers are separated by comma.',
  removeMember: 'Remove member',
  waiting: (count: number) => sayWaitingMessages(count, 'this bill'),
  money: (amount: string) => `This bill holds ${amount}.`,
  add: 'Add',
  addTo: (name: string) => `New members of ${name}.`,
  uploadFile: 'Upload File',
  memberGone: 'This member is not here any more.',
  backToBill: 'Back to the family',
  moreFields: 'More fields',
  status: 'Status',
  total: 'Total',
  amountAfterDueDate: 'After due date',
  issueDate: 'Issue date',
  dueDate: 'Due date',
  expiryDate: 'Expiry date',
  dayHint: '5 Nov 2026',
  dayToCome: 'This day is in the future.',
  notADay: 'Write a day such as 5 Nov 2026.',
  notAnAmount: 'Write an amount such as 12,500.',
  statusRequired: 'Status is required.',
  billPanel: 'Bill',
  open: (name: string) => `Open the bill of ${name}`,
  previousBill: 'Previous bill',
  nextBill: 'Next bill',
  fields: 'Details',
  regNum: 'Registration',
  invNo: 'Invoice',
  period: 'Voucher month',
  email: 'Email',
  branch: 'Branch',
  heads: 'Fee heads',
  sum: 'Sum',
  /** A bill stores ten heads, although the sheet may have more. */
  sumOfAll: (sum: string, total: string) =>
    `A bill stores ten heads. These add up to ${sum} of ${total}; the other heads are not listed.`,
  head: (n: number) => `Head ${n}`,
  headAmount: (n: number) => `Amount ${n}`,
  sumOff: (sum: string, total: string) => `The heads add up to ${sum}, but the total is ${total}.`,
  messages: 'Messages',
  noMessages: 'Nothing was sent about this bill yet.',
  chat: 'Chat',
  editBill: 'Edit',
  sendMessage: 'Send message',
  markPaid: 'Mark as paid',
  markUnpaid: 'Mark as unpaid',
  /** Isolate marks keep the name in its own direction. */
  marked: (name: string, status: string) =>
    `${name ? `\u2068${name}\u2069` : 'The bill'} is marked as ${status}.`,
  markedPaid: (count: number) =>
    count === 0
      ? 'Nothing was changed: none of these bills is unpaid or part-paid.'
      : `${plural(count, 'bill is', 'bills are')} marked as paid.`,
  chooseNamed: (name: string) => `Choose ${name}`,
  choice: 'Chosen bills',
  chosen: (count: number) => plural(count, 'bill', 'bills'),
  chosenFamilies: (count: number) => plural(count, 'family', 'families'),
  chosenPayable: 'payable today',
  chooseAll: (count: number) => `Choose all ${count.toLocaleString('en-US')}`,
  chooseSome: 'Click the bills you want to choose.',
  clearChoice: 'Clear',
} as const;

/** Asked before changes of a member are discarded. */
export const leaveGroup = {
  title: 'Are you sure?',
  text: 'This billing is not saved. Your changes will be lost.',
  confirm: 'Yes, leave it!',
} as const;

export const leaveMember = {
  title: 'Are you sure?',
  text: 'This member is not saved. Your changes will be lost.',
  confirm: 'Yes, leave it!',
} as const;

/** The picture of a member or a billing. */
export const avatarWords = {
  label: 'Picture',
  upload: 'Upload picture',
  replace: 'Replace',
  remove: 'Delete picture',
  loading: 'Uploading…',
} as const;

export const printWords = {
  title: (name: string) => `${name}, list`,
  number: 'No.',
  regNum: 'Reg',
  name: 'Name',
  contact: 'Contact',
  payable: 'Payable today',
  total: 'Total',
  dueDate: 'Due date',
  expiryDate: 'Expiry date',
  status: 'Status',
  bills: (count: number) => plural(count, 'bill', 'bills'),
  found: (text: string) => `Search: \u2068${text}\u2069`,
  printedOn: (day: string) => `Printed on ${day}`,
  sums: { total: 'Total', paid: 'Paid' },
  preparing: (drawn: number, of: number) =>
    `Preparing ${drawn.toLocaleString('en-US')} of ${plural(of, 'bill', 'bills')}…`,
  fetching: 'Fetching the bills…',
  print: 'Print',
  back: 'Back to the billing',
} as const;

/** Texts in exported workbooks, their file names, and the texts shown while they are made. */
export const exportWords = {
  payableOn: 'Payable today',
  bills: 'bills',
  report: 'messages',
  outbox: 'Outbox',
  exportBills: 'Export bills',
  messageReport: 'Message report',
  exportOutbox: 'Export',
  noMessage: 'No message',
  reportColumns: ['Registration', 'Name', 'Number', 'State', 'Reason', 'Time', 'Send', 'Message'],
  outboxColumns: ['Time', 'Name', 'Number', 'State', 'Reason', 'Tries', 'Message'],
  broadcast: (id: number) => `Send ${id}`,
  fetching: (fileName: string) => `Preparing ${fileName}…`,
  writing: (fileName: string, rows: number) =>
    `Preparing ${fileName}… ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`,
  stopped:
    'The export stopped unexpectedly: it may need more memory than this computer has. Choose a filter or search first, so that there is less to export.',
} as const;

const isolated = (name: string): string => `\u2068${name}\u2069`;

const kindWords: Readonly<Record<BinKind, string>> = {
  group: 'Billing',
  bill: 'Member',
  template: 'Template',
};

/** Texts of the bin. */
export const binWords = {
  title: 'Bin',
  hint: 'Deleted things stay here for 30 days and can be restored. Restoring sends nothing: messages that were skipped stay skipped.',
  none: 'The bin is empty',
  noneText: 'You can restore deleted billings, members and templates here for 30 days.',
  kinds: kindWords,
  bills: (count: number) => plural(count, 'bill', 'bills'),
  of: (billing: string) => `of ${isolated(billing)}`,
  deleted: (instant: string, by: string) =>
    by === '' ? `Deleted ${instant}` : `Deleted ${instant} by ${isolated(by)}`,
  left: (days: number) => `${plural(days, 'day', 'days')} left`,
  lastDay: 'less than a day left',
  restore: 'Restore',
  restoreNamed: (kind: BinKind, name: string) => `Restore ${kindWords[kind].toLowerCase()}: ${name}`,
  restored: (name: string) => (name === '' ? 'Restored.' : `${isolated(name)} was restored.`),
  more: 'Show more',
  noRight: 'You do not have the right to see the bin.',
} as const;

/** Why something is not restored, by the code of the answer. */
export const binRefusals = {
  billingInBin: (name: string) =>
    `Its billing, ${isolated(name)}, is in the bin too. Restore the billing first.`,
  billingGone: () => 'Its billing was deleted for good, so it cannot be restored.',
  sameBill: (who: string, billing: string) =>
    `${who === '' ? 'The same bill' : isolated(who)} was added again: it is now in ${isolated(billing)}.`,
  importUndone: () => 'The import that added or changed it has been undone.',
} as const;
export type BinRefusal = keyof typeof binRefusals;

/** Why a billing is not restored: several of its bills were imported or added again. */
export const billsAreBack = (count: number): string =>
  `This billing cannot be restored: ${plural(count, 'of its bills was', 'of its bills were')} added again.`;
