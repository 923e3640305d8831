/** Uploads. The type of a file is detected from its content. The name that the sender gives is never used. */
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { isUpload, uploadedName } from '#shared/messages/media.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { lockName } from '../db/advisory-lock.ts';
import { makeFolder } from '../db/make-folder.ts';
import { type Db, inTransaction } from '../db/store.ts';
import { isHevc, isMp4 } from './content.ts';
import {
  deleteFile,
  deleteGone,
  findCampusOfFile,
  findFilesLimit,
  listFiles,
  listNamedFiles,
  type NewFile,
  type OfCampus,
  recordFile,
  recordFound,
  sumFiles,
  sumFilesOfSchool,
} from './files-queries.ts';
import type { StoredPicture } from './pictures.ts';

async function read({ deps, campusID }: Place, bytes: Buffer): Promise<StoredPicture> {
  if (bytes.length > largestVideo) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
  if (!isMp4(bytes)) return deps.redraw(bytes, campusID);
  if (isHevc(bytes)) throw new Failure('unsupported', failureWords.fileHevc);
  return { bytes, extension: 'mp4' };
}

/**
 * In milliseconds. After this time, a reserved file that is not written counts as abandoned, because its process has
 * ended.
 */
const longestWrite = 10 * 60_000;

/** The campus that owns the files, and what is needed to store them. */
export type Place = {
  deps: Pick<Deps, 'config' | 'store' | 'now' | 'runtime' | 'redraw'>;
  campusID: number;
};
/** The limit is reached: the bytes used by the files of the campus or school, and the limit. */
export type Full = { used: number; limit: number; of: 'campus' | 'school' };

/**
 * Checks the school's own limit, if it has one. Uploads of different campuses of a school wait for each other here.
 */
async function findFullSchool(scope: OfCampus, file: NewFile): Promise<Full | undefined> {
  const { schoolID, limit } = await findFilesLimit(scope.db, scope.campusID);
  if (limit === null) return undefined;
  await lockName(scope.db, `files of school ${schoolID}`);
  const used = await sumFilesOfSchool(scope.db, schoolID, file.createdAt);
  return used + file.bytes > limit ? { used, limit, of: 'school' } : undefined;
}

/**
 * Reserves space before the file is written. The reservations of a campus run one after the other, so that parallel
 * uploads cannot exceed the limit.
 */
async function reserve({ deps, campusID }: Place, file: NewFile): Promise<Full | undefined> {
  const limit = deps.config.filesLimit;
  return inTransaction({ db: deps.store.db, campusID }, async (scope) => {
    await lockName(scope.db, `files of ${campusID}`);
    const used = await sumFiles(scope, file.createdAt);
    if (used + file.bytes > limit) return { used, limit, of: 'campus' };
    const full = await findFullSchool(scope, file);
    if (!full) await recordFile(scope, file);
    return full;
  });
}

