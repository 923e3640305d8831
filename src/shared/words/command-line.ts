/** Texts of the commands: `restore`, `school`, `service`, `update`, `move`, `verify-money`, and of their options. */

import { formatAmount, toRupees } from '../money/money.ts';
import { inMegabytes, plural } from '../text/phrases.ts';
import { formatDay } from '../time/dates.ts';
import { nameFiles } from './installation.ts';

/** Texts about the options of all commands. */
export const commandLineWords = {
  unknown: (option: string) => `${option} is not an option of this command.`,
  valueMissing: (option: string) => `Give a value after ${option}; it cannot begin with a hyphen.`,
  valueTooMuch: (option: string) => `${option} takes no value.`,
  tooMany: (word: string) => `"${word}" is one argument too many.`,
} as const;

const count = (number: number): string => number.toLocaleString('en-US').padStart(10);

/** Texts of `npm run restore`. */
export const restoreWords = {
  none: (folder: string) => `There is no backup in ${folder}. Give another folder with --from=FOLDER.`,
  listed: (folder: string) => `Backups in ${folder}, newest first:\n`,
  which: 'Which backup should be restored? Type its number, or press Enter for none: ',
  howToChoose:
    '\nRestore one with: npm run restore -- NAME\nTest it first, without changes: npm run restore -- NAME --dry-run',
  unknown: (name: string) => `There is no backup ${name} in the list.`,
  holds: (at: string, version: string) => `The backup of ${at}, made by Qasid ${version}:`,
  tables: {
    school: 'schools',
    campus: 'campuses',
    group: 'billings',
    bill: 'bills',
    student: 'students',
    message: 'messages',
    template: 'templates',
  },
  compare: (what: string, then: number, now: number | undefined) =>
    `  ${what.padEnd(10)}${count(then)}${now === undefined ? '' : `   now ${count(now).trim()}`}`,
  nothingPresent: 'There are no present data that can be read.',
  trying: 'Testing the backup; this changes nothing.',
  looks: {
    engine: 'kind of database',
    version: 'version of Qasid',
    stopped: 'running programs',
    whole: 'backup file',
    rows: 'rows',
    uploads: 'pictures and files',
    room: 'room on the disk',
  },
  refusals: {
    otherEngine: (engine: string) =>
      `it is for ${engine === 'postgres' ? 'PostgreSQL: set DATABASE_URL' : 'SQLite: leave DATABASE_URL out'}.`,
    newerProgram: (step: string) => `it was made by a newer Qasid (${step}). Install that version first.`,
    olderTest: () =>
      'it was made by an older test version of Qasid. Restore it with a version of 27 November 2026 and start that version once.',
    running: (detail: string) =>
      detail === ''
        ? 'stop Qasid first, then run this again.'
        : `these programs are connected to the database, stop them first: ${detail}.`,
  },
  nothingChanged: 'Nothing was changed.',
  dryRunDone: 'The backup can be restored. Nothing was changed: leave out --dry-run to restore it.',
  needsYes: 'The backup can be restored. Nothing was changed: add --yes to restore it without a question.',
  yes: 'restore',
  sure: 'The present data are moved aside, and this backup takes their place. Type restore to do it: ',
  done: (at: string) => `The backup of ${at} is restored.`,
  uploads: (files: number) =>
    `${plural(files, 'picture or video was', 'pictures and videos were')} restored.`,
  damaged: (names: readonly string[]) =>
    `${plural(names.length, 'file is', 'files are')} damaged, and this backup has no undamaged copy: ${nameFiles(names)}. Everything else is restored.`,
  previousFolder: (folder: string) =>
    `The former data are kept in ${folder}. Delete that folder when you no longer need it.`,
  previousSchema: (schema: string) =>
    `The former data are kept in the schema ${schema}. When you no longer need them: drop schema ${schema} cascade`,
  noKey: (file: string) =>
    `There is no ${file}. Put the earlier one there before you start Qasid. Without it WhatsApp must be connected again, and people with two-factor need a recovery code or npm run user -- reset NAME.`,
  next: 'Start Qasid. Everybody must sign in again. Nothing is sent until somebody decides in the Outbox about the messages that waited.',
} as const;

const dayOf = (at: string): string => formatDay(at.slice(0, 10));

type Limits = { messagesADay: number | null; filesLimit: number | null; callsAMinute: number | null };

