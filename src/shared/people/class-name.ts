import { wordsIn } from '../text/loose-names.ts';
import { sectionWithin } from './class-key.ts';

type ClassAndSection = { class: string | null; section: string | null };

/** A class and its section in one word, `5-A`; empty if the roster has neither. */
export const nameOfClass = (place: ClassAndSection): string =>
  [place.class, place.section].filter(Boolean).join('-');

const separators = '[\\s\\-\u2013_/.(]+';
const afterSeparator = new RegExp(`^${separators}`, 'u');
const beforeSeparator = new RegExp(`${separators}$`, 'u');

/**
 * Separates a class and its section if one of them contains the other. Class `5-B` or `5B` with section `B` or without
 * one, and class `5` with section `5-B`, all become class `5` with section `B`.
 */
export function splitPlace(place: { class: string; section: string }): { class: string; section: string } {
  const whole = place.class.trim();
  const part = place.section.trim() || sectionWithin(whole);
  const [plain, plainPart] = [whole.toLowerCase(), part.toLowerCase()];
  if (plain === '' || plainPart === '') return place;
  if (plain === plainPart) return { class: whole, section: '' };
  if (plainPart.startsWith(plain) && afterSeparator.test(part.slice(whole.length)))
    return { class: whole, section: part.slice(whole.length).replace(afterSeparator, '') };
  const bare = whole.endsWith(')') ? whole.slice(0, -1).trim() : whole;
  const front = bare.slice(0, -part.length);
  const name = front.replace(beforeSeparator, '');
  const isRepeated = bare.toLowerCase().endsWith(plainPart) && name !== '';
  const isApart = beforeSeparator.test(front) || (/\d$/.test(front) && /^\p{L}/u.test(part));
  return isRepeated && isApart ? { class: name, section: part } : place;
}

/**
 * Whether the typed text means a class: `5a`, `5-A` and `Blue` find class 5-A or Five-Blue. A single letter is not
 * enough, because it would find half of the school.
 */
export function classFit(typed: string): (place: ClassAndSection) => boolean {
  const compact = wordsIn(typed).join('');
  if (compact.length < 2 && !/\d/.test(compact)) return () => false;
  return (place) => {
    const words = wordsIn(nameOfClass(place));
    return words.some((_, at) => words.slice(at).join('').startsWith(compact));
  };
}