async function write(uploadsDir: string, name: string, bytes: Buffer): Promise<void> {
  makeFolder(uploadsDir);
  const path = join(uploadsDir, name);
  try {
    await writeFile(`${path}.part`, bytes, { flush: true });
    await rename(`${path}.part`, path);
  } catch (error) {
    await rm(`${path}.part`, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Stores a file whose type is already checked. Returns its path below the public address, or how full the limit is.
 * The name is random and cannot be guessed.
 */
export async function keepFile(place: Place, { bytes, extension }: StoredPicture): Promise<string | Full> {
  const { deps, campusID } = place;
  const name = `${campusID}-${deps.runtime.randomBytes(18).toString('base64url')}.${extension}`;
  const at = deps.now();
  const reservedUntil = new Date(at.getTime() + longestWrite).toISOString();
  const file = { name, bytes: bytes.length, createdAt: at.toISOString(), reservedUntil };
  const full = await reserve(place, file);
  if (full) return full;
  const scope = { db: deps.store.db, campusID };
  try {
    await write(deps.config.uploadsDir, name, bytes);
  } catch (error) {
    // If this delete fails, the space becomes free when the reservation expires.
    await deleteFile(scope, name).catch(() => {});
    throw error;
  }
  await recordFile(scope, { ...file, reservedUntil: null });
  return `/files/${name}`;
}

/** Stores an image or a video. Throws if the bytes are neither, or if the limit is reached. */
export async function storeFile(place: Place, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw new Failure('invalid', failureWords.noFile);
  const result = await keepFile(place, await read(place, bytes));
  if (typeof result === 'string') return result;
  const { filesFull, schoolFilesFull } = failureWords;
  const say = result.of === 'school' ? schoolFilesFull : filesFull;
  throw new Failure('tooLarge', say(result.used, result.limit));
}

const notedAtOnce = 1000;

/**
 * Called at a start. Adds rows for files in the folder that have none, and deletes rows whose file is missing. The
 * oldest file names do not contain a campus. If no row refers to such a file, it belongs to no campus.
 */
export async function recordFiles({ config, store: { db }, now, log }: Deps): Promise<void> {
  const folder = config.uploadsDir;
  const at = now().toISOString();
  await deleteGone(db, [], at);
  const there = (await readdir(folder).catch((): string[] => [])).filter((name) => uploadedName.test(name));
  const { names, campusIDs } = await listFiles(db);
  // Sorted, because processes that start at the same time could otherwise cause a deadlock.
  const found = there.filter((name) => !names.has(name)).sort();
  const campusInName = (name: string): string | undefined => uploadedName.exec(name)?.[1];
  const isOld = found.some((name) => campusInName(name) === undefined);
  const named = isOld ? await listNamedFiles(db) : new Map<string, number>();
  const campusOf = (name: string): number | null => {
    const campusID = Number(campusInName(name) ?? named.get(`/files/${name}`));
    return campusIDs.has(campusID) ? campusID : null;
  };
  for (let from = 0; from < found.length; from += notedAtOnce) {
    const rows: Parameters<typeof recordFound>[1] = [];
    for (const name of found.slice(from, from + notedAtOnce)) {
      const size = (await stat(join(folder, name)).catch(() => undefined))?.size;
      if (size !== undefined) rows.push({ name, campusID: campusOf(name), bytes: size, createdAt: at });
    }
    await recordFound(db, rows);
  }
  const isThere = new Set(there);
  const gone = [...names].filter((name) => !isThere.has(name)).sort();
  for (let from = 0; from < gone.length; from += notedAtOnce)
    await deleteGone(db, gone.slice(from, from + notedAtOnce), at);
  if (found.length > 0)
    log.info({ files: found.length }, 'files without a row were added and now count towards the limit');
}

const typeOf: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4' };

/**
 * Whether a file belongs to one of these campuses. The oldest names do not contain a campus; for these the row of the
 * file decides.
 */
export async function isFileOf(db: Db, name: string, campusIDs: readonly number[]): Promise<boolean> {
  const [whole, idInName] = uploadedName.exec(name) ?? [];
  if (whole === undefined) return false;
  const campusID = idInName === undefined ? await findCampusOfFile(db, name) : Number(idInName);
  return campusID !== undefined && campusIDs.includes(campusID);
}

/**
 * Throws if the URL names an upload that is missing or belongs to another campus. Without this check the error would
 * appear only when the message is sent.
 */
export async function needUpload(
  { config: { uploadsDir }, store: { db } }: Pick<Deps, 'config' | 'store'>,
  url: unknown,
  campusIDs: readonly number[],
): Promise<void> {
  if (typeof url !== 'string' || !isUpload(url)) return;
  const name = basename(url);
  const isThere = await access(join(uploadsDir, name)).then(
    () => true,
    () => false,
  );
  if (isThere && (await isFileOf(db, name, campusIDs))) return;
  const message = failureWords.notUploaded;
  throw new Failure('invalid', message, [{ path: 'media', message }]);
}

/** Returns an upload by its URL. Undefined if it does not exist. */
export async function readUpload(
  uploadsDir: string,
  url: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const name = basename(url);
  const type = typeOf[extname(name).slice(1)];
  if (!isUpload(url) || !type) return undefined;
  try {
    return { bytes: await readFile(join(uploadsDir, name)), type };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
