/** What was done, as it is told in the trail. What is stored are the codes, with what they speak of. */
import type { Way } from '../calls/connection.ts';
import { formatDay, formatInstant } from '../dates.ts';
import type { BroadcastKind } from '../message-states.ts';
import { fieldWords } from './import-screen.ts';
import { plural } from './plural.ts';

type Counts = { added: number; updated: number; skipped: number; refused: number };
type Changed = { changed: number };

const messages = (count: number): string => plural(count, 'message', 'messages');

/** `42 added, 3 changed`; what is none is not spoken of. */
const sayCounts = ({ added, updated, skipped, refused }: Counts): string =>
  [
    `${added.toLocaleString('en-US')} added`,
    updated > 0 && `${updated.toLocaleString('en-US')} changed`,
    skipped > 0 && `${skipped.toLocaleString('en-US')} left as they were`,
    refused > 0 && `${refused.toLocaleString('en-US')} refused`,
  ]
    .filter(Boolean)
    .join(', ');

const statusSaid: Readonly<Record<string, string>> = {
  paid: 'paid',
  unpaid: 'unpaid',
  partial: 'part-paid',
};

const ofPeople = {
  signedIn: 'Signed in',
  signedOut: 'Signed out',
  signInFailed: ({ tries }: { tries: number }) =>
    `${plural(tries, 'sign-in', 'sign-ins')} failed within a minute`,
  unknownSignIns: ({ tries }: { tries: number }) =>
    `${plural(tries, 'sign-in', 'sign-ins')} by a name that nobody has failed within a minute`,
  sessionsEnded: ({ ended }: { ended: number }) => `Ended ${plural(ended, 'session', 'sessions')}`,
  passwordChanged: 'Changed the password',
  linkOpened: 'Chose a password by a one-time link',
  twoFactorOn: 'Turned two-factor on',
  twoFactorOff: 'Turned two-factor off',
  recoveryCodesRenewed: 'Made new recovery codes',
  personInvited: 'Invited a person',
  rightsChanged: 'Changed rights',
  personRenamed: 'Changed a person’s name',
  personReset: 'Reset a password and made a one-time link',
  personDisabled: 'Disabled a person',
  personEnabled: 'Enabled a person',
  keyMade: ({ ending }: { ending: string }) => `Made the API key that ends in ${ending}`,
  keyRevoked: 'Revoked an API key',
} as const;

const ofSchool = {
  schoolMade: 'Set up the school',
  schoolRenamed: 'Renamed the school',
  schoolSuspended: 'Suspended the school',
  schoolResumed: 'Let the school go on',
  schoolLimited: 'Changed what the school may use',
  schoolRemovalBegun: ({ from }: { from: string }) =>
    `Began to remove the school: all of it may go from ${formatDay(from.slice(0, 10))} on`,
  schoolRemovalTakenBack: 'Took the removal of the school back: it goes on',
  campusAdded: 'Added a campus',
  campusChanged: 'Changed a campus',
  installationChanged: 'Changed the settings of the computer',
  installationRestarted: 'Started Qasid again',
  backupBegun: 'Began a backup',
  backupFolderNamed: 'Named a second folder for backups',
  backupFolderForgotten: 'Took the second folder for backups away',
  restored: ({ madeAt }: { madeAt: string }) =>
    `Put a backup back, made ${formatInstant(madeAt, 'UTC')} UTC: what was done since is not in it`,
} as const;

const ofBills = {
  groupChanged: 'Changed a billing',
  groupRemoved: ({ bills }: { bills: number }) => `Deleted a billing with ${plural(bills, 'bill', 'bills')}`,
  groupRestored: ({ bills }: { bills: number }) =>
    `Restored a billing with ${plural(bills, 'bill', 'bills')}`,
  billChanged: 'Changed a bill',
  billRemoved: 'Deleted a bill',
  billRestored: 'Restored a bill',
  billsMarked: ({ to, changed }: Changed & { to: string }) =>
    `Marked ${plural(changed, 'bill', 'bills')} as ${statusSaid[to] ?? to}`,
  billsExported: 'Exported bills',
  billsSaved: (counts: Counts & { isNew: boolean; fileName: string }) =>
    `${counts.isNew ? 'Made a billing' : 'Added members'}${counts.fileName ? ' from a file' : ''}: ${sayCounts(counts)}`,
  studentsSaved: (counts: Counts & { fileName: string }) => `Imported students: ${sayCounts(counts)}`,
  importUndone: ({ removed, restored }: { removed: number; restored: number }) =>
    `Undid an import: ${removed.toLocaleString('en-US')} removed, ${restored.toLocaleString('en-US')} put back`,
} as const;

