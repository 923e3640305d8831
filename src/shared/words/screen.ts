/** Texts of the screen besides the spec's toasts: labels, hints and help with problems, in English. */
import { plural } from './plural.ts';

export const connectionWords = {
  unreachable: 'Qasid cannot be reached. Check that the computer it runs on is on, then try again.',
  lost: 'Connection lost, trying again. What you see may be out of date.',
  /** For data shown from the cache while the server cannot be reached. */
  seen: (when: string) =>
    `Qasid cannot be reached, trying again. You see what was here on ${when}. Nothing can be saved or sent now.`,
  slow: 'The network is slow. Still trying.',
} as const;

export const commonWords = {
  product: 'Qasid',
  whatsAppNumber: 'WhatsApp number',
  /** A short form for small screens. */
  whatsApp: 'WhatsApp',
  menu: 'Menu',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  clearSearch: 'Clear search',
  tryAgain: 'Try again',
  loading: 'Loading',
  back: 'Back',
  clearFilters: 'Clear the filters',
  noMatch: (text: string) => `Nothing matches “${text}”.`,
  crashed: 'This part of the page stopped working. Your data is safe.',
  notFound: 'There is no page here',
  notFoundText: 'The address may be old or mistyped.',
  toBillings: 'Go to Billings',
} as const;

/** What each key does, in the order of the list of shortcuts. */
export const keyWords = {
  title: 'Keyboard shortcuts',
  keys: [
    { keys: ['Ctrl K'], does: 'Find anybody and anything' },
    { keys: ['/'], does: 'Search the list that is open' },
    { keys: ['n'], does: 'Write a new message' },
    { keys: ['↑', '↓', '←', '→'], does: 'Go through a list' },
    { keys: ['j', 'k'], does: 'Next and previous bill or chat' },
    { keys: ['e'], does: 'Mark a chat as answered, and go to the next' },
    { keys: ['x'], does: 'Choose the bill, with Shift all up to it' },
    { keys: ['v'], does: 'Bills as cards or as a table' },
    { keys: ['Home', 'End'], does: 'Go to its beginning or its end' },
    { keys: ['Enter'], does: 'Open what is chosen' },
    { keys: ['1', '2'], does: 'A family, or the chat with it' },
    {
      keys: ['F2', 'F3', 'F4', 'F9'],
      does: 'At the counter: how it was paid, into which account, a part of it, the last receipt again',
    },
    { keys: ['Ctrl Enter'], does: 'At the bank: save what is ticked' },
    { keys: ['Esc'], does: 'Close the panel' },
    { keys: ['?'], does: 'Show this sheet' },
  ],
} as const;

export const sessionWords = {
  signIn: 'Sign in',
  signInText: 'The fee desk of your school.',
  userName: 'User name',
  password: 'Password',
  code: 'Code',
  codeHint: 'Of your authenticator app, or a recovery code.',
  showPassword: 'Show or hide the password',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  account: 'Account',
  noView: 'You do not have the right to see this campus.',
  noViewText: 'Ask whoever looks after the users of your school.',
  toDark: 'Switch to dark colours',
  toLight: 'Switch to light colours',
  setUpTitle: 'Set up Qasid',
  setUpText: 'This is done once. You will be its administrator.',
  school: 'School',
  firstCampus: 'Campus',
  yourName: 'Your name',
  passwordHint: (least: number) => `At least ${least} characters`,
  demoSchool: 'Fill it with a demonstration school',
  demoSchoolHint: 'Made-up billings and families to try everything with.',
  setUp: 'Set up',
  openLinkTitle: 'Open the set-up link',
  /** A link that only this computer can open is not offered for others. */
  openLinkText: (isHere: boolean) =>
    `Qasid is not set up yet. It printed a link in the terminal where it was started. Open that link on this ${isHere ? '' : 'or any '}computer.`,
} as const;

