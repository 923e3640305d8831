/** A folder of backups: each in a folder of its own, and the uploads of all of them once, since a file never changes. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { backupReasons } from '#shared/backups.ts';
import { uploadedName } from '#shared/media.ts';
import { copyHashed, hashFile, syncPath } from '../db/hash-file.ts';
import { makeFolder } from '../db/make-folder.ts';
import type { FoundBackup, Manifest } from './model.ts';
import { type Held, listOutdated } from './rules.ts';
import { BackupFailure } from './trouble.ts';

const manifestName = 'backup.json';
/** As `sha256sum --check` reads it, in the folder `uploads` beside the backups. */
const uploadsName = 'uploads.sha256';
const storeName = 'uploads';
const unfinished = '.part';

/** What the data of a backup are called. */
const dataFiles = ['qasid.db', 'qasid.sql.gz'] as const;

const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?$/;

const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  why: z.enum(backupReasons),
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  steps: z.array(z.string()),
  // A name alone: whoever hands over a folder is not to choose which file of this computer is read.
  database: z.object({ file: z.enum(dataFiles), bytes: z.number(), sha256: z.string() }),
  rows: z.record(z.string(), z.number()),
  uploads: z.object({ count: z.number(), bytes: z.number() }),
  trail: z
    .array(z.object({ schoolID: z.number(), count: z.number(), hash: z.string() }))
    // One of an older program knows of none.
    .default([]),
});

/** The manifest of the backup in this folder; undefined where there is none that can be read. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    return manifestShape.parse(JSON.parse(await readFile(join(path, manifestName), 'utf8')));
  } catch {
    return undefined;
  }
}

const listNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch((): string[] => [])).filter((name) => backupName.test(name));

/** The whole backups in a folder, newest first; none where the folder is not there. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  const found = await Promise.all(
    (await listNames(folder)).map(async (name) => {
      const path = join(folder, name);
      const manifest = await readManifest(path);
      return manifest ? [{ name, path, manifest }] : [];
    }),
  );
  return found.flat().sort((a, b) => (a.manifest.madeAt < b.manifest.madeAt ? 1 : -1));
}

/** What the rules of keeping look at. */
export const heldBy = ({ name, manifest: { madeAt, why, rows } }: FoundBackup): Held => ({
  name,
  madeAt,
  why,
  rows,
});

export type Unfinished = {
  /** Where its files are written. */
  path: string;
  /** What it is called once it is whole. */
  name: string;
};

/** A place for a backup of this moment, under another name until it is whole: a power cut leaves nothing that looks like one. */
export async function beginBackup(folder: string, at: string): Promise<Unfinished> {
  makeFolder(folder);
  await removeUnfinished(folder);
  const stamp = at.slice(0, 19).replaceAll(':', '-');
  let name = stamp;
  for (let count = 2; existsSync(join(folder, name)); count += 1) name = `${stamp}-${count}`;
  const path = join(folder, `${name}${unfinished}`);
  await mkdir(path, { mode: 0o700 });
  return { path, name };
}

/** What one that was ended by a power cut has left behind, and nothing else. Only while no other one is at work. */
async function removeUnfinished(folder: string): Promise<void> {
  const places = [
    [folder, backupName],
    [join(folder, storeName), uploadedName],
  ] as const;
  for (const [place, shape] of places) {
    for (const name of await readdir(place).catch((): string[] => []))
      if (name.endsWith(unfinished) && shape.test(name.slice(0, -unfinished.length)))
        await rm(join(place, name), { recursive: true, force: true });
  }
}

/** Writes the manifest and gives the backup its name, each on the disk before the next. */
export async function finishBackup(
  folder: string,
  { path, name }: Unfinished,
  manifest: Manifest,
): Promise<void> {
  await writeFile(join(path, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, {
    flush: true,
    mode: 0o600,
  });
  await syncPath(path);
  await rename(path, join(folder, name));
  await syncPath(folder);
}

const listLine = /^([\da-f]{64}) {2}(\S+)$/;

/** SHA-256 of each upload of a backup, by its name. What is no upload's name could lead anywhere, and is passed over. */
export async function readUploads(path: string): Promise<Map<string, string>> {
  const text = await readFile(join(path, uploadsName), 'utf8').catch(() => '');
  const hashes = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, hash, name] = listLine.exec(line) ?? [];
    if (hash && name && uploadedName.test(name)) hashes.set(name, hash);
  }
  return hashes;
}

