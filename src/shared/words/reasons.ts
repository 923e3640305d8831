/**
 * All reasons that are stored or answered, in words for a clerk. The details of a code are the parameter of its
 * sentence. Reasons of a provider are in separate lists.
 */

import { plural, withoutStop } from '../text/phrases.ts';
import { formatDay, formatInstant } from '../time/dates.ts';
import { sendWords } from './sending.ts';

/** A reason with its details. A later version may have stored a `code` that this version does not know. */
export type ReasonBody = { code: string } & Record<string, unknown>;

const placeholders: Readonly<Record<string, string>> = sendWords.placeholders;

/** Why a recipient is skipped in a broadcast, or a waiting message is skipped. */
const skipReasonWords = {
  noNumber: 'No phone number',
  notChosen: 'No chosen bill has this number',
  paidSince: 'Paid before the message was sent',
  partPaid: 'Part-paid, and this text states the full amount',
  paidByCredit: 'Paid in advance: credit of this child pays the bill, so nothing is left to pay',
  partByCredit: 'Credit of this child pays a part, and this text states the full amount',
  partPaidSince: 'A part was paid before the message was sent, and its text states the full amount',
  otherSince: 'Its status was neither paid nor unpaid when the message was sent',
  inTimeSince: 'It was no longer overdue when the message was sent',
  numberChanged: 'The phone number was changed before the message was sent',
  unreadNumber: 'The phone number cannot be read',
  missing: ({ names }: { names: readonly string[] }) =>
    `No value for ${names.map((name) => placeholders[name] ?? name).join(', ')}`,
  tooLong: 'The text is longer than WhatsApp allows',
  nothingOwed: 'Nothing to pay',
  billRemoved: 'The bill was removed before sending',
  paymentVoided: 'The payment became void, or money was given back, before the receipt was sent',
  optedOut: 'Asked for no messages',
  alreadyTold: 'Already got this message for this bill',
  /** WhatsApp's Cloud API accepts free text only within 24 hours of a parent's last message (131047). */
  windowClosed: 'Has not written in the last 24 hours: only an approved template reaches this number',
  noPaper: 'There is no bill to make a voucher from',
  /** `day`: the day by which the family has promised to pay. */
  promised: ({ day }: { day: string }) => `Promised to pay by ${formatDay(day)}`,
  skippedByHand: 'Skipped by hand',
  expiredSince: 'The voucher expired before the message was sent',
  /** `day`: the last day on which the text was right. */
  outOfDate: ({ day }: { day: string }) => `Could not be sent by ${formatDay(day)}, and is no longer correct`,
} as const;

/** Why a message has its final state, or why it waits although its broadcast is running. */
const messageReasonWords = {
  notOnWhatsApp: 'This number is not on WhatsApp',
  switchedOff: 'The phone could not be reached',
  mayHaveBeenSent: 'May have been sent: the computer stopped while it was on its way',
  leftOpen: 'May have been sent: nobody said whether it was sent in the opened chat',
  noAnswer: 'May have been sent: the provider’s answer did not arrive',
  left: 'May have been sent; left as it is',
  /** The provider answered with the id of another message. */
  idTaken: 'May have been sent: WhatsApp answered with the id of another message, so the result is not known',
  /** For a message that should carry a voucher. */
  paperNotMade: 'Its voucher could not be made',
  notConnected: 'The WhatsApp number of this campus is not connected',
  cleared: 'Cleared from the outbox',
  cancelled: 'Cancelled before it was sent',
  takenBack: 'Taken back: it waited in a copy, and may have been sent since the copy was made',
  putBack: 'Opened by hand and not sent',

  newPerDay: ({ most }: { most: number }) =>
    `Waits for tomorrow: at most ${plural(most, 'new number', 'new numbers')} a day`,
  perDay: ({ most }: { most: number }) =>
    `Waits: WhatsApp lets this number write first to only ${plural(most, 'person', 'people')} in 24 hours`,
  pairLimit: 'Waits: this number has just got a message',
  slowDown: 'WhatsApp asked to slow down',
  tomorrow: 'WhatsApp did not deliver it today; Qasid tries again tomorrow',
  uploading: 'Waits for the upload of its picture, video or document: the connection is slow',
  /** Never stored; shown while it is true. */
  templatePaused: 'Waits: WhatsApp has paused its template',
  templateNotTaken: 'Waits: WhatsApp no longer accepts its template',
} as const;

