/** What WhatsApp's Cloud API says, as a clerk reads it: what happened, and what to do. */

const newToken =
  'WhatsApp does not accept the access token: an administrator enters a new one under WhatsApp number.';
const morePermissions =
  'The access token lacks a permission: give its system user both WhatsApp permissions in Meta’s Business settings.';
const trouble = 'WhatsApp had trouble at that moment: try again later.';
const slower = 'Too much was asked of WhatsApp in a short time: it goes on more slowly after a while.';
const locked =
  'WhatsApp has locked this account: open the notices in Meta’s Account quality, ask for a review there, then resume.';
const register =
  'This number is not registered with WhatsApp any more: register it in WhatsApp Manager, then resume.';
const badValue = 'WhatsApp refused a value of this message: correct its text or media and send it again.';
const badTemplateValues =
  'The values do not fit the template as WhatsApp approved it: submit the template again, then send again.';
const flow = 'The form behind this template is blocked by WhatsApp: use another template.';

/** By the code of Meta's page of error codes. */
export const cloudReasons: Readonly<Record<number, string>> = {
  0: newToken,
  1: 'WhatsApp did not take the request: try again later, and tell your administrator if it stays so.',
  2: trouble,
  3: morePermissions,
  4: slower,
  10: morePermissions,
  33: 'WhatsApp does not know this number any more: check the Phone number ID under WhatsApp number, then resume.',
  100: badValue,
  190: newToken,
  200: morePermissions,
  368: locked,
  80007: slower,
  130403:
    'This number is blocked by your own WhatsApp number: unblock it in WhatsApp Manager and send again.',
  130429: slower,
  130472:
    'WhatsApp holds this message back from this person for a test of its own: tell the family another way.',
  130497: 'WhatsApp does not let this account write to this country: ask Meta’s support, then resume.',
  131000: trouble,
  131005: morePermissions,
  131008: badValue,
  131009: badValue,
  131016: trouble,
  131021: 'This is the number that sends: a number cannot write to itself, so correct the bill’s number.',
  131026: 'This number is not on WhatsApp, or its WhatsApp is too old: tell the family another way.',
  131031: locked,
  131037:
    'WhatsApp has not approved the display name of this number: have it approved in WhatsApp Manager, then resume.',
  131042: 'WhatsApp could not charge this account: mend the payment method in Meta’s Billing, then resume.',
  131045: register,
  131047:
    'This parent has not written in the last 24 hours: send an approved template, which may be sent at any time.',
  131048:
    'WhatsApp holds this number back because people blocked or reported it: stop sending for a while, then resume with fewer messages.',
  131049:
    'WhatsApp spares this person from more messages for now: nothing goes before a day has passed, so tell the family another way if it is urgent.',
  131050: 'This person has switched off offers from you in WhatsApp: nothing more of this kind is sent.',
  131051: 'WhatsApp does not know this kind of message: send it as text, picture, video or document.',
  131052: 'What this person sent could not be fetched: ask for it again.',
  131053: 'WhatsApp did not take the picture, video or document: upload it again, or choose another file.',
  131056: 'Too many messages to this number in a short time: it goes after a little while.',
  131057: trouble,
  131063: 'This account may not send marketing templates: use a template of the category utility.',
  131064:
    'WhatsApp holds this account back because templates had the wrong category: correct them in WhatsApp Manager, then resume.',
  132000: badTemplateValues,
  132001:
    'WhatsApp has no approved template of this name and language: submit it under Templates and wait for the approval.',
  132005: 'With its values this template is too long: shorten it and submit it again.',
  132007: 'WhatsApp says that this template breaks its rules: change its text and submit it again.',
  132012: badTemplateValues,
  132015: 'WhatsApp has paused this template because people did not like it: wait, or use another one.',
  132016: 'WhatsApp has switched this template off for good: write another one and submit it.',
  132018:
    'A value for this template has line breaks or long gaps, which WhatsApp does not take: correct the bill and send it again.',
  132068: flow,
  132069: flow,
  133004: trouble,
  133010: register,
  133016: 'This number was registered too often in a short time: wait a day, then resume.',
  134011: 'WhatsApp’s terms of payment are not accepted yet: accept them in WhatsApp Manager, then resume.',
  134101: 'The template is not ready at WhatsApp yet: try again in ten minutes.',
  135000: badValue,
};

/** What is known when no code is. */
export const cloudWords = {
  /** Of a code that nobody knows yet. */
  refused: (said: string) => (said ? `WhatsApp refused it: ${said}` : 'WhatsApp refused it.'),
  /** Why, in WhatsApp's own words, after ours. */
  because: (reason: string, said: string) => (said ? `${reason} WhatsApp says: ${said}` : reason),
  notConnected:
    'The settings of this WhatsApp number are not complete: an administrator enters them under WhatsApp number.',
  textTooLong: (most: number) =>
    `The text is longer than the ${most.toLocaleString('en-US')} characters that WhatsApp takes: shorten it.`,
  captionTooLong: (most: number) =>
    `Below a picture or video WhatsApp takes ${most.toLocaleString('en-US')} characters: shorten the text, or send it without.`,
  mediaExpired: 'WhatsApp did not have the picture or video any more: with the next try it is uploaded anew.',
  noFile: 'The picture or video of this message is not on this server any more: attach it again.',
  fileUnread: 'The picture or video of this message could not be read on this server: try again.',

  offline: 'WhatsApp could not be reached: the internet of this server does not work.',
  certificate: 'WhatsApp could not be reached safely: check the date and time of this server.',
  unreachable: 'WhatsApp could not be reached.',
  broken: 'WhatsApp’s answer did not arrive.',
  mayHaveBeenSent: 'May have been sent: WhatsApp’s answer did not arrive',
  unreadable: 'WhatsApp’s answer could not be read.',
  mayHaveBeenTaken: 'May have been sent: WhatsApp’s answer could not be read',
} as const;

