/** Texts of `npm run restore`. */
import { nameFiles } from './backups.ts';
import { plural } from './plural.ts';

const count = (number: number): string => number.toLocaleString('en-US').padStart(10);

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
