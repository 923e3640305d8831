/** Bytes of a text file to text: strict UTF-8, UTF-16 by its mark, else what Windows wrote before. */
import { fileFailures } from '../../words/sheets.ts';
import { SheetFailure } from '../sheet-failure.ts';

/** `isGuessed` where nothing in the file proves how it is written. */
export type Decoded = { text: string; isGuessed: boolean };

// Tab, line ends and form feed occur in text; the others below the space only in other things.
const notText = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u;
// Programs of the DOS days close a text with this.
const endOfFile = String.fromCharCode(26);

function decode(bytes: Uint8Array): Decoded {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), isGuessed: false };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}

/** The text without its mark. Throws `SheetFailure` where it is no text, or a page or XML under a sheet's name. */
export function decodeText(bytes: Uint8Array): Decoded {
  const { text: whole, isGuessed } = decode(bytes);
  const text = whole.endsWith(endOfFile) ? whole.slice(0, -1) : whole;
  if (notText.test(text)) throw new SheetFailure(fileFailures.unknownContent);
  const start = text.slice(0, 1000).trimStart().toLowerCase();
  if (/^<\?xml|^<(?:\w+:)?workbook/.test(start) && !start.includes('<html'))
    throw new SheetFailure(fileFailures.xmlTable);
  if (/^<(?:!doctype|!--|html|head|body|meta|style|table|div|\?xml)/.test(start))
    throw new SheetFailure(fileFailures.webPage);
  if (text.trim() === '') throw new SheetFailure(fileFailures.empty);
  return { text, isGuessed };
}
