/**
 * Reasons of WhatsApp's Cloud API in words for a clerk: what happened, and what to do. The keys are our reason codes;
 * `said` are WhatsApp's own words, if they add something.
 */
type Said = { said?: string };
const because =
  (sentence: string) =>
  ({ said }: Said): string =>
    said ? `${sentence} WhatsApp says: ${said}` : sentence;

/** For a rejected text: WhatsApp's own advice follows our sentence. */
const advised =
  (sentence: string) =>
  ({ said }: Said): string =>
    said ? `${sentence} ${said}` : sentence;

export const cloudReasonWords = {
  /** For an unknown code. */
  cloudRefused: ({ said }: Said) => (said ? `WhatsApp refused it: ${said}` : 'WhatsApp refused it.'),
  newToken:
    'WhatsApp does not accept the access token: an administrator enters a new one under WhatsApp number.',
  cloudNotTaken: because(
    'WhatsApp did not take the request: try again later, and tell your administrator if it stays so.',
  ),
  cloudTrouble: 'WhatsApp had trouble at that moment: try again later.',
  morePermissions:
    'The access token lacks a permission: give its system user both WhatsApp permissions in Meta’s Business settings.',
  cloudSlower: 'Too much was asked of WhatsApp in a short time: it goes on more slowly after a while.',
  numberUnknownNow:
    'WhatsApp does not know this number any more: check the Phone number ID under WhatsApp number, then resume.',
  badValue: because('WhatsApp refused a value of this message: correct its text or media and send it again.'),
  accountLocked:
    'WhatsApp has locked this account: open the notices in Meta’s Account quality, ask for a review there, then resume.',
  blockedByUs:
    'This number is blocked by your own WhatsApp number: unblock it in WhatsApp Manager and send again.',
  heldBackForTest:
    'WhatsApp holds this message back from this person for a test of its own: tell the family another way.',
  countryClosed: 'WhatsApp does not let this account write to this country: ask Meta’s support, then resume.',
  writesToItself: because(
    'This is the number that sends: a number cannot write to itself, so correct the bill’s number.',
  ),
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
  unknownKind: because(
    'WhatsApp does not know this kind of message: send it as text, picture, video or document.',
  ),
  notFetchable: because('What this person sent could not be fetched: ask for it again.'),
  mediaNotTaken: because(
    'WhatsApp did not take the picture, video or document: upload it again, or choose another file.',
  ),
  tooManyToNumber: 'Too many messages to this number in a short time: it goes after a little while.',
  noMarketing: because(
    'This account may not send marketing templates: use a template of the category utility.',
  ),
  wrongCategories:
    'WhatsApp holds this account back because templates had the wrong category: correct them in WhatsApp Manager, then resume.',
  templateValues: because(
    'The values do not fit the template as WhatsApp approved it: submit the template again, then send again.',
  ),
  templateUnknown:
    'WhatsApp has no approved template of this name and language: submit it under Templates and wait for the approval.',
  templateTooLong: because('With its values this template is too long: shorten it and submit it again.'),
  templateBreaksRules:
    'WhatsApp says that this template breaks its rules: change its text and submit it again.',
  templatePausedByWhatsApp:
    'WhatsApp has paused this template because people did not like it: wait, or use another one.',
  templateSwitchedOff: 'WhatsApp has switched this template off for good: write another one and submit it.',
  valueHasBreaks: because(
    'A value for this template has line breaks or long gaps, which WhatsApp does not take: correct the bill and send it again.',
  ),
  formBlocked: because('The form behind this template is blocked by WhatsApp: use another template.'),
  registeredTooOften: 'This number was registered too often in a short time: wait a day, then resume.',
  termsOfPayment:
    'WhatsApp’s terms of payment are not accepted yet: accept them in WhatsApp Manager, then resume.',
  templateNotReady: 'The template is not ready at WhatsApp yet: try again in ten minutes.',

  cloudNotSetUp:
    'The settings of this WhatsApp number are not complete: an administrator enters them under WhatsApp number.',
  cloudTextTooLong: ({ most }: { most: number }) =>
    `The text is longer than the ${most.toLocaleString('en-US')} characters that WhatsApp takes: shorten it.`,
  cloudCaptionTooLong: ({ most }: { most: number }) =>
    `Below a picture or video WhatsApp takes ${most.toLocaleString('en-US')} characters: shorten the text, or send it without.`,
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

  /** For a number, when its connection is tested. */
  numberUnknown:
    'WhatsApp does not know this Phone number ID, or the token may not see it: copy it again from the API setup page.',
  accountUnknown:
    'WhatsApp does not know this WhatsApp Business Account ID, or the token may not see it: copy it again from the API setup page.',
  accountOther: 'This number belongs to another WhatsApp Business Account: copy both IDs from the same page.',
  notSubscribed: ({ wabaID }: { wabaID: string }) =>
    `WhatsApp does not tell this app about its messages, and the token may not change that: in Meta’s Graph API Explorer call POST ${wabaID}/subscribed_apps once.`,

  /** For a number, by its state at WhatsApp. */
  numberPending: 'The number is not registered yet: register it in WhatsApp Manager.',
  numberUnverified: 'The number is not verified: verify it in WhatsApp Manager.',
  numberDisconnected: 'The number is not connected: register it again in WhatsApp Manager.',
  numberMigrated: 'The number was moved to another account.',
  numberBanned: 'WhatsApp has banned this number: see Account quality at Meta.',
  numberRestricted: 'WhatsApp has restricted this number: see Account quality at Meta.',
  numberRateLimited: 'WhatsApp holds this number back: it has reached its limit.',
  numberOffline: 'The number is offline.',
  numberDeleted: 'The number was deleted.',

  /** For the whole account, from webhooks. */
  accountDisabledSoon:
    'WhatsApp is going to disable this account: open the notices in Meta’s Account quality and ask for a review.',
  accountReinstated: 'WhatsApp has given this account back: messages can be sent again.',
  accountViolation: ({ kind }: { kind: string }) =>
    `WhatsApp says that this account broke its rules${kind && ` (${kind})`}: see Meta’s Account quality.`,
  accountRestricted:
    'WhatsApp has restricted this account: see in Meta’s Account quality what it may not do, and until when.',
  accountDeleted: 'This WhatsApp Business Account was deleted: connect another one.',
  numberOffboarded:
    'This number was taken out of the Cloud API: register it again in WhatsApp Manager, then resume.',

  /** For templates: why one was refused, or is not approved. */
  textBreaksRules: advised('WhatsApp says that the text breaks its rules: write it in another way.'),
  textLooksLikeFraud: advised(
    'WhatsApp takes the text for a fraud: name the school, and ask for no secrets.',
  ),
  textAdvertises: advised(
    'WhatsApp takes the text for advertising: leave out everything but the notice, or choose marketing.',
  ),
  textFormat: advised('The text is not built as WhatsApp wants it.'),
  textCategory: advised(
    'The text does not fit its category: submit it as marketing, or leave out what advertises.',
  ),
  textCategoryOrLanguage: advised(
    'The text does not fit its category or language: choose others and submit it again.',
  ),
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

  /** For files of parents. */
  cloudMediaGone: 'This file is not at WhatsApp any more: ask for it again.',
  cloudMediaTooLarge: 'This file is too large to be fetched.',
  cloudMediaDamaged: 'This file was damaged on its way: ask for it again.',
  cloudMediaElsewhere: 'WhatsApp named a place for this file that is not its own: it was not fetched.',
} as const;

/** Sentences for messages of parents that are no text. */
export const cloudInboundWords = {
  reacted: (emoji: string) => `Reacted with ${emoji}`,
  reactionGone: 'Took a reaction back',
  location: (name: string, place: string) =>
    `Location: ${name && `${name}, `}https://maps.google.com/?q=${place}`,
  contact: (name: string, numbers: string) => `Contact: ${[name, numbers].filter(Boolean).join(', ')}`,
  flow: (body: string, answers: string) => [`Form answered: ${body}`, answers].filter(Boolean).join('\n'),
  unsupported: 'Sent something that cannot be shown here: ask for it as text or picture.',
} as const;
