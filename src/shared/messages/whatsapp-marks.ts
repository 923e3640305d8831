/** Reads `*bold*`, `_italic_`, `~struck~`, "`code`" and "```code```" in the same way as WhatsApp. */

export type TextMark = 'bold' | 'italic' | 'strike' | 'inlineCode' | 'code';
export type Piece = string | { mark: TextMark; pieces: Piece[] };

const marks: Record<string, TextMark> = { '*': 'bold', _: 'italic', '~': 'strike', '`': 'inlineCode' };
const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char);

/**
 * The position of the sign that closes the mark at `start`, or -1. The closing sign must be on the same line, directly
 * after text, and not inside a word.
 */
function findClosing(text: string, start: number): number {
  const sign = text[start];
  if (isWord(text[start - 1]) || isSpace(text[start + 1]) || text[start + 1] === sign) return -1;
  for (let at = start + 2; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === sign && !isSpace(text[at - 1]) && !isWord(text[at + 1])) return at;
  }
  return -1;
}

type FoundMark = { piece: Piece; end: number };

function findMark(text: string, at: number): FoundMark | undefined {
  if (text.startsWith('```', at)) {
    const end = text.indexOf('```', at + 3);
    return end > at + 3
      ? { piece: { mark: 'code', pieces: [text.slice(at + 3, end)] }, end: end + 3 }
      : undefined;
  }
  const mark = marks[text[at] ?? ''];
  if (!mark) return undefined;
  const end = findClosing(text, at);
  if (end < 0) return undefined;
  const inside = text.slice(at + 1, end);
  return { piece: { mark, pieces: mark === 'inlineCode' ? [inside] : readMarks(inside) }, end: end + 1 };
}

/** Splits the text into pieces. Signs that mark nothing stay as they were typed. */
export function readMarks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const found = findMark(text, at);
    if (found) {
      if (plain) pieces.push(plain);
      plain = '';
      pieces.push(found.piece);
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) pieces.push(plain);
  return pieces;
}

/** Look-alikes that mean nothing to WhatsApp. */
const lookAlikes: Record<string, string> = { '*': '\u2217', _: '\uff3f', '~': '\u223c', '`': '\u2018' };
const signs = /[*_~`]/g;

export const hasSigns = (text: string): boolean => /[*_~`]/.test(text);

/** The text with look-alikes in place of the signs, so that a phone formats nothing in it. */
export const withoutSigns = (text: string): string =>
  hasSigns(text) ? text.replace(signs, (sign) => lookAlikes[sign] ?? sign) : text;

const plainOf = (pieces: Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : plainOf(piece.pieces))).join('');

/** The text on one line and without marks, for a list. */
export const withoutMarks = (text: string): string => plainOf(readMarks(text)).replace(/\s+/g, ' ').trim();
