/** Texts of `npm run move`, and of a database that was moved. */
import { formatDay } from '../dates.ts';
import { plural } from './plural.ts';

const dayOf = (at: string): string => formatDay(at.slice(0, 10));
const count = (rows: number): string => rows.toLocaleString('en-US').padStart(12);

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
  table: (name: string, rows: number) => `  ${name.padEnd(20)}${count(rows)}`,
  tableFrom: (name: string, rows: number, before: number) =>
    `  ${name.padEnd(20)}${count(rows)}   ${before.toLocaleString('en-US')} of them were there`,
  comparing: '\nEvery row read again on both sides, with the first digits of its table’s SHA-256:',
  equal: (name: string, rows: number, sha256: string) =>
    `  ${name.padEnd(20)}${count(rows)}   ${sha256.slice(0, 16)}   equal`,
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
