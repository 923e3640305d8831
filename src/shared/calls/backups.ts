/** Backups of the whole installation: when the last good one was made, all that exist, and where they are. */
import { z } from 'zod';
import { backupErrors, backupReasons } from '../backups.ts';
import { defineCall, ofCampus } from '../call.ts';

/** `text` is a sentence for the person at the screen. */
const backupError = z.object({ code: z.enum(backupErrors), text: z.string() });

const backup = z.object({
  name: z.string(),
  madeAt: z.string(),
  why: z.enum(backupReasons),
  /** The size of the data without the uploads; for PostgreSQL it is the compressed size. */
  bytes: z.number(),
  /** The number of rows of each kind; null if the installation serves several schools. */
  holds: z
    .object({ bills: z.number(), students: z.number(), messages: z.number(), files: z.number() })
    .nullable(),
  /** Whether the next backup contains a tenth less or even fewer. Then this one is kept. False if `holds` is null. */
  isBeforeFall: z.boolean(),
});
export type BackupAnswer = z.infer<typeof backup>;

const second = z.object({
  folder: z.string(),
  /** When a backup was last copied there; null: never. */
  lastAt: z.string().nullable(),
  /** The problem of the last copy; null if it succeeded, and before the first copy. */
  error: backupError.nullable(),
});

const backups = z.object({
  /** When the last good backup was made, and whether that is too long ago. */
  lastAt: z.string().nullable(),
  isOld: z.boolean(),
  /** The operator has switched nightly backups off. Manual ones still work. */
  isOff: z.boolean(),
  /** A backup is in progress. */
  isAtWork: z.boolean(),
  /** The folder on the server's computer; empty if the installation serves several schools. */
  folder: z.string(),
  /**
   * When a backup was last tried, and its problem. `damaged`: a sentence with the uploads that the last finished backup
   * found damaged; null if there are none or the installation serves several schools.
   */
  tried: z
    .object({ at: z.string(), error: backupError.nullable(), damaged: z.string().nullable() })
    .nullable(),
  /** Newest first. */
  list: z.array(backup),
  second: second.nullable(),
  /** False if the installation serves several schools. Then only the operator manages backups. */
  mayChange: z.boolean(),
});
export type BackupsAnswer = z.infer<typeof backups>;

export const getBackups = defineCall({
  method: 'GET',
  path: '/Backups',
  access: 'admin',
  campus: 'query',
  summary: 'Returns the last good backup, all backups that are kept, and the second folder.',
  query: ofCampus,
  answer: backups,
});

export const getBackupAge = defineCall({
  method: 'GET',
  path: '/Backups/Age',
  access: 'view',
  // It concerns the installation, not the campus.
  forKeys: false,
  campus: 'query',
  summary: 'Returns when the last good backup was made, and whether that is too long ago.',
  query: ofCampus,
  answer: backups.pick({ lastAt: true, isOld: true }),
});

export const makeBackup = defineCall({
  method: 'POST',
  path: '/Backups/Make',
  access: 'admin',
  campus: 'query',
  summary: 'Starts a backup, unless one is in progress. The backup continues after the answer.',
  query: ofCampus,
  answer: backups.pick({ isAtWork: true }),
});

export const setBackupFolder = defineCall({
  method: 'PUT',
  path: '/Backups/Folder',
  access: 'admin',
  campus: 'query',
  summary:
    'Tests a second folder by writing to it, and copies each backup there from now on. An empty `folder` removes the second folder.',
  query: ofCampus,
  body: z.object({ folder: z.string().trim().max(500) }),
  /** `free`: bytes; null if there is no second folder. */
  answer: z.object({ folder: z.string(), isSameDisk: z.boolean(), free: z.number().nullable() }),
});
