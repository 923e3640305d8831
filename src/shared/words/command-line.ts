/** Texts of the commands: `restore`, `school`, `service`, `update`, `move`, `verify-money`, and of their options. */

import { formatDay } from '../dates.ts';
import { formatAmount, toRupees } from '../money.ts';
import { nameFiles } from './installation.ts';
import { inMegabytes, plural } from './phrases.ts';

/** Texts of every command about its options. */
export const commandLineWords = {
  unknown: (option: string) => `${option} is not known here.`,
  valueMissing: (option: string) => `Say a value after ${option}; it cannot begin with a hyphen.`,
  valueTooMuch: (option: string) => `${option} takes no value.`,
  tooMany: (word: string) => `"${word}" is too much here.`,
} as const;

const count = (number: number): string => number.toLocaleString('en-US').padStart(10);

/** Texts of `npm run restore`. */
export const restoreWords = {
  none: (folder: string) => `There is no backup in ${folder}. Name another folder with --from=FOLDER.`,
  listed: (folder: string) => `Backups in ${folder}, newest first:\n`,
  which: 'Which one is to be put back? Its number, or Enter for none: ',
  howToChoose:
    '\nPut one back with: npm run restore -- NAME\nTry it first, changing nothing: npm run restore -- NAME --dry-run',
  unknown: (name: string) => `There is no backup ${name} in the list.`,
  holds: (at: string, version: string) => `The backup of ${at}, of Qasid ${version}:`,
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
  nothingPresent: 'There are no data at this moment that could be read.',
  trying: 'Trying it; nothing is changed by this.',
  looks: {
    engine: 'it is of this kind of database',
    version: 'this version of Qasid can read it',
    stopped: 'Qasid is stopped',
    whole: 'its file is as it was made',
    rows: 'it was opened, and every row is there',
    uploads: 'its pictures and files are there',
    room: 'there is room for it',
  },
  refusals: {
    otherEngine: (engine: string) =>
      `it is of ${engine === 'postgres' ? 'PostgreSQL: set DATABASE_URL' : 'SQLite: leave DATABASE_URL out'}.`,
    newerProgram: (step: string) => `it was made by a newer Qasid (${step}). Install that version first.`,
    running: (detail: string) =>
      detail === ''
        ? 'stop Qasid first, then run this again.'
        : `these are connected to the database, stop them first: ${detail}.`,
  },
  nothingChanged: 'Nothing was changed.',
  dryRunDone: 'It can be put back. Nothing was changed: leave out --dry-run to do it.',
  needsYes: 'It can be put back. Nothing was changed: add --yes to do it without being asked.',
  yes: 'restore',
  sure: 'What is there now is kept aside, and this backup takes its place. Type restore to do it: ',
  done: (at: string) => `The backup of ${at} is in place.`,
  uploads: (files: number) => `${plural(files, 'file', 'files')} of pictures and videos were brought back.`,
  damaged: (names: readonly string[]) =>
    `${plural(names.length, 'file is', 'files are')} damaged, and no whole copy is in this backup: ${nameFiles(names)}. Everything else is put back.`,
  folderAside: (folder: string) =>
    `What was there is kept in ${folder}. Delete that folder once all is well.`,
  schemaAside: (schema: string) =>
    `What was there is kept in the schema ${schema}. Once all is well: drop schema ${schema} cascade`,
  noKey: (file: string) =>
    `There is no ${file}. Put the one of before there before you start Qasid. Without it WhatsApp is connected again, and people with two-factor sign in by a recovery code or npm run user -- reset NAME.`,
  next: 'Start Qasid. Everybody signs in once more, and nothing is sent until somebody decides in the Outbox what becomes of what waited.',
} as const;

const dayOf = (at: string): string => formatDay(at.slice(0, 10));

type Limits = { messagesADay: number | null; filesLimit: number | null; callsAMinute: number | null };

function sayLimits({ messagesADay, filesLimit, callsAMinute }: Limits): string {
  const said = [
    messagesADay === null ? undefined : `${messagesADay.toLocaleString('en-US')} messages a day`,
    filesLimit === null ? undefined : `${inMegabytes(filesLimit)} of files`,
    callsAMinute === null ? undefined : `${callsAMinute.toLocaleString('en-US')} calls a minute`,
  ].filter((limit) => limit !== undefined);
  return said.length > 0 ? `at most ${said.join(', ')}` : 'no limits of its own';
}