const ofTemplates = {
  templateAdded: 'Wrote a template',
  templateChanged: ({ isTextChanged }: { isTextChanged: boolean }) =>
    isTextChanged ? 'Changed a template and its text' : 'Changed a template',
  templateRemoved: 'Deleted a template',
  templateRestored: 'Restored a template',
  templateSubmitted: 'Submitted a template for approval',
} as const;

const ofSending = {
  sent: ({ kind, queued, skipped }: { kind: BroadcastKind; queued: number; skipped: number }) =>
    `${kind === 'reply' ? 'Wrote in a chat' : 'Sent'}: ${messages(queued)} queued${
      skipped > 0 ? `, ${skipped.toLocaleString('en-US')} left out` : ''
    }`,
  sendPaused: ({ changed }: Changed) => `Paused ${plural(changed, 'send', 'sends')}`,
  sendResumed: ({ changed }: Changed) => `Let ${plural(changed, 'send', 'sends')} go on`,
  numberResumed: 'Let the stopped WhatsApp number go on',
  cancelled: ({ changed }: Changed) => `Cancelled ${messages(changed)}`,
  cleared: ({ changed }: Changed) => `Cleared the outbox: ${messages(changed)} cancelled`,
  cancelUndone: ({ changed }: Changed) => `Put ${messages(changed)} back into the outbox`,
  retried: ({ changed, leftOut }: Changed & { leftOut: number }) =>
    `Sent ${messages(changed)} again${leftOut > 0 ? `, ${leftOut.toLocaleString('en-US')} left out` : ''}`,
  unknownLeft: ({ changed }: Changed) => `Left ${messages(changed)} that may have been sent`,
  copySent: ({ changed }: Changed) => `Let ${messages(changed)} of a copy be sent`,
  copyTakenBack: ({ changed }: Changed) => `Took ${messages(changed)} of a copy back`,
  handOpened: 'Opened a chat to send by hand',
  handSent: 'Said that a message was sent by hand',
  handSkipped: 'Skipped a message by hand',
  handNotSent: 'Said that a message was not sent by hand',
  outboxExported: 'Exported messages',
  optedOut: 'Sends this number nothing more',
  optedIn: 'Sends this number messages again',
} as const;

const wayWords: Readonly<Record<Way, string>> = {
  demo: 'Demo phone',
  cloud: 'Cloud API',
  waha: 'WAHA gateway',
  assisted: 'By hand',
};

/** The names of the fields of secrets, never what they hold. */
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
  ...ofTemplates,
  ...ofSending,
  ...ofNumbers,
} as const;

/** Fields whose names no other list of words has. */
export const trailFieldWords: Readonly<Record<string, string>> = {
  ...fieldWords,
  number: 'Number',
  userName: 'User name',
  title: 'Name',
  description: 'Description',
  avatar: 'Picture',
  media: 'Media',
  sendOn: 'Send on',
  country: 'Country',
  timeZone: 'Time zone',
  currency: 'Currency sign',
  logo: 'Logo',
  messagesADay: 'Messages a day',
  filesLimit: 'Bytes of files',
  callsAMinute: 'Calls a minute',
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
  perMinute: 'Messages a minute',
  gap: 'Seconds between two',
  rest: 'Rest',
  newPerDay: 'New numbers a day',
  pairSeconds: 'Seconds to one number',
  quiet: 'Quiet hours',
  quietDays: 'Quiet days',
  note: 'Note',
  status: 'Status',
  search: 'Search',
  startAt: 'Begins',
  category: 'Category',
  language: 'Language',
};

export const trailValueWords = {
  yes: 'yes',
  no: 'no',
  ways: wayWords as Readonly<Record<string, string>>,
} as const;
