/**
 * Texts of conversations with parents, quick and automatic answers, opt-outs, webhooks, and the demo phone.
 */

import { withCampus } from '../messages/placeholders.ts';
import { inMegabytes, plural } from '../text/phrases.ts';

export const chatWords = {
  title: 'Chat',
  empty: 'No messages with this number yet.',
  write: 'Write a message',
  send: 'Send',
  today: 'Today',
  yesterday: 'Yesterday',
  media: 'Picture or video of this message',
  noNumber: 'This member has no phone number. Add one to write to the family.',
  listTitle: 'Chats',
  search: 'Search families and messages',
  lists: { waiting: 'To answer', closing: 'Closing soon', confirm: 'To confirm', all: 'All' },
  whichList: 'Which chats',
  answered: 'Answered',
  markAnswered: 'Mark answered',
  markAnsweredHint: 'Mark as answered and go to the next (E)',
  reopen: 'Mark not answered',
  reopenHint: 'Move it back to the chats to answer (E)',
  closingText: 'They wrote nearly a day ago. After 24 hours WhatsApp accepts only an approved template.',
  noneWaiting: 'Nobody waits for an answer',
  confirmText:
    'They sent a picture after a message about their bills. It does not count as a payment until a payment is received.',
  noneConfirm: 'No pictures to confirm',
  toConfirm: 'To confirm',
  toConfirmTitle: 'To confirm: perhaps paid',
  toConfirmHint: 'Sent after a message about these bills. It does not mark them as paid.',
  look: 'Look at it',
  dismiss: 'Dismiss',
  openSent: (time: string) => `Open what they sent, ${time}`,
  noneClosing: 'No chat closes in the next three hours',
  andMore: (count: number) => `and ${count}`,
  isPaid: 'paid',
  family: 'Show the family',
  backToThread: 'Back to the chat',
  newMessage: 'New message',
  freeUntil: (at: string) => `Free to answer until ${at}`,
  freeAlways: 'Free to answer at any time',
  onlyTemplate: 'Only an approved template reaches them now',

  none: 'No parent has written yet',
  noneText:
    'When a family answers a message, you read its answer and reply here. To write first, open a billing and choose a member.',
  chooseOne: 'Choose a family to read what they wrote',
  chooseOneText: 'J and K move through the list, Enter opens a chat, / searches.',
  backToList: 'Back to chats',
  photo: 'Photo',
  video: 'Video',
  document: 'Document',
  voice: 'Voice message',
  voiceAt: (time: string) => `Voice message, ${time}`,
  openPicture: (time: string) => `Open picture, ${time}`,
  picture: 'Picture',
  download: 'Download',
  toAnswer: (count: number) => `${plural(count, 'chat', 'chats')} to answer`,
  /** Of one family. */
  unread: (count: number) => plural(count, 'new message', 'new messages'),
  newMessages: 'New messages',
  edited: 'edited',
  fromPhone: 'sent on the phone',
  earlier: 'Earlier messages',
  newestOne: 'New message',
  toNewest: 'To the newest message',
  number: 'Number to write to',
  openBill: 'Open bill',
  openBillOf: (...of: string[]) => `Open bill of ${of.join(', ')}`,
  markPaidOf: (...of: string[]) => `Mark as paid: ${of.join(', ')}`,
  more: 'Chat menu',
  template: 'Use a template',
  arrivesAs: 'Arrives as',
  missing: (names: readonly string[]) => `The bill has no ${names.join(', ')}, so this text cannot be sent.`,
  noBill:
    'No bill with this number was found. Open the chat from the family’s bill, or write the values yourself.',
  optOut: 'Send nothing to this number',
  optOutText: 'Nothing is sent to this number until you allow it again.',
  optOutNote: 'Note',
  optOutNoteHint: 'For example Asked on the phone',
  optOutConfirm: 'Stop messages',
  optedOut: (day: string, note: string) => `Asked for no messages on ${day}${note && ` · ${note}`}`,
  notedBy: (name: string) => `Noted by ${name}`,
  byOwnWord: 'They asked for it in a message',
  allow: 'Allow messages again',
  allowText: 'This number gets messages again, also those of sends.',
  allowNoteHint: 'For example Asked on the phone to get messages again',
  allowConfirm: 'Allow messages',
} as const;

export const demoWords = {
  testSender: (host: string) => `Test sender: messages go to ${host}, not to WhatsApp`,
  title: 'Demo phone',
  short: 'Demo',
  label: 'Demo: nothing leaves this computer',
  text: 'Until this campus connects WhatsApp, messages arrive on these made-up phones.',
  off: 'This campus sends with WhatsApp',
  offText: 'The demo phone works only until WhatsApp is connected.',
  pace: 'Pace',
  paces: { instant: 'Instant', quick: 'Quick', natural: 'Natural' },
  search: 'Search phones',
  none: 'No messages have arrived yet',
  noneText: 'Send a message to a billing and watch it arrive here.',
  choose: 'What the family sees',
  chooseText:
    'Open a phone to see what has arrived on it, and reply as the parent. Numbers ending in 00 are not on WhatsApp here, those ending in 99 are switched off, and those ending in 98 never read.',
  notOnWhatsApp: 'Not on WhatsApp',
  reply: 'Reply as this parent',
  send: 'Send reply',
  empty: 'Nothing has arrived on this phone.',
  phoneOf: (name: string) => `Phone of ${name}`,
} as const;

/** Texts of the screen about quick answers, in English. */
export const snippetWords = {
  title: 'Quick answers',
  hint: 'Short texts to answer with. Values such as {{total}} are filled in from the family’s bill.',
  label: 'Quick answers',
  edit: 'Change the quick answers',
  add: 'Add a quick answer',
  change: (title: string) => `Change ${title}`,
  remove: (title: string) => `Delete ${title}`,
  name: 'Title',
  nameHint: 'For example Thank you',
  nameRequired: 'Title is required.',
  none: 'There are no quick answers yet.',
} as const;

