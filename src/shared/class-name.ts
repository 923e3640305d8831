import { wordsIn } from './loose-names.ts';

type ClassAndSection = { class: string | null; section: string | null };

/** A class and its section in one word, `5-A`; empty if the roster has neither. */
export const nameOfClass = (place: ClassAndSection): string =>
  [place.class, place.section].filter(Boolean).join('-');

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
