/** Generates texts that mix the pieces of Urdu and English names, and every kind of sign. */
import fc from 'fast-check';

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
/** A character between these code points. */
const between = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));

const english = oneOf('Ali', 'Khan', 'M.', '(Jr.)', 'Discount', 'Girls Campus', 'a', 'Né');
const urdu = oneOf('محمد', 'عائشہ', 'سکول', 'نَحْوٌ', 'خوش\u200cگوار', 'لا', 'ﷲ', '۔', '،');
const numbers = oneOf('10', '2,500', '1/2', '۱۲۳', '١٢٣', '10٪', '۵٪', '٪', '٬', '٫', '﷼');
const punctuation = fc.constantFrom(...'()[]{}/-–—,.;:!?"\'«»&@#%*_\\<>|~`+=№');
const space = oneOf(' ', ' ', ' ', ' ', '\u00a0', '\u2003', '\t', '\n');
const unseen = fc.oneof(
  oneOf(...'\u200b\u200c\u200d\u200e\u200f\u061c\u2066\u2067\u2068\u2069\ufeff\u00ad\u0000\u0085'),
  between(0x202a, 0x202e),
);
const arabicMarks = fc.oneof(
  between(0x600, 0x61a),
  between(0x64b, 0x65f),
  between(0x6d6, 0x6ed),
  between(0x8d3, 0x8ff),
);
const arabic = fc.oneof(
  between(0x600, 0x6ff),
  between(0x750, 0x77f),
  between(0x8a0, 0x8ff),
  between(0xfb50, 0xfdff),
);
const pictures = oneOf('😀', '👨‍👩‍👧', '🇵🇰', '❤️', '☪', '✓', '1️⃣');
/** Other scripts: Latin and Greek signs, Hebrew, Syriac, Thaana, Indian scripts, and everything else. */
const foreign = fc.oneof(
  between(0x2c6, 0x58f),
  between(0x590, 0x7ff),
  between(0x900, 0xdff),
  between(0x2000, 0x2fff),
  between(0x3000, 0xd7ff),
  between(0x10000, 0x1f9ff),
);

/** Pieces that read from left to right, and signs without a direction of their own. */
const fromLeft = fc.oneof(
  english,
  english,
  space,
  space,
  punctuation,
  arabicMarks,
  oneOf('10', '2,500', '1/2', '٪'),
);
const any = fc.oneof(
  ...[english, urdu, space, space, punctuation, numbers, arabicMarks, arabic, unseen, pictures, foreign],
);

const joined = (piece: fc.Arbitrary<string>) =>
  fc.array(piece, { minLength: 2, maxLength: 9 }).map((pieces) => pieces.join(''));

export const mixedTexts = fc.oneof(
  { weight: 2, arbitrary: joined(any) },
  { weight: 1, arbitrary: joined(fromLeft) },
);
