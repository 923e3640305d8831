/** The error sentences of the server: each says what happened and, if possible, what to do. The toasts of the spec. */

import { formatDay } from '../dates.ts';
import { Failure } from '../failures.ts';
import { inMegabytes } from './phrases.ts';

export const failureWords = {
  malformed: 'The request could not be read.',
  notJson: 'The body is not valid JSON.',
  nul: 'A text holds the character NUL, which cannot be stored. Remove it and try again.',
  wrongShape: 'Some values are missing or not as expected.',
  signedOut: 'Please sign in.',
  wrongPassword: 'The user name or the password is not right.',
  commonPassword: 'This password is among the first that others would try. Choose one that nobody guesses.',
  ownPassword: 'This password is a name that everybody here knows. Choose one that nobody guesses.',
  wrongCurrent: 'Your present password is not this one.',
  codeNeeded: 'Type the code of your authenticator app, or a recovery code.',
  wrongCode: 'This code is not right, or was used before. Type the newest one.',
  twoFactorSealed:
    'This Qasid cannot read two-factor secrets: its secret.key is missing or another one. Sign in with a recovery code, or ask an administrator to reset your account. Whoever runs Qasid can put back the secret.key of before, or run: npm run user -- reset NAME',
  tooManyCodes:
    'Too many codes were tried. Use a recovery code, sign in where you have before, or wait a quarter of an hour.',
  twoFactorOn: 'Two-factor is on already.',
  twoFactorNotBegun: 'Two-factor was not begun here, or somebody has changed it meanwhile. Begin again.',
  linkOver: 'This link does not open any more. Ask whoever gave it to you for a new one.',
  lastAdministrator: (campus: string) =>
    `${campus} would have no administrator who can sign in. Make somebody else one first.`,
  notYourself: 'You cannot do this to your own account.',
  otherCampuses:
    'This account is also of a campus that you do not administer. Ask whoever administers all of its campuses.',
  campusNameTaken: 'Another campus of the school has this name.',
  wholeSchool: 'This is for who administers every campus of the school.',
  enableFirst: 'This account is disabled. Enable it first.',
  forbidden: 'You do not have the right to do this.',
  forOperator: 'This Qasid serves several schools: only whoever runs it changes this.',
  billStatus: (statuses: readonly string[]) =>
    `There is no such status. It is one of: ${statuses.join(', ')}.`,
  sayAll: 'Say `all: true` for everything in the campus, or name what is meant.',
  notFound: 'There is nothing here by that name.',
  tooLarge: 'The request is too large.',
  unsupported: 'This kind of content is not accepted here.',
  slowed:
    'Many wrong passwords were tried for this account. Sign in where you have before, or wait half a minute and try again.',
  notForKeys: 'No API key may do this: a person signs in for it.',
  keyBeyond: 'A key cannot have a right that you do not have in this campus.',
  tooManyKeys: (most: number) =>
    `This campus has ${most} API keys, the most it may have. Revoke one that is not used.`,
  tooManyCalls: 'This API key asks more often than it may. Ask again after the seconds of Retry-After.',
  tooMany: 'Too many tries. Wait a minute and try again.',
  broken: 'Something went wrong on the server. Look whether it was done before you try again.',
  unavailable: 'The database cannot be used at the moment. Please try again.',
  noRoom: 'The disk is full. Make room on it: until then nothing can be saved or sent.',
  stopping: 'This process is about to stop. Ask another one.',
  setupDone: 'This installation is already set up. Please sign in.',
  setupToken: 'This set-up link is not valid. Use the newest link printed in the terminal.',
  nameTaken: 'This user name is taken.',
  linkNeedsHttps:
    'Parents can open a page only over https. Whoever runs Qasid sets PUBLIC_URL to its https address.',
  linkNeedsBills:
    'No bill with this number is open, or was settled in the last 30 days: a link would lead nowhere.',
  noNumbers: 'No number in this list can be used.',
  nobody: 'Nobody in this selection matches.',
  tooManyContacts: (most: number) => `One send takes at most ${most} numbers. Split the list.`,
  numberUnread: (part: string) => `"${part}" is not a phone number.`,
  sameNumber: 'This is the number that stands there already.',
  oneNumber: (part: string) => `Name one phone number alone: "${part}" stands beside it.`,
  unknownPlaceholder: (name: string) => `{{${name}}} is not a placeholder.`,
  noReceipt:
    'There is nothing to tell a family of: nobody counted this money, it is void or went back, or it has no bill.',
  noReceiptTemplate: 'No template has paid in its Send on.',
  noReminderRule: 'This template has no rule in Send on, such as due-3, due, due+7, expiry-1, bill or paid.',
  unknownGroups: 'A group or bill in this request does not exist.',
  sorts: 'Sort by at most two columns, such as class,-payable.',
  afterSorted: 'A list in another order than the file’s is paged by `from`.',
  changedSince:
    'Somebody else has changed this since you opened it. Nothing was saved: look at what it says now, and save again.',
  isNow: (value: unknown) => {
    if (typeof value === 'boolean') return `It is ${value ? 'on' : 'off'} by now.`;
    return `It is ${value === null || value === '' ? 'empty' : String(value)} by now.`;
  },
  rightsAreNow: (campuses: readonly string[]) => `The rights are now: ${campuses.join('; ')}.`,
  staysInCampus: 'A billing cannot be moved to another campus.',
  allTold: 'Everybody here was already sent this message. Nothing was sent again.',
  otherSend:
    'This clientID was already used to send something else. Nothing was sent now: send this with a clientID of its own.',
  reasonIsCode: 'A reason is named by its code: give it as reasonCode, as Outbox/Failures does.',
  sendAtShape: 'Give the day and the time as 2026-11-06T09:00.',
  sendAtPast: 'This time has passed. Choose a later one, or send it now.',
  sendAtFar: 'Choose a time within the next year.',
  mediaAddress:
    'Media is a file that was uploaded here, or the https address of a picture (jpg, jpeg, png, webp, avif, gif, svg) or an mp4 video.',
  pictureAddress:
    'A picture is one that was uploaded here: upload it, and give the address that the upload answers.',
  otherPaper:
    'A template that tells of a payment carries its receipt; any other carries each family’s voucher.',
  notUploaded: 'This file was not uploaded here.',
  noFile: 'Send one file in the field "file".',
  fileType: 'Only images (jpg, jpeg, png, webp, avif, gif, svg) and mp4 videos are accepted.',
  notAPicture: 'Choose a picture here, not a video.',
  fileBroken: 'This image could not be read. Open it on your computer and save it again.',
  drawingTooHard: 'This drawing takes too long to draw. Save it as a png and choose that.',
  pictureTooHard: 'This picture is too large to read. Save it smaller, as a jpg, and choose that.',
  notDrawn: 'The image could not be read at the moment. Please try again.',
  paperNotMade: 'The paper could not be made at the moment. Please try again.',
  noVouchers: 'There is nothing to print: no bill here is still owed.',
  tooManyVouchers: (most: number) =>
    `One file holds at most ${most.toLocaleString('en-US')} vouchers. Print class by class.`,
  vouchersWait: 'Other vouchers of this campus are being made. Wait for them, or cancel one.',
  renewPast: 'Choose a day from today on.',
  renewNotLonger: (until: string) =>
    `The voucher is valid until ${formatDay(until)} already. Choose a later day.`,
  drawingsWait: 'Other drawings are being drawn at the moment. Please try again.',
  schoolSuspended:
    'This school is suspended: nobody can sign in, and nothing is sent. Ask whoever runs this Qasid.',
  messagesOfDay: ({ most, left, tomorrow }: { most: number; left: number; tomorrow: string }) =>
    `This school may send ${most.toLocaleString('en-US')} messages a day, and ${left.toLocaleString('en-US')} of today’s are left. Choose fewer, or send on ${formatDay(tomorrow)}. Whoever runs this Qasid can raise it.`,
  callsOfMinute: (most: number) =>
    `This school may make ${most.toLocaleString('en-US')} calls a minute. Wait a minute and try again.`,
  schoolFilesFull: (used: number, limit: number) =>
    `There is no room for this file: the files of this school take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask whoever runs Qasid for more.`,
  filesFull: (used: number, limit: number) =>
    `There is no room for this file: the files of this campus take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask whoever runs Qasid for more.`,
  fileHevc:
    'WhatsApp does not play this video, because it is in the HEVC (H.265) format. Save it as an MP4 with H.264, and choose it again.',
  fileTooLarge: (limit: string) => `This file is larger than ${limit}, the most that WhatsApp takes.`,
} as const;

