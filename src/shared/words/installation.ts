/** Texts of the installation and its warnings, and of backups: on their pages, at the start, and in commands. */

import type { BackupReason, BackupTrouble, BackupTroubleCode, DamagedUpload } from '../backups.ts';
import type { InstallationWarning } from '../calls/installation.ts';
import { formatInstant } from '../dates.ts';
import { inMegabytes, plural, sayDuration } from './phrases.ts';

type Code = InstallationWarning['code'];
type Of<C extends Code> = Extract<InstallationWarning, { code: C }>;

const used = {
  lastGood: 'Those of the last good one are used',
  nothing: 'The usual ones are used',
} as const;

const warnings: { [C in Code]: (warning: Of<C>, at: (instant: string) => string) => string } = {
  lowSpace: ({ free }) =>
    `The disk that Qasid’s data are on has only ${inMegabytes(free)} left. Make room: when it is full nothing can be saved or sent.`,
  clockWrong: ({ shows, is }, at) =>
    `The clock of the computer that Qasid runs on is wrong: it says ${at(shows)}, and it is ${at(is)}. Set its date and time.`,
  clockBehind: ({ shows, seen }, at) =>
    `The clock of the computer that Qasid runs on says ${at(shows)}, but something of ${at(seen)} is there already. Set its date and time.`,
  syncedFolder: ({ name }) =>
    `Qasid’s data lie in a folder that ${name} copies while they are written, which can spoil them. Move them to a plain folder of this computer, and name the ${name} folder as the second place of the backups instead.`,
  networkFolder: ({ name }) =>
    `Qasid’s data lie on another computer (${name}). When the network is interrupted they can be spoiled. Move them to a disk of this computer.`,
  tornSettings: (warning) =>
    `The file settings.json cannot be read. ${used[warning.used]}. Look at them and save them once more.`,
  moneyDiffers: ({ campus }) =>
    `The figures of some bills of ${campus} are not what its payments come to. Run “npm run verify-money”: it names the first of them. Until then trust the receipts, not the list.`,
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
  taken: (port: number) => `Port ${port} is taken by another program. Choose another one.`,
  forbidden: (port: number) => `Port ${port} may not be used by Qasid. Choose one above 1023.`,
  fixedPort: 'The port is set by PORT in the environment that Qasid is started in. Change it there.',
  fixedHost: 'Who is let in is set by HOST in the environment that Qasid is started in. Change it there.',
  noRestart: 'Qasid cannot start itself again here. Stop it, and start it again.',
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
  intro: 'Where Qasid listens, who is let in, and how it starts. It is the same for every campus.',
  readOnly: 'Only an administrator can see this.',
  operator:
    'This Qasid serves several schools. Whoever runs it sees to where it listens, to updates and restores.',
  version: (version: string) => `Qasid ${version}`,
  notices: 'Licences of the software in it',
  dataIn: (folder: string) => `Its data lie in ${folder}.`,
  restart: 'Qasid must be started again',
  restartText: 'What you changed here counts from its next start on. Messages that wait are sent after it.',
  restartByHand: 'Stop Qasid on its computer and start it again, or switch the computer off and on.',
  restartNow: 'Start again now',
  restarting: 'Qasid starts again. This takes a few seconds.',
  restarted: 'Qasid has started again.',
  openThere: 'It is now at',
  lan: 'Let other computers in',
  lanHint:
    'Computers and phones on the school’s own network open Qasid in their browser, and everybody signs in there.',
  lanSwitch: 'Let other computers of the network in',
  lanFixed: 'Set by HOST in the environment that Qasid is started in.',
  lanOff: 'Only this computer opens Qasid.',
  address: 'Address for the other computers',
  addresses: 'Addresses for the other computers',
  scan: 'Or scan this with a phone on the same Wi-Fi',
  noAddress: 'This computer is on no network at the moment. Connect it, then look here again.',
  addressMoves:
    'If the address is another one tomorrow, ask whoever looks after the router to always give this computer the same.',
  publicUrl: (url: string) => `From everywhere it is reached at ${url}.`,
  notSecret:
    'In the school’s network passwords and messages travel as they are. Do not let in the internet this way: that needs https (see docs/operations.md).',
  firewall: 'If they cannot open it, Windows holds them back',
  firewallText:
    'Press the Windows key, type cmd, choose “Run as administrator”, paste this line and press Enter. It is needed once.',
  commandPrompt: 'In a command prompt (cmd)',
  powerShell: 'Or in PowerShell',
  firewallLinux: 'If they cannot open it, a firewall holds them back. On Ubuntu this line opens it, once:',
  firewallMac: 'If macOS asks whether node may accept connections, choose Allow.',
  terminal: 'In a terminal',
  copy: 'Copy',
  copied: 'Copied',
  port: 'Port',
  portHint:
    'The number at the end of the address. Another one is needed only when a second program wants the same.',
  portFixed: 'Set by PORT in the environment that Qasid is started in.',
  save: 'Save',
  saved: 'Saved.',
  commands: 'Start by itself, and updates',
  commandsText:
    'These are typed on the computer that Qasid runs on, in its folder. docs/operations.md explains each.',
  service: 'Starts Qasid when the computer is switched on, and puts a link on the desktop',
  update: 'Brings a newer Qasid, from a folder or archive that you have. Your data are backed up before',
  back: 'Goes back to the Qasid of before',
  warnings: 'What needs looking after',
} as const;

/** Texts of the strip on every page. */
export const warningStripWords = {
  ask: 'Tell whoever looks after Qasid.',
  label: 'Warnings about this computer',
  toPage: 'See This computer',
} as const;

export const startWarningWords = {
  line: (sentence: string) => `Warning: ${sentence}`,
} as const;

const said = (detail: string): string => (detail === '' ? '' : ` (${detail})`);

