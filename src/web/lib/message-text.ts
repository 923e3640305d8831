/** Pure functions on the text of a message: finding its placeholders and marks, and how keys edit them. */
import { type PlaceholderName, placeholdersIn } from '#shared/messages/placeholders.ts';
import { type Piece, readMarks, type TextMark } from '#shared/messages/whatsapp-marks.ts';

/** Start and end, in characters. */
export type Span = [start: number, end: number];

/** A part of a line as it is drawn. The parts in order make up the whole line. */
export type DrawnPart = {
  raw: string;
  /** The name of the placeholder, if this part is one. */
  value?: PlaceholderName;
  /** Double braces around an unknown name. */
  isUnknown?: boolean;
  /** A sign such as `*` that begins or ends a mark. WhatsApp does not show it. */
  isSign?: boolean;
  marks: readonly TextMark[];
};

const braces = /\{\{[^{}]*\}\}/g;
const signs: Record<TextMark, string> = { bold: '*', italic: '_', strike: '~', inlineCode: '`', code: '```' };

function withValues(raw: string, marks: readonly TextMark[]): DrawnPart[] {
  const parts: DrawnPart[] = [];
  let end = 0;
  const plain = (to: number): void => {
    if (to > end) parts.push({ raw: raw.slice(end, to), marks });
  };
  for (const match of raw.matchAll(braces)) {
    plain(match.index);
    const [value] = placeholdersIn(match[0]);
    parts.push({ raw: match[0], marks, ...(value ? { value } : { isUnknown: true }) });
    end = match.index + match[0].length;
  }
  plain(raw.length);
  return parts;
}

const drawn = (pieces: readonly Piece[], marks: readonly TextMark[]): DrawnPart[] =>
  pieces.flatMap((piece) => {
    if (typeof piece === 'string') return withValues(piece, marks);
    const sign = { raw: signs[piece.mark], isSign: true, marks };
    return [sign, ...drawn(piece.pieces, [...marks, piece.mark]), sign];
  });

/** Splits a line into the parts to draw. */
export const partsOfLine = (line: string): DrawnPart[] => drawn(readMarks(line), []);

/** The positions of the values in a text. */
export const valueSpans = (text: string): Span[] =>
  [...text.matchAll(braces)]
    .filter(([raw]) => placeholdersIn(raw).length > 0)
    .map((match) => [match.index, match.index + match[0].length]);

export const placeholderText = (name: PlaceholderName): string => `{{${name}}}`;

/** The last typed characters ask for a placeholder. `from` to `to` is their position, `typed` the begun name. */
export type PlaceholderQuery = { from: number; to: number; typed: string };

/** Matches `/` at the beginning of a word or a brace anywhere, followed by the begun name. */
const asking = /(?:(?<=^|\s)\/|\{{1,2})([\p{L}]*)$/u;

export function placeholderQuery(text: string, cursor: number): PlaceholderQuery | undefined {
  const match = asking.exec(text.slice(Math.max(0, cursor - 60), cursor));
  if (!match) return undefined;
  return { from: cursor - match[0].length, to: cursor, typed: match[1] ?? '' };
}

/** The selection with each end that is inside a placeholder moved out of it, because a placeholder is indivisible. */
export function selectionOutsideValues(
  text: string,
  now: Span,
  { before, isPointed }: { before: Span; isPointed: boolean },
): Span {
  const spans = valueSpans(text);
  const around = (at: number): Span | undefined => spans.find(([from, to]) => from < at && at < to);
  const [start, end] = now;
  if (start === end) {
    const value = around(start);
    if (!value) return now;
    if (isPointed) return value;
    const past = before[0] <= value[0] ? value[1] : value[0];
    return [past, past];
  }
  // The end of the selection that was moved by a key includes or excludes the placeholder, depending on the direction
  // of the move. A selection made with the pointer includes it.
  const first = around(start);
  const last = around(end);
  const goesBack = !isPointed && first !== undefined && before[0] < start;
  const comesBack = !isPointed && last !== undefined && before[1] > end;
  return [first ? (goesBack ? first[1] : first[0]) : start, last ? (comesBack ? last[0] : last[1]) : end];
}

/** The placeholder that Backspace or Delete must delete as a whole. Undefined if there is none beside the cursor. */
export function valueBeside(text: string, at: number, side: 'before' | 'after'): Span | undefined {
  return valueSpans(text).find(([from, to]) => (side === 'before' ? to : from) === at);
}

/** Replaces `span` with `piece` and then selects `selected`. */
export type TextChange = { span: Span; piece: string; selected: Span };

function wordAt(text: string, at: number): Span {
  const isWord = (index: number): boolean => /\S/.test(text[index] ?? ' ');
  let [start, end] = [at, at];
  while (start > 0 && isWord(start - 1)) start -= 1;
  while (end < text.length && isWord(end)) end += 1;
  return [start, end];
}

/** Puts the sign around each line separately, because in WhatsApp a mark ends with its line. */
const inMarks = (text: string, sign: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^(\s*)(\S.*?)(\s*)$/, `$1${sign}$2${sign}$3`))
    .join('\n');

/** Puts a mark around the selection or the word at the cursor. If the mark is already there, it is removed. */
export function withMark(text: string, selected: Span, mark: 'bold' | 'italic'): TextChange {
  const sign = signs[mark];
  const chosen = selected[0] === selected[1] ? wordAt(text, selected[0]) : selected;
  const inner = text.slice(...chosen);
  const start = chosen[0] + (inner.length - inner.trimStart().length);
  const end = Math.max(start, chosen[1] - (inner.length - inner.trimEnd().length));
  const words = text.slice(start, end);
  if (words === '') {
    const [at] = selected;
    return { span: [at, at], piece: sign + sign, selected: [at + 1, at + 1] };
  }
  if (text[start - 1] === sign && text[end] === sign)
    return { span: [start - 1, end + 1], piece: words, selected: [start - 1, end - 1] };
  if (words.length > 2 && words.startsWith(sign) && words.endsWith(sign))
    return { span: [start, end], piece: words.slice(1, -1), selected: [start, end - 2] };
  const piece = inMarks(words, sign);
  return { span: [start, end], piece, selected: [start, start + piece.length] };
}
