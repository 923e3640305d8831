/** Redraws a picture. This runs in a child process. */
import sharp, { type Sharp } from 'sharp';
import { Failure } from '#shared/failures.ts';
import { largestImage } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Extension } from './content.ts';

/** The longest side in pixels. WhatsApp shows no more. */
const largestSide = 1600;
/** The limit of pixels. A small file can unpack to more than the memory can store. */
const mostPixels = 50_000_000;

export type StoredPicture = { bytes: Buffer; extension: Extension };
export type DrawnPicture = StoredPicture & { extension: 'jpg' | 'png' };

/** `picture`: formats with pixels. `drawing`: SVG. */
export type Drawable = 'picture' | 'drawing';

/** The names of the loaders in libvips. */
const readers: Record<Drawable, readonly string[]> = {
  picture: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'],
  drawing: ['Svg'],
};

/** Called once before drawing. Blocks all other loaders in the whole process. */
export function openReaders(what: Drawable): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers[what].map((reader) => `VipsForeignLoad${reader}Buffer`) });
}

/** Running out of memory is not the fault of the picture, so this error is thrown unchanged. */
const refuse = (words: string) => (error: Error) => {
  if (/\bmemory\b/i.test(error.message)) throw error;
  throw new Failure('unsupported', words);
};

/**
 * Redraws a picture with the allowed loaders. A transparent picture stays PNG if it fits WhatsApp's limit. Throws
 * with a message if the bytes are not such a picture or are damaged.
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