/** Notices of a broadcast. */
const noticeWords = {
  guard: ({ failures, reason }: { failures: number; reason: ReasonBody }): string =>
    `Paused after ${failures} failures in a row: ${withoutStop(sayBody(reason))}. Resume it when this is solved.`,
  template: ({ reason }: { reason: ReasonBody }): string =>
    `Paused by WhatsApp: ${withoutStop(sayBody(reason))}. Resume it when the template may be used again.`,
  /** The reasons of the notice above, if WhatsApp gives none. */
  templateRejected: 'the template was rejected',
  templateIsPaused: 'the template is paused',
  templateNotAllowed: 'the template may not be used any more',
  /** `timeZone`: the time zone of the campus. */
  missed: ({ startAt, timeZone }: { startAt: string; timeZone: string }) =>
    `Was to begin on ${formatInstant(startAt, timeZone)}, while Qasid was not running. Resume it to send it now, or cancel it.`,
  late: ({ minutes }: { minutes: number }) =>
    `Began ${minutes < 90 ? plural(minutes, 'minute', 'minutes') : plural(Math.round(minutes / 60), 'hour', 'hours')} late: Qasid was not running.`,
  /** The message waited for a time that a wrong clock had set. */
  clockAhead:
    'A clock was ahead, so messages waited for a time in the far future. The time was corrected, and sending continues.',
} as const;

/**
 * Why a sender is stopped, a connection does not work, a template is not approved, or a webhook or file is not handled.
 */
const connectionReasonWords = {
  sealed:
    'The secrets of this number were encrypted with another key. Give every process the same SECRET_KEY, put back the earlier secret.key, or type in the secrets again.',
  surprise: 'The test did not finish. Check the log of Qasid, then try again.',
  sessionLost: 'The linked phone is no longer connected to WhatsApp. Link it again',
  connectedOtherwise: 'The connection of the campus was changed before this was processed.',
  approvalGone: 'WhatsApp does not have this template any more. Submit it again.',
  notFetched: 'This file could not be fetched from WhatsApp. Ask the parent to send it again.',
} as const;

/**
 * Reasons of WhatsApp's Cloud API in words for a clerk: what happened, and what to do. The keys are our reason codes;
 * `reported` are WhatsApp's own words, if they add something.
 */
type Reported = { reported?: string };
const followedByWhatsApp =
  (sentence: string) =>
  ({ reported }: Reported): string =>
    reported ? `${sentence} WhatsApp says: ${reported}` : sentence;

/** For a rejected text: WhatsApp's own advice follows our sentence. */
const followedByAdvice =
  (sentence: string) =>
  ({ reported }: Reported): string =>
    reported ? `${sentence} ${reported}` : sentence;

