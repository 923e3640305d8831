/** The sentences of the trail's entries. The database stores a code and its details; these texts are shown. */

import type { Way } from '../calls/connection.ts';
import type { PaymentDoubt } from '../failures.ts';
import type { BroadcastKind } from '../messages/message-states.ts';
import type { AdjustmentKind, ReturnKind } from '../money/ledger.ts';
import { formatAmount, toRupees } from '../money/money.ts';
import type { ReportName } from '../money/reports.ts';
import { plural } from '../text/phrases.ts';
import { formatDay, formatInstant } from '../time/dates.ts';
import { sayStatus } from './bills.ts';
import { fieldWords } from './import-screen.ts';
import { reportNameWords } from './reports.ts';

type Counts = { added: number; updated: number; skipped: number; refused: number };
type Changed = { changed: number };

const messages = (count: number): string => plural(count, 'message', 'messages');

/** `42 added, 3 changed`; counts of 0 are left out. */
const sayCounts = ({ added, updated, skipped, refused }: Counts): string =>
  [
    `${added.toLocaleString('en-US')} added`,
    updated > 0 && `${updated.toLocaleString('en-US')} changed`,
    skipped > 0 && `${skipped.toLocaleString('en-US')} left as they were`,
    refused > 0 && `${refused.toLocaleString('en-US')} refused`,
  ]
    .filter(Boolean)
    .join(', ');

const sayChildren = (counts: { added: number; updated: number } | undefined): string =>
  counts && counts.added + counts.updated > 0
    ? `; students: ${sayCounts({ ...counts, skipped: 0, refused: 0 })}`
    : '';

const ofPeople = {
  signedIn: 'Signed in',
  signedOut: 'Signed out',
  signInFailed: ({ tries }: { tries: number }) =>
    `${plural(tries, 'sign-in', 'sign-ins')} failed within a minute`,
  unknownSignIns: ({ tries }: { tries: number }) =>
    `${plural(tries, 'sign-in', 'sign-ins')} with an unknown user name failed within a minute`,
  billerSignInFailed: ({ tries }: { tries: number }) =>
    `${plural(tries, 'request', 'requests')} of a biller with a wrong name or password within a minute`,
  sessionsEnded: ({ ended }: { ended: number }) => `Ended ${plural(ended, 'session', 'sessions')}`,
  passwordChanged: 'Changed the password',
  linkOpened: 'Chose a password with a one-time link',
  twoFactorOn: 'Turned two-factor on',
  twoFactorOff: 'Turned two-factor off',
  recoveryCodesRenewed: 'Created new recovery codes',
  personInvited: 'Invited a person',
  rightsChanged: 'Changed rights',
  personRenamed: 'Changed a person’s name',
  personReset: 'Reset a password and created a one-time link',
  personDisabled: 'Disabled a person',
  personEnabled: 'Enabled a person',
  keyMade: ({ ending }: { ending: string }) => `Created the API key that ends in ${ending}`,
  keyRevoked: 'Revoked an API key',
} as const;

const ofSchool = {
  schoolMade: 'Set up the school',
  schoolRenamed: 'Renamed the school',
  schoolSuspended: 'Suspended the school',
  schoolResumed: 'Ended the suspension of the school',
  schoolLimited: 'Changed the limits of the school',
  schoolRemovalBegun: ({ from }: { from: string }) =>
    `Began to remove the school: its data can be deleted on ${formatDay(from.slice(0, 10))} or later`,
  schoolRemovalTakenBack: 'Cancelled the removal of the school',
  campusAdded: 'Added a campus',
  campusChanged: 'Changed a campus',
  installationChanged: 'Changed the settings of the computer',
  installationRestarted: 'Restarted Qasid',
  backupBegun: 'Started a backup',
  backupFolderNamed: 'Set a second folder for backups',
  backupFolderForgotten: 'Removed the second folder for backups',
  restored: ({ madeAt }: { madeAt: string }) =>
    `Restored a backup made on ${formatInstant(madeAt, 'UTC')} UTC: later changes are not in it`,
} as const;

