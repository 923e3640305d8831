/** Reasons for a backup, problems of a backup, and the age at which the last good backup is too old. */

export const backupReasons = ['nightly', 'byHand', 'beforeUpdate'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Codes like those of `shared/messages/reasons.ts`. Their sentences are in `words/installation.ts`. */
export const backupErrors = [
  'atWork',
  'noRoom',
  'notWritable',
  'noDump',
  'oldDump',
  'dumpFailed',
  'notWhole',
  'noData',
  'olderProgram',
  'movedAway',
  'stuck',
  'folderGone',
  'folderForeign',
  'folderOther',
  'folderInside',
  'folderShape',
  'other',
] as const;
export type BackupErrorCode = (typeof backupErrors)[number];
/** `detail`: a message of the operating system, or the file that the problem is about; never a secret. */
export type BackupError = { code: BackupErrorCode; detail?: string | undefined };

/**
 * An upload that has changed since its first backup, or that cannot be read. `isKept`: the backups still have an
 * undamaged copy.
 */
export type DamagedUpload = { name: string; isKept: boolean };

/** The result of the copy to the second folder. `error` is null if the copy succeeded. */
export type SecondOutcome = { error: BackupError | null };

/** `notDue`: another process has already made the backup. `stopped`: the program was stopped. */
export type BackupOutcome =
  | {
      kind: 'made';
      name: string;
      madeAt: string;
      damaged: readonly DamagedUpload[];
      second: SecondOutcome | null;
    }
  | { kind: 'notDue' | 'stopped' }
  | { kind: 'failed'; error: BackupError };

/**
 * Milliseconds. The limit is two days, so that a computer that is off over a weekend raises no alarm: the backup of the
 * third night is still in time.
 */
export const oldAfter = 2 * 86_400_000;
