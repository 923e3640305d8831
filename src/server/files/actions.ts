/** Uploads: what a file is, is read from its content; what it is called, from nobody. */
import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Sharp } from 'sharp';
import { Failure } from '#shared/failures.ts';
import { imageTypes, largestImage, largestVideo } from '#shared/limits.ts';
import { isUpload } from '#shared/media.ts';
import { failureWords } from '#shared/words/failures.ts';
import { type Extension, isMp4 } from './content.ts';

/** Sides in pixels; WhatsApp shows no more. */
const largestSide = 1600;
/** Pixels: a small file can unpack to more than the memory holds. */
const mostPixels = 50_000_000;

export type Kept = { bytes: Buffer; extension: Extension };

/** Drawn anew, so that nothing but the picture is left of what came; transparent ones stay png while WhatsApp takes it. */
export async function redraw(bytes: Buffer): Promise<Kept> {
  // Loaded at the first upload: an idle server does not need it.
  const { default: sharp } = await import('sharp');
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  const { format, hasAlpha } = await image.metadata().catch(() => {
    throw new Failure('unsupported', failureWords.fileType);
  });
  const isKnown = format === 'heif' || (imageTypes as readonly string[]).includes(format ?? '');
  if (!isKnown) throw new Failure('unsupported', failureWords.fileType);
  const fitted = image
    .rotate()
    .resize({ width: largestSide, height: largestSide, fit: 'inside', withoutEnlargement: true });
  const draw = (drawn: Sharp) =>
    drawn.toBuffer().catch(() => {
      throw new Failure('unsupported', failureWords.fileBroken);
    });
  const png = hasAlpha ? await draw(fitted.clone().png()) : undefined;
  if (png && png.length <= largestImage) return { bytes: png, extension: 'png' };
  // At this side no jpeg is too large.
  const jpeg = await draw(fitted.flatten({ background: 'white' }).jpeg({ quality: 85 }));
  return { bytes: jpeg, extension: 'jpg' };
}

async function read(bytes: Buffer): Promise<Kept> {
  if (bytes.length > largestVideo) throw new Failure('tooLarge', failureWords.fileTooLarge('16 MB'));
  return isMp4(bytes) ? { bytes, extension: 'mp4' } : redraw(bytes);
}

/** Stores an image or a video; answers its path below the public address. Its name cannot be guessed. */
export async function storeFile(uploadsDir: string, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw new Failure('invalid', failureWords.noFile);
  return keepFile(uploadsDir, await read(bytes));
}

/** The same of a file that is known to be what it is called. */
export async function keepFile(uploadsDir: string, { bytes, extension }: Kept): Promise<string> {
  const name = `${randomBytes(18).toString('base64url')}.${extension}`;
  await mkdir(uploadsDir, { recursive: true });
  const path = join(uploadsDir, name);
  await writeFile(`${path}.part`, bytes, { flush: true });
  await rename(`${path}.part`, path);
  return `/files/${name}`;
}

const typeOf: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4' };

/** Fails when it names an upload that is not there: it would be found out only on its way to the parents. */
export async function needUpload(uploadsDir: string, url: unknown): Promise<void> {
  if (typeof url !== 'string' || !isUpload(url)) return;
  await access(join(uploadsDir, basename(url))).catch(() => {
    throw new Failure('invalid', failureWords.notUploaded, [
      { path: 'media', message: failureWords.notUploaded },
    ]);
  });
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
