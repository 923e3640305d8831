import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFailure } from '../../platform/db/start-failure.ts';
import { listBackups } from './folder.ts';

/** A first start that was interrupted may have made the folder, but no file in it. */
async function holdsFiles(folder: string): Promise<boolean> {
  const found = await readdir(folder, { withFileTypes: true, recursive: true }).catch((): Dirent[] => []);
  return found.some((one) => one.isFile());
}

/**
 * Throws a StartFailure if the SQLite file is missing or empty but the folder has traces of earlier data. Otherwise
 * the program would look newly installed, and somebody might set up the school again instead of restoring the backup.
 */
export async function refuseLostData(dataDir: string): Promise<void> {
  const file = join(dataDir, 'qasid.db');
  const size = await stat(file).then(
    (found) => found.size,
    () => undefined,
  );
  if (size) return;
  const names = await readdir(dataDir).catch((): string[] => []);
  const backups = await listBackups(join(dataDir, 'backups'));
  const traces = [
    ...(backups[0] ? [`${backups.length} backups, the newest ${backups[0].name}`] : []),
    ...((await holdsFiles(join(dataDir, 'uploads'))) ? ['uploads'] : []),
    ...names.filter((name) => name === 'secret.key' || name.startsWith('qasid.db.sent-')),
  ];
  if (traces.length === 0) return;
  const what = size === 0 ? `${file} is empty` : `There is no database at ${file}`;
  throw new StartFailure(
    `${what}, but Qasid has been in use here: ${traces.join(', ')}. To put a backup back: npm run restore -- --list, then npm run restore -- NAME. If the data are elsewhere, set DATA_DIR or DATABASE_URL. To begin with an empty Qasid all the same: npm start -- --new`,
  );
}
