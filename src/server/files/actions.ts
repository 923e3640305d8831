/** Uploads: what a file is, is read from its content; what it is called, from nobody. */
import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Failure } from '#shared/failures.ts';
import { largestVideo } from '#shared/limits.ts';
import { isFileOf, isUpload } from '#shared/media.ts';
import { failureWords } from '#shared/words/failures.ts';
import { isMp4, isSvg } from './content.ts';
import { drawSvg } from './drawings.ts';
import { drawPicture, type Kept, pictureReaders } from './pictures.ts';

/** Drawn anew, so that nothing but the picture is left of what came; a drawing where it cannot hold others up. */
export const redraw = (bytes: Buffer): Promise<Kept> =>
  isSvg(bytes) ? drawSvg(bytes) : drawPicture(bytes, pictureReaders);

async function read(bytes: Buffer): Promise<Kept> {
  if (bytes.length > largestVideo) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
  return isMp4(bytes) ? { bytes, extension: 'mp4' } : redraw(bytes);
}

/** The uploads of one campus. */
export type Place = { uploadsDir: string; campusID: number };

/** Stores an image or a video; answers its path below the public address. Its name cannot be guessed. */
export async function storeFile(place: Place, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw new Failure('invalid', failureWords.noFile);
  return keepFile(place, await read(bytes));
}

/** The same of a file that is known to be what it is called. */
export async function keepFile({ uploadsDir, campusID }: Place, { bytes, extension }: Kept): Promise<string> {
  const name = `${campusID}-${randomBytes(18).toString('base64url')}.${extension}`;
  await mkdir(uploadsDir, { recursive: true });
  const path = join(uploadsDir, name);
  await writeFile(`${path}.part`, bytes, { flush: true });
  await rename(`${path}.part`, path);
  return `/files/${name}`;
}

const typeOf: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4' };

/**
 * Fails when it names an upload that is not there, or not of these campuses: it would be found out only on its way to
 * the parents.
 */
export async function needUpload(
  uploadsDir: string,
  url: unknown,
  campusIDs: readonly number[],
): Promise<void> {
  if (typeof url !== 'string' || !isUpload(url)) return;
  const name = basename(url);
  const isThere = await access(join(uploadsDir, name)).then(
    () => true,
    () => false,
  );
  if (isThere && isFileOf(name, campusIDs)) return;
  const message = failureWords.notUploaded;
  throw new Failure('invalid', message, [{ path: 'media', message }]);
}

/** A file that was uploaded here, by its address; undefined when there is none. */
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
