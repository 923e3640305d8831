/** Texts of writing and sending a message: at once, at a time, or by hand. */

import { plural, sayDuration } from '../text/phrases.ts';

export const sendWords = {
  title: 'Send Messages',
  group: 'Select Group',
  groupHint: 'Search billings',
  template: 'Select template',
  templateHint: 'None',
  message: 'Message',
  mayNotWrite: 'You do not have the right to write messages.',
  insert: 'Insert a value',
  parts: { who: 'Who', what: 'What' },
  tabs: 'What to look at',
  write: 'Write',
  gets: 'Gets it',
  getsNone: 'Nobody gets this message yet.',
  leftOutTitle: 'Left out',
  leftOutNone: 'Nobody is left out.',
  chooseFirst: 'Choose who gets it, and they are listed here.',
  searchGets: 'Search who gets it',
  noMatch: 'Nobody here matches what you typed.',
  addNumber: 'Add number',
  addNumberTo: (name: string) => `Add a number to ${name}`,
  correctNumber: 'Correct number',
  saveNumber: 'Save',
  numberAdded: (name: string) => `${name} gets this message now.`,
  since: (day: string) => `since ${day}`,
  asTheParentSees: 'as the parent sees it',
  looks: {
    shortest: 'Shortest message',
    longest: 'Longest message',
    mostChildren: 'Most children',
    urduName: 'Urdu name',
  },
  look: 'Look at',
  waiting: (count: number) => `${count.toLocaleString('en-US')} waiting`,
  cancelable: 'Until then it can be cancelled in Messages.',
  paidLeftOut: 'Families who pay before then are left out.',
  who: 'Who gets it',
  whoNames: { all: 'All', unpaid: 'Unpaid', overdue: 'Overdue' },
  family: 'One per family',
  familyHint: 'Brothers and sisters share one message, with a line for each child.',
  perBill: 'One per bill',
  perBillHint: 'A family with three bills gets three messages.',
  howOften: 'How often',
  oncePerNumber: 'Once to each number.',
  oncePerStudent: 'Once for each student.',
  toClasses: 'To classes and sections',
  chosenBills: (count: number) => plural(count, 'chosen bill', 'chosen bills'),
  chosenOf: 'of',
  removeChosen: 'Do not write to the chosen bills',
  elsewhere: 'This message is not for the billing that is open. It is for',
  takeOpened: 'Write to',
  messageRequired: 'Message is required.',
  preview: 'Preview',
  previewEmpty: 'Your message will be shown here as it arrives on the phone.',
  previous: 'Previous recipient',
  next: 'Next recipient',
  sample: (at: number, of: number) => `${at.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`,
  missing: (names: readonly string[]) => `No value for ${names.join(', ')}: left out`,
  leftOut: (count: number) => `${count.toLocaleString('en-US')} left out`,
  showWho: 'Show who',
  nameless: 'No name',
  andMore: (count: number) => `and ${count.toLocaleString('en-US')} more`,
  unknown: (names: readonly string[]) =>
    `${names.map((name) => `{{${name}}}`).join(', ')} ${names.length === 1 ? 'is not a value' : 'are not values'} that can be filled in.`,
  media: 'Media of this message',
  removeMedia: 'Remove media',
  send: 'Send WhatsApp',
  sendTo: (count: number) => `Send WhatsApp to ${count.toLocaleString('en-US')}`,
  nobody: 'Nobody would get this message. See who is left out and why.',
  clearOutbox: 'Clear Outbox',
  /** Short names for chips in the text. */
  chips: {
    name: 'Name',
    regNum: 'Reg',
    invNo: 'Invoice',
    total: 'Total',
    dueDate: 'Due date',
    expiryDate: 'Expiry',
    issueDate: 'Issue date',
    amountAfterDueDate: 'Amount after due date',
    payable: 'Payable today',
    payableUntil: 'Payable until',
    paid: 'Paid',
    credit: 'Credit',
    balance: 'Balance',
    familyTotal: 'Family total',
    month: 'Month',
    year: 'Year',
    status: 'Status',
    heads: 'Fee heads',
    campus: 'Campus',
    link: 'Link for parents',
    receiptNo: 'Receipt',
    received: 'Received',
    receivedOn: 'Received on',
    method: 'Paid by',
  },
  placeholders: {
    name: 'Name',
    regNum: 'Reg',
    invNo: 'Invoice number',
    total: 'Total',
    dueDate: 'Due date',
    expiryDate: 'Expiry date',
    issueDate: 'Issue date',
    amountAfterDueDate: 'Amount after due date',
    payable: 'Payable today',
    payableUntil: 'Payable until',
    paid: 'Paid',
    credit: 'Credit',
    balance: 'Balance',
    familyTotal: 'Family total',
    month: 'Month',
    year: 'Year',
    status: 'Status',
    heads: 'Fee heads',
    campus: 'Campus',
    link: 'Link for parents',
    receiptNo: 'Receipt number',
    received: 'Received now',
    receivedOn: 'Received on',
    method: 'Paid by',
  },
} as const;

