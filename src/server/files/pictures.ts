/** Draws a picture anew, so that nothing but the picture is left of what came. */
import type { Sharp } from 'sharp';
import { Failure } from '#shared/failures.ts';
import { largestImage } from '#shared/limits.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Extension } from './content.ts';

/** Sides in pixels; WhatsApp shows no more. */
const largestSide = 1600;
/** Pixels: a small file can unpack to more than the memory holds. */
const mostPixels = 50_000_000;

export type Kept = { bytes: Buffer; extension: Extension };

/** The readers of libvips, by its own names: of pictures, and of drawings. */
export const pictureReaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'] as const;
export const drawingReaders = ['Svg'] as const;
export type Reader = (typeof pictureReaders | typeof drawingReaders)[number];

/**
 * Draws with these readers and no other: a process that must answer others is not to read drawings, whose drawing
 * nothing can stop but the end of the process. Transparent pictures stay png while WhatsApp takes it. Fails with a
 * sentence where the bytes are no such picture, or a broken one.
 */
export async function drawPicture(bytes: Buffer, readers: readonly Reader[]): Promise<Kept> {
  // Loaded at the first upload: an idle server does not need it.
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: readers.map((reader) => `VipsForeignLoad${reader}Buffer`) });
  const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
  const { hasAlpha } = await image.metadata().catch(() => {
    throw new Failure('unsupported', failureWords.fileType);
  });
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