/** What happens to waiting messages of deleted bills; empty if there are none. */
const whatWaits = (count: number, about: string): string =>
  count === 0
    ? ''
    : `${plural(count, 'message waits', 'messages wait')} about ${about} and will be left out.`;

export const groupWords = {
  screen: 'Send messages',
  title: 'Billings',
  search: 'Search billings',
  upload: 'Upload',
  newMessage: 'New message',
  openOutbox: 'Open outbox',
  messageTo: (name: string) => `Send a message to ${name}`,
  bills: (count: number) => plural(count, 'bill', 'bills'),
  unpaid: (unpaid: number, partPaid: number) =>
    [
      `${unpaid.toLocaleString('en-US')} unpaid`,
      partPaid > 0 && `${partPaid.toLocaleString('en-US')} part-paid`,
    ]
      .filter(Boolean)
      .join(', '),
  allPaid: 'all paid',
  allUnpaid: 'all unpaid',
  paidShare: (percent: number) => `${percent}% paid`,
  none: 'No billings yet',
  noneText: 'Upload the month’s fee vouchers from Excel to begin.',
  noneToSee: 'Nobody has uploaded a billing for this campus yet.',
  promptTitle: 'Send New Message',
  promptText: 'Open a billing to see its bills, or write to the families of one or more billings at once.',
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
  waiting: (count: number) => whatWaits(count, 'these bills'),
  gone: 'This billing is not here any more',
  goneText: 'It may have been deleted, or it belongs to another campus.',
  /** Beside the figures: 520 bills, Rs. 5.1m billed. */
  figures: {
    title: 'Figures',
    bills: (count: number) => (count === 1 ? 'bill' : 'bills'),
    billed: 'billed',
    unpaid: 'unpaid',
    payable: 'Payable today',
    collected: 'Collected',
  },
  ofBilled: (part: string, whole: string) => `${part} of ${whole} is paid`,
  /** For bills that are neither owed nor paid: waived, carried, void, cancelled. */
  without: (other: number) => `${plural(other, 'other', 'others')} not counted`,
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
  /** Beside a description that was copied from an earlier billing. */
  asIn: (period: string) => `as in ${period}`,
  readFromFile: (period: string) => `${period}, read from the file`,
} as const;

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
  payableToday: 'Payable today',
  paid: 'Paid',
  nothingPayable: 'Nothing to pay',
  /** Why this amount is payable today: `Total Rs. 6,500, late +Rs. 1,000, Rs. 2,000 paid`. */
  whyPayable: {
    total: (amount: string) => `Total ${amount}`,
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
  noClasses: 'No bill’s registration number is among the students.',
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
  waiting: (count: number) => whatWaits(count, 'this bill'),
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
  dayToCome: 'This day is still to come.',
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
  /** A bill holds no more heads, although the sheet may have more. */
  sumOfAll: (sum: string, total: string) =>
    `A bill holds ten heads. These come to ${sum} of ${total}; what the total has beyond them is not listed.`,
  head: (n: number) => `Head ${n}`,
  headAmount: (n: number) => `Amount ${n}`,
  sumOff: (sum: string, total: string) => `The heads come to ${sum}, but the total is ${total}.`,
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
      ? 'Nothing was changed: none of them is unpaid or part-paid.'
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
  text: 'This billing is not saved. What you changed in it will be lost.',
  confirm: 'Yes, leave it!',
} as const;

export const leaveMember = {
  title: 'Are you sure?',
  text: 'This member is not saved. What you changed in it will be lost.',
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
  sums: { total: 'Total', paid: 'Paid', partPaid: 'Part-paid', unpaid: 'Unpaid', other: 'Other' },
  preparing: (drawn: number, of: number) =>
    `Preparing ${drawn.toLocaleString('en-US')} of ${plural(of, 'bill', 'bills')}…`,
  fetching: 'Fetching the bills…',
  print: 'Print',
  back: 'Back to the billing',
} as const;