const cloudReasonWords = {
  /** For an unknown code. */
  cloudRefused: ({ reported }: Reported) =>
    reported ? `WhatsApp refused it: ${reported}` : 'WhatsApp refused it.',
  newToken:
    'WhatsApp does not accept the access token: an administrator enters a new one under WhatsApp number.',
  cloudNotTaken: followedByWhatsApp(
    'WhatsApp did not accept the request: try again later, and tell your administrator if it happens again.',
  ),
  cloudTrouble: 'WhatsApp had a problem at that moment: try again later.',
  morePermissions:
    'The access token lacks a permission: give its system user both WhatsApp permissions in Meta’s Business settings.',
  cloudSlower: 'WhatsApp got too many requests in a short time: sending continues more slowly after a while.',
  numberUnknownNow:
    'WhatsApp does not know this number any more: check the Phone number ID under WhatsApp number, then resume.',
  badValue: followedByWhatsApp(
    'WhatsApp refused a value of this message: correct its text or media and send it again.',
  ),
  accountLocked:
    'WhatsApp has locked this account: open the notices in Meta’s Account quality, ask for a review there, then resume.',
  blockedByUs:
    'This number is blocked by your own WhatsApp number: unblock it in WhatsApp Manager and send again.',
  heldBackForTest:
    'WhatsApp withholds this message from this person for a test of its own: tell the family another way.',
  countryClosed: 'WhatsApp does not let this account write to this country: ask Meta’s support, then resume.',
  writesToItself: followedByWhatsApp(
    'This is the number that sends: a number cannot write to itself, so correct the bill’s number.',
  ),
  notOnWhatsAppOrTooOld:
    'This number is not on WhatsApp, or its WhatsApp is too old: tell the family another way.',
  displayNameNotApproved:
    'WhatsApp has not approved the display name of this number: have it approved in WhatsApp Manager, then resume.',
  couldNotCharge:
    'WhatsApp could not charge this account: correct the payment method in Meta’s Billing, then resume.',
  notRegistered:
    'This number is not registered with WhatsApp any more: register it in WhatsApp Manager, then resume.',
  windowOver:
    'This parent has not written in the last 24 hours: send an approved template, which may be sent at any time.',
  heldBackForReports:
    'WhatsApp limits this number because people blocked or reported it: stop sending for a while, then resume with fewer messages.',
  sparedForNow:
    'WhatsApp protects this person from too many messages: nothing is sent for a day, so tell the family another way if it is urgent.',
  offersSwitchedOff:
    'This person has switched off offers from you in WhatsApp: nothing more of this kind is sent.',
  unknownKind: followedByWhatsApp(
    'WhatsApp does not know this kind of message: send it as text, picture, video or document.',
  ),
  notFetchable: followedByWhatsApp('What this person sent could not be fetched: ask for it again.'),
  mediaNotTaken: followedByWhatsApp(
    'WhatsApp did not accept the picture, video or document: upload it again, or choose another file.',
  ),
  tooManyToNumber: 'Too many messages to this number in a short time: it is sent after a short wait.',
  noMarketing: followedByWhatsApp(
    'This account may not send marketing templates: use a template of the category utility.',
  ),
  wrongCategories:
    'WhatsApp limits this account because templates had the wrong category: correct them in WhatsApp Manager, then resume.',
  templateValues: followedByWhatsApp(
    'The values do not fit the template as WhatsApp approved it: submit the template again, then send again.',
  ),
  templateUnknown:
    'WhatsApp has no approved template of this name and language: submit it under Templates and wait for the approval.',
  templateTooLong: followedByWhatsApp(
    'With its values this template is too long: shorten it and submit it again.',
  ),
  templateBreaksRules:
    'WhatsApp says that this template breaks its rules: change its text and submit it again.',
  templatePausedByWhatsApp:
    'WhatsApp has paused this template because people did not like it: wait, or use another one.',
  templateSwitchedOff: 'WhatsApp has switched this template off for good: write another one and submit it.',
  valueHasBreaks: followedByWhatsApp(
    'A value for this template has line breaks or long gaps, which WhatsApp does not accept: correct the bill and send it again.',
  ),
  formBlocked: followedByWhatsApp(
    'The form behind this template is blocked by WhatsApp: use another template.',
  ),
  registeredTooOften: 'This number was registered too often in a short time: wait a day, then resume.',
  termsOfPayment:
    'WhatsApp’s terms of payment are not accepted yet: accept them in WhatsApp Manager, then resume.',
  templateNotReady: 'The template is not ready at WhatsApp yet: try again in ten minutes.',

  cloudNotSetUp:
    'The settings of this WhatsApp number are not complete: an administrator enters them under WhatsApp number.',
  cloudTextTooLong: ({ most }: { most: number }) =>
    `The text is longer than the ${most.toLocaleString('en-US')} characters that WhatsApp accepts: shorten it.`,
  cloudCaptionTooLong: ({ most }: { most: number }) =>
    `Below a picture or video WhatsApp accepts ${most.toLocaleString('en-US')} characters: shorten the text, or send it without the file.`,
  cloudMediaExpired: 'WhatsApp no longer had the picture or video: the next try uploads it again.',
  cloudNoFile: 'The picture or video of this message is no longer on this server: attach it again.',
  cloudFileUnread: 'The picture or video of this message could not be read on this server: try again.',

  cloudOffline: 'WhatsApp could not be reached: the internet connection of this server does not work.',
  cloudCertificate: 'WhatsApp could not be reached safely: check the date and time of this server.',
  cloudUnreachable: 'WhatsApp could not be reached.',
  cloudBroken: 'WhatsApp’s answer did not arrive.',
  cloudMayHaveBeenSent: 'May have been sent: WhatsApp’s answer did not arrive',
  cloudUnreadable: 'WhatsApp’s answer could not be read.',
  cloudMayHaveBeenTaken: 'May have been sent: WhatsApp’s answer could not be read',

  /** For a number, when its connection is tested. */
  numberUnknown:
    'WhatsApp does not know this Phone number ID, or the token has no access to it: copy it again from the API setup page.',
  accountUnknown:
    'WhatsApp does not know this WhatsApp Business Account ID, or the token has no access to it: copy it again from the API setup page.',
  accountOther: 'This number belongs to another WhatsApp Business Account: copy both IDs from the same page.',
  notSubscribed: ({ wabaID }: { wabaID: string }) =>
    `WhatsApp does not report messages to this app, and the token may not change that: in Meta’s Graph API Explorer call POST ${wabaID}/subscribed_apps once.`,

  /** For a number, by its state at WhatsApp. */
  numberPending: 'The number is not registered yet: register it in WhatsApp Manager.',
  numberUnverified: 'The number is not verified: verify it in WhatsApp Manager.',
  numberDisconnected: 'The number is not connected: register it again in WhatsApp Manager.',
  numberMigrated: 'The number was moved to another account.',
  numberBanned: 'WhatsApp has banned this number: see Account quality at Meta.',
  numberRestricted: 'WhatsApp has restricted this number: see Account quality at Meta.',
  numberRateLimited: 'This number has reached its limit at WhatsApp.',
  numberOffline: 'The number is offline.',
  numberDeleted: 'The number was deleted.',

  /** For the whole account, from webhooks. */
  accountDisabledSoon:
    'WhatsApp will disable this account: open the notices in Meta’s Account quality and ask for a review.',
  accountReinstated: 'WhatsApp has restored this account: messages can be sent again.',
  accountViolation: ({ kind }: { kind: string }) =>
    `WhatsApp says that this account broke its rules${kind && ` (${kind})`}: see Meta’s Account quality.`,
  accountRestricted:
    'WhatsApp has restricted this account: see in Meta’s Account quality what it may not do, and until when.',
  accountDeleted: 'This WhatsApp Business Account was deleted: connect another one.',
  numberOffboarded:
    'This number was taken out of the Cloud API: register it again in WhatsApp Manager, then resume.',

  /** For templates: why a template was refused, or is not approved. */
  textBreaksRules: followedByAdvice('WhatsApp says that the text breaks its rules: write it in another way.'),
  textLooksLikeFraud: followedByAdvice(
    'WhatsApp thinks that the text is a fraud: name the school, and do not ask for secrets.',
  ),
  textAdvertises: followedByAdvice(
    'WhatsApp thinks that the text is advertising: leave out everything but the notice, or choose marketing.',
  ),
  textFormat: followedByAdvice('The text does not have the format that WhatsApp requires.'),
  textCategory: followedByAdvice(
    'The text does not fit its category: submit it as marketing, or leave out the advertising.',
  ),
  textCategoryOrLanguage: followedByAdvice(
    'The text does not fit its category or language: choose others and submit it again.',
  ),
  approvalPaused:
    'WhatsApp has paused it because people did not like it: wait until WhatsApp resumes it, or use another one.',
  approvalSwitchedOff: 'WhatsApp has switched it off: write another one.',
  approvalDeleted: 'It was deleted at WhatsApp.',
  templateNeedsApp: 'A template with a picture or video needs the App ID: enter it under WhatsApp number.',
  templateNameTaken: 'WhatsApp already has a template of this name and language: give it another name.',
  templateLockedNow: 'WhatsApp does not let this template change now: try again tomorrow.',
  templatePartTooLong: 'A part of the template is too long: shorten it.',
  templateMedia: 'WhatsApp does not accept the picture or video above the text: choose another file.',
  templateText: 'WhatsApp does not accept the text: check its values.',
  templateFooter: 'WhatsApp does not accept the footer: use no values there.',
  templateTooManyValues: 'There are too many values for such a short text: write more words around them.',
  templateValueAtEdge: 'The text begins or ends with a value: put words before and after it.',
  tooManyTemplates: 'This account has as many templates as WhatsApp allows: delete some that are not used.',

  /** For files of parents. */
  cloudMediaGone: 'WhatsApp no longer has this file: ask for it again.',
  cloudMediaTooLarge: 'This file is too large to be fetched.',
  cloudMediaDamaged: 'This file was damaged on its way: ask for it again.',
  cloudMediaElsewhere: 'WhatsApp gave a foreign address for this file, so it was not fetched.',
} as const;