/** `amount`: in paisa; null for the whole payable amount. */
type Promised = { day: string; amount: number | null };
const ofAmount = (paisa: number | null): string =>
  paisa === null ? '' : ` ${formatAmount(toRupees(paisa))}`;

const ofBills = {
  groupChanged: 'Changed a billing',
  groupRemoved: ({ bills }: { bills: number }) => `Deleted a billing with ${plural(bills, 'bill', 'bills')}`,
  groupRestored: ({ bills }: { bills: number }) =>
    `Restored a billing with ${plural(bills, 'bill', 'bills')}`,
  billChanged: 'Changed a bill',
  billLowered: ({ amount, reason }: { amount: number; reason: string }) =>
    `Lowered a bill by ${rupees(amount)}${because(reason)}`,
  billsLowered: ({ changed, amount, reason }: Changed & { amount: number; reason: string }) =>
    `Lowered ${plural(changed, 'bill', 'bills')} by ${rupees(amount)}${because(reason)}`,
  numberCorrected: ({ messages: moved }: { messages: number }) =>
    `Corrected a number${moved > 0 ? `: ${plural(moved, 'waiting message goes', 'waiting messages go')} to it` : ''}`,
  correctionUndone: ({ bills }: { bills: number }) =>
    `Took back a corrected number of ${plural(bills, 'bill', 'bills')}`,
  numberLabelled: 'Noted what a number is for',
  promiseNoted: ({ day, amount, replaced }: Promised & { replaced: string | null }) =>
    `Noted a promise to pay${ofAmount(amount)} by ${formatDay(day)}${replaced === null ? '' : `, instead of the promise by ${formatDay(replaced)}`}`,
  promiseWithdrawn: ({ day, amount }: Promised) =>
    `Withdrew the promise to pay${ofAmount(amount)} by ${formatDay(day)}`,
  linkMade: 'Created a link for parents',
  linkRevoked: 'Revoked a link for parents',
  billRemoved: 'Deleted a bill',
  billRestored: 'Restored a bill',
  movedToCredit: ({ amount }: { amount: number }) => `Moved ${rupees(amount)} to credit with the deletion`,
  billsMarked: ({ to, changed }: Changed & { to: string }) =>
    `Marked ${plural(changed, 'bill', 'bills')} as ${sayStatus(to)}`,
  billsCarried: ({ changed }: Changed) =>
    `Carried ${plural(changed, 'bill', 'bills')}: newer bills include what was left`,
  carriedBack: ({ changed }: Changed) =>
    `${plural(changed, 'bill is', 'bills are')} owed again: no newer bill includes what was left`,
  billsExported: 'Exported bills',
  billsSaved: (
    counts: Counts & { isNew: boolean; fileName: string; children?: { added: number; updated: number } },
  ) =>
    `${counts.isNew ? 'Created a billing' : 'Added members'}${counts.fileName ? ' from a file' : ''}: ${sayCounts(counts)}${sayChildren(counts.children)}`,
  studentAdded: 'Added a student',
  studentChanged: 'Changed a student',
  studentEnded: ({ day }: { day: string }) => `Noted that a student left on ${formatDay(day)}`,
  studentBack: 'Brought back a student who had left',
  classRenamed: 'Renamed a class',
  classPlaced: 'Changed the order of the classes',
  classPromoted: ({ name, students }: { name: string; students: number }) =>
    `Moved ${plural(students, 'student', 'students')} to class \u2068${name}\u2069`,
  classMerged: ({ name, students }: { name: string; students: number }) =>
    `Merged the class “${name}” into this one: ${plural(students, 'student', 'students')}`,
  classParted: ({ name }: { name: string }) => `Undid the merge of this class into “${name}”`,
  studentsSaved: (counts: Counts & { fileName: string }) => `Imported students: ${sayCounts(counts)}`,
  importUndone: ({ removed, restored }: { removed: number; restored: number }) =>
    `Undid an import: ${removed.toLocaleString('en-US')} removed, ${restored.toLocaleString('en-US')} put back`,
} as const;

