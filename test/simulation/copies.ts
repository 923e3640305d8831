/** Makes backups and restores them with the same functions as the program and its commands. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defaultTimeZone } from '../../src/server/operations/backups/backups.ts';
import { listBackups } from '../../src/server/operations/backups/folder.ts';
import { backupsOf, makeBackup } from '../../src/server/operations/backups/make-backup.ts';
import { restoreBackup, tryRestore } from '../../src/server/operations/backups/restore.ts';
import { instantOf } from './life.ts';
import { openSession } from './school.ts';
import type { World } from './world.ts';

/** Tables that let somebody in. No backup holds them, or a revoked access would come back. */
const waysIn = ['session', 'verification', 'access_link', 'api_key'];

const restorePlace = ({ computer }: World) => {
  const dataDir = computer.dataDir();
  return { dataDir, uploadsDir: join(dataDir, 'uploads'), databaseUrl: undefined };
};

/** The disk is real, so the world's time stops meanwhile. */
async function onDisk<T>({ timeline }: World, work: () => Promise<T>): Promise<T> {
  const release = timeline.hold();
  try {
    return await work();
  } finally {
    release();
  }
}

/** Makes a backup of the running program. */
export async function makeCopy(world: World): Promise<void> {
  const { computer, book, broken, covered, note } = world;
  if (!computer.isUp()) return;
  const order = {
    ...restorePlace(world),
    at: instantOf(world),
    why: 'byHand' as const,
    timeZone: defaultTimeZone,
  };
  const outcome = await onDisk(world, () => makeBackup(order, {}));
  note(`backup: ${outcome.kind}`);
  if (outcome.kind !== 'made') return broken('a backup is made', JSON.stringify(outcome));
  book.backup = outcome.name;
  covered('backup: made');
}

/** Restores the last backup while no program runs. Returns whether there was one. */
export async function putCopyBack(world: World): Promise<boolean> {
  const { computer, book, broken, covered, note } = world;
  const place = restorePlace(world);
  return onDisk(world, async () => {
    const found = (await listBackups(backupsOf(place.dataDir))).find(({ name }) => name === book.backup);
    if (!found) return false;
    for await (const { what, error, detail } of tryRestore(found, place))
      if (error) broken('every backup can be restored', `${what}: ${JSON.stringify(error)} ${detail}`);
    const { damaged } = await restoreBackup(found, place, { at: instantOf(world), environment: {} });
    if (damaged.length > 0) broken('the uploads of a backup are complete', damaged.join(', '));
    note('backup: put back');
    covered('backup: put back');
    checkCopy(world, join(computer.dataDir(), 'qasid.db'));
    return true;
  });
}

/** Checks the restored store before it is used. Then the clerk signs in again, as everybody must. */
function checkCopy({ broken }: World, path: string): void {
  const file = new DatabaseSync(path);
  for (const table of waysIn) {
    const row = file.prepare(`select count(*) as count from "${table}"`).get();
    if (row?.count !== 0) broken('a backup holds no session, link or key', `${row?.count} rows of ${table}`);
  }
  openSession(file);
  file.close();
}
