/** Texts of the outbox, of sends, of the tries of one message, of failures, and of copies of the database. */

import type { CopyState, OutboxFilter, SendFilter } from '../calls/outbox.ts';
import type { FailureKind, FinalKind } from '../messages/failure-kinds.ts';
import type { AttemptOutcome, MessageState, ReceiptState } from '../messages/message-states.ts';
import type { SendAudience } from '../money/bill-status.ts';
import { plural } from '../text/phrases.ts';
import { formatInstant } from '../time/dates.ts';

type LeftOut = readonly { reason: string; count: number }[];

const retried = (count: number) => `${plural(count, 'message is', 'messages are')} waiting again.`;

const sayLeftOut = (leftOut: LeftOut) =>
  leftOut.map(
    ({ reason, count }) => `${count.toLocaleString('en-US')} left out: ${reason.replace(/\.$/, '')}.`,
  );

export const outboxWords = {
  /** The name of the page with all sends. The outbox is the list of waiting messages. */
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
  leaveNamed: (name: string) => `Leave it: the message to ${name}`,
  left: 'The message is left as it is.',
  notLeft: 'Nothing to decide any more: it is now known whether the message was sent.',
  isLeft: 'Left as it is',
  undecided: (count: number) => `${count.toLocaleString('en-US')} to decide`,
  undecidedToSee: (count: number) =>
    `${plural(count, 'message', 'messages')} may have been sent and ${count === 1 ? 'waits' : 'wait'} for you to decide`,
  retried,
  retriedBut: (count: number, leftOut: LeftOut) => [retried(count), ...sayLeftOut(leftOut)].join(' '),
  /** If no reason is given, a colleague has already changed the message. */
  notRetriedFor: (leftOut: LeftOut) =>
    leftOut.length > 0
      ? ['Nothing was sent again.', ...sayLeftOut(leftOut)].join(' ')
      : 'Nothing was sent again: the message has changed in the meantime.',
  tries: (count: number) => `${count} tries`,
  cancel: 'Cancel',
  cancelNamed: (name: string) => `Cancel the message to ${name}`,
  cancelBroadcast: (title: string) => `Cancel the messages of “${title}” that still wait`,
  cancelled: (count: number) => `${plural(count, 'message was', 'messages were')} cancelled.`,
  /** For a broadcast: how many messages had been sent before. */
  cancelledOf: (sent: number, cancelled: number) =>
    `${sent.toLocaleString('en-US')} sent, ${cancelled.toLocaleString('en-US')} cancelled.`,
  notCancelled: 'Nothing was cancelled: the message has already been sent.',
  cancelledAt: (count: number, time: string) =>
    `${plural(count, 'message was', 'messages were')} cancelled at ${time}.`,
  putBack: 'Undo',
  notRestored: 'Nothing was undone: the message has changed in the meantime.',
  openChat: (name: string) => `Chat with ${name}`,
  noName: 'No name',
  columns: { to: 'To', state: 'State', message: 'Message', time: 'Time', actions: 'Actions' },
  noneNarrowed: 'No message matches. Remove a filter, or search for something else.',
  noneIn: {
    pending: 'Messages wait here until they are sent. Nothing is waiting now.',
    sending: 'Messages that are being sent right now are listed here.',
    accepted: 'Messages that WhatsApp has accepted but not yet sent are listed here.',
    sent: 'Messages on their way to a phone are listed here.',
    delivered: 'Messages that have arrived on a phone but were not opened yet are listed here.',
    read: 'Messages that a family has opened are listed here.',
    failed: 'Messages that could not be delivered are listed here with the reason. Nothing has failed.',
    unknown:
      'Messages that may have been sent are listed here for you to decide. There is nothing to decide.',
    cancelled: 'Messages that were cancelled or cleared before they were sent are listed here.',
    skipped: 'People who were left out of a message are listed here with the reason.',
    gone: 'Messages that were handed over to WhatsApp are listed here.',
    arrived: 'Messages that have arrived on a phone are listed here.',
    paidSince: 'Families who paid after the message are listed here. Nobody has paid yet.',
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
  accepted: 'Sent to WhatsApp',
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
  // `gone` and `arrived` also count messages in later states, so they have the plain names.
  sent: 'Sent, not delivered',
  delivered: 'Delivered, not read',
  gone: stateWords.sent,
  arrived: stateWords.delivered,
  paidSince: 'Paid since',
};

/** Texts of the screen about the tries of one message, in English. */
export const attemptWords = {
  title: (name: string) => `Message to ${name}`,
  open: (name: string) => `Show the tries of the message to ${name}`,
  list: 'Tries',
  tries: (count: number) => plural(count, 'try', 'tries'),
  attempt: (count: number) => `Try ${count}`,
  none: 'Not tried yet.',
  noneStored: 'No tries are stored for this message.',
  underWay: 'Being sent',
  code: (code: string) => `Code ${code}`,
  chat: 'Open chat',
} as const;

/** The outcome of a try in words for a clerk. */
export const outcomeWords: Record<AttemptOutcome, string> = {
  accepted: 'Sent to WhatsApp',
  rejected: 'Refused by WhatsApp',
  notSent: 'Was not sent',
  unknown: 'May have been sent',
};

export const receiptWords: Record<ReceiptState, string> = {
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not delivered',
};

const number = (count: number): string => count.toLocaleString('en-US');

/** Texts of the screen about sends, their recipients, and what to do about failures, in English. */
export const sendListWords = {
  newMessage: 'New message',
  search: 'Search sends, names, numbers',
  which: 'Which sends',
  filters: { sends: 'All sends', waiting: 'Waiting', failures: 'To mend' } satisfies Partial<
    Record<SendFilter, string>
  >,
  waiting: (count: number) => `${number(count)} waiting`,
  waitingWord: 'waiting',
  nothingWaiting: 'nothing is waiting',
  through: 'Sent',
  more: 'Show earlier sends',
  moreActions: 'More actions for waiting messages',
  none: 'Nothing sent yet',
  noneText: 'Every message you send is listed here, with who got it and who did not.',
  noneFound: 'No send matches',
  noFailures: 'There is nothing to mend.',
  allMessages: 'All messages',
  peopleFound: (text: string) => `Messages to “${text}”`,
  back: 'Back to all sends',
  /** Shown instead of a person's name, because an API key sends without a person. */
  byKey: (name: string) => `API key ${name}`,
  failed: (count: number) => `${number(count)} failed`,
  read: (count: number, of: number) => `${number(count)} of ${number(of)} read`,
  sent: (count: number, of: number) => `${number(count)} of ${number(of)} sent`,
  /** Shown for a scheduled send about a billing. */
  begins: (at: string) => `begins ${at}`,
  noneFailed: 'none failed',
  earlier: (count: number) => plural(count, 'earlier send', 'earlier sends'),
  fewer: 'Only the latest sends',
  ofBilling: 'Messages about this billing',
} as const;

export const wholeSendWords = {
  filters: {
    all: '',
    unpaid: 'unpaid',
    overdue: 'overdue',
    partial: 'part-paid',
    paid: 'paid',
    other: 'other',
    open: 'not paid',
  } satisfies Record<SendAudience, string>,
  numbers: (count: number) => plural(count, 'number', 'numbers'),
  classes: (names: readonly string[]) => `Class ${names.join(', ')}`,
  manyClasses: (names: readonly string[], more: number) => `Class ${names.join(', ')} and ${more} more`,
  figures: 'Who got it',
  /** Figures that are part of another one, so that the figures beside each other are not added up. */
  partOf: {
    arrived: 'Of those sent',
    read: 'Of those delivered',
    paidSince: 'Paid after the message, whether or not it arrived',
  } as Partial<Record<OutboxFilter, string>>,
  families: 'Families',
  messages: 'Messages',
  message: 'Message',
  more: 'More actions for this send',
  to: (from: string, until: string) => `${from} to ${until}`,
} as const;

export const fixWords = {
  title: (count: number) => `${number(count)} to mend`,
  allFixed: 'All are mended',
  explained: 'Families mended here get the same message, with the amount of the day on which it is sent.',
  fixed: (count: number) => `${number(count)} mended`,
  kinds: {
    correct: 'Correct the number',
    later: 'Try later',
    call: 'Call',
    notOnWhatsApp: 'Not on WhatsApp',
    rewrite: 'Write another message',
    ask: 'Ask the family',
  } satisfies Record<FailureKind, string>,
  why: {
    correct: 'WhatsApp does not know this number',
    later: 'It did not arrive. It may arrive later, for example when the phone is on again',
    call: 'No message reaches this family',
    notOnWhatsApp: 'The number is right, but the phone has no WhatsApp',
    rewrite: 'WhatsApp does not accept this message. Change it and send it again, or call',
    ask: 'It may have arrived, so it is not sent again automatically',
  } satisfies Record<FailureKind, string>,
  /** Shown where Retry would be, if the same message would fail again. */
  instead: {
    correct: 'Correct the number',
    call: 'Call, or tell the family in another way',
    notOnWhatsApp: 'Correct the number, or call',
    rewrite: 'Write another message',
  } satisfies Record<FinalKind, string>,
  again: (count: number, at: string) =>
    `${number(count)} more ${count === 1 ? 'is' : 'are'} tried again automatically, ${at}`,
  numberOf: (name: string) => `Right number of ${name}`,
  correct: 'Correct and send',
  correctOf: (name: string) => `Correct and send to ${name}`,
  /** For a family that has paid meanwhile. */
  correctOnly: 'Correct',
  correctOnlyOf: (name: string) => `Correct the number of ${name}`,
  paid: 'they have paid in the meantime',
  savedNotSent: 'Nothing was sent, because they have paid.',
  /** Another number of the family, with the sibling and the billing that have it. */
  hasNumber: (value: string, of: readonly string[]) => `${value} of ${of.join(', ')}`,
  /** Shown instead of a billing if the number is in the list of students. */
  roster: 'the list of students',
  isCorrected: (value: string) => `already corrected to ${value}`,
  same: 'WhatsApp does not know this number. Correct it first.',
  mayNotEdit: 'You do not have the right to correct numbers.',
  tryAll: (count: number) => (count === 2 ? 'Try both now' : 'Try all now'),
  tryOne: 'Try now',
  landline: 'landline',
  sayIt: 'Show what to say',
  sayTo: (name: string) => `What to say to ${name}`,
  contacted: 'Told by phone',
  contactedLabel: (name: string) => `${name} was told by phone`,
  contactNoted: 'Noted: told by phone.',
  contactNotNoted: 'Nothing was noted: the message has changed in the meantime.',
  contactedBy: (by: string, at: string) =>
    by === '' ? `told by phone, ${at}` : `told by phone by ${by}, ${at}`,
  sendTo: (value: string) => `Send to ${value}`,
  print: 'Print the bill',
  correctedTo: (value: string) => `corrected to ${value}`,
  triesOf: (name: string) => `Tries of the message to ${name}`,
  listed: (shown: number, all: number) =>
    `The latest ${number(shown)} of ${number(all)} are shown. Show all failed messages`,
} as const;

const sayWaiting = (count: number): string =>
  `${plural(count, 'message waits', 'messages wait')} in it and may have been sent since.`;

const sayWhyCopy = ({ at, why }: CopyState, timeZone: string): string =>
  why === 'backup'
    ? `these data are from a backup of ${formatInstant(at, timeZone)}.`
    : 'these data are a copy: they are in another place than the data that last sent messages, or they are older.';

/** Texts about a copy of the database, which sends nothing until a person has decided. */
export const copyWords = {
  alert: (copy: CopyState, timeZone: string) =>
    `Nothing is sent: ${sayWhyCopy(copy, timeZone)} ${copy.waiting > 0 ? `${sayWaiting(copy.waiting)} ` : ''}A person with the right to the outbox decides there.`,
  /** The state of a broadcast that a copy does not send. */
  held: 'Held',
  title: 'Send from this copy?',
  text: (copy: CopyState) =>
    copy.waiting > 0
      ? `${sayWaiting(copy.waiting)} Ask the person who used Qasid after the copy was made, or look at a parent’s phone. If you do not know, take the messages back: then nobody gets a message twice, and you can send again.`
      : 'No message waits in it. This copy does not know what was sent after it was made.',
  takeBack: 'They were sent: take them back',
  send: 'They were not sent: send them',
  goOn: 'Send from here',
  oneByOne: 'Decide for each send',
  together: 'Decide for all at once',
  runs: 'Messages that may have been sent since',
  takenBackRun: 'Take back',
  sentRun: 'Send',
  run: (text: string) => `What to do with “\u2068${text}\u2069”`,
  waiting: (count: number) => `${plural(count, 'message waits', 'messages wait')}`,
  noText: 'A picture or a video without a text',
  decide: 'Decide',
  sure: (count: number) => `Send ${plural(count, 'message', 'messages')} now?`,
  sureText: 'If they were sent since the copy was made, families get them a second time.',
  sureSend: 'Send them',
  takenBack: (count: number) => `${plural(count, 'message was', 'messages were')} taken back.`,
  goesOn: 'Messages are sent again.',
  byHand:
    'Nothing is sent for now: this is a copy of the data. Decide in the Outbox what to do with the waiting messages.',
} as const;
