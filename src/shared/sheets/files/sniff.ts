/** What a file is by its first bytes; its name is not asked. */
import { fileFailures, fileKinds } from '../../words/sheets.ts';
import { SheetFailure } from '../sheet-failure.ts';

export type Content = 'zip' | 'compound' | 'text';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x42, 0x4d],
];

/** Throws `SheetFailure` for what is no sheet at all. Text may still turn out to be a web page or not to be text. */
export function sniff(bytes: Uint8Array): Content {
  if (bytes.length === 0) throw new SheetFailure(fileFailures.empty);
  if (startsWith(bytes, 0x50, 0x4b)) return 'zip';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'compound';
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.pdf));
  if (startsWith(bytes, 0x7b, 0x5c, 0x72, 0x74))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.word));
  // Two letters could also begin a text, so a bitmap is one only with the zeros of its header.
  const isBitmap = bytes[0] !== 0x42 || (bytes[6] === 0 && bytes[7] === 0);
  if (isBitmap && pictures.some((start) => startsWith(bytes, ...start)))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.image));
  return 'text';
}

/** Whether a compound file holds a stream of this name: its directory has entries of 128 bytes, named in UTF-16. */
export function hasStream(bytes: Uint8Array, name: string): boolean {
  const written = [...`${name}\0`].flatMap((letter) => [letter.charCodeAt(0) & 0xff, 0]);
  for (let at = 512; at + written.length <= bytes.length; at += 128) {
    if (written.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
