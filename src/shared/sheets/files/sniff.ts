/** Detects the kind of a file by its first bytes, not by its name. */
import { fileFailures, fileKinds } from '../../words/sheets.ts';
import { SheetFailure } from '../sheet-failure.ts';

/**
 * `records`: a workbook stream without a compound file around it, which Excel before version 5 and small programs
 * write.
 */
export type Content = 'zip' | 'compound' | 'records' | 'text';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x42, 0x4d],
];

/** A record that begins a workbook, recognised by its number and length. No text begins like this. */
const isBeginning = ([type, version = 1, length = 1, upper]: Uint8Array): boolean =>
  type === 9 && [0, 2, 4, 8].includes(version) && [4, 6, 8, 16].includes(length) && upper === 0;

/**
 * Throws `SheetFailure` if the file is certainly no sheet. A text may still turn out to be a web page or binary data.
 */
export function sniff(bytes: Uint8Array): Content {
  if (bytes.length === 0) throw new SheetFailure(fileFailures.empty);
  if (startsWith(bytes, 0x50, 0x4b)) return 'zip';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return 'compound';
  if (isBeginning(bytes)) return 'records';
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.pdf));
  if (startsWith(bytes, 0x7b, 0x5c, 0x72, 0x74))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.word));
  // A text may begin with the same two letters as a bitmap. Only a bitmap also has zeros in its header.
  const mayBePicture = bytes[0] !== 0x42 || (bytes[6] === 0 && bytes[7] === 0);
  if (mayBePicture && pictures.some((start) => startsWith(bytes, ...start)))
    throw new SheetFailure(fileFailures.notASheet(fileKinds.image));
  return 'text';
}
