/** Reads the spelling of a class: which class it means, and where a school lists it. Pure functions. */

/** The classes below class One, the youngest first. The first word of each list is its key. */
const early: readonly (readonly string[])[][] = [
  [['play', 'playgroup', 'pg', 'پلے']],
  [['montessori', 'mont', 'مونٹیسوری']],
  [['pre']],
  [['nursery', 'nursary', 'nur', 'نرسری']],
  [['kg', 'kindergarten'], ['lkg'], ['ukg']],
  [['prep', 'preparatory', 'پریپ']],
];

/** The spellings of classes 1 to 12 in words and Roman numerals. */
const numbered = [
  ['one', 'first', 'i', 'اول', 'ایک', 'پہلی'],
  ['two', 'second', 'ii', 'دوم', 'دو', 'دوسری'],
  ['three', 'third', 'iii', 'سوم', 'تین', 'تیسری'],
  ['four', 'fourth', 'iv', 'چہارم', 'چار', 'چوتھی'],
  ['five', 'fifth', 'v', 'پنجم', 'پانچ', 'پانچویں'],
  ['six', 'sixth', 'vi', 'ششم', 'چھ', 'چھٹی'],
  ['seven', 'seventh', 'vii', 'ہفتم', 'سات', 'ساتویں'],
  ['eight', 'eighth', 'viii', 'ہشتم', 'آٹھ', 'آٹھویں'],
  ['nine', 'ninth', 'ix', 'نہم', 'نو', 'نویں'],
  ['ten', 'tenth', 'x', 'دہم', 'دس', 'دسویں'],
  ['eleven', 'eleventh', 'xi', 'یازدہم', 'گیارہ', 'گیارہویں'],
  ['twelve', 'twelfth', 'xii', 'دوازدہم', 'بارہ', 'بارہویں'],
];

/** Words that may stand beside the name of a class. */
const titles = new Set(['class', 'cls', 'grade', 'gr', 'std', 'standard', 'جماعت', 'کلاس', 'درجہ']);

const keyOfWord = new Map<string, string>([
  ...early.flat().flatMap((words) => words.map((word): [string, string] => [word, words[0] ?? word])),
  ...numbered.flatMap((words, at) => words.map((word): [string, string] => [word, String(at + 1)])),
]);
const ranks = new Map<string, number>([
  ...early.flatMap((group, rank) => group.map((words): [string, number] => [words[0] ?? '', rank])),
  ...numbered.map((_, at): [string, number] => [String(at + 1), early.length + at]),
]);
const last = Number.POSITIVE_INFINITY;

/** Letters of Arabic keyboards and their Urdu forms. */
const urduLetters: Record<string, string> = { ي: 'ی', ى: 'ی', ك: 'ک', ه: 'ہ', ة: 'ہ' };

/** The words of a name without titles: `5th`, `Class-V (Boys)` and `KG1` become `5`, `v boys` and `kg 1`. */
function wordsOf(name: string): string[] {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{Mn}\u0640]/gu, '')
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
      .replace(/[\u064a\u0649\u0643\u0647\u0629]/g, (letter) => urduLetters[letter] ?? letter)
      // A spreadsheet may write the number 5 as 5.0.
      .replace(/^\s*(\d+)\.0+\s*$/, '$1')
      .replace(/(\d)[\s-]*(?:st|nd|rd|th)(?!\p{L})/gu, '$1')
      .replace(/(?:play|پلے)[\s_-]*(?:group|grp|گروپ)/g, 'play ')
      .replace(/(?<!\p{L})([kp])[.\s]+g(?!\p{L})/gu, '$1g')
      .replace(/کے[\s.-]*جی/g, 'kg')
      .match(/\p{L}+|\d+/gu) ?? [];
  return words.filter((word) => !titles.has(word));
}

/** A number without leading zeros, or the key of a word. */
const keyOf = (word: string): string =>
  /^\d+$/.test(word) ? String(Number(word)) : (keyOfWord.get(word) ?? word);

type ClassRead = { key: string; rank: number };

/** No class that a school lists has a longer name. A longer one is not read, because that takes time. */
const longestRead = 60;