/** Amounts in paisa. */
type Money = { receiptNo: number; amount: number; reason?: string; kind?: ReturnKind } & Concerning;
/** The closed day that the change concerns. Missing or null: its own day is open. */
type Concerning = { concerns?: string | null };
const doubtWords: Readonly<Record<PaymentDoubt, string>> = {
  sameReference: 'another receipt has the same reference',
  sameCash: 'the family had paid the same amount within a minute',
  cashInBank: 'the cash went to an account that is no cash desk',
  yearAgo: 'it was received more than a year before',
  otherYear: 'it was received in another year',
  beforeBill: 'it was received before its bill existed',
};

const rupees = (paisa: number): string => formatAmount(toRupees(paisa));
const ofClosed = ({ concerns }: Concerning): string =>
  concerns ? ` of the closed day ${formatDay(concerns)}` : '';
const because = (reason: string | undefined): string => (reason ? `: ${reason}` : '');
const adjustedWords: Readonly<Record<AdjustmentKind, string>> = {
  waiver: 'Waived',
  fine: 'Added a fine of',
  writeOff: 'Wrote off',
};

const takenBackWords: Readonly<Record<AdjustmentKind, string>> = {
  waiver: 'a waiver of',
  fine: 'a fine of',
  writeOff: 'a write-off of',
};

type Closed = { day: string | null; before: string | null; reason: string };
const sayClosed = (day: string | null): string => (day === null ? '' : formatDay(day));

type Pushed = { authID: string; bank: string };
const byBank = (bank: string): string => (bank === '' ? '' : ` by ${bank}`);

