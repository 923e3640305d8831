/**
 * Decodes the bytes of a text file: UTF-8, UTF-16 with or without a byte order mark, else an older Windows encoding.
 */

import { SheetFailure } from '../sheet-failure.ts';
import { fileFailures } from '../sheet-words.ts';

/** The Windows encodings before UTF-8 that are used in Pakistan, with Urdu or with Western letters. */
const legacyEncodings = ['windows-1256', 'windows-1252'] as const;
export type LegacyEncoding = (typeof legacyEncodings)[number];

/** `guessed`: nothing in the file proves its encoding, so a person must check it. */
export type Decoded = { text: string; guessed?: LegacyEncoding };

// Text may contain tabs, line ends and form feeds. Other control characters mean that the file is not text.
const notText = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u;
// Programs of the DOS era end a text with this character.
const endOfFile = String.fromCharCode(26);
const lettersBeyondAscii = /[^\P{L}a-z]/iu;
/** Bytes that are enough to detect the encoding. */
const searchedBytes = 64 * 1024;

const hasMark = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
};

/** Without a byte order mark: spaces, digits and separators have a zero byte, always on the same side. */
function looksLikeUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length % 2 !== 0) return undefined;
  const zeros = [0, 0];
  const end = Math.min(bytes.length, searchedBytes);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Even an Urdu sheet has a separator or line end for every tenth letter.
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

/**
 * Whether more non-ASCII characters are valid UTF-8 than invalid. A single broken character does not mean that the file
 * has another encoding.
 */
function isMostlyUtf8(text: string): boolean {
  const torn = text.match(/\ufffd/g)?.length ?? 0;
  const whole = (text.match(/[^\0-\x7f]/g)?.length ?? 0) - torn;
  return whole > torn;
}

/** Urdu words contain no Latin letters. A Western word decoded as Urdu has Urdu letters between Latin letters. */
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
  // Spaces, dashes and quotation marks are the same in both encodings.
  return lettersBeyondAscii.test(text) ? { text, guessed } : { text };
}

/**
 * The text without its byte order mark; an invalid byte becomes U+FFFD. `chosen`: the encoding that a person chose,
 * for a file that does not show which one it has. Throws `SheetFailure` if the content is not text, if it is empty, or
 * if it is a web page or XML instead of a sheet.
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

/** Up to three cells with characters beyond ASCII, decoded with each encoding. */
export function samplesOfLetters(bytes: Uint8Array): { encoding: LegacyEncoding; samples: string[] }[] {
  const part = bytes.subarray(0, searchedBytes);
  return legacyEncodings.map((encoding) => {
    const text = new TextDecoder(encoding).decode(part);
    const cells = text.match(/[^\t\r\n,;|"]*[^\0-\x7f][^\t\r\n,;|"]*/g) ?? [];
    const samples = new Set(cells.map((cell) => cell.trim().slice(0, 40)));
    return { encoding, samples: [...samples].slice(0, 3) };
  });
}