type Listed = Limits & {
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
  npm run school -- limits NAME [--messages-a-day N] [--files MEGABYTES] [--calls-a-minute N]   none: no limit
  npm run school -- suspend NAME     nobody signs in, nothing is sent; what waits stays
  npm run school -- resume NAME
  npm run school -- export NAME      everything of this school, in a folder of its own
  npm run school -- remove NAME      exports and suspends it; 30 days later, run again, everything of it goes
NAME is the short one: the db of its calls and addresses.`,
  missing: (what: string) => `Say ${what}.`,
  notWhole: (what: string) => `${what} must be a whole number above 0, or none.`,
  none: 'There is no school yet.',
  unknown: (slug: string) => `There is no school "${slug}". npm run school -- list names them.`,
  slugShape: (slug: string) =>
    `"${slug}" cannot be the short name of a school: a small letter, then at most 38 small letters, digits or hyphens.`,
  slugTaken: (slug: string) => `There is a school "${slug}" already.`,
  userShape: (name: string) =>
    `"${name}" cannot be a user name: 3 to 60 letters, digits, dots or underlines.`,
  userTaken: (name: string) =>
    `The user name "${name}" is taken: it is one of all schools together. Choose another one.`,
  listed: ({ slug, name, campuses, people, suspendedAt, removeAt, ...limits }: Listed) => {
    const counts = `${plural(campuses ?? 0, 'campus', 'campuses')}, ${plural(people ?? 0, 'person', 'people')}`;
    const state =
      removeAt !== null
        ? `; to be removed from ${dayOf(removeAt)}`
        : suspendedAt !== null
          ? `; suspended since ${dayOf(suspendedAt)}`
          : '';
    return `${slug.padEnd(20)} ${name}: ${counts}, ${sayLimits(limits)}${state}`;
  },
  added: ({ slug, userName, link, until }: { slug: string; userName: string; link: string; until: string }) =>
    `The school ${slug} is there. Open this link once to choose the password of its administrator ${userName}: ${link}\nIt opens until ${until}, while Qasid runs.`,
  suspended: (slug: string) =>
    `${slug} is suspended: its sessions have ended, nobody signs in, and nothing is sent. What waits stays, and what families write is kept.`,
  resumed: (slug: string) => `${slug} goes on: its people sign in again, and what waited is sent.`,
  limited: (slug: string, limits: Limits) => `${slug}: ${sayLimits(limits)}.`,
  exported: (folder: string) =>
    `Everything of it is in ${folder}: a database that any program for SQLite reads, and its files beside it. Passwords, sessions and the tokens of WhatsApp are not in it.`,
  exportedDamaged: (names: readonly string[]) =>
    `${plural(names.length, 'file is', 'files are')} damaged and not in it: ${nameFiles(names)}.`,
  exportedNext: (folder: string) =>
    `As a Qasid of its own: DATA_DIR=/an/empty/folder npm run restore -- --from=${folder}, then npm run user -- reset NAME.`,
  graceBegins: (slug: string, from: string) =>
    `${slug} is suspended. Run the same command from ${dayOf(from)} on, and everything of it goes. Until then npm run school -- resume ${slug} takes this back.`,
  graceGoesOn: (slug: string, from: string) =>
    `${slug} is to be removed from ${dayOf(from)} on. Nothing was done now.`,
  removed: (slug: string, rows: number, files: number) =>
    `${slug} is removed: ${plural(rows, 'row', 'rows')} and ${plural(files, 'file', 'files')}. Backups from before hold it until they are thinned out.`,
  notTheSame: (what: string) => `Nothing was removed: ${what}.`,
} as const;

/** Texts of `npm run service`. */
export const bootWords = {
  usage: 'Say what is to be done: npm run service -- install, or status, start, stop, remove.',
  noSystem:
    'Here it is not known how a program is started by itself. See docs/operations.md for what to start.',
  notSetUp: (folder: string) =>
    `There is no school in ${folder} yet. Run npm start once, open the link that it prints, set up your school, stop it with Ctrl-C, and then run this again.`,
  onServer:
    'With DATABASE_URL Qasid runs on a server: deploy/ has the units for it, which this command does not replace.',
  runsInWindow: 'Qasid is running in a window. Stop it there with Ctrl-C, and run this again.',
  notTaken: (names: readonly string[]) =>
    `Not taken along, as only this window knows it: ${names.join(', ')}. What you want to stay, set in Settings → This computer.`,
  refused: (program: string, said: string) => `${program} refused: ${said}`,
  missing: (program: string) => `${program} is not on this computer.`,
  installed: {
    win32: 'Qasid now starts when this computer is switched on.',
    linux: 'Qasid now starts when this computer is switched on.',
    darwin: 'Qasid now starts when you sign in on this computer.',
  },
  atSignIn:
    'Qasid now starts when you sign in on this computer. To have it start when the computer is switched on, open the command prompt with “Run as administrator” and run this again.',
  noLinger: (user: string) =>
    `It starts when you sign in. To have it start when the computer is switched on, run: sudo loginctl enable-linger ${user}`,
  link: (path: string) => `A link is on the desktop: ${path}`,
  noLink: 'No link was put on the desktop.',
  open: (address: string) => `Open ${address}`,
  notUp: (address: string) =>
    `It does not answer at ${address} yet. Look again in a minute; run npm start in its place to see what is wrong.`,
  isInstalled: 'Qasid is started by this computer.',
  isNotInstalled: 'Qasid is not started by this computer. npm run service -- install changes that.',
  answers: (address: string, version: string) => `It runs: Qasid ${version} at ${address}`,
  answersNot: (address: string) => `It does not run: nothing answers at ${address}`,
  answersElsewhere: (address: string) =>
    `It runs, but does not answer at ${address}: it is still starting, or was started with another PORT or HOST.`,
  removed: 'Qasid is no longer started by this computer. Your data are as they were.',
  started: 'Started.',
  stopped: 'Stopped.',
} as const;

const troubles = {
  absent: (path: string) => `There is no folder or archive ${path}.`,
  notArchive: (path: string) => `${path} is neither a folder nor a .zip or .tar.gz archive.`,
  torn: (name: string) =>
    `The archive is not whole${name === '' ? '' : ` (${name})`}. Download or copy it once more.`,
  unsafe: (name: string) =>
    `The archive holds a file that leads out of its folder, or that not every computer can keep (${name}). Do not use it, and tell whoever gave it to you.`,
  tooLarge: () => 'The archive is far larger than a Qasid is. Do not use it.',
  notQasid: () =>
    'This is no Qasid: name the folder that has its package.json in it, or the archive as it was given.',
  incomplete: (name: string) =>
    `This Qasid is not whole: ${name} is missing or of another version. Copy it once more.`,
  sameVersion: (version: string) => `This is Qasid ${version}, which runs here already.`,
  older: (version: string) =>
    `This is Qasid ${version}, which is older than the one that runs. To go back to the one before an update: npm run update -- --back`,
} as const;

/** Texts of `npm run update`. */
export const updateWords = {
  usage: (version: string) =>
    `This is Qasid ${version}.\nName the folder or archive of a newer one: npm run update -- FOLDER_OR_ARCHIVE\nGo back to the one before the last update: npm run update -- --back`,
  troubles,
  nothingChanged: 'Nothing was changed: Qasid starts as before.',
  found: (version: string, present: string) => `Qasid ${version} is to follow ${present}.`,
  noRoom: (needed: number, free: number) =>
    `An update needs ${inMegabytes(needed)} on the disk of Qasid’s folder, and ${inMegabytes(free)} are free. Make room first.`,
  placing: 'It is put beside the one that runs.',
  taken: 'What it needs is taken over from what is here.',
  installing: 'What it needs is fetched and installed, which takes some minutes …',
  building: 'Its pages are built …',
  step: (said: string) => `It failed. ${said}`,
  stopIt:
    'Qasid runs. Stop it now with Ctrl-C in its window: the update goes on by itself then. Ctrl-C here leaves everything as it was.',
  stillRuns: 'Qasid still runs. Stop it, then run this again.',
  stopping: 'Qasid is stopped.',
  backingUp: 'The data are backed up …',
  backedUp: (name: string) => `Backed up: ${name}`,
  noData: 'There are no data yet.',
  trying: 'The new one is tried with a copy of the data …',
  tryingAlone: 'The new one is tried without data …',
  tried: 'It came through.',
  notTried: (said: string) => `The new Qasid did not come through its trial. ${said}`,
  updating: 'It takes over …',
  wentBack: (said: string) =>
    `The new Qasid did not start with the data, and the former one is back. ${said}`,
  restored: 'The data are those of before. Nothing is sent until somebody decides in the Outbox.',
  done: (version: string) =>
    `This is Qasid ${version} now. npm run update -- --back goes back to the one before.`,
  answers: (address: string) => `It runs: ${address}`,
  answersNot: 'It does not answer yet. Look again in a minute.',
  startIt: 'Start it with npm start.',

  noWayBack: 'There was no update here that could be taken back.',
  goneProgram: (folder: string) => `The former program is not in ${folder} any more.`,
  goneBackup: (name: string) =>
    `The data were changed by the update, and the backup of before (${name}) is not there any more. Without it the former program cannot read them.`,
  back: (version: string, present: string) => `Qasid ${version} is to take the place of ${present} again.`,
  nothingLost: 'It reads the data as they are: nothing is lost.',
  wouldLose: (at: string) =>
    `It cannot read the data as they are now. Those of ${at}, from before the update, are put back. What was done since then is lost to it:`,
  sure: 'Type back to do it: ',
  yes: 'back',
  needsYes: 'Nothing was changed: add --yes to do it without being asked.',
  backDone: (version: string) => `This is Qasid ${version} again.`,
} as const;

const countRows = (rows: number): string => rows.toLocaleString('en-US').padStart(12);

/** Texts of `npm run move`, and of a database that was moved. */
export const moveWords = {
  usage:
    'Say where the data go: npm run move -- postgres://user:password@server:5432/database, or leave the address to DATABASE_URL.',
  noData: (file: string) => `There is no database at ${file}. Set DATA_DIR to the folder that holds it.`,
  running: (file: string) => `Qasid is running on ${file}. Stop it first, then move its data.`,
  olderData: (file: string) =>
    `${file} was written by an older Qasid. Start this version on it once, stop it, and then move its data.`,
  begins: (file: string, to: string) => `Moving ${file} to PostgreSQL at ${to}.`,
  goesOn: 'A move of these data was begun before. It goes on where it ended.',
  beginsAnew: 'A move was begun before, and the data are others since. It begins anew.',
  heldCopy:
    'These data are a copy: they lie in another place than the one that last sent, or are older. They stay held after the move, until somebody decides in the Outbox.',

  copying: '\nThe rows:',
  table: (name: string, rows: number) => `  ${name.padEnd(20)}${countRows(rows)}`,
  tableFrom: (name: string, rows: number, before: number) =>
    `  ${name.padEnd(20)}${countRows(rows)}   ${before.toLocaleString('en-US')} of them were there`,
  comparing: '\nEvery row read again on both sides, with the first digits of its table’s SHA-256:',
  equal: (name: string, rows: number, sha256: string) =>
    `  ${name.padEnd(20)}${countRows(rows)}   ${sha256.slice(0, 16)}   equal`,
  files: '\nThe files:',
  filesThere: (files: number, folder: string) =>
    `  ${plural(files, 'file', 'files')} of pictures and videos ${files === 1 ? 'lies' : 'lie'} in ${folder}, and ${files === 1 ? 'stays' : 'stay'} there.`,
  filesBrought: (files: number, folder: string) =>
    `  ${plural(files, 'file was', 'files were')} brought to ${folder}, each compared by its SHA-256.`,
  fileNotBrought: (path: string) =>
    `${path} is not what was written there. Look after that disk, and run the same command again.`,
  fileMissing: (name: string) => `  ${name} is not there. It was missing before the move.`,
  fileChanged: (name: string) =>
    `  ${name} is not as it was when it was stored. It was damaged before the move; the backups may hold it whole.`,

  done: (to: string) => `\nEverything is at ${to}. What waits is sent from there.`,
  kept: (file: string) => `${file} is kept as it was, and no Qasid starts on it any more.`,
  next: 'Start Qasid with DATABASE_URL set to that address, and make a backup: npm run backup',

  runAgain: 'Run the same command again: it goes on where it ended.',
  taken: (to: string) =>
    `The database at ${to} is not empty. Give an empty one; an address with the wrong name at its end leads to another.`,
  otherMove: (to: string) => `Another move into ${to} is at work. Wait until it is done.`,
  otherWhole: (to: string) =>
    `The database at ${to} holds the data of another move, whole. Give an empty one.`,
  otherVersion: (to: string) =>
    `The move into ${to} was begun by another version of Qasid. Give an empty database, or go on with that version.`,
  otherTables: (what: string) => `The tables of the two databases are not alike: ${what}.`,
  nul: (places: readonly string[]) =>
    `PostgreSQL takes no NUL character in a text, and these rows hold one:\n${places.map((place) => `  ${place}`).join('\n')}\nMend these texts, or leave those characters out of them with --without-nul: the file that is kept has them still.`,
  place: (table: string, column: string, key: string) => `${table} ${key}, in ${column}`,
  withoutNul: (places: readonly string[]) =>
    `The NUL characters in these rows are left out:\n${places.map((place) => `  ${place}`).join('\n')}`,
  rowRefused: (table: string, key: string, why: string) =>
    `PostgreSQL does not take the row of ${table} with ${key}: ${why}.`,
  differs: (table: string, what: string) => `The rows of ${table} are not the same on both sides: ${what}.`,
  differentCount: (here: number, there: number) =>
    `${here.toLocaleString('en-US')} in the file, ${there.toLocaleString('en-US')} in PostgreSQL`,
  differentRow: (key: string) => `the first that differs is ${key}`,
  refused: (why: string) => `PostgreSQL says: ${why}. Nothing was changed where the data are.`,
  broken: (why: string) => `The database went away in the middle of the move: ${why}.`,

  unfinished: (place: string) =>
    `${place} holds a move that was begun and is not finished. Finish it with npm run move, or start Qasid on the data that are moved.`,
  movedAway: (file: string, to: string, at: string) =>
    `The data of ${file} were moved to PostgreSQL at ${to} on ${dayOf(at)}. Start Qasid with DATABASE_URL set to that database. The file is kept as it was then, and is not used any more.`,
} as const;

const rupees = (paisa: number): string => formatAmount(toRupees(paisa));
/** The figures that are money. */
const amounts: readonly string[] = ['paid', 'covered', 'total'];
const said = (figure: string, value: string | number | null): string =>
  value === null ? 'nothing' : amounts.includes(figure) ? rupees(Number(value)) : String(value);

/** Texts of `npm run verify-money`; amounts are in paisa. */
export const verifyMoneyWords = {
  whole: (campus: string, payments: number, bills: number) =>
    `✓ ${campus}: ${plural(payments, 'payment', 'payments')}, ${plural(bills, 'bill', 'bills')}, all as they should be.`,
  receipts: (campus: string, count: number, last: number) =>
    `✗ ${campus}: there are ${plural(count, 'receipt', 'receipts')}, and the last one is number ${last}.`,
  payment: (campus: string, { receiptNo, amount, spent }: Record<'receiptNo' | 'amount' | 'spent', number>) =>
    `✗ ${campus}: receipt ${receiptNo} is of ${rupees(amount)}, and ${rupees(spent)} of it is set against bills or went back.`,
  bill: (campus: string, id: number, name: string) => `✗ ${campus}: bill ${id} (${name}) `,
  billing: (campus: string, id: number, name: string) => `✗ ${campus}: billing ${id} (${name}) `,
  count: (figure: string, is: number, shouldBe: number) =>
    `says ${figure}: ${said(figure, is)}, and its bills come to ${said(figure, shouldBe)}.`,
  figure: (figure: string, is: string | number | null, shouldBe: string | number | null) =>
    `says ${figure}: ${said(figure, is)}, and the ledger comes to ${said(figure, shouldBe)}.`,
  noCampus: 'There is no campus yet, and so no money.',
  olderProgram: 'This database is of an older Qasid, which kept no ledger. Start it once.',
} as const;