const troubles: Record<BackupTroubleCode, (detail: string) => string> = {
  atWork: () => 'Another backup is being made. Wait until it is done.',
  noRoom: () => 'There is no room for a backup. Make room on the disk, then try again.',
  notWritable: (detail) => `Nothing can be written there${said(detail)}. See that this user may write to it.`,
  noDump: (detail) =>
    `${detail || 'pg_dump'} is not on this computer. Install PostgreSQL’s client programs, not older than the server.`,
  oldDump: (detail) =>
    `PostgreSQL’s client programs on this computer are older than the server${said(detail)}. Install newer ones.`,
  dumpFailed: (detail) => `PostgreSQL’s pg_dump did not come to its end${said(detail)}.`,
  notWhole: (detail) =>
    `The backup was opened again and is not whole${said(detail)}. It is of no use; look after the disk.`,
  noData: (detail) => `There is no database${said(detail)}. Set DATA_DIR to the folder that holds it.`,
  olderProgram: () => 'This database is of an older Qasid: start it once, then back it up.',
  movedAway: (detail) =>
    `These data were moved to PostgreSQL at ${detail}: set DATABASE_URL to that database.`,
  stuck: () => 'It did not come to its end in time.',
  folderGone: () => 'The folder is not there. Is the disk or the stick plugged in, or the network on?',
  folderForeign: () => 'This folder holds the backups of another Qasid. Make an empty folder for this one.',
  folderOther: () =>
    'The folder is there, but it is not the one that was named. Is the stick plugged in? If the folder was emptied, name it again.',
  folderInside: () =>
    'This folder is part of Qasid’s own data. Name one on another disk, a stick, or one that is synchronised.',
  folderShape: () => 'Write the whole path, such as D:\\Qasid backups or /media/stick/backups.',
  other: (detail) => `It failed${said(detail)}.`,
};

/** The sentence of a problem. */
export const sayBackupTrouble = ({ code, detail = '' }: BackupTrouble): string => troubles[code](detail);

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
  const kept = damaged.filter(({ isKept }) => isKept).map(({ name }) => name);
  const lost = damaged.filter(({ isKept }) => !isKept).map(({ name }) => name);
  return [
    `${plural(damaged.length, 'uploaded file is', 'uploaded files are')} damaged. Look after the disk.`,
    ...(kept.length > 0
      ? [`The backups hold a whole copy: copy it from backups/uploads to uploads (${nameFiles(kept)}).`]
      : []),
    ...(lost.length > 0
      ? [`No backup here holds a whole copy: put one into uploads, or delete the file (${nameFiles(lost)}).`]
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
    'Everything Qasid knows is copied each night by itself: bills, messages, families, settings, files. Kept is, of 7 days, 4 weeks and 12 months, the one that holds most, and the last one before much was removed. One made by hand stays beside it for 7 days.',
  last: 'Last good backup',
  none: 'No backup has been made yet.',
  noneText: 'The first one is made by itself a few minutes after Qasid has started.',
  lastAt: (at: string, timeZone: string, now: Date) => `${formatInstant(at, timeZone)}, ${ago(at, now)}`,
  checked: 'It was opened and counted after it was made.',
  off: 'Whoever runs this Qasid has switched the nightly backup off (BACKUPS=off).',
  make: 'Back up now',
  making: 'A backup is being made.',
  made: 'Backed up.',
  failed: (at: string, text: string) => `The last try, ${at}, failed. ${text}`,
  place: (folder: string) => `They lie in ${folder}, on the computer that Qasid runs on.`,

  second: 'A second place',
  secondText:
    'If that computer breaks or is stolen, its backups are gone too. Name a folder on another disk, on a USB stick, or one that is synchronised: each backup is brought there as well.',
  secondField: 'Folder',
  secondHint: 'As the computer that Qasid runs on knows it, such as E:\\Qasid backups',
  test: 'Test and save',
  remove: 'No second place',
  tested: (free: number) => `Qasid can write there. ${inMegabytes(free)} are free.`,
  sameDisk: 'It is on the same disk as the data: if that breaks, both are gone.',
  removed: 'Backups are no longer brought to a second place.',
  secondNever: 'The next backup is brought there.',
  secondAt: (at: string) => `Last brought there ${at}.`,
  secondFailed: (text: string) => `The last backup was not brought there. ${text}`,
  noneNamed: 'No second folder is named.',
  operatorNames: 'This Qasid serves several schools. Whoever runs it sees to a second place.',
  operatorMakes: 'This Qasid serves several schools. Whoever runs it makes backups beside the nightly ones.',

  list: 'Backups that are kept',
  when: 'Made',
  why: 'Why',
  size: 'Size',
  holds: 'Holds',
  reasons,
  beforeFall: 'Kept: after this one, a tenth or more of the bills, messages or payments was gone.',
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

  restore: 'To restore one',
  restoreText:
    'Stop Qasid on its computer and run npm run restore there. It shows what each backup holds, tries it, keeps today’s data aside, and puts it back. Then nothing is sent until somebody decides in the Outbox.',
  notIn:
    'Not in a backup: who is signed in, and the key of WhatsApp’s tokens and of two-factor (secret.key). Keep a copy of that key elsewhere: without it WhatsApp is connected again, and codes of an authenticator app open no account.',
  readOnly: 'Only an administrator sees the backups.',
} as const;

/** Texts of the banner on every page. They are separate, because the banner is loaded without the backup page. */
export const backupBannerWords = {
  tooOld: (lastAt: string | null, timeZone: string) =>
    lastAt === null
      ? 'There is no backup of these data.'
      : `The last good backup is of ${formatInstant(lastAt, timeZone)}.`,
  ask: 'Tell whoever looks after Qasid.',
  toBackups: 'See Backups',
} as const;
