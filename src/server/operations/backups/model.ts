/**
 * A backup is a folder named by its time, with the data, a list of the uploads, and a manifest that says what it holds.
 */
import type { BackupReason, DamagedUpload } from '#shared/backups.ts';
import type { Engine } from '../../platform/db/store.ts';

/** Written last: a folder without a manifest is no backup. */
export type Manifest = {
  format: 1;
  /** The moment of its data, as ISO text. */
  madeAt: string;
  why: BackupReason;
  /** The version of the program that made it. */
  version: string;
  engine: Engine;
  /** The migrations that were applied to its data, in order. */
  steps: string[];
  /** `bytes` and SHA-256 of the file. */
  database: { file: string; bytes: number; sha256: string };
  /** The row count of each table; 0 for tables that are left out. */
  rows: Record<string, number>;
  /**
   * The number of uploads and their bytes together, those found damaged, and the last one that was read again, after
   * which the next backup continues.
   */
  uploads: { count: number; bytes: number; damaged: DamagedUpload[]; readUpTo: string };
  /**
   * For each school's trail, the number of sealed rows and the last seal. They show later whether the trail was cut
   * off.
   */
  trail: { schoolID: number; count: number; hash: string }[];
};

export type FoundBackup = { name: string; path: string; manifest: Manifest };
