/** Texts of the screen about messages: writing them and the outbox, in English. */
import type { OutboxFilter } from '../calls/outbox.ts';
import type { MessageState } from '../message-states.ts';
import { sayDuration } from './durations.ts';
import { plural } from './plural.ts';

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
  aside: {
    all: (count: number) => `${plural(count, 'bill is', 'bills are')} not included.`,
    unpaid: (count: number) => `${plural(count, 'paid bill is', 'paid bills are')} not reminded.`,
    overdue: (count: number) =>
      `${plural(count, 'bill that is paid or not overdue is', 'bills that are paid or not overdue are')} not reminded.`,
    partPaid: (count: number) =>
      `${plural(count, 'part-paid bill is', 'part-paid bills are')} not reminded: a reminder would name the whole sum.`,
    other: (count: number) =>
      `${plural(count, 'bill is', 'bills are')} not reminded: ${count === 1 ? 'its status is' : 'their status is'} neither paid nor unpaid.`,
  },
  marketing: 'WhatsApp counts this template as Marketing, and Meta charges marketing messages more.',
  severalDates: (count: number) =>
    `${plural(count, 'family has', 'families have')} bills with several due dates; the earliest one is used.`,
  again: (count: number) =>
    count === 1
      ? 'Send it again to the one who already got it'
      : `Send it again to the ${count.toLocaleString('en-US')} who already got it`,
  arrives: 'As it arrives',
  type: (count: number) => `Type ${count.toLocaleString('en-US')} to send`,
  typedWrong: (count: number) => `The number of messages is ${count.toLocaleString('en-US')}.`,
  typeAnew: 'The number of messages has changed. Please type it again.',
} as const;

