/** Texts about the installation, its warnings and its backups: on their pages, at the start, and in commands. */

import type { BackupError, BackupErrorCode, BackupReason, DamagedUpload } from '../backups.ts';
import type { InstallationWarning } from '../calls/installation.ts';
import { inMegabytes, plural, sayDuration } from '../text/phrases.ts';
import { formatInstant } from '../time/dates.ts';

type Code = InstallationWarning['code'];
type Of<C extends Code> = Extract<InstallationWarning, { code: C }>;

const used = {
  lastGood: 'Qasid uses the last good settings',
  nothing: 'Qasid uses the default settings',
} as const;

const warnings: { [C in Code]: (warning: Of<C>, at: (instant: string) => string) => string } = {
  lowSpace: ({ free }) =>
    `The disk with Qasid’s data has only ${inMegabytes(free)} left. Make room: when the disk is full, nothing can be saved or sent.`,
  clockWrong: ({ shows, is }, at) =>
    `The clock of Qasid’s computer is wrong: it shows ${at(shows)}, but it is ${at(is)}. Set its date and time.`,
  clockBehind: ({ shows, seen }, at) =>
    `The clock of Qasid’s computer shows ${at(shows)}, but Qasid has data from ${at(seen)}. Set its date and time.`,
  syncedFolder: ({ name }) =>
    `Qasid’s data are in a folder that ${name} synchronises, which can damage them. Move them to a normal folder of this computer, and use the ${name} folder as the second place for backups instead.`,
  networkFolder: ({ name }) =>
    `Qasid’s data are on another computer (${name}). A network problem can damage them. Move them to a disk of this computer.`,
  tornSettings: (warning) =>
    `The file settings.json cannot be read. ${used[warning.used]}. Check them and save them again.`,
  moneyDiffers: ({ campus }) =>
    `The bills, payments and trail of ${campus} do not agree. Run “npm run verify-money” to see where. Until then trust the receipts, not the list.`,
};

/** The sentence of a warning, with times in this time zone. */
export function sayInstallationWarning(warning: InstallationWarning, timeZone: string): string {
  const say = warnings[warning.code] as (
    warning: InstallationWarning,
    at: (instant: string) => string,
  ) => string;
  return say(warning, (instant) => formatInstant(instant, timeZone));
}

export const installationFailures = {
  taken: (port: number) => `Another program uses port ${port}. Choose another port.`,
  forbidden: (port: number) => `Qasid may not use port ${port}. Choose a port above 1023.`,
  fixedPort: 'The port is set by the environment variable PORT. Change it there.',
  fixedHost: 'Access for other computers is set by the environment variable HOST. Change it there.',
  noRestart: 'Qasid cannot restart itself here. Stop it, and start it again.',
} as const;

/**
 * Both open the port only to computers of the same network. The command prompt and PowerShell need different commands.
 */
export const firewallLines = {
  commandPrompt: (port: number) =>
    `netsh advfirewall firewall add rule name="Qasid" dir=in action=allow protocol=TCP localport=${port} remoteip=LocalSubnet profile=any`,
  powerShell: (port: number) =>
    `New-NetFirewallRule -DisplayName "Qasid" -Direction Inbound -Action Allow -Protocol TCP -LocalPort ${port} -RemoteAddress LocalSubnet -Profile Any`,
  linux: (port: number) => `sudo ufw allow ${port}/tcp`,
} as const;

