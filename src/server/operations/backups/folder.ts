/**
 * A folder of backups. Each backup has a subfolder. All backups share one copy of each upload, because uploads never
 * change.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { backupReasons, type DamagedUpload } from '#shared/backups.ts';
import { uploadedName } from '#shared/messages/media.ts';
import { copyHashed, hashFile, syncPath } from '../../platform/db/hash-file.ts';
import { makeFolder } from '../../platform/db/make-folder.ts';
import { type Held, listOutdated, listToRead, readAgainBytes } from './backups-rules.ts';
import type { FoundBackup, Manifest } from './model.ts';

const manifestName = 'backup.json';
/** In the format of `sha256sum --check`, relative to the folder `uploads`, which is beside the backups. */
const uploadsName = 'uploads.sha256';
const storeName = 'uploads';
const unfinished = '.part';

/** The possible names of the data file in a backup. */
const dataFiles = ['qasid.db', 'qasid.sql.gz'] as const;

const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?$/;

const manifestShape = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  why: z.enum(backupReasons),
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  steps: z.array(z.string()),
  // Only these names are accepted. Otherwise a manipulated backup could make the program read any file of this
  // computer.
  database: z.object({ file: z.enum(dataFiles), bytes: z.number(), sha256: z.string() }),
  rows: z.record(z.string(), z.number()),
  uploads: z.object({
    count: z.number(),
    bytes: z.number(),
    damaged: z.array(z.object({ name: z.string().regex(uploadedName), isKept: z.boolean() })).default([]),
    readUpTo: z.string().default(''),
  }),
  trail: z
    .array(z.object({ schoolID: z.number(), count: z.number(), hash: z.string() }))
    // Backups of older versions do not have this list.
    .default([]),
});

/** The manifest of the backup in this folder. Undefined if it cannot be read. */
async function readManifest(path: string): Promise<Manifest | undefined> {
  try {
    return manifestShape.parse(JSON.parse(await readFile(join(path, manifestName), 'utf8')));
  } catch {
    return undefined;
  }
}

const listNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch((): string[] => [])).filter((name) => backupName.test(name));

/** The complete backups in a folder, newest first. Empty if the folder does not exist. */
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

/** The fields that decide how long a backup is kept. */
export const heldBy = ({ name, manifest: { madeAt, why, rows } }: FoundBackup): Held => ({
  name,
  madeAt,
  why,
  rows,
});

export type Unfinished = {
  /** The temporary folder into which the files are written. */
  path: string;
  /** The name that the backup gets when it is complete. */
  name: string;
};

/**
 * Creates a folder for a new backup. It has a temporary name, so that after a power cut an incomplete backup is not
 * mistaken for a complete one.
 */
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

/** Removes the files of an interrupted backup. Callers must make sure that no other backup is running. */
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

/** Writes the manifest and then renames the folder. Each step is flushed to the disk. */
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

/**
 * The SHA-256 of each upload of a backup, by name. Names that are not in the form of an upload's name are ignored,
 * because they could be paths to other files.
 */
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

/** Whether a file still has the hash from its first backup. False if the file is missing or unreadable. */
export const isWhole = async (path: string, hash: string): Promise<boolean> =>
  (await hashFile(path).catch(() => undefined)) === hash;

/**
 * Whether the error came from reading the source. An error while writing does not mean that the source is damaged.
 */
const isOfReading = ({ syscall, path }: NodeJS.ErrnoException, from: string): boolean =>
  syscall === 'read' || (syscall === 'open' && path === from);

/**
 * Copies a file under a temporary name and renames it. Returns its hash. If the source cannot be read or does not
 * have the `expected` hash, returns undefined and leaves the target unchanged.
 */
export async function copyIfWhole(
  from: string,
  to: string,
  expected: string | undefined,
): Promise<string | undefined> {
  const part = `${to}${unfinished}`;
  const hash = await copyHashed(from, part).catch((error: NodeJS.ErrnoException) => {
    if (isOfReading(error, from)) return undefined;
    throw error;
  });
  if (hash === undefined || hash !== (expected ?? hash)) {
    await rm(part, { force: true });
    return undefined;
  }
  await rename(part, to);
  return hash;
}

/** `known`: the hash from an earlier backup. It is still valid, because uploads never change. */
type Upload = { name: string; bytes: number; earlierHash: string | undefined; isToRead: boolean };
/** `hash`: undefined if the file could never be read. */
type UploadResult = { hash: string | undefined; isKept: boolean; isDamaged: boolean };