function sayLimits({ messagesADay, filesLimit, callsAMinute }: Limits): string {
  const limits = [
    messagesADay === null ? undefined : `${messagesADay.toLocaleString('en-US')} messages a day`,
    filesLimit === null ? undefined : `${inMegabytes(filesLimit)} of files`,
    callsAMinute === null ? undefined : `${callsAMinute.toLocaleString('en-US')} calls a minute`,
  ].filter((limit) => limit !== undefined);
  return limits.length > 0 ? `at most ${limits.join(', ')}` : 'no limits of its own';
}

type Listed = Limits & {
  id: number;
  slug: string;
  name: string;
  campuses: number | null;
  people: number | null;
  suspendedAt: string | null;
  removeAt: string | null;
};

/** Texts of `npm run school`. */
export const schoolWords = {
  usage: `Several schools in one installation:
  npm run school -- list
  npm run school -- add NAME --title "Name of the school" --admin USER [--campus "Name of its first campus"]
  npm run school -- limits NAME [--messages-a-day N] [--files MEGABYTES] [--calls-a-minute N]   none lifts a limit
  npm run school -- suspend NAME     nobody can sign in, nothing is sent; waiting messages stay
  npm run school -- resume NAME
  npm run school -- export NAME      all data of this school, in a folder of its own
  npm run school -- remove NAME      first run: suspends and exports it; second run, 30 days later or more: exports it again and deletes all its data
NAME is the short name of the school: the db in its calls and addresses.`,
  missing: (what: string) => `Give ${what}.`,
  notWhole: (what: string) => `${what} must be a whole number above 0, or none.`,
  none: 'There is no school yet.',
  unknown: (slug: string) => `There is no school "${slug}". npm run school -- list shows all schools.`,
  slugShape: (slug: string) =>
    `"${slug}" cannot be the short name of a school: a small letter, then at most 38 small letters, digits or hyphens.`,
  slugTaken: (slug: string) => `There is already a school "${slug}".`,
  userShape: (name: string) =>
    `"${name}" cannot be a user name: 3 to 60 letters, digits, dots or underlines.`,
  userTaken: (name: string) =>
    `The user name "${name}" is taken: user names are shared by all schools. Choose another one.`,
  listed: ({ id, slug, name, campuses, people, suspendedAt, removeAt, ...limits }: Listed) => {
    const counts = `${plural(campuses ?? 0, 'campus', 'campuses')}, ${plural(people ?? 0, 'person', 'people')}`;
    const state =
      removeAt !== null
        ? `; can be removed on ${dayOf(removeAt)} or later`
        : suspendedAt !== null
          ? `; suspended since ${dayOf(suspendedAt)}`
          : '';
    return `${String(id).padStart(4)}  ${slug.padEnd(20)} ${name}: ${counts}, ${sayLimits(limits)}${state}`;
  },
  added: ({ slug, userName, link, until }: { slug: string; userName: string; link: string; until: string }) =>
    `The school ${slug} was added. Open this link once to choose the password of its administrator ${userName}: ${link}\nThe link works until ${until}, while Qasid runs.`,
  suspended: (slug: string) =>
    `${slug} is suspended: its sessions have ended, nobody can sign in, and nothing is sent. Waiting messages stay, and messages from families are kept.`,
  resumed: (slug: string) =>
    `${slug} is no longer suspended: its people can sign in, and waiting messages are sent.`,
  limited: (slug: string, limits: Limits) => `${slug}: ${sayLimits(limits)}.`,
  exported: (folder: string) =>
    `All data of the school are in ${folder}: a database that any SQLite program can read, and its files. Passwords, sessions and WhatsApp tokens are not included.`,
  exportedDamaged: (names: readonly string[]) =>
    `${plural(names.length, 'file is', 'files are')} damaged and not included: ${nameFiles(names)}.`,
  exportedNext: (folder: string) =>
    `To run it as a separate Qasid: DATA_DIR=/an/empty/folder npm run restore -- --from=${folder}, then npm run user -- reset USER, with the name of a user (passwords are not exported).`,
  graceBegins: (slug: string, from: string) =>
    `${slug} is suspended. Run the same command on ${dayOf(from)} or later to delete all its data. Until then npm run school -- resume ${slug} cancels the removal.`,
  graceGoesOn: (slug: string, from: string) =>
    `${slug} can be removed on ${dayOf(from)} or later. Nothing was done now.`,
  removed: (slug: string, rows: number, files: number) =>
    `${slug} is removed: ${plural(rows, 'row', 'rows')} and ${plural(files, 'file', 'files')}. Earlier backups contain it until Qasid deletes them.`,
  notTheSame: (what: string) => `Nothing was removed: ${what}.`,
} as const;