export const installationWords = {
  title: 'This computer',
  intro:
    'The address of Qasid, which computers can open it, and how it starts. These settings are the same for every campus.',
  operator:
    'This Qasid serves several schools. Only the person who runs it can change its address, update it or restore a backup.',
  version: (version: string) => `Qasid ${version}`,
  notices: 'Licences of included software',
  dataIn: (folder: string) => `Its data are in ${folder}.`,
  restart: 'Qasid must be restarted',
  restartText: 'Your changes take effect when Qasid is restarted. Waiting messages are sent after that.',
  restartByHand: 'Stop Qasid on its computer and start it again, or restart the computer.',
  restartNow: 'Restart now',
  restarting: 'Qasid is restarting. This takes a few seconds.',
  restarted: 'Qasid has restarted.',
  openThere: 'It is now at',
  lan: 'Let other computers in',
  lanHint:
    'Computers and phones on the school’s own network can open Qasid in their browser. Everybody signs in there.',
  lanSwitch: 'Let other computers on the network in',
  lanFixed: 'Set by the environment variable HOST.',
  lanOff: 'Only this computer can open Qasid.',
  address: 'Address for the other computers',
  addresses: 'Addresses for the other computers',
  scan: 'Or scan this with a phone on the same Wi-Fi',
  noAddress: 'This computer is not connected to a network. Connect it, then look here again.',
  addressMoves:
    'If the address changes, ask the person who looks after the router to always give this computer the same address.',
  publicUrl: (url: string) => `From everywhere Qasid is reached at ${url}.`,
  notSecret:
    'Passwords and messages cross the school’s network unencrypted. Do not open Qasid to the internet this way: that needs https (see docs/operations.md).',
  firewall: 'If they cannot open it, Windows blocks them',
  firewallText:
    'Press the Windows key, type cmd, choose “Run as administrator”, paste this line and press Enter. You do this once.',
  commandPrompt: 'In a command prompt (cmd)',
  powerShell: 'Or in PowerShell',
  firewallLinux: 'If they cannot open it, a firewall blocks them. On Ubuntu run this line once:',
  firewallMac: 'If macOS asks whether node may accept connections, choose Allow.',
  terminal: 'In a terminal',
  copy: 'Copy',
  copied: 'Copied',
  port: 'Port',
  portHint: 'The number at the end of the address. Change it only if another program uses the same port.',
  portFixed: 'Set by the environment variable PORT.',
  save: 'Save',
  saved: 'Saved.',
  commands: 'Automatic start and updates',
  commandsText: 'Type these commands on Qasid’s computer, in its folder. docs/operations.md explains them.',
  service: 'Starts Qasid when the computer is switched on, and puts a shortcut on the desktop',
  update: 'Installs a newer Qasid from a folder or archive. Your data are backed up first',
  back: 'Goes back to the earlier Qasid',
  warnings: 'Warnings',
} as const;

/** Texts of the strip with warnings on every page. */
export const warningStripWords = {
  ask: 'Tell the person who runs Qasid.',
  label: 'Warnings about this computer',
  toPage: 'Open This computer',
} as const;

export const startWarningWords = {
  line: (sentence: string) => `Warning: ${sentence}`,
} as const;

const inBrackets = (detail: string): string => (detail === '' ? '' : ` (${detail})`);

const errorTexts: Record<BackupErrorCode, (detail: string) => string> = {
  atWork: () => 'Another backup is being made. Wait until it is finished.',
  noRoom: () => 'There is no room for a backup. Make room on the disk, then try again.',
  notWritable: (detail) =>
    `Qasid cannot write to this folder${inBrackets(detail)}. Give its user the right to write there.`,
  noDump: (detail) =>
    `${detail || 'pg_dump'} is not on this computer. Install PostgreSQL’s client programs, not older than the server.`,
  oldDump: (detail) =>
    `PostgreSQL’s client programs on this computer are older than the server${inBrackets(detail)}. Install newer ones.`,
  dumpFailed: (detail) => `PostgreSQL’s pg_dump did not finish${inBrackets(detail)}.`,
  notWhole: (detail) =>
    `The finished backup was checked and is damaged${inBrackets(detail)}. It cannot be used: check the disk.`,
  noData: (detail) =>
    `There is no database${inBrackets(detail)}. Set DATA_DIR to the folder that contains it.`,
  olderProgram: () =>
    'This database was written by an older Qasid. Start this Qasid on it once, then back it up.',
  movedAway: (detail) =>
    `These data were moved to PostgreSQL at ${detail}: set DATABASE_URL to that database.`,
  stuck: () => 'The backup did not finish in time.',
  folderGone: () =>
    'The folder was not found. Check that the disk or USB stick is plugged in and the network works.',
  folderForeign: () =>
    'This folder contains the backups of another Qasid. Create an empty folder for this one.',
  folderOther: () =>
    'This folder is not the one that was chosen. Check that the right USB stick is plugged in. If the folder was emptied, choose it again.',
  folderInside: () =>
    'This folder is part of Qasid’s own data. Choose one on another disk or USB stick, or a synchronised one.',
  folderShape: () => 'Write the whole path, such as D:\\Qasid backups or /media/stick/backups.',
  other: (detail) => `The backup failed${inBrackets(detail)}.`,
};

/** The sentence for a problem with backups. */
export const sayBackupError = ({ code, detail = '' }: BackupError): string => errorTexts[code](detail);

/** The most names in a sentence: a broken disk may have damaged thousands of files. */
const mostNamed = 20;

/** `A, B, and 3 more`. */
export const nameFiles = (names: readonly string[]): string => {
  const more = names.length - mostNamed;
  const named = names.slice(0, mostNamed).join(', ');
  return more > 0 ? `${named}, and ${more.toLocaleString('en-US')} more` : named;
};

