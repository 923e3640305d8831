/** A message to classes and sections: who is chosen, and what the spec asks before it goes. */
import type { ClassSummary } from '#shared/calls/students.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { emptyLetter, type Letter, whyNotText } from './rules.ts';

/** All of them, those that come later too; or these. */
export type ClassChoice = number[] | 'all';
export type ClassDraft = Letter & { classes: ClassChoice; sections: ClassChoice };
export const emptyClassDraft: ClassDraft = { ...emptyLetter, classes: [], sections: [] };

const chosenOf = <T extends { id: number }>(list: readonly T[], choice: ClassChoice): T[] =>
  list.filter(({ id }) => choice === 'all' || choice.includes(id));

/** A section, with the class it belongs to. */
type Section = ClassSummary['sections'][number] & { className: string };
export type Places = { classes: ClassSummary[]; offered: Section[]; sections: Section[] };

/** A section alone says little: there is an A in every class. */
export const labelOfSection = ({ className, name }: Section): string =>
  `${className} ${name || studentWords.noSection}`;

/** The chosen classes, the sections that are to be chosen from, and those of them that are chosen. */
export function placesOf(draft: ClassDraft, all: readonly ClassSummary[]): Places {
  const classes = chosenOf(all, draft.classes);
  const offered = classes.flatMap(({ name, sections }) =>
    sections.map((section) => ({ ...section, className: name })),
  );
  return { classes, offered, sections: chosenOf(offered, draft.sections) };
}

/** The spec's checks, in its order. */
export function whyNotSendToClasses(draft: ClassDraft, { sections }: Places): string | undefined {
  // A chosen section stands in a chosen class.
  const isComplete = sections.length > 0 && draft.templateID !== null;
  return isComplete ? whyNotText(draft.message) : toasts.errors.form;
}

const idsOf = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id).sort((a, b) => a - b);

/** The draft as the calls take it. */
export const classBodyOf = ({ message, media }: ClassDraft, { classes, sections }: Places) => ({
  clsIDs: idsOf(classes),
  secIDs: idsOf(sections),
  message,
  media,
});
