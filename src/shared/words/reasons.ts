/**
 * All reasons that are stored or answered, in words for a clerk. The details of a code are the parameter of its
 * sentence.
 */
import { formatDay, formatInstant } from '../dates.ts';
import { cloudReasonWords } from './cloud.ts';
import { plural } from './plural.ts';
import { sendWords } from './sending.ts';
import { wahaReasonWords } from './waha.ts';
import { withoutStop } from './without-stop.ts';

/** A reason with its details. `code` may be one of a later version. */
export type ReasonBody = { code: string } & Record<string, unknown>;

const placeholders: Readonly<Record<string, string>> = sendWords.placeholders;

/** Why a recipient is skipped in a broadcast, or a waiting message is skipped. */
const skipReasonWords = {
  noNumber: 'No phone number',
  notChosen: 'No chosen bill has this number',
  paidSince: 'Paid before the message was sent',
  partPaidSince: 'A part was paid before the message was sent, and a reminder would name the whole sum',
  otherSince: 'Its status was neither paid nor unpaid when the message was sent',
  inTimeSince: 'It was not overdue any more when the message was sent',
  numberChanged: 'The phone number was changed before the message was sent',
  unreadNumber: 'The phone number cannot be read',
  missing: ({ names }: { names: readonly string[] }) =>
    `No value for ${names.map((name) => placeholders[name] ?? name).join(', ')}`,
  tooLong: 'The text is longer than WhatsApp allows',
  nothingOwed: 'Nothing to pay',
  billRemoved: 'The bill was removed before sending',
  paymentVoided: 'The payment was void, or money of it went back, before its receipt was sent',
  optedOut: 'Asked for no messages',
  alreadyTold: 'Already got this message for this bill',
  /** WhatsApp's Cloud API accepts free text only within 24 hours of a parent's last message (131047). */
  windowClosed: 'Has not written in the last 24 hours: only an approved template reaches this number',
  noPaper: 'There is no bill here to make a voucher of',
  /** `day`: by which the family has promised to pay. */
  promised: ({ day }: { day: string }) => `Promised to pay by ${formatDay(day)}`,
  skippedByHand: 'Skipped by hand',
  expiredSince: 'The voucher expired before the message was sent',
  /** `day`: the last day on which the text was right. */
  outOfDate: ({ day }: { day: string }) =>
    `Could not be sent until ${formatDay(day)}, and is not right any more`,
} as const;

/** Why a message ended as it did, or waits although its broadcast is running. */
const messageReasonWords = {
  notOnWhatsApp: 'This number is not on WhatsApp',
  switchedOff: 'The phone could not be reached',
  mayHaveBeenSent: 'May have been sent: the computer stopped while it was on its way',
  leftOpen: 'May have been sent: nobody said what came of the chat that was opened',
  noAnswer: 'May have been sent: the provider’s answer did not arrive',
  left: 'May have been sent; left as it is',
  /** The provider answered with the id of another message. */
  idTaken:
    'May have been sent: WhatsApp answered with the name of another message, so what becomes of it is not known',
  /** The voucher that the message was to carry. */
  paperNotMade: 'Its voucher could not be made',
  notConnected: 'The WhatsApp number of this campus is not connected',
  cleared: 'Cleared from the outbox',
  cancelled: 'Cancelled before it was sent',
  takenBack: 'Taken back: it waited in a copy, and may have been sent since the copy was made',
  putBack: 'Opened by hand and not sent',

  newPerDay: ({ most }: { most: number }) =>
    `Waits for tomorrow: at most ${plural(most, 'new number', 'new numbers')} a day`,
  perDay: ({ most }: { most: number }) =>
    `Waits for its place: WhatsApp lets this number write first to ${plural(most, 'person', 'people')} in 24 hours`,
  pairLimit: 'Waits: this number has just got a message',
  slowDown: 'WhatsApp asked to slow down',
  tomorrow: 'WhatsApp did not deliver it today; tried once more tomorrow',
  uploading: 'Waits until its picture, video or document is with WhatsApp: the line is slow',
  /** Never stored; shown while it is true. */
  templatePaused: 'Waits: WhatsApp has paused its template',
  templateNotTaken: 'Waits: WhatsApp does not take its template any more',
} as const;

/** Notices of a broadcast. */
const noticeWords = {
  guard: ({ failures, reason }: { failures: number; reason: ReasonBody }): string =>
    `Paused after ${failures} failures in a row: ${withoutStop(sayBody(reason))}. Resume it when this is mended.`,
  template: ({ reason }: { reason: ReasonBody }): string =>
    `Paused by WhatsApp: ${withoutStop(sayBody(reason))}. Resume it when the template may be used again.`,
  /** Why it waits, if WhatsApp gives no reason. */
  templateRejected: 'the template was rejected',
  templateIsPaused: 'the template is paused',
  templateNotAllowed: 'the template may not be used any more',
  /** `timeZone`: of the campus. */
  missed: ({ startAt, timeZone }: { startAt: string; timeZone: string }) =>
    `Was to begin on ${formatInstant(startAt, timeZone)}, while Qasid was not running. Resume it to send it now, or cancel it.`,
  late: ({ minutes }: { minutes: number }) =>
    `Began ${minutes < 90 ? plural(minutes, 'minute', 'minutes') : plural(Math.round(minutes / 60), 'hour', 'hours')} late: Qasid was not running.`,
  /** The message waited for a time that a wrong clock had set. */
  clockAhead:
    'A clock was ahead, and messages waited for a time that was far off. It was put right, and they go on.',
} as const;

/**
 * Why a sender is stopped, a connection does not work, a template is not approved, or a webhook or file is not handled.
 */
const connectionReasonWords = {
  sealed:
    'The secrets of this number were sealed with another key than this process has. Give every process the same SECRET_KEY, or the secret.key of old, or type the secrets in again.',
  surprise: 'The test did not finish. Look at the program’s log, then try again.',
  sessionLost: 'The linked phone is not connected to WhatsApp any more. Link it again',
  connectedOtherwise: 'The campus was connected in another way before this was looked at.',
  approvalGone: 'WhatsApp does not have this template any more. Submit it again.',
  notFetched: 'This file could not be fetched from WhatsApp. Ask the parent to send it again.',
} as const;

export const reasonWords = {
  ...skipReasonWords,
  ...messageReasonWords,
  ...noticeWords,
  ...connectionReasonWords,
  ...cloudReasonWords,
  ...wahaReasonWords,
  /** A text of another program that has no code here. */
  other: ({ text }: { text: string }) => text,
} as const;

/** Replaces the details that are another program's words, for a sentence about many messages with different details. */
export const notSaid = { said: '', why: '', text: 'For other reasons' } as const;

/** The sentence of a reason. Never fails: for a code of a later version it is the code itself. */
export function sayBody({ code, ...details }: ReasonBody): string {
  const words = Object.hasOwn(reasonWords, code) ? reasonWords[code as keyof typeof reasonWords] : code;
  return typeof words === 'string' ? words : (words as (details: object) => string)(details);
}
