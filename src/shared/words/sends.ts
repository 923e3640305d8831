/** Texts of the screen about sends, their recipients, and what to do about failures, in English. */
import type { SendAudience } from '../bill-status.ts';
import type { SendFilter } from '../calls/outbox.ts';
import type { FinalKind, MendKind } from '../mend-kinds.ts';
import { plural } from './plural.ts';

const number = (count: number): string => count.toLocaleString('en-US');

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
  correctOf: (name: string) => `Correct the number of ${name} and send`,
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
