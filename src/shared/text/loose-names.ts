/**
 * Search keys of names. One child is *Muhammad* in one sheet, *Mohammed* in another and محمد in a third, so each word
 * is reduced to the sound of its consonants in Latin letters. Pure.
 */

/** The letters of each sound: `x` as in shoe, `c` as in chair, `q` as in Khan; `'` is a vowel that begins a word. */
const lettersOf: Readonly<Record<string, string>> = {
  b: 'ب',
  p: 'پ',
  t: 'تٹط',
  s: 'ثسص',
  x: 'ش',
  j: 'ج',
  c: 'چ',
  q: 'خ',
  h: 'حہهھۃة',
  d: 'دڈ',
  z: 'ذزضظژ',
  r: 'رڑ',
  g: 'غگ',
  f: 'ف',
  k: 'قکك',
  l: 'ل',
  m: 'م',
  n: 'نں',
  w: 'و',
  y: 'یيىے',
  "'": 'اآأإع',
  '': 'ءئؤ',
};
const urdu = new Map<string, string>(
  Object.entries(lettersOf).flatMap(([sound, letters]) =>
    [...letters].map((letter): [string, string] => [letter, sound]),
  ),
);

/** Latin spellings that are replaced by the letters of their sound, in this order. */
const latin: readonly (readonly [RegExp, string])[] = [
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/ch/g, 'C'],
  [/c/g, 'k'],
  [/C/g, 'c'],
  [/sh/g, 'x'],
  [/kh/g, 'q'],
  [/ph/g, 'f'],
  [/v/g, 'w'],
];

/** Accents, and the short vowels that are rarely written. */
const marks = /[\u0300-\u036f\u064b-\u0655\u0670\u0640\u200b-\u200f]/g;
const urduLetter = /[\u0600-\u06ff]/;

/** Most names are plain ASCII. The normalisation of other names would not change them. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
const smallAndPlain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
const small = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');

/** The words of a text in lower case, without accents and punctuation. */
export const wordsIn = (text: string): string[] =>
  (isPlain(text) ? smallAndPlain(text) : small(text)).trim().split(' ').filter(Boolean);

/** Every spelling of the list above contains one of these letters. */
const spelt = /[xqchv]/;

function inLatin(word: string): string {
  if (urduLetter.test(word)) return [...word].map((letter) => urdu.get(letter) ?? letter).join('');
  return spelt.test(word) ? latin.reduce((text, [from, to]) => text.replace(from, to), word) : word;
}

/** How a word sounds: *Muhammad*, *Mohammed* and محمد are `mmd`. */
export function soundOf(word: string): string {
  const once = inLatin(word).replace(/(.)\1+/g, '$1');
  const first = /^./u.exec(once)?.[0] ?? '';
  // After the first letter, `w`, `y` and `h` are often only part of a vowel.
  return first.replace(/[aeiou]/, "'") + once.slice(first.length).replace(/[aeiouwyh']/g, '');
}

/** A cache: a school has a few hundred names, each of them many times. */
const remembered = new Map<string, string>();
const mostRemembered = 5000;

function keysOfWord(word: string): string {
  const cached = remembered.get(word);
  if (cached !== undefined) return cached;
  const keys = ` ${word} ~${soundOf(word)}`;
  // Numbers are not cached, because they seldom repeat.
  if (/^\d/.test(word)) return keys;
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(word, keys);
  return keys;
}

/** The words of a name as written, and as they sound behind a `~`. There is a space before each word and at the end. */
export const keysOf = (name: string): string => `${wordsIn(name).map(keysOfWord).join('')} `;

/** The search keys of a child: its name, its father's name, and its registration number in lower case. */
export const keysOfChild = (child: { name: string; fatherName: string; regNum: string }): string =>
  `${keysOf(`${child.name} ${child.fatherName}`)}${child.regNum.toLowerCase()} `;
