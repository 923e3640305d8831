/** Applies a number format to a number. Both kinds of workbook use the same formats. */
import { type Cell, dayCells } from '../cells.ts';
import {
  type AmountFormat,
  amountFormatOf,
  textOfAmount,
  wholeAmount,
  wholeAmountIds,
} from './amount-format.ts';

/**
 * A day, a time of day, a duration, digits with leading zeros to a width such as `00012` for 12, letters and signs
 * around the digits, a number of decimals before an exponent, or an amount that may be rounded or divided.
 */
export type Format =
  | 'day'
  | 'time'
  | 'elapsed'
  | { zerosTo: number }
  | { mask: readonly string[] }
  | { decimals: number }
  | { amount: AmountFormat }
  | undefined;

/** A digit place, a number in general format, and unquoted signs between digits. A dot or comma means an amount. */
const place = /^[0#?]$/;
const whole = 'general';
const plainSign = /^[-+() &<>=!^~{}'\p{L}]$/u;
const maskPart =
  /"([^"]*)"|\\(.)|_(.)|\*(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[(?:black|white|red|green|blue|cyan|magenta|yellow|color ?\d+|\$?-[^\]]*)\]|(general)|(.)/gisu;

/** Between two digit places a slash makes a fraction. */
const isSlash = (sign: string, before: string | undefined): boolean =>
  sign === '/' && before?.startsWith('"') === true;

/** The parts of a code such as `"GC-"0000`: digit places, and literal text. */
function maskOf(section: string): readonly string[] | undefined {
  if (/e[+-]/i.test(section.replace(/"[^"]*"?|\\./g, ''))) return undefined;
  const mask: string[] = [];
  for (const [, quoted, escaped, space, fill, currency, general, plain] of section.matchAll(maskPart)) {
    const literal = quoted ?? escaped ?? currency;
    if (literal !== undefined) mask.push(`"${literal}`);
    else if (space !== undefined) mask.push('" ');
    else if (general !== undefined) mask.push(whole);
    else if (plain !== undefined && place.test(plain)) mask.push(plain);
    else if (plain !== undefined && (plainSign.test(plain) || isSlash(plain, mask.at(-1))))
      mask.push(`"${plain}`);
    else if (fill === undefined && plain !== undefined) return undefined;
  }
  const digits = mask.filter((part) => !part.startsWith('"'));
  const isOne = digits.includes(whole) ? digits.length === 1 : digits.length > 0;
  const isMarked = mask.some((part) => part.startsWith('"') && part.trim().length > 1);
  return isOne && isMarked ? mask : undefined;
}

/**
 * The number as its format shows it. Digits fill the places from the right, and the first place gets all remaining
 * digits.
 */
function textOfMask(value: number, mask: readonly string[]): string {
  let digits = String(value);
  const parts: string[] = [];
  const first = mask.findIndex((part) => place.test(part));
  for (let at = mask.length - 1; at >= 0; at -= 1) {
    const part = mask[at] ?? '';
    if (part.startsWith('"')) parts.unshift(part.slice(1));
    else if (part === whole || at === first) {
      const left = digits || (part === '0' ? '0' : '');
      parts.unshift(left);
    } else {
      const digit = digits.at(-1) ?? (part === '0' ? '0' : '');
      digits = digits.slice(0, -1);
      parts.unshift(digit);
    }
  }
  return parts.join('').trim();
}

/** Colours, conditions and languages; literals; spaces of a character's width, and fill characters. */
const notShown = /\[[^\]]*\]|"[^"]*"?|\\.|_.|\*./g;
const padding = /[_*]./g;
/** Excel's own limit. A longer code would be an attack on the regular expressions. */
const longestCode = 255;
/** Elapsed hours, minutes or seconds, which count beyond 24 or 60. */
const elapsed = /\[(?:h+|m+|s+)\]/;

