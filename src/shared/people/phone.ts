/**
 * Phone numbers as people type them, converted to E.164. It uses the `/max` metadata, because the smaller ones accept
 * invalid numbers.
 */
import {
  type CountryCode,
  findPhoneNumbersInText,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';

export type { CountryCode };

/** The result for a cell or a text field: each usable number once, and the parts that are not numbers. */
export type NumbersRead = {
  /** E.164 with its plus, in the order typed, without repeats. */
  numbers: string[];
  /** The landlines among `numbers`. WhatsApp may not reach them. */
  landlines: string[];
  /** Parts that could not be read as a number, as typed. */
  unread: string[];
};

/**
 * One number of a list, with exactly the characters that were typed. `isRepaired`: its digits differ from what a person
 * would dial, because of a lost zero, a country code without its plus, or a spreadsheet's format.
 */
export type TypedNumber = { typed: string; e164: string; isLandline: boolean; isRepaired: boolean };

// The lookbehind makes the regex try a run of spaces only once, not once from each space.
const separators = /[,;/|&\n\r\t\u060c\u061b]+|(?<!\s)\s+(?:and|or)\s+/i;
// Direction marks, zero-width characters and the byte order mark are copied along with numbers from WhatsApp.
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// 3.001234567E9 can be read back exactly only if no digit was lost.
const scientific = /^(\d)(?:\.(\d+))?e\+?(\d+)$/i;
const asciiOnly = /^[\x20-\x7e]*$/;

/** The text without invisible characters from copying and typing. */
function stripInvisible(text: string): string {
  const visible = asciiOnly.test(text)
    ? text
    : text.normalize('NFKC').replace(invisible, '').replaceAll('\u00a0', ' ');
  return visible.trim().replace(/^'/, '');
}

/** The text without what only a spreadsheet adds: `.0`, or an exponent that lost no digit. */
function stripSpreadsheetFormat(text: string): string {
  const parts = scientific.exec(text);
  if (parts) {
    const [, lead = '', decimals = '', exponent = ''] = parts;
    return decimals.length === Number(exponent) ? lead + decimals : text;
  }
  return text.replace(/^(\d+)\.0+$/, '$1');
}

type Parsed = ReturnType<typeof parsePhoneNumberFromString>;

const digitsOf = (text: string): string =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replace(/\D/g, '');

function isAsDialled(typed: string, parsed: NonNullable<Parsed>): boolean {
  const digits = digitsOf(typed);
  return /[+\uff0b]/.test(typed)
    ? `+${digits}` === parsed.number
    : digits === digitsOf(parsed.formatNational());
}

/**
 * The number if it is valid; undefined otherwise. A number with an extension is refused, because the extension could be
 * a second number.
 */
function toTypedNumber(parsed: Parsed, typed: string): TypedNumber | undefined {
  if (!parsed || parsed.ext) return undefined;
  // Finding the type is most of the cost. Where the metadata know types, a type also proves that the number is valid.
  const type = parsed.getType();
  const isReal = type !== undefined || parsed.isValid();
  if (!isReal) return undefined;
  return {
    typed,
    e164: parsed.number,
    isLandline: type === 'FIXED_LINE',
    isRepaired: !isAsDialled(typed, parsed),
  };
}

const countDigits = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;

/**
 * Numbers inside other words, `0300-1234567 (Father)`. They count only if no digit is left over, so nothing is guessed.
 */
function findInWords(part: string, country: CountryCode): TypedNumber[] {
  const found = findPhoneNumbersInText(part, country);
  const used = found.reduce(
    (sum, { startsAt, endsAt }) => sum + countDigits(part.slice(startsAt, endsAt)),
    0,
  );
  const numbers = found
    .map(({ number, startsAt, endsAt }) => toTypedNumber(number, part.slice(startsAt, endsAt)))
    .filter((number) => number !== undefined);
  return used === countDigits(part) && numbers.length === found.length ? numbers : [];
}

// A fast path for nearly every cell of a Pakistani sheet. The first four digits decide whether a mobile number exists,
// so the library is called once for each of them; a sheet of 10,000 bills is read in a quarter less time. A test
// compares all of them with the library.
const mobileOfPakistan = /^(?:0|\+92[- ]?)?(3\d{2})[- ]?(\d)(\d{6})$/;
const isMobileByStart = new Map<string, boolean>();

function readMobileOfPakistan(part: string): TypedNumber | undefined {
  const [, network = '', next = '', rest = ''] = mobileOfPakistan.exec(part) ?? [];
  const start = network + next;
  if (start === '') return undefined;
  const e164 = `+92${start}${rest}`;
  const isMobile =
    isMobileByStart.get(start) ?? toTypedNumber(parsePhoneNumberFromString(e164), part)?.isLandline === false;
  isMobileByStart.set(start, isMobile);
  const isRepaired = part.startsWith('3');
  return isMobile ? { typed: part, e164, isLandline: false, isRepaired } : undefined;
}

function readPart(part: string, country: CountryCode): TypedNumber[] {
  const usual = country === 'PK' ? readMobileOfPakistan(part) : undefined;
  if (usual) return [usual];
  const plain = toTypedNumber(
    parsePhoneNumberFromString(part, { defaultCountry: country, extract: false }),
    part,
  );
  if (plain) return [plain];
  const digits = part.replace(/\D/g, '');
  const isBareForeign =
    /^[\d\s-]+$/.test(part) && digits.length >= 11 && digits.length <= 15 && !digits.startsWith('0');
  const foreign = isBareForeign ? toTypedNumber(parsePhoneNumberFromString(`+${digits}`), part) : undefined;
  return foreign ? [foreign] : findInWords(part, country);
}

/** The most groups of digits in a phone number typed with spaces: `+92 300 123 45 67`. */
const mostGroups = 6;

/**
 * Reads a text in which only white space separates numbers: `0300 1234567 0321 7654321`. It tries every way to join the
 * groups of digits and returns the numbers only if exactly one way makes all of them valid.
 */
export function readSpaced(part: string, country: CountryCode = 'PK'): TypedNumber[] {
  const groups = stripInvisible(part).split(/\s+/);
  // For each number of used groups: how many ways lead there, and the numbers of one way.
  const reached: { ways: number; numbers: TypedNumber[] }[] = [{ ways: 1, numbers: [] }];
  for (let end = 1; end <= groups.length; end += 1) {
    const here = { ways: 0, numbers: [] as TypedNumber[] };
    for (let start = Math.max(0, end - mostGroups); start < end; start += 1) {
      const before = reached[start];
      const text = groups.slice(start, end).join(' ');
      const read = before && before.ways > 0 ? readEachNumber(text, country) : undefined;
      const [number, ...more] = read?.found ?? [];
      if (!before || !number || more.length > 0 || read?.unread.length !== 0) continue;
      here.ways += before.ways;
      here.numbers = [...before.numbers, number];
    }
    reached.push(here);
  }
  const whole = reached.at(-1);
  return whole?.ways === 1 ? whole.numbers : [];
}

/**
 * Every number of a text or a number cell, in order and with repeats, and the parts that are not numbers. Nothing is
 * guessed: a part is unread unless all its digits belong to valid numbers. White space alone does not separate numbers,
 * because it would split `0300 1234567`. Words without a digit beside a number, `/ n.a.`, are ignored.
 */
export function readEachNumber(
  typed: string | number,
  country: CountryCode = 'PK',
): { found: TypedNumber[]; unread: string[] } {
  const usual = country === 'PK' && typeof typed === 'string' ? readMobileOfPakistan(typed) : undefined;
  if (usual) return { found: [usual], unread: [] };
  const whole = stripInvisible(String(typed));
  const parts = whole.split(separators).map(stripInvisible).filter(Boolean);
  const withDigits = parts.filter((part) => countDigits(part) > 0);
  if (withDigits.length === 0) return { found: [], unread: parts.length > 0 ? [whole] : [] };
  const unread: string[] = [];
  const found = withDigits.flatMap((raw) => {
    const part = stripSpreadsheetFormat(raw);
    const numbers = readPart(part, country);
    if (numbers.length === 0) unread.push(part);
    return part === raw ? numbers : numbers.map((number) => ({ ...number, isRepaired: true }));
  });
  return { found, unread };
}

/** Whether an E.164 number has the code of another country. */
export const isAbroad = (e164: string, country: CountryCode): boolean =>
  !e164.startsWith(`+${getCountryCallingCode(country)}`);

/** The words without a digit that `readEachNumber` ignores beside a number; empty if there is no number. */
export function wordsBeside(typed: string): string[] {
  if (countDigits(typed) === 0) return [];
  const parts = stripInvisible(typed).split(separators).map(stripInvisible);
  return parts.filter((part) => countDigits(part) === 0 && /\p{L}/u.test(part));
}

/** Reads one or several numbers that a person or a spreadsheet wrote, each number once. See `readEachNumber`. */
export function readNumbers(typed: string | number, country: CountryCode = 'PK'): NumbersRead {
  const usual = country === 'PK' && typeof typed === 'string' ? readMobileOfPakistan(typed) : undefined;
  if (usual) return { numbers: [usual.e164], landlines: [], unread: [] };
  const { found, unread } = readEachNumber(typed, country);
  const numbers = [...new Set(found.map(({ e164 }) => e164))];
  const landlines = [...new Set(found.filter(({ isLandline }) => isLandline).map(({ e164 }) => e164))];
  return { numbers, landlines, unread };
}