/** Texts of `npm run service`. */
export const bootWords = {
  usage: 'Say what to do: npm run service -- install, or status, start, stop, remove.',
  noSystem:
    'Qasid cannot set up an automatic start on this system. See docs/operations.md for the command to start.',
  notSetUp: (folder: string) =>
    `There is no school in ${folder} yet. Run npm start once, open the link that it prints, set up your school, stop it with Ctrl-C, and then run this again.`,
  onServer: 'With DATABASE_URL Qasid runs on a server. Use the units in deploy/ instead of this command.',
  runsInWindow: 'Qasid is running in a window. Stop it there with Ctrl-C, and run this again.',
  notTaken: (names: readonly string[]) =>
    `These environment variables are set only in this window: ${names.join(', ')}. Qasid will not have them when this computer starts it. Set what you need in Settings → This computer.`,
  refused: (program: string, output: string) => `${program} refused: ${output}`,
  missing: (program: string) => `${program} is not on this computer.`,
  installed: {
    win32: 'Qasid now starts when this computer is switched on.',
    linux: 'Qasid now starts when this computer is switched on.',
    darwin: 'Qasid now starts when you sign in on this computer.',
  },
  atSignIn:
    'Qasid now starts when you sign in on this computer. To have it start when the computer is switched on, open the command prompt with “Run as administrator” and run this again.',
  noLinger: (user: string) =>
    `Qasid starts when you sign in. To have it start when the computer is switched on, run: sudo loginctl enable-linger ${user}`,
  link: (path: string) => `A shortcut is on the desktop: ${path}`,
  noLink: 'No shortcut was put on the desktop.',
  open: (address: string) => `Open ${address}`,
  notUp: (address: string) =>
    `Qasid does not answer at ${address} yet. Look again in a minute. If it still does not answer, run npm start instead to see what is wrong.`,
  isInstalled: 'This computer starts Qasid automatically.',
  isNotInstalled:
    'This computer does not start Qasid automatically. npm run service -- install changes that.',
  answers: (address: string, version: string) => `Qasid ${version} runs at ${address}`,
  answersNot: (address: string) => `Qasid does not run: nothing answers at ${address}`,
  answersElsewhere: (address: string) =>
    `Qasid runs but does not answer at ${address}: it is still starting, or it was started with another PORT or HOST.`,
  removed: 'This computer no longer starts Qasid automatically. Your data are unchanged.',
  started: 'Started.',
  stopped: 'Stopped.',
} as const;

const problems = {
  absent: (path: string) => `There is no folder or archive ${path}.`,
  notArchive: (path: string) => `${path} is neither a folder nor a .zip or .tar.gz archive.`,
  torn: (name: string) =>
    `The archive is not complete${name === '' ? '' : ` (${name})`}. Download or copy it again.`,
  unsafe: (name: string) =>
    `The archive contains a file that would be written outside its folder, or whose name some computers cannot store (${name}). Do not use the archive, and tell the person who gave it to you.`,
  tooLarge: () => 'The archive is far larger than Qasid. Do not use it.',
  notQasid: () =>
    'This is not Qasid. Give the folder that contains its package.json, or the archive as you received it.',
  incomplete: (name: string) =>
    `This copy of Qasid is not complete: ${name} is missing or of another version. Copy it again.`,
  sameVersion: (version: string) => `This is Qasid ${version}, which already runs here.`,
  older: (version: string) =>
    `This is Qasid ${version}, which is older than the one that runs. To go back to the version before the last update: npm run update -- --back`,
} as const;

