/**
 * The sentences that were stored as reasons, notices and problems before there were codes, with their codes at that
 * time. This list never changes, even if the current sentences change.
 */

/** Sentences without details. */
export const plainSentences: Readonly<Record<string, string>> = {
  noNumber: 'No phone number',
  notChosen: 'No chosen bill has this number',
  paidSince: 'Paid before the message was sent',
  partPaidSince: 'A part was paid before the message was sent, and a reminder would name the whole sum',
  otherSince: 'Neither paid nor to be paid any more when the message was sent',
  numberChanged: 'The phone number was changed before the message was sent',
  unreadNumber: 'The phone number cannot be read',
  tooLong: 'The text is longer than WhatsApp allows',
  billRemoved: 'The bill was removed before sending',
  optedOut: 'Asked for no messages',
  alreadyTold: 'Already got this message for this bill',
  windowClosed: 'Has not written in the last 24 hours: only an approved template reaches this number',
  skippedByHand: 'Skipped by hand',
  expiredSince: 'The voucher expired before the message was sent',
  notOnWhatsApp: 'This number is not on WhatsApp',
  switchedOff: 'The phone could not be reached',
  mayHaveBeenSent: 'May have been sent: the computer stopped while it was on its way',
  leftOpen: 'May have been sent: nobody said what came of the chat that was opened',
  noAnswer: 'May have been sent: the provider’s answer did not arrive',
  left: 'May have been sent; left at that',
  idTaken:
    'May have been sent: WhatsApp answered with the name of another message, so what becomes of it is not known',
  notConnected: 'The WhatsApp number of this campus is not connected',
  cleared: 'Cleared from the outbox',
  cancelled: 'Cancelled before it was sent',
  takenBack: 'Taken back: it waited in a copy, and may have been sent since the copy was made',
  putBack: 'Opened by hand and not sent',
  pairLimit: 'Waits: this number has just got a message',
  slowDown: 'WhatsApp asked to slow down',
  tomorrow: 'WhatsApp did not deliver it today; tried once more tomorrow',
  uploading: 'Waits until its picture, video or document is with WhatsApp: the line is slow',
  templatePaused: 'Waits: WhatsApp has paused its template',
  templateNotTaken: 'Waits: WhatsApp does not take its template any more',
  templateRejected: 'the template was rejected',
  templateIsPaused: 'the template is paused',
  templateNotAllowed: 'the template may not be used any more',
  clockAhead:
    'A clock was ahead, and messages waited for a time that was far off. It was put right, and they go on.',
  sealed:
    'The secrets of this number were sealed with another key than this process has. Give every process the same SECRET_KEY, or the secret.key of old, or type the secrets in again.',
  surprise: 'The test came to no end. Look at the program’s log, then try again.',
  sessionLost: 'The linked phone is not connected to WhatsApp any more. Link it again',
  connectedOtherwise: 'The campus was connected in another way before this was looked at.',
  approvalGone: 'WhatsApp does not have this template any more. Submit it again.',
  notFetched: 'This file could not be fetched from WhatsApp. Ask the parent to send it again.',
  newToken:
    'WhatsApp does not accept the access token: an administrator enters a new one under WhatsApp number.',
  cloudTrouble: 'WhatsApp had trouble at that moment: try again later.',
  morePermissions:
    'The access token lacks a permission: give its system user both WhatsApp permissions in Meta’s Business settings.',
  cloudSlower: 'Too much was asked of WhatsApp in a short time: it goes on more slowly after a while.',
  numberUnknownNow:
    'WhatsApp does not know this number any more: check the Phone number ID under WhatsApp number, then resume.',
  accountLocked:
    'WhatsApp has locked this account: open the notices in Meta’s Account quality, ask for a review there, then resume.',
  blockedByUs:
    'This number is blocked by your own WhatsApp number: unblock it in WhatsApp Manager and send again.',
  heldBackForTest:
    'WhatsApp holds this message back from this person for a test of its own: tell the family another way.',
  countryClosed: 'WhatsApp does not let this account write to this country: ask Meta’s support, then resume.',
  notOnWhatsAppOrTooOld:
    'This number is not on WhatsApp, or its WhatsApp is too old: tell the family another way.',
  displayNameNotApproved:
    'WhatsApp has not approved the display name of this number: have it approved in WhatsApp Manager, then resume.',
  couldNotCharge:
    'WhatsApp could not charge this account: mend the payment method in Meta’s Billing, then resume.',
  notRegistered:
    'This number is not registered with WhatsApp any more: register it in WhatsApp Manager, then resume.',
  windowOver:
    'This parent has not written in the last 24 hours: send an approved template, which may be sent at any time.',
  heldBackForReports:
    'WhatsApp holds this number back because people blocked or reported it: stop sending for a while, then resume with fewer messages.',
  sparedForNow:
    'WhatsApp spares this person from more messages for now: nothing goes before a day has passed, so tell the family another way if it is urgent.',
  offersSwitchedOff:
    'This person has switched off offers from you in WhatsApp: nothing more of this kind is sent.',
  tooManyToNumber: 'Too many messages to this number in a short time: it goes after a little while.',
  wrongCategories:
    'WhatsApp holds this account back because templates had the wrong category: correct them in WhatsApp Manager, then resume.',
  templateUnknown:
    'WhatsApp has no approved template of this name and language: submit it under Templates and wait for the approval.',
  templateBreaksRules:
    'WhatsApp says that this template breaks its rules: change its text and submit it again.',
  templatePausedByWhatsApp:
    'WhatsApp has paused this template because people did not like it: wait, or use another one.',
  templateSwitchedOff: 'WhatsApp has switched this template off for good: write another one and submit it.',
  registeredTooOften: 'This number was registered too often in a short time: wait a day, then resume.',
  termsOfPayment:
    'WhatsApp’s terms of payment are not accepted yet: accept them in WhatsApp Manager, then resume.',
  templateNotReady: 'The template is not ready at WhatsApp yet: try again in ten minutes.',
  cloudNotSetUp:
    'The settings of this WhatsApp number are not complete: an administrator enters them under WhatsApp number.',
  cloudMediaExpired:
    'WhatsApp did not have the picture or video any more: with the next try it is uploaded anew.',
  cloudNoFile: 'The picture or video of this message is not on this server any more: attach it again.',
  cloudFileUnread: 'The picture or video of this message could not be read on this server: try again.',
  cloudOffline: 'WhatsApp could not be reached: the internet of this server does not work.',
  cloudCertificate: 'WhatsApp could not be reached safely: check the date and time of this server.',
  cloudUnreachable: 'WhatsApp could not be reached.',
  cloudBroken: 'WhatsApp’s answer did not arrive.',
  cloudMayHaveBeenSent: 'May have been sent: WhatsApp’s answer did not arrive',
  cloudUnreadable: 'WhatsApp’s answer could not be read.',
  cloudMayHaveBeenTaken: 'May have been sent: WhatsApp’s answer could not be read',
  numberUnknown:
    'WhatsApp does not know this Phone number ID, or the token may not see it: copy it again from the API setup page.',
  accountUnknown:
    'WhatsApp does not know this WhatsApp Business Account ID, or the token may not see it: copy it again from the API setup page.',
  accountOther: 'This number belongs to another WhatsApp Business Account: copy both IDs from the same page.',
  numberPending: 'The number is not registered yet: register it in WhatsApp Manager.',
  numberUnverified: 'The number is not verified: verify it in WhatsApp Manager.',
  numberDisconnected: 'The number is not connected: register it again in WhatsApp Manager.',
  numberMigrated: 'The number was moved to another account.',
  numberBanned: 'WhatsApp has banned this number: see Account quality at Meta.',
  numberRestricted: 'WhatsApp has restricted this number: see Account quality at Meta.',
  numberRateLimited: 'WhatsApp holds this number back: it has reached its limit.',
  numberOffline: 'The number is offline.',
  numberDeleted: 'The number was deleted.',
  accountDisabledSoon:
    'WhatsApp is going to disable this account: open the notices in Meta’s Account quality and ask for a review.',
  accountReinstated: 'WhatsApp has given this account back: messages can be sent again.',
  accountRestricted:
    'WhatsApp has restricted this account: see in Meta’s Account quality what it may not do, and until when.',
  accountDeleted: 'This WhatsApp Business Account was deleted: connect another one.',
  numberOffboarded:
    'This number was taken out of the Cloud API: register it again in WhatsApp Manager, then resume.',
  approvalPaused:
    'WhatsApp has paused it because people did not like it: it comes back by itself, or use another one.',
  approvalSwitchedOff: 'WhatsApp has switched it off: write another one.',
  approvalDeleted: 'It was deleted at WhatsApp.',
  templateNeedsApp: 'A template with a picture or video needs the App ID: enter it under WhatsApp number.',
  templateNameTaken: 'WhatsApp already has a template of this name and language: give it another name.',
  templateLockedNow: 'WhatsApp does not let this template change now: try again tomorrow.',
  templatePartTooLong: 'A part of the template is too long: shorten it.',
  templateMedia: 'The picture or video above the text is not as WhatsApp wants it: choose another file.',
  templateText: 'The text is not as WhatsApp wants it: check its values.',
  templateFooter: 'The footer is not as WhatsApp wants it: use no values there.',
  templateTooManyValues: 'There are too many values for so short a text: write more words around them.',
  templateValueAtEdge: 'A value stands first or last: put words before and after it.',
  tooManyTemplates: 'This account has as many templates as WhatsApp allows: delete some that are not used.',
  cloudMediaGone: 'This file is not at WhatsApp any more: ask for it again.',
  cloudMediaTooLarge: 'This file is too large to be fetched.',
  cloudMediaDamaged: 'This file was damaged on its way: ask for it again.',
  cloudMediaElsewhere: 'WhatsApp named a place for this file that is not its own: it was not fetched.',
  wahaNotSetUp: 'The gateway of this campus is not set up. Give its address and its key at WhatsApp number',
  wahaUnreachable: 'The gateway cannot be reached. Look whether its computer is on and connected',
  wahaLost: 'May have been sent: the gateway’s answer did not arrive',
  wahaNoID: 'May have been sent: the gateway did not say what it did',
  wahaUnread: 'The gateway answered with something that cannot be read',
  wahaRefusedKey: 'The gateway does not take the key. Give its API key anew at WhatsApp number',
  wahaMovedAway: 'This is not the address of a gateway: it points elsewhere',
  wahaNoSession: 'The gateway does not know this session. Link the phone at WhatsApp number',
  wahaOff: 'The linked phone is switched off at the gateway. Start it at WhatsApp number',
  wahaStarting: 'The gateway is still starting',
  wahaScan: 'The phone is not linked any more. Scan the code at WhatsApp number',
  wahaFailed: 'The gateway lost the phone. Link it anew at WhatsApp number',
  wahaStuck:
    'The gateway has been starting for more than a minute. Start it again here. If that does not help, look whether its computer reaches the internet, and start the gateway’s program (its container) anew.',
  wahaTimelock:
    'WhatsApp does not let this number begin new chats at the moment. Wait a day and send to fewer new numbers',
  wahaNotDelivered: 'WhatsApp did not take it from this phone. The number may be restricted',
  wahaTooFast: 'The gateway asks to slow down',
  wahaCaptionTooLong: 'The text is longer than the 1,024 characters that WhatsApp takes under a picture',
  wahaTextTooLong: 'The text is longer than the 4,096 characters that WhatsApp takes',
  wahaNoFile: 'The picture or video of this message is not here any more',
  wahaNoLink: 'The picture or video of this message is not at its address any more',
  wahaLinkUnreachable: 'The site with the picture or video of this message cannot be reached',
  wahaFileTooLarge: 'The file is larger than is taken here',
  wahaForeignFile: 'This file does not lie at the gateway',
  wahaNoFileThere: 'The gateway does not have this file any more',
  wahaNoHookUrl: 'Qasid has no address of its own that the gateway can call. Set PUBLIC_URL',
};

