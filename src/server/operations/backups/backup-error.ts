/** The reason why a backup failed, as a code. The sentence is created where a person reads it. */
import type { BackupError, BackupErrorCode } from '#shared/backups.ts';
import { CopyFailure } from '../../platform/db/copy-store.ts';
import { StartFailure } from '../../platform/db/start-failure.ts';

/** `detail`: the folder or file concerned, or the message of another program. */
export class BackupFailure extends Error {
  readonly error: BackupError;

  constructor(code: BackupErrorCode, detail?: string) {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'BackupFailure';
    this.error = { code, ...(detail && { detail }) };
  }
}

/** SQLite's error code for a full disk. See sqlite.org/rescode.html */
const sqliteFull = 13;
const codes: Readonly<Record<string, BackupErrorCode>> = {
  ENOSPC: 'noRoom',
  EDQUOT: 'noRoom',
  EACCES: 'notWritable',
  EPERM: 'notWritable',
  EROFS: 'notWritable',
  EIO: 'notWritable',
  ENOTDIR: 'notWritable',
};

/** Returns the code of an error. An unexpected error has the code `other` and its own message. */
export function toBackupError(error: unknown): BackupError {
  if (error instanceof BackupFailure) return error.error;
  if (error instanceof CopyFailure)
    return { code: error.code, ...(error.detail && { detail: error.detail }) };
  // In this code a StartFailure can only mean that another process holds the lock.
  if (error instanceof StartFailure) return { code: 'atWork' };
  const { code, errcode, path, message } = error as NodeJS.ErrnoException & { errcode?: number };
  if (errcode !== undefined && (errcode & 0xff) === sqliteFull) return { code: 'noRoom' };
  const backupCode = codes[code ?? ''];
  if (backupCode) return { code: backupCode, ...(path && { detail: path }) };
  return { code: 'other', detail: message ?? String(error) };
}