/** Texts of `npm run update`. */
export const updateWords = {
  usage: (version: string) =>
    `This is Qasid ${version}.\nTo update, give the folder or archive of a newer version: npm run update -- FOLDER_OR_ARCHIVE\nTo go back to the version before the last update: npm run update -- --back`,
  problems,
  nothingChanged: 'Nothing was changed: Qasid starts as before.',
  found: (version: string, present: string) => `Qasid ${version} will replace ${present}.`,
  noRoom: (needed: number, free: number) =>
    `An update needs ${inMegabytes(needed)} on the disk of Qasid’s folder, but only ${inMegabytes(free)} are free. Make room first.`,
  placing: 'The new version is copied beside the present one.',
  taken: 'Its packages are taken from the present version.',
  installing: 'Its packages are downloaded and installed. This takes some minutes …',
  building: 'Its pages are built …',
  step: (message: string) => `The update failed. ${message}`,
  stopIt:
    'Qasid is running. Stop it now with Ctrl-C in its window, and the update continues. Ctrl-C here cancels the update and changes nothing.',
  stillRuns: 'Qasid is still running. Stop it, then run this again.',
  stopping: 'Qasid is stopped.',
  backingUp: 'The data are backed up …',
  backedUp: (name: string) => `Backed up: ${name}`,
  noData: 'There are no data yet.',
  trying: 'The new version is tested with a copy of the data …',
  tryingAlone: 'The new version is tested without data …',
  tried: 'The test succeeded.',
  notTried: (message: string) => `The test of the new version failed. ${message}`,
  updating: 'The new version takes over …',
  wentBack: (message: string) =>
    `The new version did not start with the data, so the former version was put back. ${message}`,
  restored:
    'The data from before the update are restored. Nothing is sent until somebody decides in the Outbox.',
  done: (version: string) =>
    `This is now Qasid ${version}. To go back to the version before: npm run update -- --back`,
  answers: (address: string) => `Qasid runs at ${address}`,
  answersNot: 'Qasid does not answer yet. Look again in a minute.',
  startIt: 'Start Qasid with npm start.',

  noWayBack: 'There is no update here that can be undone.',
  goneProgram: (folder: string) => `The former version is no longer in ${folder}.`,
  goneBackup: (name: string) =>
    `The update changed the data, and the backup from before the update (${name}) no longer exists. Without it the former version cannot read the data.`,
  back: (version: string, present: string) => `Qasid ${version} will be put back in place of ${present}.`,
  nothingLost: 'The former version can read the present data: nothing is lost.',
  wouldLose: (at: string) =>
    `The former version cannot read the present data. The backup of ${at}, from before the update, will be restored. Everything done since then will be lost:`,
  sure: 'Type back to do it: ',
  yes: 'back',
  needsYes: 'Nothing was changed: add --yes to go back without a question.',
  backDone: (version: string) => `This is Qasid ${version} again.`,
} as const;

const countRows = (rows: number): string => rows.toLocaleString('en-US').padStart(12);

/** Texts of `npm run move`, and of a database that was moved. */
export const moveWords = {
  usage:
    'Give the address of the new database: npm run move -- postgres://user:password@server:5432/database, or set DATABASE_URL.',
  noData: (file: string) => `There is no database at ${file}. Set DATA_DIR to the folder that contains it.`,
  running: (file: string) => `Qasid is running on ${file}. Stop it first, then move its data.`,
  olderData: (file: string) =>
    `${file} was written by an older Qasid. Start this version on it once, stop it, and then move its data.`,
  begins: (file: string, to: string) => `Moving ${file} to PostgreSQL at ${to}.`,
  goesOn: 'An earlier move of these data was not finished. It continues where it stopped.',
  beginsAnew:
    'An earlier move was not finished, and the data have changed since. The move starts again from the beginning.',
  heldCopy:
    'These data are a copy: they are in another place than the data from which Qasid last sent messages, or are older than those. Qasid sends nothing from them, also after the move, until somebody decides in the Outbox.',

  copying: '\nThe rows:',
  table: (name: string, rows: number) => `  ${name.padEnd(20)}${countRows(rows)}`,
  tableFrom: (name: string, rows: number, before: number) =>
    `  ${name.padEnd(20)}${countRows(rows)}   ${before.toLocaleString('en-US')} of them were there already`,
  comparing:
    '\nEvery row is read again on both sides and compared. The first digits of the SHA-256 of each table:',
  equal: (name: string, rows: number, sha256: string) =>
    `  ${name.padEnd(20)}${countRows(rows)}   ${sha256.slice(0, 16)}   equal`,
  files: '\nThe files:',
  filesThere: (files: number, folder: string) =>
    `  ${plural(files, 'picture or video is', 'pictures and videos are')} in ${folder} and ${files === 1 ? 'stays' : 'stay'} there.`,
  filesBrought: (files: number, folder: string) =>
    `  ${plural(files, 'file was', 'files were')} copied to ${folder} and compared by SHA-256.`,
  fileNotBrought: (path: string) =>
    `${path} differs from what was written there. Check that disk, then run the same command again.`,
  fileMissing: (name: string) => `  ${name} is not there. It was missing before the move.`,
  fileChanged: (name: string) =>
    `  ${name} has changed since it was stored. It was damaged before the move; the backups may have an undamaged copy.`,

  done: (to: string) => `\nAll data are at ${to}. Waiting messages are sent from there.`,
  fileUnchanged: (file: string) => `${file} is kept unchanged. Qasid no longer starts on it.`,
  next: 'Start Qasid with DATABASE_URL set to that address, and make a backup: npm run backup',

  runAgain: 'Run the same command again: it continues where it stopped.',
  taken: (to: string) =>
    `The database at ${to} is not empty. Give an empty one, and check the name at the end of the address.`,
  otherMove: (to: string) => `Another move into ${to} is running. Wait until it is finished.`,
  otherWhole: (to: string) =>
    `The database at ${to} contains the data of another, finished move. Give an empty one.`,
  otherVersion: (to: string) =>
    `The move into ${to} was started by another version of Qasid. Give an empty database, or continue with that version.`,
  otherTables: (what: string) => `The tables of the two databases differ: ${what}.`,
  nul: (places: readonly string[]) =>
    `PostgreSQL cannot store the character NUL, and these rows contain it:\n${places.map((place) => `  ${place}`).join('\n')}\nCorrect these texts, or remove the characters with --without-nul: the old file keeps them.`,
  place: (table: string, column: string, key: string) => `${table} ${key}, in ${column}`,
  withoutNul: (places: readonly string[]) =>
    `The NUL characters in these rows are removed:\n${places.map((place) => `  ${place}`).join('\n')}`,
  rowRefused: (table: string, key: string, why: string) =>
    `PostgreSQL refuses the row of ${table} with ${key}: ${why}.`,
  differs: (table: string, what: string) => `The rows of ${table} differ between the two databases: ${what}.`,
  differentCount: (here: number, there: number) =>
    `${here.toLocaleString('en-US')} in the file, ${there.toLocaleString('en-US')} in PostgreSQL`,
  differentRow: (key: string) => `the first difference is at ${key}`,
  refused: (why: string) => `PostgreSQL says: ${why}. The original data were not changed.`,
  broken: (why: string) => `The connection to the database was lost during the move: ${why}.`,

  unfinished: (place: string) =>
    `${place} contains an unfinished move. Finish it with npm run move, or start Qasid on the original data.`,
  movedAway: (file: string, to: string, at: string) =>
    `The data of ${file} were moved to PostgreSQL at ${to} on ${dayOf(at)}. Start Qasid with DATABASE_URL set to that database. The file is kept as it was then and is no longer used.`,
} as const;

