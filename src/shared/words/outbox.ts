/** Texts of the outbox and of sends, tries of one message, failures, and copies of the database. */

import type { SendAudience } from '../bill-status.ts';
import type { CopyState, OutboxFilter, SendFilter } from '../calls/outbox.ts';
import { formatInstant } from '../dates.ts';
import type { FinalKind, MendKind } from '../mend-kinds.ts';
import type { AttemptOutcome, MessageState, ReceiptState } from '../message-states.ts';
import { plural } from './phrases.ts';

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
  leaveNamed: (name: string) => `Leave it: the message to ${name}`,
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

/** Texts of the screen about the tries of one message, in English. */
export const attemptWords = {
  title: (name: string) => `Message to ${name}`,
  open: (name: string) => `What became of the message to ${name}`,
  list: 'Tries',
  tries: (count: number) => plural(count, 'try', 'tries'),
  attempt: (count: number) => `Try ${count}`,
  none: 'It was not tried yet.',
  noneKept: 'Nothing is known of its tries.',
  underWay: 'Being handed over',
  code: (code: string) => `Code ${code}`,
  chat: 'Open chat',
} as const;

/** The outcome of a try in words for a clerk. */
export const outcomeWords: Record<AttemptOutcome, string> = {
  accepted: 'Handed over to WhatsApp',
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
  filters: { sends: 'All sends', waiting: 'Waiting', toMend: 'To mend' } satisfies Partial<
    Record<SendFilter, string>
  >,
  waiting: (count: number) => `${number(count)} waiting`,
  waitingWord: 'waiting',
  nothingWaiting: 'nothing is waiting',
  through: 'Sent',
  more: 'Show earlier sends',
  moreActions: 'More for what waits',
  none: 'Nothing sent yet',
  noneText: 'Every message you send is kept here, with who got it and who did not.',
  noneFound: 'No send matches',
  noneToMend: 'There is nothing to mend.',
  allMessages: 'All messages',
  peopleFound: (text: string) => `Messages to “${text}”`,
  back: 'Back to all sends',
  /** Shown instead of a person's name, because an API key sends without a person. */
  byKey: (name: string) => `API key ${name}`,
  failed: (count: number) => `${number(count)} failed`,
  read: (count: number, of: number) => `${number(count)} of ${number(of)} read`,
  sent: (count: number, of: number) => `${number(count)} of ${number(of)} sent`,
  /** For a billing: a scheduled send. */
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
  families: 'Families',
  messages: 'Messages',
  message: 'Message',
  more: 'More for this send',
  to: (from: string, until: string) => `${from} to ${until}`,
} as const;

export const mendWords = {
  title: (count: number) => `${number(count)} to mend`,
  allMended: 'All is mended',
  explained: 'Whoever is mended here gets the same message, with the amount of the day on which it goes.',
  mended: (count: number) => `${number(count)} mended`,
  kinds: {
    correct: 'Correct the number',
    later: 'Try later',
    call: 'Call',
    notOnWhatsApp: 'Not on WhatsApp',
    rewrite: 'Write another message',
    ask: 'Ask the family',
  } satisfies Record<MendKind, string>,
  why: {
    correct: 'WhatsApp does not know this number',
    later: 'It did not arrive. It may arrive later, for example when the phone is on again',
    call: 'No message reaches this family',
    notOnWhatsApp: 'The number is right, the phone has no WhatsApp',
    rewrite: 'WhatsApp does not take this message as it is. Change it and send it anew, or call',
    ask: 'It may have arrived, so it is not sent again by itself',
  } satisfies Record<MendKind, string>,
  /** Shown where Retry would be, if the same message would fail again. */
  instead: {
    correct: 'Correct the number',
    call: 'Call, or tell the family another way',
    notOnWhatsApp: 'Correct the number, or call',
    rewrite: 'Write another message',
  } satisfies Record<FinalKind, string>,
  again: (count: number, at: string) =>
    `${number(count)} more ${count === 1 ? 'is' : 'are'} tried again by ${count === 1 ? 'itself' : 'themselves'}, ${at}`,
  numberOf: (name: string) => `Right number of ${name}`,
  correct: 'Correct and send',
  correctOf: (name: string) => `Correct and send to ${name}`,
  /** For a family that has paid meanwhile. */
  correctOnly: 'Correct',
  correctOnlyOf: (name: string) => `Correct the number of ${name}`,
  paid: 'they have paid since',
  savedNotSent: 'Nothing was sent, because they have paid.',
  /** For another number than the one of the message: a sibling's number, and the billing that has it. */
  hasNumber: (value: string, of: readonly string[]) => `${value} of ${of.join(', ')}`,
  /** In place of a billing: the roster has the number. */
  roster: 'the list of students',
  isCorrected: (value: string) => `corrected to ${value} since`,
  same: 'This is the number that WhatsApp does not know. Correct it first.',
  mayNotEdit: 'You do not have the right to correct numbers.',
  tryAll: (count: number) => (count === 2 ? 'Try both now' : 'Try all now'),
  tryOne: 'Try now',
  landline: 'landline',
  sayIt: 'Show what to say',
  sayTo: (name: string) => `What to say to ${name}`,
  told: 'Told by phone',
  toldOf: (name: string) => `${name} was told by phone`,
  toldDone: 'Noted: told by phone.',
  notTold: 'Nothing was noted: the message has changed meanwhile.',
  toldBy: (by: string, at: string) => (by === '' ? `told by phone, ${at}` : `told by phone by ${by}, ${at}`),
  sendTo: (value: string) => `Send to ${value}`,
  print: 'Print the bill',
  correctedTo: (value: string) => `corrected to ${value}`,
  triesOf: (name: string) => `Tries of the message to ${name}`,
  listed: (shown: number, all: number) =>
    `The latest ${number(shown)} of ${number(all)} are shown. See all that failed`,
} as const;

const waitIn = (count: number): string =>
  `${plural(count, 'message waits', 'messages wait')} in it, and may have been sent since.`;

const whyOf = ({ at, why }: CopyState, timeZone: string): string =>
  why === 'backup'
    ? `these are the data of a backup of ${formatInstant(at, timeZone)}.`
    : 'these data are a copy: they lie in another place than the one that last sent, or are older.';

/** Texts about a copy of the database, which sends nothing until a person has decided. */
export const copyWords = {
  alert: (copy: CopyState, timeZone: string) =>
    `Nothing is sent: ${whyOf(copy, timeZone)} ${copy.waiting > 0 ? `${waitIn(copy.waiting)} ` : ''}Whoever has the right to the outbox decides there.`,
  /** For a broadcast that would be sent. */
  held: 'Held',
  title: 'May this send?',
  text: (copy: CopyState) =>
    copy.waiting > 0
      ? `${waitIn(copy.waiting)} Ask whoever used Qasid after the copy was made, or look at a parent’s phone. If you do not know, take them back: nobody gets a message twice, and you can send anew.`
      : 'No message waits in it. What was sent since the copy was made is not known here.',
  takeBack: 'They were sent: take them back',
  send: 'They were not sent: send them',
  goOn: 'Send from here',
  oneByOne: 'Decide for each send',
  together: 'Decide for all at once',
  runs: 'What may have been sent since',
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
    'Nothing is sent for now: this is a copy of the data. Decide in the Outbox what to do with the messages that wait.',
} as const;
