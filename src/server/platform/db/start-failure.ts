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
export const noDatabase = (file: string): StartFailure =>
  new StartFailure(
    `There is no database at ${file}. Set DATA_DIR to the folder that holds it; a new Qasid makes one when it is started once with npm start.`,
  );

/** SQLite's codes: disk full, file damaged, not a database. See sqlite.org/rescode.html */
const [full, corrupt, notADatabase] = [13, 11, 26];
/** PostgreSQL's codes: disk full, damaged table, damaged index. See postgresql.org/docs/18/errcodes-appendix.html */
const postgresFull = '53100';
const postgresCorrupt = /^XX00[12]$/;

/** Converts known error codes of a store to a line that says what to do. Other errors are returned unchanged. */
export function explainStart(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof StartFailure) return error;
  const { code, errcode } = error as { code?: unknown; errcode?: number };
  // The low byte is the basic code. The rest of the number gives details.
  const ofSqlite = errcode === undefined ? undefined : errcode & 0xff;
  if (ofSqlite === full || code === postgresFull || code === 'ENOSPC')
    return new StartFailure(
      `The disk of ${place} is full. Make room on it and start again; nothing was lost.`,
    );
  if (ofSqlite === corrupt || ofSqlite === notADatabase || postgresCorrupt.test(String(code)))
    return new StartFailure(
      `${place} is damaged (${error.message}). Put it aside and restore the last backup; do not delete it.`,
    );
  return error;
}