const rupees = (paisa: number): string => formatAmount(toRupees(paisa));
/** The names of figures that are amounts of money. */
const amounts: readonly string[] = ['paid', 'covered', 'total'];
const figureText = (figure: string, value: string | number | null): string =>
  value === null ? 'nothing' : amounts.includes(figure) ? rupees(Number(value)) : String(value);

/** Texts of `npm run verify-money`; amounts are in paisa. */
export const verifyMoneyWords = {
  whole: (campus: string, payments: number, bills: number) =>
    `✓ ${campus}: ${plural(payments, 'payment', 'payments')}, ${plural(bills, 'bill', 'bills')}, all correct.`,
  receipts: (campus: string, count: number, last: number) =>
    `✗ ${campus}: there are ${plural(count, 'receipt', 'receipts')}, but the last one is number ${last}.`,
  payment: (campus: string, { receiptNo, amount, spent }: Record<'receiptNo' | 'amount' | 'spent', number>) =>
    `✗ ${campus}: receipt ${receiptNo} is for ${rupees(amount)}, but ${rupees(spent)} of it was used for bills or returned.`,
  deletedBill: (campus: string, { receiptNo, amount }: Record<'receiptNo' | 'amount', number>) =>
    `✗ ${campus}: ${rupees(amount)} of receipt ${receiptNo} settles a bill that was deleted.`,
  bill: (campus: string, id: number, name: string) => `✗ ${campus}: bill ${id} (${name}) `,
  billing: (campus: string, id: number, name: string) => `✗ ${campus}: billing ${id} (${name}) `,
  count: (figure: string, is: number, shouldBe: number) =>
    `says ${figure}: ${figureText(figure, is)}, but its bills add up to ${figureText(figure, shouldBe)}.`,
  figure: (figure: string, is: string | number | null, shouldBe: string | number | null) =>
    `says ${figure}: ${figureText(figure, is)}, but the ledger adds up to ${figureText(figure, shouldBe)}.`,
  noCampus: 'There is no campus yet, so there is no money to check.',
  olderProgram:
    'This database was written by an older Qasid, which kept no ledger. Start this Qasid on it once.',
} as const;