const ofMoney = {
  paymentReceived: ({ receiptNo, amount }: Money) => `Received ${rupees(amount)}, receipt ${receiptNo}`,
  paymentBackDated: ({ receiptNo, amount, day }: Money & { day: string }) =>
    `Entered receipt ${receiptNo} of ${rupees(amount)} for ${formatDay(day)}`,
  paymentDoubted: ({ receiptNo, amount, doubts }: Money & { doubts: readonly PaymentDoubt[] }) =>
    `Confirmed receipt ${receiptNo} of ${rupees(amount)}: ${doubts.map((doubt) => doubtWords[doubt]).join('; ')}`,
  pushReceived: ({
    receiptNo,
    amount,
    authID,
    bank,
    credit,
    concerns,
  }: Money & Pushed & { credit: number }) =>
    [
      `Received ${rupees(amount)} by push${byBank(bank)}, authorisation ${authID}, receipt ${receiptNo}${ofClosed({ concerns })}`,
      credit > 0 && `${rupees(credit)} of it is credit`,
    ]
      .filter(Boolean)
      .join('; '),
  pushRefused: ({ amount, authID, bank, number }: Omit<Money, 'receiptNo'> & Pushed & { number: string }) =>
    `A biller reported ${rupees(amount)}${byBank(bank)}, authorisation ${authID}, for the number ${number}, which belongs to no bill: nothing was recorded`,
  pushChanged: ({ isPasswordNew }: { isPasswordNew: boolean }) =>
    isPasswordNew ? 'Set up push with a new password' : 'Set up push',
  pushRenewed: 'Gave push a new address',
  paymentAllocated: ({ receiptNo, amount, concerns }: Money) =>
    `Set ${rupees(amount)} of the credit of receipt ${receiptNo}${ofClosed({ concerns })} against bills`,
  creditMoved: ({ amount, reason, from, to }: { amount: number; reason: string; from: string; to: string }) =>
    `Used ${rupees(amount)} of ${from || 'an unknown child'} for ${to}${because(reason)}`,
  paymentVoided: ({ receiptNo, amount, reason, concerns }: Money) =>
    `Voided receipt ${receiptNo} of ${rupees(amount)}${ofClosed({ concerns })}${because(reason)}`,
  paymentReturned: ({ receiptNo, amount, reason, kind, concerns }: Money) =>
    kind === 'bounced'
      ? `The cheque of receipt ${receiptNo}${ofClosed({ concerns })}, ${rupees(amount)}, bounced${because(reason)}`
      : `Gave ${rupees(amount)} of receipt ${receiptNo}${ofClosed({ concerns })} back${because(reason)}`,
  cashCounted: ({ day, expected, counted }: { day: string; expected: number; counted: number }) =>
    `Counted ${rupees(counted)} in cash for ${formatDay(day)}; ${rupees(expected)} was received`,
  feeHeadClassed: 'Set the kind of a fee head',
  moneyRulesChanged: 'Changed the rules about money',
  creditUsed: ({ bills, amount }: { bills: number; amount: number }) =>
    `Paid ${plural(bills, 'new bill', 'new bills')} with ${rupees(amount)} of the children’s own credit`,
  dueRulesChanged: 'Changed when bills are late',
  booksClosed: ({ day, reason }: Closed) => `Closed the books until ${sayClosed(day)}${because(reason)}`,
  booksOpened: ({ day, before, reason }: Closed) =>
    `Opened the books, closed until ${sayClosed(before)}, again${day === null ? '' : ` after ${formatDay(day)}`}${because(reason)}`,
  billAdjusted: ({ kind, amount, reason }: { kind: AdjustmentKind; amount: number; reason: string }) =>
    `${adjustedWords[kind]} ${rupees(amount)}${because(reason)}`,
  adjustmentVoided: ({
    kind,
    amount,
    reason,
    concerns,
  }: { kind: AdjustmentKind; amount: number; reason: string } & Concerning) =>
    `Took back ${takenBackWords[kind]} ${rupees(amount)}${ofClosed({ concerns })}${because(reason)}`,
  vouchersPrinted: ({ vouchers, duplicates }: { vouchers: number; duplicates: number }) =>
    [
      `Printed ${plural(vouchers, 'voucher', 'vouchers')}`,
      duplicates > 0 && `${plural(duplicates, 'duplicate', 'duplicates')} among them`,
    ]
      .filter(Boolean)
      .join(', '),
  /** `copy`: null for several vouchers. */
  voucherReprinted: ({ copy, vouchers }: { copy: number | null; vouchers: number }) =>
    copy === null
      ? `Printed ${plural(vouchers, 'voucher', 'vouchers')} again, as duplicates`
      : `Printed a voucher again, as duplicate ${copy}`,
  receiptReprinted: ({ receiptNo, amount, copy }: { receiptNo: number; amount: number; copy: number }) =>
    `Printed receipt ${receiptNo} of ${rupees(amount)} again, as duplicate ${copy}`,
  voucherSettingsChanged: 'Changed the voucher settings',
  accountAdded: 'Added a money account',
  accountChanged: 'Changed a money account',
  bankFileSaved: ({ posted, amount, joined }: { posted: number; amount: number; joined: number }) =>
    [
      `Posted ${plural(posted, 'payment', 'payments')} from a bank file, ${rupees(amount)}`,
      joined > 0 && `${joined.toLocaleString('en-US')} seen in the bank`,
    ]
      .filter(Boolean)
      .join(', '),
  bankPaymentsPosted: ({ payments, amount }: { payments: number; amount: number }) =>
    `Received ${plural(payments, 'payment', 'payments')} from a bank file, ${rupees(amount)}`,
  bankFileUndone: ({ voided, parted }: { voided: number; parted: number }) =>
    [
      `Undid a bank file: ${plural(voided, 'payment is', 'payments are')} void`,
      parted > 0 && `${parted.toLocaleString('en-US')} no longer seen in the bank`,
    ]
      .filter(Boolean)
      .join(', '),
  exceptionsSeen: ({ changed }: Changed) => `Marked ${plural(changed, 'exception', 'exceptions')} as seen`,
  rowsStated: 'Recorded amounts of bills and payments, so that they can be verified',
  reportExported: ({ report }: { report: ReportName }) => `Exported the report “${reportNameWords[report]}”`,
} as const;

