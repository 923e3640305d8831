/**
 * Exports one school as a backup in a separate folder, with only the rows and files of this school. Any SQLite
 * program can read the export, and `npm run restore` creates a separate installation from it.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clearSchoolLimits, type SchoolRow } from '../../auth/schools/schools-queries.ts';
import { idsInBin } from '../../bin/bin-queries.ts';
import { version } from '../../config.ts';
import type { Deps } from '../../deps.ts';
import { copySchool } from '../../platform/db/copy-school.ts';
import { checkSqlite } from '../../platform/db/copy-sqlite.ts';
import { hashFile, syncPath } from '../../platform/db/hash-file.ts';
import { markPlaceUnknown } from '../../platform/db/store-identity.ts';
import { listFilesOfSchool } from '../../platform/files/files-queries.ts';
import { markCopy, resumeAllNumbers } from '../../senders/settings/settings-queries.ts';
import { findHead } from '../../trail/chain/chain-queries.ts';
import { beginBackup, finishBackup, keepUploads } from './folder.ts';
import type { Manifest } from './model.ts';

export type ExportDeps = Pick<Deps, 'config' | 'store' | 'now'>;

/**
 * Passwords, second factors, sessions and links are secrets of the installation, so the export does not contain them.
 */
const without = [
  ...['session', 'verification', 'access_link', 'account', 'two_factor', 'recovery_code'],
  ...['sign_in_try', 'idempotency_key', 'api_key', 'guess_notice'],
];
/** These values were sealed with the key of the installation or come from Meta, so they are set to null. */
const emptied = { sender: ['secrets', 'verifyToken'], push_setup: ['password'] };

const exportsOf = (dataDir: string, slug: string): string => join(dataDir, 'exports', slug);

export type Exported = {
  /** The folder with all exports of the school. */
  folder: string;
  /** The database file. */
  file: string;
  /** The names of the exported uploads. */
  uploads: Set<string>;
  /** The names of uploads that have no good copy in the export. */
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
  // Read before the rows are copied. Entries that are sealed in the meantime may be missing in the copy.
  const head = await findHead(store.db, schoolID);
  // As every copy, the export sends nothing until a person decides. The suspension of the school in this installation
  // is not exported.
  await copySchool(
    store,
    { target: file, schoolID },
    {
      without,
      emptied,
      reservedIDsQuery: idsInBin,
      marks: [markCopy('backup', at), markPlaceUnknown, clearSchoolLimits, resumeAllNumbers],
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
