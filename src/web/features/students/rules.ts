/** Pure rules for classes: their order in a school, in any spelling, and the search for a class. */
import type { ClassSummary } from '#shared/calls/students.ts';
import { classFit } from '#shared/people/class-name.ts';

/** The classes below class One, the youngest first. */
const early = [
  ['play', 'playgroup', 'pg', 'پلے'],
  ['montessori', 'مونٹیسوری'],
  ['pre'],
  ['nursery', 'نرسری'],
  ['prep', 'پریپ'],
  ['kg', 'lkg', 'ukg', 'kindergarten', 'کے'],
];

const numbered = [
  ['one', 'first', 'i', 'اول'],
  ['two', 'second', 'ii', 'دوم'],
  ['three', 'third', 'iii', 'سوم'],
  ['four', 'fourth', 'iv', 'چہارم'],
  ['five', 'fifth', 'v', 'پنجم'],
  ['six', 'sixth', 'vi', 'ششم'],
  ['seven', 'seventh', 'vii', 'ہفتم'],
  ['eight', 'eighth', 'viii', 'ہشتم'],
  ['nine', 'ninth', 'ix', 'نہم'],
  ['ten', 'tenth', 'x', 'دہم'],
  ['eleven', 'eleventh', 'xi'],
  ['twelve', 'twelfth', 'xii'],
];

/** Words that may come before the name of a class. */
const titles = ['class', 'grade', 'std', 'standard', 'جماعت', 'کلاس'];

const firstNumbered = early.length;
const ranks = new Map([...early, ...numbered].flatMap((words, rank) => words.map((word) => [word, rank])));
const last = Number.POSITIVE_INFINITY;

function rankOfWord(word: string): number | undefined {
  const number = Number(word);
  const isClass = Number.isInteger(number) && number >= 1 && number <= numbered.length;
  return isClass ? firstNumbered + number - 1 : ranks.get(word);
}

/** Splits a name into words: `5th`, `Class-V (Boys)` and `KG1` become `5`, `class v boys` and `kg 1`. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .match(/\p{L}+|\d+/gu) ?? [];

function rankOf(name: string): number {
  const words = wordsOf(name);
  // Only the first word counts, because Hifz 10 is not class Ten.
  const rank = rankOfWord(words.find((word) => !titles.includes(word)) ?? '') ?? last;
  // The two years of college follow the ten classes of a school, so 1st Year is class Eleven.
  return words.includes('year') && rank < last ? rank + 10 : rank;
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * Sorts classes: Playgroup to KG, then One to Twelve in words, digits or Roman numerals, and then all other classes by
 * name.
 */
export function inSchoolOrder<T extends { name: string }>(classes: readonly T[]): T[] {
  const ranked = classes.map((schoolClass) => ({ schoolClass, rank: rankOf(schoolClass.name) }));
  // Two unknown classes both have the rank Infinity. Infinity minus Infinity is NaN, so equal ranks give 0.
  const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
  return ranked
    .sort((a, b) => compare(a.rank, b.rank) || byName.compare(a.schoolClass.name, b.schoolClass.name))
    .map(({ schoolClass }) => schoolClass);
}

/** Whether two names mean the same class, regardless of upper and lower case. */
export const isSameClass = (one: string, other: string): boolean =>
  byName.compare(one.trim(), other.trim()) === 0;

/** The name of a class with its section, such as `Five Blue`. */
export const labelOfPlace = (place: { class: string; section: string }): string =>
  [place.class, place.section].filter(Boolean).join(' ');

type Places = readonly { id: number; name: string; sections: readonly { id: number; name: string }[] }[];
type Place = { classID?: number | undefined; sectionID?: number | undefined };

/** The name of the class, with its section if one is given. Undefined if no class is given or it does not exist. */
export function nameOfPlace(all: Places, { classID, sectionID }: Place): string | undefined {
  const found = all.find(({ id }) => id === classID);
  const section = found?.sections.find(({ id }) => id === sectionID);
  return found && labelOfPlace({ class: found.name, section: section?.name ?? '' });
}

/** The choices of a field for class and section, in order. `everywhere` is the label of the choice for all classes. */
export function choicesOf(all: Places, everywhere: string): ({ key: string; label: string } & Place)[] {
  return [
    { key: '/', label: everywhere },
    ...all.flatMap(({ id: classID, name, sections }) => [
      { key: `${classID}/`, label: name, classID },
      ...sections.map(({ id: sectionID, name: section }) => ({
        key: `${classID}/${sectionID}`,
        label: labelOfPlace({ class: name, section }),
        classID,
        sectionID,
      })),
    ]),
  ];
}

type FoundPlace = { classID: number; sectionID: number | undefined; label: string; students: number };

/** Finds the classes that match a text. Of a class that does not match, finds the sections that match. */
export function searchClasses(all: readonly ClassSummary[], text: string): FoundPlace[] {
  const fits = classFit(text);
  return all.flatMap(({ id: classID, name, students, sections }): FoundPlace[] => {
    if (fits({ class: name, section: null }))
      return [{ classID, sectionID: undefined, label: name, students }];
    return sections
      .filter((section) => fits({ class: name, section: section.name }))
      .map((section) => ({
        classID,
        sectionID: section.id,
        label: labelOfPlace({ class: name, section: section.name }),
        students: section.students,
      }));
  });
}