async function writeUploads(path: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  const lines = [...hashes].map(([name, hash]) => `${hash}  ${name}\n`);
  await writeFile(join(path, uploadsName), lines.join(''), { flush: true, mode: 0o600 });
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(() => undefined))?.size;

export const storedUpload = (folder: string, name: string): string => join(folder, storeName, name);

/**
 * Brings one file into the store where it is not there in its full size; answers its hash and bytes, undefined where
 * somebody has removed it.
 */
async function keepUpload(
  folder: string,
  from: string,
  { name, known }: { name: string; known: string | undefined },
): Promise<{ hash: string; bytes: number } | undefined> {
  const target = storedUpload(folder, name);
  const bytes = await sizeOf(from);
  if (bytes === undefined) return undefined;
  if ((await sizeOf(target)) === bytes) return { hash: known ?? (await hashFile(target)), bytes };
  const hash = await copyHashed(from, `${target}${unfinished}`);
  await rename(`${target}${unfinished}`, target);
  return { hash, bytes };
}

/** Lists all uploads of a folder in the backup, or `only` these, and keeps those that no earlier one has kept. */
export async function keepUploads(
  folder: string,
  { path }: Unfinished,
  { from, known, only }: { from: string; known: ReadonlyMap<string, string>; only?: ReadonlySet<string> },
): Promise<Manifest['uploads']> {
  const found = await readdir(from).catch((): string[] => []);
  const names = found.filter((name) => uploadedName.test(name) && (only?.has(name) ?? true));
  makeFolder(join(folder, storeName));
  const hashes = new Map<string, string>();
  let bytes = 0;
  for (const name of names.sort()) {
    const kept = await keepUpload(folder, join(from, name), { name, known: known.get(name) });
    if (!kept) continue;
    hashes.set(name, kept.hash);
    bytes += kept.bytes;
  }
  await syncPath(join(folder, storeName));
  await writeUploads(path, hashes);
  return { count: hashes.size, bytes };
}

/** Brings the uploads of a backup into the store of another folder, and their list with them. */
export async function copyUploads(
  { folder, path }: { folder: string; path: string },
  to: { folder: string; path: string },
): Promise<void> {
  const hashes = await readUploads(path);
  makeFolder(join(to.folder, storeName));
  for (const [name, hash] of hashes) {
    const kept = await keepUpload(to.folder, storedUpload(folder, name), { name, known: hash });
    if (kept?.hash !== hash) throw new BackupFailure('notWhole', name);
  }
  await syncPath(join(to.folder, storeName));
  await writeUploads(to.path, hashes);
}

/** Removes backups that are not kept any longer, and the uploads that only they named. */
export async function thinBackups(
  folder: string,
  { timeZone, latest }: { timeZone: string; latest: string },
): Promise<void> {
  const found = await listBackups(folder);
  const outdated = listOutdated(found.map(heldBy), { timeZone, latest });
  if (outdated.length === 0) return;
  for (const name of outdated) {
    // No longer a backup from the first moment on, whenever the power goes.
    const going = join(folder, `${name}${unfinished}`);
    await rename(join(folder, name), going);
    await rm(going, { recursive: true, force: true });
  }
  const named = new Set<string>();
  // Also those of a backup whose manifest cannot be read.
  for (const backup of await listNames(folder))
    for (const name of (await readUploads(join(folder, backup))).keys()) named.add(name);
  for (const name of await readdir(join(folder, storeName)).catch((): string[] => []))
    if (!named.has(name)) await rm(storedUpload(folder, name), { force: true });
}

/** Whether a kept upload is as it was when it was kept. */
export async function isUploadWhole(folder: string, name: string, hash: string): Promise<boolean> {
  const path = storedUpload(folder, name);
  return existsSync(path) && (await hashFile(path)) === hash;
}
