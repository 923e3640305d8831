/** Looks whether the trail of each school is as it was sealed: by its chain, by its head, and by the heads in backups. */
import { dirname } from 'node:path';
import { verifyWords } from '#shared/words/verify-trail.ts';
import type { Db } from '../db/store.ts';
import { readSettings } from '../settings-file.ts';
import { verifyChain } from '../trail/chain/actions.ts';
import { countUnsealed, findHead, listRestores, listSchools } from '../trail/chain/queries.ts';
import type { Finding, KeptHead } from '../trail/chain/rules.ts';
import { listBackups } from './folder.ts';
import { backupsOf } from './make-backup.ts';
import type { FoundBackup } from './model.ts';

export type VerifiedSchool = {
  id: number;
  name: string;
  slug: string;
  finding: Finding;
  /** Rows that were written and are not sealed yet. */
  unsealed: number;
  /** There are rows, and the head of their chain is gone. */
  isHeadGone: boolean;
};

/** Those of the data folder and of the second folder, if it is there. */
async function listKnownBackups(dataDir: string): Promise<FoundBackup[]> {
  const second = readSettings(dataDir).settings.backupFolder;
  const folders = [backupsOf(dataDir), ...(second ? [second.path] : [])];
  const found = (await Promise.all(folders.map(listBackups))).flat();
  return found.map((backup) => ({ ...backup, name: `${backup.name} (${dirname(backup.path)})` }));
}

/** Between the making of a backup and its being put back others were made, of rows that are not there any more. */
async function listHeadsOf(db: Db, schoolID: number, backups: readonly FoundBackup[]): Promise<KeptHead[]> {
  const restores = (await listRestores(db, schoolID)).map(({ at, details }) => ({
    at,
    madeAt: String((JSON.parse(details) as { madeAt?: unknown }).madeAt),
  }));
  const isLost = (made: string) => restores.some(({ at, madeAt }) => made > madeAt && made < at);
  return backups
    .filter(({ manifest }) => !isLost(manifest.madeAt))
    .flatMap(({ name, manifest }) =>
      manifest.trail
        .filter((head) => head.schoolID === schoolID)
        .map(({ count, hash }) => ({ count, hash, where: verifyWords.backup(name) })),
    );
}

type Verifying = {
  dataDir: string;
  /** A head that somebody has noted down; of the school with this slug, or of the only one. */
  noted?: { count: number; hash: string; slug: string | undefined } | undefined;
};

/** School by school; reads while others write. */
export async function* verifyTrail(db: Db, { dataDir, noted }: Verifying): AsyncGenerator<VerifiedSchool> {
  const backups = await listKnownBackups(dataDir);
  for (const { id, name, slug } of await listSchools(db)) {
    const own = await findHead(db, id);
    const isNoted = noted && (noted.slug === undefined || noted.slug === slug);
    const heads = [
      ...(own.count > 0 ? [{ ...own, where: verifyWords.table }] : []),
      ...(isNoted ? [{ count: noted.count, hash: noted.hash, where: verifyWords.noted }] : []),
      ...(await listHeadsOf(db, id, backups)),
    ];
    const finding = await verifyChain(db, id, heads);
    // It may have been made while the chain was read.
    const isHeadGone = finding.head.count > 0 && (await findHead(db, id)).count === 0;
    yield { id, name, slug, finding, unsealed: await countUnsealed(db, id), isHeadGone };
  }
}