/** Whether a change was refused because somebody else has changed the same thing since it was read. */
export const isStale = (error: unknown): boolean =>
  error instanceof Failure && error.message === failureWords.changedSince;

/** The sentence to show for any error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof Failure ? error.message : failureWords.broken;

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };
const bound = (limit: string, origin: string): string =>
  units[origin] ? `have ${limit} ${units[origin]}` : `be ${limit}`;

/** Errors of request values, for the developer of the client; `name` is the path of the value. */
export const shapeWords = {
  /** For an empty path. */
  whole: 'The value',
  missing: (name: string) => `${name} is missing.`,
  kind: (name: string, expected: string) => `${name} must be ${kinds[expected] ?? 'of another kind'}.`,
  oneOf: (name: string, values: readonly unknown[]) => `${name} must be one of: ${values.join(', ')}.`,
  most: (name: string, most: number | bigint, origin: string) =>
    `${name} must ${bound(`at most ${most}`, origin)}.`,
  least: (name: string, least: number | bigint, origin: string) =>
    `${name} must ${bound(`at least ${least}`, origin)}.`,
  above: (name: string, least: number | bigint) => `${name} must be above ${least}.`,
  below: (name: string, most: number | bigint) => `${name} must be below ${most}.`,
  unknown: (keys: readonly string[]) => `Not known here: ${keys.join(', ')}.`,
  other: (name: string) => `${name} is not as expected.`,
} as const;

/** The spec's toasts and confirmation, letter for letter (section 8). */
export const toasts = {
  errorTitle: 'Error!',
  errors: {
    details: 'Please enter the details properly.',
    contacts: 'Please enter the contacts.',
    groups: 'Please select the groups',
    message: 'Please enter message',
    form: 'Please fill the form correctly.',
  },
  done: {
    groupAdded: 'Group added successfully.',
    groupUpdated: 'Group updated successfully.',
    groupDeleted: 'Group deleted successfully.',
    membersAdded: 'Members added successfully.',
    memberUpdated: 'Member updated successfully.',
    memberRemoved: 'Member removed successfully.',
    messageSent: 'Message sent successfully.',
    beingProcessed: 'WhatsApp messages are being processed.',
    outboxCleared: 'Outbox cleared.',
  },
} as const;

export const deleteConfirmation = {
  title: 'Are you sure?',
  text: "You won't be able to revert this!",
  confirm: 'Yes, delete it!',
} as const;

/** The spec's field messages (section 5). */
export const fieldMessages = {
  group: 'Group is required.',
  template: 'Template is required.',
  month: 'Month is required.',
  year: 'Year is required.',
  description: 'Description is required.',
  avatar: 'Avatar is required.',
  name: 'Name is required.',
  contact: 'Contact is required.',
} as const;

export const noRecords = 'There are no records to show';
