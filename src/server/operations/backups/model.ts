/** A backup is a folder whose name is its time. It contains the data, a list of the uploads, and a manifest. */
import type { BackupReason, DamagedUpload } from '#shared/backups.ts';
import type { Engine } from '../../platform/db/store.ts';

/** Written last. A folder without a manifest is not a backup. */
export type Manifest = {
  format: 1;
  /** The time of the data, as ISO text. */
  madeAt: string;
  why: BackupReason;
  /** The version of the program that made the backup. */
  version: string;
  engine: Engine;
  /** The migrations that were applied to the data, in order. */
  steps: string[];
  /** `bytes` and SHA-256 of the file. */
  database: { file: string; bytes: number; sha256: string };
  /** The number of rows in each table. 0 for tables whose rows are left out. */
  rows: Record<string, number>;
  /**
   * The number of uploads, their total size in bytes, and the damaged ones. `readUpTo`: the last upload that was read
   * again; the next backup continues after it.
   */
  uploads: { count: number; bytes: number; damaged: DamagedUpload[]; readUpTo: string };
  /**
   * For the audit log of each school: the number of sealed entries and the last seal. With these a later check can
   * detect that entries were removed from the end.
   */
  trail: { schoolID: number; count: number; hash: string }[];
};

export type FoundBackup = { name: string; path: string; manifest: Manifest };
