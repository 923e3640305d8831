/** What a backup is: a folder named by its time, with the data, a list of the uploads, and a manifest that says what it holds. */
import type { BackupReason, DamagedUpload } from '#shared/backups.ts';
import type { Engine } from '../db/store.ts';

/** Written last into the folder of a backup; without it a folder is none. */
export type Manifest = {
  format: 1;
  /** The moment of its data, as ISO text. */
  madeAt: string;
  why: BackupReason;
  /** Of the program that made it. */
  version: string;
  engine: Engine;
  /** The migrations that its data have been through, in order. */
  steps: string[];
  /** `bytes` and SHA-256 of the file. */
  database: { file: string; bytes: number; sha256: string };
  /** Of each table, those that are left out at 0. */
  rows: Record<string, number>;
  /**
   * How many there are, and their bytes together; those that were found damaged; and the last one that was read again, after
   * which the next backup goes on.
   */
  uploads: { count: number; bytes: number; damaged: DamagedUpload[]; readUpTo: string };
  /** Of each school's trail how many rows were sealed, and the last seal: what was cut off later is found by it. */
  trail: { schoolID: number; count: number; hash: string }[];
};

export type FoundBackup = { name: string; path: string; manifest: Manifest };