/** What of a message is not right any more. `when`: the day on which it goes, where that is not today. */
export const outdatedWords = {
  title: 'Not right any more',
  families: (count: number, of: number) => {
    if (count < of) return `For ${count.toLocaleString('en-US')} of ${plural(of, 'family', 'families')}`;
    return of === 1 ? 'For this family' : `For all ${plural(of, 'family', 'families')}`;
  },
  amount: (families: string, value: string, when: string | undefined) =>
    `${families} “${value}” is ${when === undefined ? 'no longer what is asked today' : `not what is asked on ${when}`}.`,
  day: (families: string, value: string, when: string | undefined) =>
    `${families} the day of “${value}” ${when === undefined ? 'has passed' : `will have passed on ${when}`}.`,
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
    'Only this number gets the message shown here, without the voucher: that is each family’s own.',
  /** For a provider whose free text reaches only parents who have written in the last 24 hours. */
  writeFirst:
    'Write any WhatsApp message to the school’s number from this phone first: for 24 hours from then a test reaches it.',
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

type LeftOut = readonly { reason: string; count: number }[];

const retried = (count: number) => `${plural(count, 'message is', 'messages are')} waiting again.`;
const withoutWhom = (leftOut: LeftOut) =>
  leftOut.map(
    ({ reason, count }) => `${count.toLocaleString('en-US')} left out: ${reason.replace(/\.$/, '')}.`,
  );

export const outboxWords = {
  /** The place of all sends. The waiting messages are the outbox. */
  place: 'Messages',
  title: 'Outbox',
  waiting: (count: number) => `${plural(count, 'message', 'messages')} waiting`,
  search: 'Search name or number',
  stateFilter: 'Show messages',
  all: 'All',
  billing: 'Billing',
  everyBilling: 'Every billing',
  goneBilling: 'A deleted billing',
  noSuchChoice: 'Nothing found',
  showAll: 'Show all messages',
  broadcasts: 'Sends',
  pause: 'Pause',
  resume: 'Resume',
  pauseAll: 'Pause all',
  resumeAll: 'Resume all',
  retryFailed: (count: number) => `Retry ${count.toLocaleString('en-US')} failed`,
  retryAll: (count: number) => `All ${count.toLocaleString('en-US')}`,
  retryReason: (reason: string, count: number) => `${reason} · ${count.toLocaleString('en-US')}`,
  retryWhich: 'Which to retry',
  retry: 'Retry',
  retryNamed: (name: string) => `Retry the message to ${name}`,
  retryUnknown: 'Send again',
  retryUnknownNamed: (name: string) => `Send again to ${name}`,
  retryUnknownText: 'This message may have been sent already. The family could get it twice.',
  retryUnknownConfirm: 'Send it again',
  leave: 'Leave it',
  leaveNamed: (name: string) => `Leave the message to ${name} as it is`,
  left: 'The message is left as it is.',
  notLeft: 'There is nothing to decide any more: it is known by now whether it was sent.',
  isLeft: 'Left as it is',
  undecided: (count: number) => `${count.toLocaleString('en-US')} to decide`,
  undecidedToSee: (count: number) =>
    `${plural(count, 'message', 'messages')} may have been sent and ${count === 1 ? 'waits' : 'wait'} for you to decide`,
  retried,
  retriedBut: (count: number, leftOut: LeftOut) => [retried(count), ...withoutWhom(leftOut)].join(' '),
  /** Without a reason, a colleague has done it already. */
  notRetriedFor: (leftOut: LeftOut) =>
    leftOut.length > 0
      ? ['Nothing was sent again.', ...withoutWhom(leftOut)].join(' ')
      : 'Nothing was sent again: the message has changed meanwhile.',
  tries: (count: number) => `${count} tries`,
  cancel: 'Cancel',
  cancelNamed: (name: string) => `Cancel the message to ${name}`,
  cancelBroadcast: (title: string) => `Cancel the messages of “${title}” that still wait`,
  cancelled: (count: number) => `${plural(count, 'message was', 'messages were')} cancelled.`,
  /** For a broadcast: how many messages had been sent before. */
  cancelledOf: (sent: number, cancelled: number) =>
    `${sent.toLocaleString('en-US')} sent, ${cancelled.toLocaleString('en-US')} cancelled.`,
  notCancelled: 'Nothing was cancelled: it has gone out meanwhile.',
  cancelledAt: (count: number, time: string) =>
    `${plural(count, 'message was', 'messages were')} cancelled at ${time}.`,
  putBack: 'Put back',
  notRestored: 'Nothing was put back: the message has changed meanwhile.',
  openChat: (name: string) => `Chat with ${name}`,
  noName: 'No name',
  columns: { to: 'To', state: 'State', message: 'Message', time: 'Time', actions: 'Actions' },
  noneNarrowed: 'No message matches. Remove a filter, or search for something else.',
  noneIn: {
    pending: 'What you send waits here until it goes out. Nothing is waiting now.',
    sending: 'What is being handed over at this moment is listed here.',
    accepted: 'What WhatsApp has taken and not yet sent on is listed here.',
    sent: 'What is on its way to a phone is listed here.',
    delivered: 'What has arrived on a phone and was not opened yet is listed here.',
    read: 'What a family has opened is listed here.',
    failed: 'What could not be delivered is listed here with the reason. Nothing has failed.',
    unknown:
      'What may or may not have been sent is listed here, for you to decide. There is nothing to decide.',
    cancelled: 'What was cancelled or cleared before it went out is listed here.',
    skipped: 'Who was left out of a message is listed here with the reason.',
    gone: 'What was handed over to WhatsApp is listed here.',
    arrived: 'What has arrived on a phone is listed here.',
    paidSince: 'Who has paid since the message is listed here. Nobody has yet.',
  },
  media: 'Picture or video',
  sending: 'Sending',
  byHand: 'By hand',
  paused: 'Paused',
  begins: (at: string) => `Begins ${at}`,
  notBefore: 'not before',
  andMore: (first: string, more: number) => `${first} and ${more} more`,
  open: 'Open the outbox',
  progress: {
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    failed: 'failed',
    unknown: 'may have been sent',
    skipped: 'left out',
    cancelled: 'cancelled',
  },
  of: (done: number, total: number) =>
    `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} sent`,
  onlyThis: 'Show its messages',
  noRight: 'You do not have the right to see the outbox.',
} as const;

export const stateWords: Record<MessageState, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  accepted: 'Handed over',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
  unknown: 'May have been sent',
  cancelled: 'Cancelled',
  skipped: 'Left out',
};

const { queued, ...otherStates } = stateWords;
export const filterWords: Record<OutboxFilter, string> = {
  all: outboxWords.all,
  pending: queued,
  ...otherStates,
  // Figures that include the later states have the plain names.
  sent: 'Sent, not delivered',
  delivered: 'Delivered, not read',
  gone: stateWords.sent,
  arrived: stateWords.delivered,
  paidSince: 'Paid since',
};