/** The check before a message is sent. */
export const sheetWords = {
  title: 'Check before sending',
  messages: (count: number) => plural(count, 'message', 'messages'),
  to: (families: number) => `to ${plural(families, 'family', 'families')}`,
  from: {
    bills: (count: number) => `from ${plural(count, 'bill', 'bills')}`,
    students: (count: number) => `from ${plural(count, 'student', 'students')}`,
  },
  takes: (seconds: number) => `takes ${seconds < 60 ? '' : 'about '}${sayDuration(seconds)}`,
  filteredOut: {
    all: (count: number) => `${plural(count, 'bill is', 'bills are')} not included.`,
    unpaid: (count: number) => `${plural(count, 'paid bill is', 'paid bills are')} not reminded.`,
    overdue: (count: number) =>
      `${plural(count, 'bill that is paid or not overdue is', 'bills that are paid or not overdue are')} not reminded.`,
    other: (count: number) =>
      `${plural(count, 'bill is', 'bills are')} not reminded: ${count === 1 ? 'its status is' : 'their status is'} neither paid nor unpaid.`,
  },
  marketing: 'WhatsApp counts this template as Marketing, and Meta charges marketing messages more.',
  severalDates: (count: number) =>
    `${plural(count, 'family has', 'families have')} bills with several due dates; the earliest one is used.`,
  alteredTitle: 'Signs that format text',
  altered: (placeholder: string, value: string, looks: string) =>
    `“${placeholder}” may look wrong on a phone, because *, _, ~ and \` format text in WhatsApp. With \u2068${value}\u2069 the line looks like this: \u2068${looks}\u2069`,
  again: (count: number) =>
    count === 1
      ? 'Send it again to the one who already got it'
      : `Send it again to the ${count.toLocaleString('en-US')} who already got it`,
  arrives: 'As it arrives',
  type: (count: number) => `Type ${count.toLocaleString('en-US')} to send`,
  typedWrong: (count: number) => `The number of messages is ${count.toLocaleString('en-US')}.`,
  typeAnew: 'The number of messages has changed. Please type it again.',
} as const;

/** Values of a message that are no longer correct. `when`: the day of sending, if that is not today. */
export const outdatedWords = {
  title: 'No longer correct',
  families: (count: number, of: number) => {
    if (count < of) return `For ${count.toLocaleString('en-US')} of ${plural(of, 'family', 'families')}`;
    return of === 1 ? 'For this family' : `For all ${plural(of, 'family', 'families')}`;
  },
  amount: (families: string, value: string, when: string | undefined) =>
    `${families} “${value}” is ${when === undefined ? 'no longer payable today' : `not payable on ${when}`}.`,
  day: (families: string, value: string, when: string | undefined) =>
    `${families} the day in “${value}” ${when === undefined ? 'has passed' : `will have passed on ${when}`}.`,
  use: (values: readonly string[]) => `Use ${values.map((value) => `“${value}”`).join(' and ')}.`,
  take: (title: string) => `Use “\u2068${title}\u2069”`,
  replace: (values: readonly string[]) =>
    `Write ${values.map((value) => `“${value}”`).join(' and ')} instead`,
  replaced: (values: readonly string[]) =>
    `The message now says ${values.map((value) => `“${value}”`).join(' and ')}.`,
} as const;