/** Sentences that may be followed by a space and WhatsApp's own advice. */
export const advisedSentences: Readonly<Record<string, string>> = {
  textBreaksRules: 'WhatsApp says that the text breaks its rules: write it in another way.',
  textLooksLikeFraud: 'WhatsApp takes the text for a fraud: name the school, and ask for no secrets.',
  textAdvertises:
    'WhatsApp takes the text for advertising: leave out everything but the notice, or choose marketing.',
  textFormat: 'The text is not built as WhatsApp wants it.',
  textCategory: 'The text does not fit its category: submit it as marketing, or leave out what advertises.',
  textCategoryOrLanguage:
    'The text does not fit its category or language: choose others and submit it again.',
};

/** Sentences that may be followed by `WhatsApp says:` and WhatsApp's own text. */
export const followedSentences: Readonly<Record<string, string>> = {
  cloudNotTaken:
    'WhatsApp did not take the request: try again later, and tell your administrator if it stays so.',
  badValue: 'WhatsApp refused a value of this message: correct its text or media and send it again.',
  writesToItself:
    'This is the number that sends: a number cannot write to itself, so correct the bill’s number.',
  unknownKind: 'WhatsApp does not know this kind of message: send it as text, picture, video or document.',
  notFetchable: 'What this person sent could not be fetched: ask for it again.',
  mediaNotTaken:
    'WhatsApp did not take the picture, video or document: upload it again, or choose another file.',
  noMarketing: 'This account may not send marketing templates: use a template of the category utility.',
  templateValues:
    'The values do not fit the template as WhatsApp approved it: submit the template again, then send again.',
  templateTooLong: 'With its values this template is too long: shorten it and submit it again.',
  valueHasBreaks:
    'A value for this template has line breaks or long gaps, which WhatsApp does not take: correct the bill and send it again.',
  formBlocked: 'The form behind this template is blocked by WhatsApp: use another template.',
};