/** `sign`: the currency sign of the campus. A value that no bill of the family has is left out of the answer. */
export type BalanceLines = {
  sign: string;
  hasMonth: boolean;
  hasDay: boolean;
  isSum: boolean;
  hasLink: boolean;
};
export type ReplyLanguage = 'en' | 'ur';

/** In an Urdu line, isolate marks keep a currency sign of Latin letters before its amount. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Direction marks for a line that begins with a value, so that the line runs in the direction of its own words. */
const fromLeft = '\u200e';
const fromRight = '\u200f';

const lines = (list: readonly (string | false)[]): string => list.filter((line) => line !== false).join('\n');

/**
 * The answers to a parent who writes `balance`, in English and Urdu: texts with placeholders, like any other message.
 */
export const balanceWords: Record<
  ReplyLanguage,
  { open: (lines: BalanceLines) => string; nothingOpen: string }
> = {
  en: {
    open: ({ sign, hasMonth, hasDay, isSum, hasLink }) =>
      lines([
        `${fromLeft}{{campus}}, payable today:`,
        `${fromLeft}{{name}}${hasMonth ? ', {{month}} {{year}}' : ''}: ${sign} {{payable}}${hasDay ? ', due date {{dueDate}}' : ''}`,
        isSum && `Total: ${sign} {{familyTotal}}`,
        hasLink && 'Bills and vouchers: {{link}}',
      ]),
    nothingOpen: `${fromLeft}{{campus}}: there is nothing to pay. Thank you.`,
  },
  ur: {
    open: ({ sign, hasMonth, hasDay, isSum, hasLink }) =>
      lines([
        `${fromRight}{{campus}}، آج واجب الادا فیس:`,
        `${fromRight}{{name}}${hasMonth ? `، ${isolated('{{month}} {{year}}')}` : ''}: ${isolated(`${sign} {{payable}}`)}${hasDay ? '، آخری تاریخ {{dueDate}}' : ''}`,
        isSum && `کل: ${isolated(`${sign} {{familyTotal}}`)}`,
        hasLink && 'بل اور واؤچر: {{link}}',
      ]),
    nothingOpen: `${fromRight}{{campus}}: کوئی فیس واجب الادا نہیں۔ شکریہ۔`,
  },
};

const plain = (name: string): string => name.trim().toLowerCase();
const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

export const optOutWords = {
  /** The confirmation for a parent who opts out. It is in both languages, because the parent's language is unknown. */
  confirmation: (school: string, campus: string) =>
    withCampus(
      'You will get no more messages from {{campus}}. To get them again, reply START.\nآپ کو {{campus}} کی طرف سے مزید پیغامات نہیں ملیں گے۔ دوبارہ شروع کرنے کے لیے START لکھیں۔',
      isSameName(school, campus) ? campus : `${school}, ${campus}`,
    ),
  /** Notes on opt-outs that Qasid itself has stored. */
  stoppedInWhatsApp: 'Stopped messages of the school in WhatsApp',
  resumedInWhatsApp: 'Allowed messages of the school again in WhatsApp',
  numberChanged: (to: string) => `The family’s WhatsApp number is now ${to}: change it in their bills`,
} as const;

/** Texts about webhooks of WhatsApp or a gateway, in English. */
export const webhookWords = {
  unsigned: 'The signature of this call is missing or wrong.',
  notJson: 'The body is signed but is not valid JSON.',
  /** Shown in the chat with the old number. */
  numberChanged: (to: string) =>
    `This family’s WhatsApp number is now ${to}. Nothing is sent to the old number any more: change the number in their bills.`,
  /** Shown in the chat below a message whose sender's number WhatsApp hides. */
  numberHidden:
    'WhatsApp hides the number of the person who wrote this, and the gateway does not know it. See on the phone who wrote, and answer there.',
  /** Shown instead for a sender with only a user id. A later receipt of a message to the number reveals who it is. */
  numberUnknown:
    'WhatsApp hides the number of the parent who wrote this, so you cannot answer here. When the next message to their number has arrived, this chat moves to that number.',
} as const;

/** Shown in the chat for a message that was deleted for everyone. */
export const revokedWords = 'This message was deleted.';

/** Shown in the chat for an answer from the phone's own app that is not text. */
export const phoneWords = { unknown: 'Sent something from the phone that cannot be shown here.' } as const;

/** Lines in the chat for calls: of the parent, and of the school. */
export const callWords = {
  theirs: {
    ringing: 'Called',
    talked: 'Called and talked to the school',
    missed: 'Called, and nobody answered',
  },
  ours: {
    ringing: 'Called the parent',
    talked: 'Called and talked to the parent',
    missed: 'Called, and the parent did not answer',
  },
} as const;

const kindWords = {
  picture: 'a picture',
  video: 'a video',
  audio: 'a voice message',
  document: 'a document',
} as const;

/** Shown in the chat instead of a parent's media. */
export const inboundMediaWords = {
  coming: 'A file is being fetched …',
  tooLarge: (kind: keyof typeof kindWords, limit: string) =>
    `Sent ${kindWords[kind]} larger than ${limit}. It was not kept: ask for a smaller one.`,
  full: (used: number, limit: number) =>
    `This file was not kept: the files of this campus take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask the person who runs Qasid for more space, then ask the parent to send the file again.`,
  refused: 'This file was deleted: its content does not match its type, or files of its type are not kept.',
  broken: 'This picture could not be read. Ask the parent to send it again.',
} as const;