/** A test message to one's own phone before the send. */
export const testWords = {
  send: 'Send a test',
  number: 'Your own number',
  text: 'Only this number gets the message shown here.',
  withoutPaper:
    'Only this number gets the message shown here, without the voucher, because each family has its own.',
  /** Shown if free text reaches only people who have written in the last 24 hours. */
  writeFirst:
    'Write any WhatsApp message to the school’s number from this phone first. For the next 24 hours a test reaches it.',
} as const;

/** A message to classes and sections. */
export const classWords = {
  title: 'Send to Classes',
  class: 'Select Class',
  section: 'Select Section',
  allClasses: 'All classes',
  allSections: 'All sections',
  classHint: 'Search classes',
  sectionHint: 'Search sections',
  classRequired: 'Class is required.',
  sectionRequired: 'Section is required.',
  noneTitle: 'No students yet',
  none: 'Import students, with their classes and sections, to write to their families.',
} as const;

/** Texts of the screen about the start time of a send, in English. */
export const scheduleWords = {
  label: 'When',
  now: 'Now',
  later: 'Later',
  day: 'Day',
  time: 'Time',
  /** Names the time zone by its city: `Asia/Karachi` becomes Karachi. */
  zone: (timeZone: string) => `${(timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ')} time`,
  dayRequired: 'Choose a day.',
  timeRequired: 'Choose a time.',
  timeHint: '09:00',
  notATime: 'Write a time such as 09:00 or 4:30 pm.',
  past: 'This time has passed. Choose a later one.',
  begins: (at: string) => `Begins ${at}`,
  held: (at: string) => `Quiet hours: begins ${at}`,
  today: (time: string) => `today at ${time}`,
  tomorrow: (time: string) => `tomorrow at ${time}`,
  onDay: (day: string, time: string) => `on ${day} at ${time}`,
  schedule: (count: number) => `Schedule ${plural(count, 'message', 'messages')}`,
  scheduled: (at: string) => `Scheduled: sending begins ${at}.`,
} as const;

/** Texts of sending by hand, where a clerk sends each message in her own WhatsApp. */
export const byHandWords = {
  title: 'Send by hand',
  short: 'By hand',
  start: 'Send them by hand',
  about:
    'Qasid opens each chat in your own WhatsApp with the text in it. You press send there, then say here what you did.',
  progress: (done: number, all: number) =>
    `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} done`,
  skipped: (count: number) => `${count.toLocaleString('en-US')} skipped`,
  open: 'Open in WhatsApp',
  openAgain: 'Open it again',
  blocked: 'The browser did not open a new tab. Allow new tabs for this page, or use this link:',
  link: 'Open the chat',
  didSend: 'Sent',
  skip: 'Skip',
  notSent: 'Not sent',
  whatNow: 'Did you send it?',
  whatThen: (at: string) =>
    `You opened this chat ${at} and did not say whether you sent the message. Did you send it?`,
  lookFirst: 'If you are not sure, look in the chat first, so that no family gets it twice.',
  media: 'Attach this file in WhatsApp yourself; the text can be its caption.',
  download: 'Save the file',
  toForeign: 'Open the file',
  preview: 'Message',
  noName: 'No name',
  allDone: 'All done',
  allDoneText: (sent: number, skipped: number) =>
    `${plural(sent, 'message was', 'messages were')} sent by hand${skipped > 0 ? `, ${skipped.toLocaleString('en-US')} skipped` : ''}.`,
  nothing: 'Nothing waits to be sent by hand',
  nothingText: 'Write a message, and its chats wait here to be opened one after the other.',
  held: 'This send is waiting',
  heldText: (count: number) =>
    `${plural(count, 'message waits', 'messages wait')}: the send is paused, begins later, or a colleague has a chat open.`,
  write: 'Write a message',
  toOutbox: 'See them in the Outbox',
  notByHand: 'This campus does not send by hand.',
  notByHandText: 'Messages are sent automatically. You can change this under WhatsApp number.',
  mayNot: 'You do not have the right to send messages.',
  colleague: 'A colleague has this chat open. Continue with the next one.',
  notWaiting: 'This message is no longer waiting. Continue with the next one.',
  undecided: 'Say first whether this message was sent.',
  comesAgain: 'Undone: this chat comes again at the end.',
  keys: 'Keys: O opens the chat, S sent, X not sent',
} as const;