/** Sentences for messages of parents that are not text. */
export const cloudInboundWords = {
  reacted: (emoji: string) => `Reacted with ${emoji}`,
  reactionGone: 'Removed a reaction',
  location: (name: string, place: string) =>
    `Location: ${name && `${name}, `}https://maps.google.com/?q=${place}`,
  contact: (name: string, numbers: string) => `Contact: ${[name, numbers].filter(Boolean).join(', ')}`,
  flow: (body: string, answers: string) => [`Form answered: ${body}`, answers].filter(Boolean).join('\n'),
  unsupported: 'Sent something that cannot be shown here: ask for it as text or picture.',
} as const;

/** Reasons of a WAHA gateway and its linked phone in words for a clerk, by our reason codes. */
const wahaReasonWords = {
  wahaNotSetUp:
    'The gateway of this campus is not set up. Enter its address and its key under WhatsApp number',
  wahaUnreachable: 'The gateway cannot be reached. Check that its computer is on and connected',
  wahaLost: 'May have been sent: the gateway’s answer did not arrive',
  wahaNoID: 'May have been sent: the gateway did not report the result',
  wahaBroken: ({ status }: { status: number }) =>
    `May have been sent: the gateway answered with its own error ${status}`,
  wahaUnread: 'The answer of the gateway cannot be read',
  wahaRefusedKey: 'The gateway does not accept the key. Enter its API key again under WhatsApp number',
  wahaMovedAway: 'This is not the address of a gateway: it redirects to another address',
  wahaEngine: ({ name }: { name: string }) =>
    `The gateway uses the engine ${name}, with which a lost answer cannot be found again. Set its engine to NOWEB or GOWS`,
  wahaNoSession: 'The gateway does not know this session. Link the phone under WhatsApp number',
  wahaOff: 'The linked phone is switched off at the gateway. Start it under WhatsApp number',
  wahaStarting: 'The gateway is still starting',
  wahaScan: 'The phone is no longer linked. Scan the code under WhatsApp number',
  wahaFailed: 'The gateway lost the phone. Link it again under WhatsApp number',
  /** The session may stay in this state: github.com/devlikeapro/waha, issues 1043, 1218 and 2243. */
  wahaStuck:
    'The gateway has been starting for more than a minute. Start it again here. If that does not help, check that its computer reaches the internet, and restart the gateway’s program (its container).',
  wahaTimelock:
    'WhatsApp does not let this number begin new chats at the moment. Wait a day and send to fewer new numbers',
  wahaNotDelivered: 'WhatsApp did not accept it from this phone. The number may be restricted',
  wahaTooFast: 'The gateway asks to slow down',
  wahaRefused: ({ why }: { why: string }) =>
    why === '' ? 'The gateway refuses this message' : `The gateway refuses: ${why}`,
  wahaCaptionTooLong: 'The text is longer than the 1,024 characters that WhatsApp accepts under a picture',
  wahaTextTooLong: 'The text is longer than the 4,096 characters that WhatsApp accepts',
  wahaNoFile: 'The picture or video of this message is not here any more',
  wahaNoLink: 'The picture or video of this message is not at its address any more',
  wahaLinkUnreachable: 'The site with the picture or video of this message cannot be reached',
  wahaFileTooLarge: 'The file is larger than Qasid accepts',
  wahaForeignFile: 'The address of this file is not at the gateway',
  wahaNoFileThere: 'The gateway does not have this file any more',
  wahaNoHookUrl: 'Qasid has no address that the gateway can call. Set PUBLIC_URL',
} as const;

/** Sentences for messages of parents that are not text. */
export const wahaInboundWords = {
  location: 'Sent a location',
  contact: 'Sent a contact',
  unshown: 'Sent something that cannot be shown here. Look at the phone',
  mediaLost: 'Sent a file that the gateway could not get. Look at the phone',
  reacted: (sign: string) => `Reacted with ${sign}`,
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
export const withoutDetails = { reported: '', why: '', text: 'For other reasons' } as const;

/** The sentence of a reason. Never fails: an unknown code, stored by a later version, is returned as it is. */
export function sayBody({ code, ...details }: ReasonBody): string {
  const words = Object.hasOwn(reasonWords, code) ? reasonWords[code as keyof typeof reasonWords] : code;
  return typeof words === 'string' ? words : (words as (details: object) => string)(details);
}
