/** What a backup is made for, what may go wrong with one, and when the last good one is too old. */

export const backupReasons = ['nightly', 'byHand', 'beforeUpdate'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** Codes, as of `shared/reasons.ts`: their sentences are in `words/backups.ts`. */
export const backupTroubles = [
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
export type BackupTroubleCode = (typeof backupTroubles)[number];
/** `detail`: what somebody else said of it, or which file it is about; never a secret. */
export type BackupTrouble = { code: BackupTroubleCode; detail?: string | undefined };

/** An upload that is not what it was when it was first backed up, or cannot be read; `isKept`: the backups hold it whole. */
export type DamagedUpload = { name: string; isKept: boolean };

/** What became of the second folder: nothing went wrong where `trouble` is null. */
export type SecondOutcome = { trouble: BackupTrouble | null };

/** `notDue`: another process was first. `stopped`: the program was told to end. */
export type BackupOutcome =
  | {
      kind: 'made';
      name: string;
      madeAt: string;
      damaged: readonly DamagedUpload[];
      second: SecondOutcome | null;
    }
  | { kind: 'notDue' | 'stopped' }
  | { kind: 'failed'; trouble: BackupTrouble };

/** Milliseconds. A week-end without the computer is none, so it is two days and the night's backup of the third. */
export const oldAfter = 2 * 86_400_000;
