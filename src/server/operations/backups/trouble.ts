/** The reason why a backup failed, as a code. The sentence is created where a person reads it. */
import type { BackupTrouble, BackupTroubleCode } from '#shared/backups.ts';
import { CopyFailure } from '../../platform/db/copy-store.ts';
import { StartFailure } from '../../platform/db/start-failure.ts';

/** `detail`: the folder or file concerned, or the message of another program. */
export class BackupFailure extends Error {
  readonly trouble: BackupTrouble;

  constructor(code: BackupTroubleCode, detail?: string) {
    super(detail ? `${code}: ${detail}` : code);
    this.name = 'BackupFailure';
    this.trouble = { code, ...(detail && { detail }) };
  }
}

/** SQLite's error code for a full disk. See sqlite.org/rescode.html */
const sqliteFull = 13;
const codes: Readonly<Record<string, BackupTroubleCode>> = {
  ENOSPC: 'noRoom',
  EDQUOT: 'noRoom',
  EACCES: 'notWritable',
  EPERM: 'notWritable',
  EROFS: 'notWritable',
  EIO: 'notWritable',
  ENOTDIR: 'notWritable',
};

/** Returns the code of an error. An unexpected error has the code `other` and its own message. */
export function troubleOf(error: unknown): BackupTrouble {
  if (error instanceof BackupFailure) return error.trouble;
  if (error instanceof CopyFailure)
    return { code: error.code, ...(error.detail && { detail: error.detail }) };
  // In this code a StartFailure can only mean that another process holds the lock.
  if (error instanceof StartFailure) return { code: 'atWork' };
  const { code, errcode, path, message } = error as NodeJS.ErrnoException & { errcode?: number };
  if (errcode !== undefined && (errcode & 0xff) === sqliteFull) return { code: 'noRoom' };
  const known = codes[code ?? ''];
  if (known) return { code: known, ...(path && { detail: path }) };
  return { code: 'other', detail: message ?? String(error) };
}
