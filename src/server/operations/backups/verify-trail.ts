/**
 * Checks that no audit log was changed after its entries were sealed. It uses the chain of seals, the stored head of
 * the chain, and the heads in backups.
 */
import { dirname } from 'node:path';
import { verifyWords } from '#shared/words/trail.ts';
import { StartFailure } from '../../platform/db/start-failure.ts';
import type { Db } from '../../platform/db/store.ts';
import { readSettings } from '../../settings-file.ts';
import { verifyChain } from '../../trail/chain/chain.ts';
import {
  countUnsealed,
  findHead,
  findSchoolOfSeal,
  listRestores,
  listSchools,
} from '../../trail/chain/chain-queries.ts';
import type { Finding, StoredHead } from '../../trail/chain/chain-rules.ts';
import { countUsersAndBillings } from './backups-queries.ts';
import { listBackups } from './folder.ts';
import { backupsOf } from './make-backup.ts';
import type { FoundBackup } from './model.ts';

export type VerifiedSchool = {
  id: number;
  name: string;
  slug: string;
  finding: Finding;
  /** The number of entries that are not sealed yet. */
  unsealed: number;
  /** True if there are entries but the stored head of their chain is missing. */
  isHeadGone: boolean;
  /** Set if the audit log is empty although the school has users or billings. Undefined otherwise. */
  emptied: { users: number; billings: number } | undefined;
};

/** Lists the backups in the data folder and in the second folder, if there is one. */
async function listAllBackups(dataDir: string): Promise<FoundBackup[]> {
  const second = readSettings(dataDir).settings.backupFolder;
  const folders = [backupsOf(dataDir), ...(second ? [second.path] : [])];
  const found = (await Promise.all(folders.map(listBackups))).flat();
  return found.map((backup) => ({ ...backup, name: `${backup.name} (${dirname(backup.path)})` }));
}

/**
 * Ignores backups that were made after a restored backup and before its restore. Their last entries no longer exist.
 */
async function listHeadsOf(db: Db, schoolID: number, backups: readonly FoundBackup[]): Promise<StoredHead[]> {
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

/** A head of the chain that somebody has written down. `slug`: the school, if it was written down too. */
export type NotedHead = { count: number; hash: string; slug: string | undefined };

/**
 * Returns the school of a noted head. Without a slug: the only school, or the school whose chain contains the head,
 * or undefined. Throws if no school has this slug.
 */
export async function findSchoolOfHead(db: Db, noted: NotedHead): Promise<number | undefined> {
  const schools = await listSchools(db);
  if (noted.slug === undefined)
    return schools.length === 1 ? schools[0]?.id : await findSchoolOfSeal(db, noted);
  const named = schools.find(({ slug }) => slug === noted.slug);
  if (!named) throw new StartFailure(verifyWords.unknownSchool(noted.slug));
  return named.id;
}

type Verifying = {
  dataDir: string;
  /** A head that somebody has written down, and its school. */
  noted?: { count: number; hash: string; schoolID: number } | undefined;
};

/**
 * Called for an empty audit log. Returns users and billings of the school if there are any, because they cannot exist
 * without entries.
 */
async function findEmptied(db: Db, schoolID: number): Promise<VerifiedSchool['emptied']> {
  const found = await countUsersAndBillings(db, schoolID);
  return found.users + found.billings > 0 ? found : undefined;
}

/** Checks the schools one after the other. Other requests may write during the check. */
export async function* verifyTrail(db: Db, { dataDir, noted }: Verifying): AsyncGenerator<VerifiedSchool> {
  const backups = await listAllBackups(dataDir);
  for (const { id, name, slug } of await listSchools(db)) {
    const own = await findHead(db, id);
    const heads = [
      ...(own.count > 0 ? [{ ...own, where: verifyWords.table }] : []),
      ...(noted?.schoolID === id ? [{ count: noted.count, hash: noted.hash, where: verifyWords.noted }] : []),
      ...(await listHeadsOf(db, id, backups)),
    ];
    const finding = await verifyChain(db, id, heads);
    const unsealed = await countUnsealed(db, id);
    // Read last, because the program may have sealed the first entries in the meantime.
    const hasHead = (await findHead(db, id)).count > 0;
    const isHeadGone = finding.head.count > 0 && !hasHead;
    const isEmpty = finding.head.count === 0 && unsealed === 0 && !hasHead;
    const emptied = isEmpty ? await findEmptied(db, id) : undefined;
    yield { id, name, slug, finding, unsealed, isHeadGone, emptied };
  }
}