/** Makes sure that the folder of backups has a good copy of one upload. A damaged file never replaces a good copy. */
async function keepUpload(
  folder: string,
  from: string,
  { name, bytes, earlierHash, isToRead }: Upload,
): Promise<UploadResult> {
  const target = storedUpload(folder, name);
  if (earlierHash !== undefined) {
    const isTrusted = !isToRead && (await sizeOf(target)) === bytes;
    if (isTrusted) return { hash: earlierHash, isKept: true, isDamaged: false };
    if (await isWhole(target, earlierHash))
      return { hash: earlierHash, isKept: true, isDamaged: !(await isWhole(from, earlierHash)) };
  }
  const hash = await copyIfWhole(from, target, earlierHash);
  return { hash: hash ?? earlierHash, isKept: hash !== undefined, isDamaged: hash === undefined };
}

/** The uploads in a folder with their sizes, sorted by name. */
async function listUploads(from: string, only?: ReadonlySet<string>) {
  const found = await readdir(from).catch((): string[] => []);
  const uploads: { name: string; bytes: number }[] = [];
  for (const name of found.filter((name) => uploadedName.test(name) && (only?.has(name) ?? true)).sort()) {
    const bytes = await sizeOf(join(from, name));
    if (bytes !== undefined) uploads.push({ name, bytes });
  }
  return uploads;
}

/** The uploads of a backup. `read`: the names of the uploads that were read again. */
export type BackupUploads = { uploads: Manifest['uploads']; read: ReadonlySet<string> };

/**
 * Adds all uploads of a folder, or `only` these, to the backup. Copies the uploads that no earlier backup has. Some
 * of the others are read again each time, and those that were damaged last time are always read again.
 */
export async function keepUploads(
  folder: string,
  { path }: Unfinished,
  { from, only }: { from: string; only?: ReadonlySet<string> },
): Promise<BackupUploads> {
  const [before] = await listBackups(folder);
  const earlierHashes = before ? await readUploads(before.path) : new Map<string, string>();
  const { damaged: wereDamaged = [], readUpTo = '' } = before?.manifest.uploads ?? {};
  const uploads = await listUploads(from, only);
  const inTurn = listToRead(uploads, { after: readUpTo, most: readAgainBytes });
  const read = new Set([...inTurn, ...wereDamaged.map(({ name }) => name)]);
  makeFolder(join(folder, storeName));
  const hashes = new Map<string, string>();
  const damaged: DamagedUpload[] = [];
  let bytes = 0;
  for (const upload of uploads) {
    const { name } = upload;
    const one = { ...upload, earlierHash: earlierHashes.get(name), isToRead: read.has(name) };
    const { hash, isKept, isDamaged } = await keepUpload(folder, join(from, name), one);
    const isRemoved = isDamaged && (await sizeOf(join(from, name))) === undefined;
    if (isRemoved) continue;
    if (isDamaged) damaged.push({ name, isKept });
    if (hash === undefined) continue;
    hashes.set(name, hash);
    bytes += upload.bytes;
  }
  await syncPath(join(folder, storeName));
  await writeUploads(path, hashes);
  return { uploads: { count: hashes.size, bytes, damaged, readUpTo: inTurn.at(-1) ?? '' }, read };
}

/**
 * Copies the uploads of a backup, and their list, to another folder of backups. Returns the uploads that have no good
 * copy in either folder.
 */
export async function copyUploads(
  { folder, path }: { folder: string; path: string },
  to: { folder: string; path: string },
  read: ReadonlySet<string>,
): Promise<DamagedUpload[]> {
  const hashes = await readUploads(path);
  makeFolder(join(to.folder, storeName));
  const damaged: DamagedUpload[] = [];
  for (const [name, hash] of hashes) {
    const [first, target] = [storedUpload(folder, name), storedUpload(to.folder, name)];
    const bytes = await sizeOf(target);
    const isTrusted = !read.has(name) && bytes !== undefined && bytes === (await sizeOf(first));
    if (isTrusted || (await isWhole(target, hash))) continue;
    if ((await copyIfWhole(first, target, hash)) === undefined) damaged.push({ name, isKept: false });
  }
  await syncPath(join(to.folder, storeName));
  await writeUploads(to.path, hashes);
  return damaged;
}

/** Removes outdated backups, and the uploads that no other backup uses. */
export async function removeOutdatedBackups(
  folder: string,
  { timeZone, latest }: { timeZone: string; latest: string },
): Promise<void> {
  const found = await listBackups(folder);
  const outdated = listOutdated(found.map(heldBy), { timeZone, latest });
  if (outdated.length === 0) return;
  for (const name of outdated) {
    // Renamed first. If a power cut interrupts the removal, the rest of the folder is not mistaken for a backup.
    const going = join(folder, `${name}${unfinished}`);
    await rename(join(folder, name), going);
    await rm(going, { recursive: true, force: true });
  }
  const named = new Set<string>();
  // Includes backups whose manifest cannot be read.
  for (const backup of await listNames(folder))
    for (const name of (await readUploads(join(folder, backup))).keys()) named.add(name);
  for (const name of await readdir(join(folder, storeName)).catch((): string[] => []))
    if (!named.has(name)) await rm(storedUpload(folder, name), { force: true });
}