/** Built-in formats, which have an id but no code in the file, including those of East Asia. */
function builtInFormat(id: number): Format {
  if (id === 46) return 'elapsed';
  if (id === 11) return { decimals: 2 };
  if (id === 48) return { decimals: 1 };
  if (wholeAmountIds.has(id)) return { amount: wholeAmount };
  if ((id >= 18 && id <= 21) || id === 32 || id === 33 || id === 45 || id === 47) return 'time';
  return (id >= 14 && id <= 36 && id !== 23 && id !== 24 && id !== 25 && id !== 26) || (id >= 50 && id <= 58)
    ? 'day'
    : undefined;
}

/** A format of times and dates, by its letters. Digits other than fractions of a second mean a number. */
function formatOfLetters(code: string): Format {
  const bare = code.replace(elapsed, 'h').replace(notShown, '');
  const letters = bare.replace(/general|standard|e[+-]/g, '').replace(/s[.,]0+/g, 's');
  if (/[0#?]/.test(letters)) return undefined;
  const clock = letters.replace(/am\/pm|a\/p/g, 'h');
  const isTime = /[hs]/.test(clock);
  if (/[ydegb]|m{3}/.test(clock) || (!isTime && clock.includes('m'))) return 'day';
  if (!isTime) return undefined;
  return elapsed.test(code.replace(/"[^"]*"?/g, '')) ? 'elapsed' : 'time';
}

/** The format of an id; its code, if the workbook has one, decides. Only the section for positive numbers counts. */
export function formatOf(id: number, code: string | undefined): Format {
  if (code === undefined) return builtInFormat(id);
  const sections = code.slice(0, longestCode).toLowerCase().split(';');
  const zeros = (sections[0] ?? '').replace(padding, '');
  if (/^0{2,40}$/.test(zeros)) return { zerosTo: zeros.length };
  const decimals = /^[#0]*0(?:\.(0*))?e[+-]0+$/.exec(zeros);
  if (decimals) return { decimals: decimals[1]?.length ?? 0 };
  const [first = ''] = code.slice(0, longestCode).split(';');
  const mask = /\[[<>=]/.test(code) ? undefined : maskOf(first);
  // If the sections have conditions, any of them may apply.
  const shown = /\[[<>=]/.test(code) ? sections : sections.slice(0, 1);
  const ofTime = shown.map(formatOfLetters).find((format) => format !== undefined);
  if (ofTime) return ofTime;
  if (mask) return { mask };
  const amount = /\[[<>=]/.test(code) ? undefined : amountFormatOf(first);
  return amount && { amount };
}

const millisecondsOfDay = 86_400_000;
const secondsOfDay = 86_400;

/**
 * The date of a serial number. Excel counts a 29 February 1900 that did not exist: serial 60, which becomes the day
 * before.
 */
function dateOf(serial: number, is1904: boolean): Date {
  const before = is1904 ? 24_107 : serial < 60 ? 25_568 : 25_569;
  return new Date(Math.round((serial - before) * millisecondsOfDay));
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `14:30`, or `14:30:05` if there are seconds. */
function timeText(serial: number, format: 'time' | 'elapsed'): string {
  const all = Math.round(serial * secondsOfDay);
  const seconds = format === 'time' ? all % secondsOfDay : all;
  const text = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? text : `${text}:${twoDigits(seconds % 60)}`;
}

/** Converts numbers to cells by format. A time becomes its shown text, because no field is a time. */
export function numberCells(is1904: boolean): (value: number, format: Format) => Cell {
  const toDay = dayCells();
  return (value, format) => {
    // A negative number is not a day or time; Excel shows it as #####.
    if (format === undefined || value < 0) return value;
    if (format === 'day') return toDay(dateOf(value, is1904));
    if (typeof format === 'string') return timeText(value, format);
    if ('amount' in format) {
      const text = textOfAmount(value, format.amount);
      return text === undefined ? value : { kind: 'shown', value, text };
    }
    if (!Number.isSafeInteger(value)) return value;
    if ('zerosTo' in format) return String(value).padStart(format.zerosTo, '0');
    if ('mask' in format) return { kind: 'shown', value, text: textOfMask(value, format.mask) };
    // If a number has more digits than its format shows, a person typed all of these digits.
    const text = value
      .toExponential(format.decimals)
      .replace(/e\+(\d)$/, 'e+0$1')
      .toUpperCase();
    return Number(text) === value ? { kind: 'shown', value, text } : value;
  };
}
