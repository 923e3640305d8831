/** Errors of the server, each with what happened and, if possible, what to do. */

import { Failure } from '../failures.ts';
import { inMegabytes } from '../text/phrases.ts';
import { formatDay } from '../time/dates.ts';

export const failureWords = {
  malformed: 'The request could not be read.',
  notJson: 'The body is not valid JSON.',
  nul: 'A text contains the character NUL, which cannot be stored. Remove it and try again.',
  wrongShape: 'Some values are missing or not as expected.',
  signedOut: 'Please sign in.',
  wrongPassword: 'The user name or the password is not right.',
  commonPassword: 'This password is too common. Choose one that nobody can guess.',
  ownPassword: 'This password is a name that others know. Choose one that nobody can guess.',
  wrongCurrent: 'This is not your current password.',
  codeNeeded: 'Type the code of your authenticator app, or a recovery code.',
  wrongCode: 'This code is not right, or was used before. Type the newest one.',
  twoFactorSealed:
    'This Qasid cannot read two-factor secrets: its secret.key is missing or was replaced. Sign in with a recovery code, or ask an administrator to reset your account. The person who runs Qasid can put back the earlier secret.key, or run: npm run user -- reset NAME',
  tooManyCodes:
    'Too many codes were tried. Use a recovery code, sign in on a device that you used before, or wait 15 minutes.',
  twoFactorOn: 'Two-factor is already on.',
  twoFactorNotBegun:
    'Two-factor was not started here, or somebody has changed it in the meantime. Start again.',
  linkOver: 'This link does not work any more. Ask the person who gave it to you for a new one.',
  lastAdministrator: (campus: string) =>
    `${campus} would have no administrator who can sign in. Make somebody else an administrator first.`,
  notYourself: 'You cannot do this to your own account.',
  otherCampuses:
    'This account also belongs to a campus that you do not administer. Ask a person who administers all of its campuses.',
  campusNameTaken: 'Another campus of the school has this name.',
  wholeSchool: 'Only a person who administers every campus of the school can do this.',
  enableFirst: 'This account is disabled. Enable it first.',
  forbidden: 'You do not have the right to do this.',
  forOperator: 'This Qasid serves several schools: only the person who runs it can change this.',
  billStatus: (statuses: readonly string[]) => `There is no such status. Use one of: ${statuses.join(', ')}.`,
  sayAll: 'Give `all: true` for everything in the campus, or say which ones you mean.',
  notFound: 'This does not exist here.',
  tooLarge: 'The request is too large.',
  unsupported: 'This kind of content is not accepted here.',
  slowed:
    'Many wrong passwords were tried for this account. Sign in on a device that you used before, or wait half a minute and try again.',
  notForKeys: 'An API key cannot do this: a person must sign in.',
  keyBeyond: 'A key cannot have a right that you do not have in this campus.',
  tooManyKeys: (most: number) =>
    `This campus has ${most} API keys, which is the maximum. Revoke one that is not used.`,
  tooManyCalls: 'This API key has made too many calls. Try again after the seconds in Retry-After.',
  tooManyAtOnce: 'Too many calls at the same time. Wait a few seconds and try again.',
  tooMany: 'Too many tries. Wait a minute and try again.',
  broken: 'Something went wrong on the server. Check whether it was done before you try again.',
  unavailable: 'The database is not available at the moment. Please try again.',
  noRoom: 'The disk is full. Make room on it: until then, nothing can be saved or sent.',
  stopping: 'This process is about to stop. Send the request again.',
  setupDone: 'This installation is already set up. Please sign in.',
  setupToken: 'This set-up link is not valid. Use the newest link printed in the terminal.',
  nameTaken: 'This user name is taken.',
  linkNeedsHttps:
    'Parents can open a page only over https. The person who runs Qasid must set PUBLIC_URL to its https address.',
  linkNeedsBills:
    'No bill with this number is open or was settled in the last 30 days, so a link would show nothing.',
  noNumbers: 'No number in this list can be used.',
  nobody: 'Nobody in this selection matches.',
  tooManyContacts: (most: number) => `One send can have at most ${most} numbers. Split the list.`,
  numberUnread: (part: string) => `"${part}" is not a phone number.`,
  sameNumber: 'This is already the number.',
  oneNumber: (part: string) => `Give only one phone number, without "${part}".`,
  unknownPlaceholder: (name: string) => `{{${name}}} is not a placeholder.`,
  noReceipt:
    'There is no receipt to send: the payment was only marked, is void, was given back, or has no bill.',
  noReceiptTemplate: 'No template is sent when a payment is received. Choose this in Send on of a template.',
  noReminderRule:
    'This template is not sent automatically. Choose in its Send on when it is sent, such as 3 days before the due date.',
  unknownGroups: 'A group or bill in this request does not exist.',
  sorts: 'Sort by at most two columns, such as class,-payable.',
  afterSorted: 'For a sorted list, give `from` instead of `after`.',
  changedSince:
    'Somebody else has changed this since you opened it. Nothing was saved: check what it says now, then save again.',
  newerNotLoaded: (why: string) =>
    `Somebody else has changed this since you opened it. Nothing was saved, and the newer values could not be loaded: ${why} What you typed is still here. Save again to load them.`,
  isNow: (value: unknown) => {
    if (typeof value === 'boolean') return `It is now ${value ? 'on' : 'off'}.`;
    return `It is now ${value === null || value === '' ? 'empty' : String(value)}.`;
  },
  rightsAreNow: (campuses: readonly string[]) => `The rights are now: ${campuses.join('; ')}.`,
  staysInCampus: 'A billing cannot be moved to another campus.',
  alreadySentToAll: 'This message was already sent to everybody here. Nothing was sent again.',
  clientIDUsed: 'This was already sent with other content. Check whether it was saved, and start again.',
  reasonIsCode: 'Give the code of the reason as reasonCode, as Outbox/Failures returns it.',
  sendAtShape: 'Give the day and the time as 2026-11-06T09:00.',
  sendAtPast: 'This time has passed. Choose a later one, or send it now.',
  sendAtFar: 'Choose a time within the next year.',
  mediaAddress:
    'Media must be a file that was uploaded here, or the https address of a picture (jpg, jpeg, png, webp, avif, gif, svg) or an mp4 video.',
  pictureAddress: 'A picture must be uploaded here first. Give the address that the upload returns.',
  otherPaper:
    'A template about a payment can carry only its receipt; any other template only each family’s voucher.',
  notUploaded: 'This file was not uploaded here.',
  noFile: 'Send one file in the field "file".',
  fileType: 'Only images (jpg, jpeg, png, webp, avif, gif, svg) and mp4 videos are accepted.',
  notAPicture: 'Choose a picture here, not a video.',
  fileBroken: 'This image could not be read. Open it on your computer and save it again.',
  drawingTooHard: 'This drawing takes too long to draw. Save it as a png, and choose that file.',
  pictureTooHard: 'This picture is too large to read. Save it smaller, as a jpg, and choose that file.',
  notDrawn: 'The image could not be read at the moment. Please try again.',
  paperNotMade: 'The PDF could not be made at the moment. Please try again.',
  noVouchers: 'There is nothing to print: no bill here is still owed.',
  tooManyVouchers: (most: number) =>
    `One file can have at most ${most.toLocaleString('en-US')} vouchers. Print class by class.`,
  vouchersTaken:
    'This file was already printed or saved. Print the vouchers again: they are then marked as duplicates.',
  vouchersOutdated:
    'Some of these vouchers were printed or deleted in the meantime. Make them again, so that duplicates are marked.',
  vouchersWait: 'Other vouchers of this campus are being made. Wait for them, or cancel one.',
  renewPast: 'Choose today or a later day.',
  renewNotLonger: (until: string) =>
    `The voucher is already valid until ${formatDay(until)}. Choose a later day.`,
  drawingsWait: 'Other drawings are being drawn at the moment. Please try again.',
  schoolSuspended:
    'This school is suspended: nobody can sign in, and nothing is sent. Ask the person who runs this Qasid.',
  messagesOfDay: ({ most, left, tomorrow }: { most: number; left: number; tomorrow: string }) =>
    `This school may send ${most.toLocaleString('en-US')} messages a day, and ${left.toLocaleString('en-US')} are left today. Choose fewer messages, or send on ${formatDay(tomorrow)}. The person who runs this Qasid can raise the limit.`,
  callsOfMinute: (most: number) =>
    `This school may make ${most.toLocaleString('en-US')} calls a minute. Wait a minute and try again.`,
  schoolFilesFull: (used: number, limit: number) =>
    `There is no room for this file: the files of this school take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask the person who runs Qasid for more.`,
  filesFull: (used: number, limit: number) =>
    `There is no room for this file: the files of this campus take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask the person who runs Qasid for more.`,
  fileHevc:
    'WhatsApp does not play this video, because it is in the HEVC (H.265) format. Save it as an MP4 with H.264, and choose it again.',
  fileTooLarge: (limit: string) => `This file is larger than ${limit}, the most that WhatsApp accepts.`,
} as const;

/** The dialog in which a person answers a question of the server. */
export const questionWords = {
  title: 'Please check',
  confirm: 'Save',
  reason: 'Reason',
  reasonForAll: 'Reason (leave it empty to save only the other rows)',
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
  /** The name of the value if its path is empty. */
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
  unknown: (keys: readonly string[]) => `Unknown here: ${keys.join(', ')}.`,
  other: (name: string) => `${name} is not as expected.`,
} as const;
