/** Bytes of a text file to text: UTF-8, UTF-16 with its mark or without, else what Windows wrote before. */
import { fileFailures } from '../../words/sheets.ts';
import { SheetFailure } from '../sheet-failure.ts';

/** What Windows wrote before UTF-8, in Pakistan with Urdu letters or with Western ones. */
export const legacyEncodings = ['windows-1256', 'windows-1252'] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

/** `guessed` where nothing in the file proves how it is written: a person is asked. */
export type Decoded = { text: string; guessed?: LegacyEncoding };

// Tab, line ends and form feed occur in text; the others below the space only in other things.
const notText = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u;
// Programs of the DOS days close a text with this.
const endOfFile = String.fromCharCode(26);
const lettersBeyondAscii = /[^\P{L}a-z]/iu;
/** So many bytes tell how a file is written. */
const searchedBytes = 64 * 1024;

const hasMark = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
};

/** Without a mark: spaces, digits and separators have a zero byte, always on the same side. */
function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const zeros = [0, 0];
  const end = Math.min(bytes.length, searchedBytes);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Even a sheet of Urdu has a separator or a line end for every tenth letter.
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < end / 20) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

const tryDecode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Letters beyond ASCII that are UTF-8 against bytes that are not: a torn letter does not make it another encoding. */
function isMostlyUtf8(text: string): boolean {
  const torn = text.match(/\ufffd/g)?.length ?? 0;
  const whole = (text.match(/[^\0-\x7f]/g)?.length ?? 0) - torn;
  return whole > torn;
}

/** Urdu words have no Latin letters among them; read as Urdu, an accent within a Western word would stand there. */
function guessLegacy(bytes: Uint8Array): LegacyEncoding {
  const text = new TextDecoder('windows-1256').decode(bytes.subarray(0, searchedBytes));
  let pure = 0;
  let mixed = 0;
  for (const [word] of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const urdu = word.match(/[\p{Script=Arabic}\u064b-\u0652]/gu)?.length ?? 0;
    if (urdu === 0) continue;
    if (urdu === word.length) pure += urdu;
    else mixed += urdu;
  }
  return pure > mixed ? 'windows-1256' : 'windows-1252';
}

function decode(bytes: Uint8Array, chosen: LegacyEncoding | undefined): Decoded {
  const utf16 = hasMark(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes) };
  const unmarked = looksLikeUtf16(bytes);
  const wide = unmarked && tryDecode(bytes, unmarked);
  if (wide !== undefined) return { text: wide };
  const utf8 = new TextDecoder('utf-8').decode(bytes);
  if (!utf8.includes('\ufffd') || isMostlyUtf8(utf8)) return { text: utf8 };
  const guessed = chosen ?? guessLegacy(bytes);
  const text = new TextDecoder(guessed).decode(bytes);
  // Spaces, dashes and quotation marks are the same in both.
  return lettersBeyondAscii.test(text) ? { text, guessed } : { text };
}

/**
 * The text without its mark; a byte that is no letter becomes U+FFFD. `chosen` is what a person said of a file that does
 * not tell. Throws `SheetFailure` where it is no text, or a page or XML under a sheet's name.
 */
export function decodeText(bytes: Uint8Array, chosen?: LegacyEncoding): Decoded {
  const { text: whole, ...decoded } = decode(bytes, chosen);
  const text = whole.endsWith(endOfFile) ? whole.slice(0, -1) : whole;
  if (notText.test(text)) throw new SheetFailure(fileFailures.unknownContent);
  const start = text.slice(0, 1000).trimStart().toLowerCase();
  if (/^<\?xml|^<(?:\w+:)?workbook/.test(start) && !start.includes('<html'))
    throw new SheetFailure(fileFailures.xmlTable);
  if (/^<(?:!doctype|!--|html|head|body|meta|style|table|div|\?xml)/.test(start))
    throw new SheetFailure(fileFailures.webPage);
  if (text.trim() === '') throw new SheetFailure(fileFailures.empty);
  return { text, ...decoded };
}

/** Up to three words with the letters in question, as each encoding has them. */
export function samplesOfLetters(bytes: Uint8Array): { encoding: LegacyEncoding; samples: string[] }[] {
  const part = bytes.subarray(0, searchedBytes);
  return legacyEncodings.map((encoding) => {
    const text = new TextDecoder(encoding).decode(part);
    const cells = text.match(/[^\t\r\n,;|"]*[^\0-\x7f][^\t\r\n,;|"]*/g) ?? [];
    const samples = new Set(cells.map((cell) => cell.trim().slice(0, 40)));
    return { encoding, samples: [...samples].slice(0, 3) };
  });
}
