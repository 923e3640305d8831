/** Draws a picture anew, in a process that does nothing else. */
import sharp, { type Sharp } from 'sharp';
import { Failure } from '#shared/failures.ts';
import { largestImage } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Extension } from './content.ts';

/** Sides in pixels; WhatsApp shows no more. */
const largestSide = 1600;
/** Pixels: a small file can unpack to more than the memory holds. */
const mostPixels = 50_000_000;

export type StoredPicture = { bytes: Buffer; extension: Extension };
export type DrawnPicture = StoredPicture & { extension: 'jpg' | 'png' };

/** Pictures, and drawings (svg). */
export type Drawable = 'picture' | 'drawing';

/** The readers of libvips, by its own names. */
const readers: Record<Drawable, readonly string[]> = {
  picture: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'],
  drawing: ['Svg'],
};

/** Once in a process, before it draws: what is blocked is blocked for all that it draws at that moment. */
export function openReaders(what: Drawable): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers[what].map((reader) => `VipsForeignLoad${reader}Buffer`) });
}

/** What lacks memory says nothing of the picture: it stays an error of ours. */
const refuse = (words: string) => (error: Error) => {
  if (/\bmemory\b/i.test(error.message)) throw error;
  throw new Failure('unsupported', words);
};

/**
 * Draws anew, by the readers that are open. Transparent pictures stay png while WhatsApp takes it. Fails with a
 * sentence where the bytes are no such picture, or a broken one.
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
  // At this side no jpeg is too large.
  const jpeg = await draw(fitted.flatten({ background: 'white' }).jpeg({ quality: 85 }));
  return { bytes: jpeg, extension: 'jpg' };
}
