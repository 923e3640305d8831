/** Backups of everything that this installation holds: when the last good one was made, which there are, and where. */
import { z } from 'zod';
import { backupReasons, backupTroubles } from '../backups.ts';
import { defineCall, ofCampus } from '../call.ts';

/** `text` is a sentence for the person at the screen. */
const trouble = z.object({ code: z.enum(backupTroubles), text: z.string() });

const backup = z.object({
  name: z.string(),
  madeAt: z.string(),
  why: z.enum(backupReasons),
  /** Of its data, packed where it is of PostgreSQL; without the files. */
  bytes: z.number(),
  /** What it holds of each; null where the installation serves several schools. */
  holds: z
    .object({ bills: z.number(), students: z.number(), messages: z.number(), files: z.number() })
    .nullable(),
  /** The next one holds less by a tenth or more, so that this one is never thinned out; false where `holds` is null. */
  isBeforeFall: z.boolean(),
});
export type BackupAnswer = z.infer<typeof backup>;

const second = z.object({
  folder: z.string(),
  /** When a backup was last brought there; null: never. */
  lastAt: z.string().nullable(),
  /** What went wrong the last time; null where nothing did, and before the first time. */
  trouble: trouble.nullable(),
});

const backups = z.object({
  /** When the last good one was made, and whether that is too long ago. */
  lastAt: z.string().nullable(),
  isOld: z.boolean(),
  /** Whoever runs it has switched them off; by hand they are still made. */
  isOff: z.boolean(),
  /** One is being made at this moment. */
  isAtWork: z.boolean(),
  /** Where they lie on the computer that Qasid runs on; empty where the installation serves several schools. */
  folder: z.string(),
  /**
   * When one was last tried, and what went wrong. `damaged`: a sentence that names the uploads that the last one which was
   * made has found damaged; null where there are none, or the installation serves several schools.
   */
  tried: z.object({ at: z.string(), trouble: trouble.nullable(), damaged: z.string().nullable() }).nullable(),
  /** Newest first. */
  list: z.array(backup),
  second: second.nullable(),
  /** Not where it serves several schools: then backups are the matter of whoever runs it. */
  mayChange: z.boolean(),
});
export type BackupsAnswer = z.infer<typeof backups>;

export const getBackups = defineCall({
  method: 'GET',
  path: '/Backups',
  access: 'admin',
  campus: 'query',
  summary: 'The backups of this installation: the last good one, all that are kept, and the second folder.',
  query: ofCampus,
  answer: backups,
});

export const getBackupAge = defineCall({
  method: 'GET',
  path: '/Backups/Age',
  access: 'view',
  // It is of the installation, not of the campus.
  forKeys: false,
  campus: 'query',
  summary: 'When the last good backup was made, and whether that is too long ago.',
  query: ofCampus,
  answer: backups.pick({ lastAt: true, isOld: true }),
});

export const makeBackup = defineCall({
  method: 'POST',
  path: '/Backups/Make',
  access: 'admin',
  campus: 'query',
  summary: 'Begins a backup, unless one is being made. It goes on after the answer.',
  query: ofCampus,
  answer: backups.pick({ isAtWork: true }),
});

export const setBackupFolder = defineCall({
  method: 'PUT',
  path: '/Backups/Folder',
  access: 'admin',
  campus: 'query',
  summary:
    'Tries a second folder by writing to it, and brings each backup there from now on. Empty: no second folder.',
  query: ofCampus,
  body: z.object({ folder: z.string().trim().max(500) }),
  /** `free`: bytes; null where there is no second folder. */
  answer: z.object({ folder: z.string(), isSameDisk: z.boolean(), free: z.number().nullable() }),
});