type Details = Record<string, unknown>;
/** A code, the pattern of its sentences, and a function that reads their details. */
type Shape = [code: string, shape: RegExp, read: (...parts: string[]) => Details];

/** For example `1,184`. */
const count = (text: string): number => Number(text.replaceAll(',', ''));

export const shapedSentences: readonly Shape[] = [
  [
    'missing',
    /^No value for (\{\{\w+\}\}(?:, \{\{\w+\}\})*)$/,
    (list) => ({ names: list.split(', ').map((name) => name.slice(2, -2)) }),
  ],
  [
    'newPerDay',
    /^Waits for tomorrow: at most ([\d,]+) new numbers? a day$/,
    (most) => ({ most: count(most) }),
  ],
  [
    'perDay',
    /^Waits for its place: WhatsApp lets this number write first to ([\d,]+) (?:person|people) in 24 hours$/,
    (most) => ({ most: count(most) }),
  ],
  [
    'late',
    /^Began ([\d,]+) (minute|hour)s? late: Qasid was not running\.$/,
    (late, unit) => ({ minutes: count(late) * (unit === 'hour' ? 60 : 1) }),
  ],
  ['cloudRefused', /^WhatsApp refused it\.$/, () => ({})],
  ['cloudRefused', /^WhatsApp refused it: (.+)$/s, (said) => ({ said })],
  [
    'cloudTextTooLong',
    /^The text is longer than the ([\d,]+) characters that WhatsApp takes: shorten it\.$/,
    (most) => ({ most: count(most) }),
  ],
  [
    'cloudCaptionTooLong',
    /^Below a picture or video WhatsApp takes ([\d,]+) characters: shorten the text, or send it without\.$/,
    (most) => ({ most: count(most) }),
  ],
  [
    'notSubscribed',
    /^WhatsApp does not tell this app about its messages, and the token may not change that: in Meta’s Graph API Explorer call POST (.*)\/subscribed_apps once\.$/,
    (wabaID) => ({ wabaID }),
  ],
  [
    'accountViolation',
    /^WhatsApp says that this account broke its rules(?: \((.+)\))?: see Meta’s Account quality\.$/s,
    (kind = '') => ({ kind }),
  ],
  [
    'wahaBroken',
    /^May have been sent: the gateway answered with its own error (\d+)$/,
    (status) => ({ status: Number(status) }),
  ],
  [
    'wahaEngine',
    /^The gateway works with (.+), by which a lost answer cannot be found again\. Set its engine to NOWEB or GOWS$/s,
    (name) => ({ name }),
  ],
  ['wahaRefused', /^The gateway refuses this message$/, () => ({ why: '' })],
  ['wahaRefused', /^The gateway refuses: (.+)$/s, (why) => ({ why })],
];

/** Sentences that contain another sentence without its full stop. */
export const nestingSentences: readonly Shape[] = [
  [
    'guard',
    /^Paused after (\d+) failures in a row: (.*)\. Resume it when this is mended\.$/s,
    (failures, reason) => ({ failures: Number(failures), reason }),
  ],
  [
    'template',
    /^Paused by WhatsApp: (.*)\. Resume it when the template may be used again\.$/s,
    (reason) => ({ reason }),
  ],
];

/** `Was to begin on 19 Nov 2026, 09:00, …`: the day, month, year, and the time in the time zone of the campus. */
export const missedSentence =
  /^Was to begin on (\d{1,2}) (\w{3}) (\d{4}), (\d\d:\d\d), while Qasid was not running\. Resume it to send it now, or cancel it\.$/;
