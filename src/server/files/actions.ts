/** Uploads: what a file is, is read from its content; what it is called, from nobody. */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { Failure } from '#shared/failures.ts';
import { imageTypes, largestImage, largestVideo } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';

/** Sides in pixels; WhatsApp shows no more. */
const largestSide = 1600;
/** Pixels: a small file can unpack to more than the memory holds. */
const mostPixels = 50_000_000;

type Kept = { bytes: Buffer; extension: 'jpg' | 'png' | 'mp4' };

/** The brands of mp4 in the register of mp4ra.org; pictures and films of other kinds begin with the same box. */
const mp4Brands = /^(isom|iso[2-6]|mp4[12]|avc1|M4V |MSNV|dash)$/;

const isMp4 = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && mp4Brands.test(bytes.toString('latin1', 8, 12));

/** Drawn anew, so that nothing but the picture is left of what came; transparent ones stay png while WhatsApp takes it. */
async function redraw(bytes: Buffer): Promise<Kept> {
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
  const kept = await read(bytes);
  const name = `${randomBytes(18).toString('base64url')}.${kept.extension}`;
  await mkdir(uploadsDir, { recursive: true });
  const path = join(uploadsDir, name);
  await writeFile(`${path}.part`, kept.bytes, { flush: true });
  await rename(`${path}.part`, path);
  return `/files/${name}`;
}
