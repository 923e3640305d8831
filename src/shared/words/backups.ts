/** Texts about backups: on their page, in the banner, and in the commands that make and restore them. */
import type { BackupReason, BackupTrouble, BackupTroubleCode, DamagedUpload } from '../backups.ts';
import { formatInstant } from '../dates.ts';
import { sayDuration } from './durations.ts';
import { inMegabytes } from './megabytes.ts';
import { plural } from './plural.ts';

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
