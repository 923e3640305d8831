/** Redraws a picture. It runs in a process of its own. */
import sharp, { type Sharp } from 'sharp';
import { Failure } from '#shared/failures.ts';
import { largestImage } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Extension } from './content.ts';

/** The longest side in pixels; WhatsApp shows no more. */
const largestSide = 1600;
/** The pixel limit: a small file can unpack to more than the memory holds. */
const mostPixels = 50_000_000;

export type StoredPicture = { bytes: Buffer; extension: Extension };
export type DrawnPicture = StoredPicture & { extension: 'jpg' | 'png' };

/** `picture`: pixel formats; `drawing`: SVG. */
export type Drawable = 'picture' | 'drawing';

/** The loaders of libvips, by its own names. */
const readers: Record<Drawable, readonly string[]> = {
  picture: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'],
  drawing: ['Svg'],
};

/** Call it once, before drawing: it blocks all other loaders for the whole process. */
export function openReaders(what: Drawable): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers[what].map((reader) => `VipsForeignLoad${reader}Buffer`) });
}

/** Lack of memory is an error of ours and says nothing about the picture. */
const refuse = (words: string) => (error: Error) => {
  if (/\bmemory\b/i.test(error.message)) throw error;
  throw new Failure('unsupported', words);
};

/**
 * Redraws with the allowed loaders. Transparent pictures stay PNG if they fit WhatsApp's limit. Throws with a message
 * when the bytes are no such picture or are damaged.
 */
export async function drawPicture(bytes: Buffer): Promise<DrawnPicture> {
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  const { hasAlpha } = await image.metadata().catch(refuse(failureWords.fileType));
  const fitted = image
    .rotate()
    .resize({ width: largestSide, height: largestSide, fit: 'inside', withoutEnlargement: true });
  const draw = (drawn: Sharp) => drawn.toBuffer().catch(refuse(failureWords.fileBroken));
  const png = hasAlpha ? await draw(fitted.clone().png()) : undefined;
  if (png && png.length <= largestImage) return { bytes: png, extension: 'png' };
  // With this longest side no JPEG exceeds the limit.
  const jpeg = await draw(fitted.flatten({ background: 'white' }).jpeg({ quality: 85 }));
  return { bytes: jpeg, extension: 'jpg' };
}
