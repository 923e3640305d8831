/** Turns texts into HTML: everything is escaped, and names and figures keep their own direction. Pure. */

import type { Both } from '#shared/words/papers.ts';
import { isolates, withoutMarks } from '#shared/words/parents.ts';

export type Language = keyof Both;
/** Returns HTML in the language of the page. */
export type Say = (both: Both) => string;

const signs: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');
/** Isolates text from people, so that it keeps its own writing direction. */
export const isolate = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;
/** An amount in an element of its own. The style gives the element its direction. */
export const unbroken = (text: string): string => escapeHtml(text.replaceAll(' ', '\u00a0'));

const { name, figure: number, end } = isolates;
const marked = new RegExp(`([${name}${number}])([^${name}${number}${end}]*)${end}`, 'g');

/** English text runs from left to right anyway, so only its names are isolated. A figure in `bdi` runs so too. */
export const sayIn =
  (language: Language): Say =>
  (both) =>
    escapeHtml(both[language]).replace(marked, (_, mark, text) =>
      mark === number && language === 'en' ? text : `<bdi>${text}</bdi>`,
    );

/** The text of an attribute, which cannot have elements. */
export const attribute = (text: string): string => escapeHtml(withoutMarks(text));
