import { statSync } from 'node:fs';

/**
 * Thrown if the program cannot start for a reason that a person can fix. It is printed as one line, without a stack.
 */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartFailure';
  }
}

/** The error of a command whose data folder has no database. */
const noDatabase = (file: string): StartFailure =>
  new StartFailure(
    `There is no database at ${file}. Set DATA_DIR to the folder that holds it; a new Qasid makes one when it is started once with npm start.`,
  );

/** Throws if the file holds no data. A file of 0 bytes is what remains after a crash of the disk or a wrong copy. */
export function needDatabase(file: string, missing: StartFailure = noDatabase(file)): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw missing;
  if (size > 0) return;
  throw new StartFailure(
    `${file} is empty: it holds no data. To put a backup back: npm run restore -- --list, then npm run restore -- NAME.`,
  );
}

/** SQLite's codes: disk full, file damaged, not a database. See sqlite.org/rescode.html */
const [full, corrupt, notADatabase] = [13, 11, 26];
/** PostgreSQL's codes: disk full, damaged table, damaged index. See postgresql.org/docs/18/errcodes-appendix.html */
const postgresFull = '53100';
const postgresCorrupt = /^XX00[12]$/;

// The low byte is the basic code. The rest of the number gives details.
const sqliteCodeOf = (errcode: unknown): number | undefined =>
  typeof errcode === 'number' ? errcode & 0xff : undefined;

/** Whether a database or a file could not be written because its disk is full or its quota is used up. */
export const isDiskFull = ({ code, errcode }: { code?: unknown; errcode?: unknown }): boolean =>
  sqliteCodeOf(errcode) === full || [postgresFull, 'ENOSPC', 'EDQUOT'].includes(String(code));

/** Converts known error codes of a store to a line that says what to do. Other errors are returned unchanged. */
export function explainStart(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof StartFailure) return error;
  const { code, errcode } = error as { code?: unknown; errcode?: number };
  const ofSqlite = sqliteCodeOf(errcode);
  if (isDiskFull({ code, errcode }))
    return new StartFailure(
      `The disk of ${place} is full. Make room on it and start again; nothing was lost.`,
    );
  if (ofSqlite === corrupt || ofSqlite === notADatabase || postgresCorrupt.test(String(code)))
    return new StartFailure(
      `${place} is damaged (${error.message}). Put it aside and restore the last backup; do not delete it.`,
    );
  return error;
}
