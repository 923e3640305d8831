/**
 * Exports one school: a backup like any other, in a folder of its own, of its rows and files alone. So it is read by any
 * program for SQLite, and put back by `npm run restore` it is a Qasid of its own.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { letSchoolsGo, type SchoolRow } from '../auth/schools/queries.ts';
import { idsInBin } from '../bin/queries.ts';
import { version } from '../config.ts';
import { copySchool } from '../db/copy-school.ts';
import { checkSqlite } from '../db/copy-sqlite.ts';
import { hashFile, syncPath } from '../db/hash-file.ts';
import { placeElsewhere } from '../db/whereabouts.ts';
import type { Deps } from '../deps.ts';
import { listFilesOfSchool } from '../files/queries.ts';
import { letNumbersGo, markCopy } from '../numbers/senders/queries.ts';
import { findHead } from '../trail/chain/queries.ts';
import { beginBackup, finishBackup, keepUploads } from './folder.ts';
import type { Manifest } from './model.ts';

export type ExportDeps = Pick<Deps, 'config' | 'store' | 'now'>;

/** Nobody's way in: passwords, second factors, sessions and links are the installation's. */
const without = [
  ...['session', 'verification', 'access_link', 'account', 'two_factor', 'recovery_code'],
  ...['sign_in_try', 'idempotency_key', 'api_key', 'guess_notice'],
];
/** Sealed with the key of the installation, and said to it by Meta. */
const emptied = { sender: ['secrets', 'verifyToken'], push_setup: ['password'] };

export const exportsOf = (dataDir: string, slug: string): string => join(dataDir, 'exports', slug);

export type Exported = {
  /** Where it is, among others of the same school. */
  folder: string;
  /** Its database. */
  file: string;
  /** The names of its files. */
  uploads: Set<string>;
  /** Those of them that the export does not hold whole. */
  damaged: string[];
};

export async function exportSchool(
  { config, store, now }: ExportDeps,
  { id: schoolID, slug }: Pick<SchoolRow, 'id' | 'slug'>,
): Promise<Exported> {
  const folder = exportsOf(config.dataDir, slug);
  const at = now().toISOString();
  const target = await beginBackup(folder, at);
  const name = 'qasid.db';
  const file = join(target.path, name);
  // Before the rows: what is sealed meanwhile may be in them or not.
  const head = await findHead(store.db, schoolID);
  // Nothing is sent out of it until somebody decides, as of any copy; that it is suspended here is nothing of its own.
  await copySchool(
    store,
    { target: file, schoolID },
    {
      without,
      emptied,
      heldIDs: idsInBin,
      marks: [markCopy('backup', at), placeElsewhere, letSchoolsGo, letNumbersGo],
    },
  );
  const { rows, steps } = checkSqlite(file);
  await syncPath(file);
  const names = await listFilesOfSchool(store.db, schoolID);
  const { uploads } = await keepUploads(folder, target, { from: config.uploadsDir, only: names });
  const manifest: Manifest = {
    format: 1,
    madeAt: at,
    why: 'byHand',
    version,
    engine: 'sqlite',
    steps,
    database: { file: name, bytes: (await stat(file)).size, sha256: await hashFile(file) },
    rows,
    trail: head.count > 0 ? [{ schoolID, ...head }] : [],
    uploads,
  };
  await finishBackup(folder, target, manifest);
  const damaged = uploads.damaged.filter(({ isKept }) => !isKept).map((upload) => upload.name);
  return { folder, file: join(folder, target.name, name), uploads: names, damaged };
}