const ofTemplates = {
  templateAdded: 'Wrote a template',
  templateChanged: ({ isTextChanged }: { isTextChanged: boolean }) =>
    isTextChanged ? 'Changed a template and its text' : 'Changed a template',
  templateRemoved: 'Deleted a template',
  templateRestored: 'Restored a template',
  templateSubmitted: 'Submitted a template for approval',
  reminderOn: ({ sendOn }: { sendOn: string }) => `Turned on automatic sending of a template: ${sendOn}`,
  reminderOff: ({ sendOn }: { sendOn: string }) => `Turned off automatic sending of a template: ${sendOn}`,
  snippetAdded: 'Wrote a quick answer',
  snippetChanged: ({ isTextChanged }: { isTextChanged: boolean }) =>
    isTextChanged ? 'Changed a quick answer and its text' : 'Changed a quick answer',
  snippetRemoved: 'Deleted a quick answer',
} as const;

const ofSending = {
  sent: ({ kind, queued, skipped }: { kind: BroadcastKind | 'answer'; queued: number; skipped: number }) =>
    `${kind === 'reply' ? 'Wrote in a chat' : kind === 'answer' ? 'Answered what is payable' : 'Sent'}: ${messages(queued)} queued${
      skipped > 0 ? `, ${skipped.toLocaleString('en-US')} left out` : ''
    }`,
  sendPaused: ({ changed }: Changed) => `Paused ${plural(changed, 'send', 'sends')}`,
  sendResumed: ({ changed }: Changed) => `Resumed ${plural(changed, 'send', 'sends')}`,
  numberResumed: 'Resumed the stopped WhatsApp number',
  cancelled: ({ changed }: Changed) => `Cancelled ${messages(changed)}`,
  cleared: ({ changed }: Changed) => `Cleared the outbox: ${messages(changed)} cancelled`,
  cancelUndone: ({ changed }: Changed) => `Put ${messages(changed)} back into the outbox`,
  retried: ({ changed, leftOut }: Changed & { leftOut: number }) =>
    `Sent ${messages(changed)} again${leftOut > 0 ? `, ${leftOut.toLocaleString('en-US')} left out` : ''}`,
  unknownLeft: ({ changed }: Changed) => `Did not resend ${messages(changed)} that may have been sent`,
  toldByPhone: 'Told a family by phone, because a message failed',
  toldByPhoneUndone: 'Took back the note that a family was told by phone',
  copySent: ({ changed }: Changed) => `Allowed ${messages(changed)} of a copy to be sent`,
  copyTakenBack: ({ changed }: Changed) => `Took back ${messages(changed)} of a copy`,
  handOpened: 'Opened a chat to send by hand',
  handSent: 'Noted that a message was sent by hand',
  handSkipped: 'Skipped a message by hand',
  handNotSent: 'Noted that a message was not sent by hand',
  reminderHourChanged: 'Changed the time of reminders',
  answersOn: 'Turned on automatic answers to “balance”',
  answersOff: 'Turned off automatic answers to “balance”',
  remindersHeld: 'Held the reminders',
  remindersReleased: 'Resumed the reminders',
  remindersSkipped: ({ changed }: Changed) =>
    `Took ${plural(changed, 'bill', 'bills')} out of the next reminders`,
  remindersUnskipped: ({ changed }: Changed) =>
    `Put ${plural(changed, 'bill', 'bills')} back into the next reminders`,
  outboxExported: 'Exported messages',
  toConfirmDismissed: 'Dismissed a picture or PDF that may show a payment',
  chatAnswered: 'Marked a chat as answered',
  chatReopened: 'Marked a chat as not answered',
  optedOut: 'Stopped messages to this number',
  optedIn: 'Allowed messages to this number again',
} as const;