function readClass(name: string): ClassRead {
  if (name.length > longestRead) return { key: name.trim().toLowerCase(), rank: last };
  const [first = '', ...rest] = wordsOf(name);
  const base = keyOf(first);
  const rank = ranks.get(base) ?? last;
  // The two years of college follow the ten classes of a school, so 1st Year is listed beside class 11.
  if (rank < last && rest.includes('year')) return { key: [base, ...rest].join(' '), rank: rank + 10 };
  // In KG-I the numeral is a number. In 5-I it may be the name of a section.
  const isEarly = rank < early.length;
  const key = [base, ...rest.map((word) => (isEarly ? keyOf(word) : word))].join(' ');
  return { key: key || name.trim().toLowerCase(), rank };
}

/**
 * The class that a spelling means: `5`, `V`, `5th`, `Class 5`, `Five` and `جماعت پنجم` have one key. A section stays part
 * of it, so `5-A` has another key, and an unknown name such as Hifz is its own key.
 */
export const keyOfClass = (name: string): string => readClass(name).key;

const sections = new Set(
  'boys girls red green blue yellow white pink orange purple brown black grey gray الف ب ج د'.split(' '),
);
/** `I`, `V` and `X` may be numbers. */
const isSection = (word: string): boolean => /^[a-hj-uwyz]$/.test(word) || sections.has(word);

/** The section at the end of the name of a class: the `A` of `5-A`, the `Blue` of `Five Blue`. Empty if there is none. */
export function sectionWithin(name: string): string {
  const [, before = '', section = ''] = /^(.*?)(\p{L}+)\s*\)?$/u.exec(name.trim()) ?? [];
  if (!isSection(section.toLowerCase()) || /\p{L}$/u.test(before)) return '';
  const { key, rank } = readClass(before);
  return rank < last && /^\S+(?: \d+)?$/.test(key) ? section : '';
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
type Listed = { name: string; position?: number | null };
type Ranked<T> = { item: T; name: string; rank: number };

const compare = (one: Ranked<unknown>, other: Ranked<unknown>): number =>
  // Two unknown classes both have the rank Infinity. Infinity minus Infinity is NaN, so equal ranks give 0.
  (one.rank === other.rank ? 0 : one.rank - other.rank) || byName.compare(one.name, other.name);

/**
 * Sorts classes as a school does: Play Group to Prep, then One to Twelve in any spelling, then others by name. Classes
 * that a person has placed stay in that order, and a newer class comes before the first one that follows it in a school.
 */
export function inSchoolOrder<T extends Listed>(classes: readonly T[]): T[] {
  const ranked = classes.map((item) => ({ item, name: item.name, rank: readClass(item.name).rank }));
  const positionOf = ({ item }: Ranked<T>): number | null => item.position ?? null;
  const placed = ranked
    .filter((one) => positionOf(one) !== null)
    .toSorted((one, other) => (positionOf(one) ?? 0) - (positionOf(other) ?? 0));
  const others = ranked.filter((one) => positionOf(one) === null).toSorted(compare);
  const ordered: T[] = [];
  let next = 0;
  for (const one of others) {
    // The others are sorted, so no later one comes before a placed class that is already passed.
    for (; next < placed.length && compare(one, placed[next] as Ranked<T>) >= 0; next += 1)
      ordered.push((placed[next] as Ranked<T>).item);
    ordered.push(one.item);
  }
  return [...ordered, ...placed.slice(next).map(({ item }) => item)];
}

/** The place of each class in the order of a school, by name. */
export function placesInSchool(
  rows: readonly ({ class: string; position?: number | null } | undefined)[],
): ReadonlyMap<string, number> {
  const classes = new Map<string, Listed>();
  for (const row of rows)
    if (row && !classes.has(row.class))
      classes.set(row.class, { name: row.class, position: row.position ?? null });
  return new Map(inSchoolOrder([...classes.values()]).map(({ name }, at) => [name, at]));
}

/** Sorts sections by name. */
export const inNameOrder = <T extends { name: string }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => byName.compare(one.name, other.name));