/** What a backup reports about damaged uploads. */
export function sayDamaged(damaged: readonly DamagedUpload[]): string {
  const recoverable = damaged.filter(({ isKept }) => isKept).map(({ name }) => name);
  const lost = damaged.filter(({ isKept }) => !isKept).map(({ name }) => name);
  return [
    `${plural(damaged.length, 'uploaded file is', 'uploaded files are')} damaged. Check the disk.`,
    ...(recoverable.length > 0
      ? [
          `The backups have an undamaged copy: copy it from backups/uploads to uploads (${nameFiles(recoverable)}).`,
        ]
      : []),
    ...(lost.length > 0
      ? [
          `No backup here has an undamaged copy: put one into uploads, or delete the file (${nameFiles(lost)}).`,
        ]
      : []),
  ].join(' ');
}

const reasons: Record<BackupReason, string> = {
  nightly: 'Every night',
  byHand: 'By hand',
  beforeUpdate: 'Before an update',
};

/** `4 hours ago`; below a minute `just now`. */
const ago = (at: string, now: Date): string => {
  const seconds = Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
  return seconds < 60 ? 'just now' : `${sayDuration(seconds)} ago`;
};

/** Texts about backups: on their page, in the banner, and in the commands that make and restore them. */
export const backupWords = {
  title: 'Backups',
  intro:
    'Qasid backs up everything each night: bills, messages, families, settings and files. For each of the last 7 days, 4 weeks and 12 months it keeps the backup with the most data, and also the last one before a large deletion. A backup made by hand is kept for 7 days.',
  last: 'Last good backup',
  none: 'No backup has been made yet.',
  noneText: 'Qasid makes the first one a few minutes after it has started.',
  lastAt: (at: string, timeZone: string, now: Date) => `${formatInstant(at, timeZone)}, ${ago(at, now)}`,
  checked: 'It was opened and checked after it was made.',
  off: 'The nightly backup is switched off (BACKUPS=off).',
  make: 'Back up now',
  making: 'A backup is being made.',
  made: 'Backed up.',
  failed: (at: string, text: string) => `The last backup, ${at}, failed. ${text}`,
  place: (folder: string) => `Backups are in ${folder}, on Qasid’s computer.`,

  second: 'A second place',
  secondText:
    'If that computer breaks or is stolen, its backups are lost too. Choose a folder on another disk or USB stick, or a synchronised folder: each backup is also copied there.',
  secondField: 'Folder',
  secondHint: 'The path on Qasid’s computer, such as E:\\Qasid backups',
  test: 'Test and save',
  remove: 'Remove the second place',
  tested: (free: number) => `Qasid can write there. ${inMegabytes(free)} are free.`,
  sameDisk: 'It is on the same disk as the data: if the disk breaks, both are lost.',
  removed: 'Backups are no longer copied to a second place.',
  secondNever: 'The next backup is copied there.',
  secondAt: (at: string) => `Last copied there ${at}.`,
  secondFailed: (text: string) => `The last backup was not copied there. ${text}`,
  noneNamed: 'No second folder is set.',
  operatorNames: 'This Qasid serves several schools. Only the person who runs it can set a second place.',
  operatorMakes: 'This Qasid serves several schools. Only the person who runs it can make extra backups.',

  list: 'Saved backups',
  when: 'Made',
  why: 'Why',
  size: 'Size',
  holds: 'Contains',
  reasons,
  beforeFall: 'Kept because a tenth or more of the bills, messages or payments was gone in the next backup.',
  inMegabytes,
  sayHolds: ({
    bills,
    students,
    messages,
    files,
  }: Record<'bills' | 'students' | 'messages' | 'files', number>) =>
    [
      plural(bills, 'bill', 'bills'),
      plural(students, 'student', 'students'),
      plural(messages, 'message', 'messages'),
      plural(files, 'file', 'files'),
    ].join(', '),

  restore: 'How to restore a backup',
  restoreText:
    'Stop Qasid on its computer and run npm run restore there. The command shows what each backup contains, tests it, moves the present data aside, and restores it. After that nothing is sent until somebody decides in the Outbox.',
  notIn:
    'A backup does not contain who is signed in, nor the file secret.key. Keep a copy of that file in another place: without it WhatsApp must be connected again, and codes of authenticator apps stop working.',
} as const;

/** Texts of the banner on every page. They are separate because the banner is loaded without the backup page. */
export const backupBannerWords = {
  tooOld: (lastAt: string | null, timeZone: string) =>
    lastAt === null
      ? 'There is no backup of these data.'
      : `The last good backup was made on ${formatInstant(lastAt, timeZone)}.`,
  ask: 'Tell the person who runs Qasid.',
  toBackups: 'Open Backups',
} as const;