const wayWords: Readonly<Record<Way, string>> = {
  demo: 'Demo phone',
  cloud: 'Cloud API',
  waha: 'WAHA gateway',
  assisted: 'By hand',
};

/** The names of secret fields. Their values never appear. */
const secretWords: Readonly<Record<string, string>> = {
  token: 'access token',
  appSecret: 'app secret',
  apiKey: 'API key',
};

const ofNumbers = {
  connected: ({ secrets }: { secrets: readonly string[] }) =>
    secrets.length > 0
      ? `Connected WhatsApp with a new ${secrets.map((name) => secretWords[name] ?? name).join(' and ')}`
      : 'Connected WhatsApp',
  phoneLinked: 'Began to link a phone',
  phoneUnlinked: 'Unlinked the phone',
  paceChanged: 'Changed the pace',
  demoPaceChanged: 'Changed the pace of the demo phone',
  trailExported: 'Exported the trail',
} as const;

/** The sentence of each code; its details are the parameter. */
export const trailSentences = {
  ...ofPeople,
  ...ofSchool,
  ...ofBills,
  ...ofMoney,
  ...ofTemplates,
  ...ofSending,
  ...ofNumbers,
} as const;

/** The names of changed fields. */
export const trailFieldWords: Readonly<Record<string, string>> = {
  ...fieldWords,
  number: 'Number',
  label: 'What it is for',
  userName: 'User name',
  title: 'Name',
  description: 'Description',
  paid: 'Paid',
  avatar: 'Picture',
  media: 'Media',
  sendOn: 'Send on',
  country: 'Country',
  timeZone: 'Time zone',
  currency: 'Currency sign',
  logo: 'Logo',
  messagesADay: 'Messages per day',
  filesLimit: 'Storage for files, in bytes',
  callsAMinute: 'Calls per minute',
  cashDays: 'Days back for cash',
  usesCredit: 'New bills use the credit',
  graceDays: 'Days of grace',
  sundayDays: 'Extra days after a Sunday',
  port: 'Port',
  lan: 'Open to other computers',
  folder: 'Folder',
  file: 'File',
  sheet: 'Sheet',
  month: 'Month',
  year: 'Year',
  view: 'View',
  add: 'Add',
  edit: 'Edit',
  delete: 'Delete',
  outbox: 'Outbox',
  admin: 'Admin',
  way: 'Way',
  phoneNumberID: 'Phone number ID',
  wabaID: 'WhatsApp Business account',
  appID: 'App',
  version: 'Version',
  url: 'Address',
  session: 'Session',
  pace: 'Pace',
  perMinute: 'Messages per minute',
  gap: 'Seconds between two messages',
  rest: 'Rest',
  newPerDay: 'New numbers per day',
  pairSeconds: 'Seconds between two messages to one number',
  quiet: 'Quiet hours',
  quietDays: 'Quiet days',
  kind: 'Kind',
  bank: 'Bank',
  iban: 'IBAN',
  prefix: 'Prefix',
  numbering: 'Number belongs to',
  onVoucher: 'Printed on vouchers',
  ended: 'Not in use',
  accountID: 'Account',
  isOn: 'On',
  note: 'Note',
  status: 'Status',
  search: 'Search',
  class: 'Class',
  startAt: 'Begins',
  hour: 'Hour',
  category: 'Category',
  language: 'Language',
};

export const trailValueWords = {
  yes: 'yes',
  no: 'no',
  ways: wayWords as Readonly<Record<string, string>>,
} as const;