/** Of a number, when its connection is tried. */
export const cloudNumberWords = {
  unknownNumber:
    'WhatsApp does not know this Phone number ID, or the token may not see it: copy it again from the API setup page.',
  unknownAccount:
    'WhatsApp does not know this WhatsApp Business Account ID, or the token may not see it: copy it again from the API setup page.',
  otherAccount: 'This number belongs to another WhatsApp Business Account: copy both IDs from the same page.',
  notSubscribed: (wabaID: string) =>
    `WhatsApp does not tell this app about its messages, and the token may not change that: in Meta’s Graph API Explorer call POST ${wabaID}/subscribed_apps once.`,
  qualities: { GREEN: 'Good', YELLOW: 'Medium', RED: 'Low' },
  states: {
    PENDING: 'The number is not registered yet: register it in WhatsApp Manager.',
    UNVERIFIED: 'The number is not verified: verify it in WhatsApp Manager.',
    DISCONNECTED: 'The number is not connected: register it again in WhatsApp Manager.',
    MIGRATED: 'The number was moved to another account.',
    BANNED: 'WhatsApp has banned this number: see Account quality at Meta.',
    RESTRICTED: 'WhatsApp has restricted this number: see Account quality at Meta.',
    RATE_LIMITED: 'WhatsApp holds this number back: it has reached its limit.',
    OFFLINE: 'The number is offline.',
    DELETED: 'The number was deleted.',
  },
} as const;

/** Of the whole account, as it comes by webhook. */
export const cloudAccountWords = {
  disabled: locked,
  disabledSoon:
    'WhatsApp is going to disable this account: open the notices in Meta’s Account quality and ask for a review.',
  reinstated: 'WhatsApp has given this account back: messages can be sent again.',
  violation: (kind: string) =>
    `WhatsApp says that this account broke its rules${kind && ` (${kind})`}: see Meta’s Account quality.`,
  restricted:
    'WhatsApp has restricted this account: see in Meta’s Account quality what it may not do, and until when.',
  deleted: 'This WhatsApp Business Account was deleted: connect another one.',
  offboarded:
    'This number was taken out of the Cloud API: register it again in WhatsApp Manager, then resume.',
} as const;

/** Of templates: why one was not taken, or is not approved. */
export const cloudTemplateWords = {
  reasons: {
    ABUSIVE_CONTENT: 'WhatsApp says that the text breaks its rules: write it in another way.',
    SCAM: 'WhatsApp takes the text for a fraud: name the school, and ask for no secrets.',
    PROMOTIONAL:
      'WhatsApp takes the text for advertising: leave out everything but the notice, or choose marketing.',
    INVALID_FORMAT: 'The text is not built as WhatsApp wants it.',
    INCORRECT_CATEGORY:
      'The text does not fit its category: submit it as marketing, or leave out what advertises.',
    TAG_CONTENT_MISMATCH:
      'The text does not fit its category or language: choose others and submit it again.',
  },
  paused:
    'WhatsApp has paused it because people did not like it: it comes back by itself, or use another one.',
  disabled: 'WhatsApp has switched it off: write another one.',
  deleted: 'It was deleted at WhatsApp.',
  needsApp: 'A template with a picture or video needs the App ID: enter it under WhatsApp number.',
  /** By the subcode of Graph's answer. */
  refused: {
    2388024: 'WhatsApp already has a template of this name and language: give it another name.',
    2388039: 'WhatsApp does not let this template change now: try again tomorrow.',
    2388040: 'A part of the template is too long: shorten it.',
    2388047: 'The picture or video above the text is not as WhatsApp wants it: choose another file.',
    2388072: 'The text is not as WhatsApp wants it: check its values.',
    2388073: 'The footer is not as WhatsApp wants it: use no values there.',
    2388293: 'There are too many values for so short a text: write more words around them.',
    2388299: 'A value stands first or last: put words before and after it.',
    2388019: 'This account has as many templates as WhatsApp allows: delete some that are not used.',
  },
} as const;

/** What a parent sent that is no text, told as one. */
export const cloudInboundWords = {
  reacted: (emoji: string) => `Reacted with ${emoji}`,
  reactionGone: 'Took a reaction back',
  location: (name: string, place: string) =>
    `Location: ${name && `${name}, `}https://maps.google.com/?q=${place}`,
  contact: (name: string, numbers: string) => `Contact: ${[name, numbers].filter(Boolean).join(', ')}`,
  unsupported: 'Sent something that cannot be shown here: ask for it as text or picture.',
} as const;

/** Of what a parent sent and is fetched. */
export const cloudMediaWords = {
  gone: 'This file is not at WhatsApp any more: ask for it again.',
  tooLarge: 'This file is too large to be fetched.',
  damaged: 'This file was damaged on its way: ask for it again.',
  elsewhere: 'WhatsApp named a place for this file that is not its own: it was not fetched.',
} as const;
