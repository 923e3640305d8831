/** A message to classes and sections: the chosen places, and the checks of the spec. */
import type { ClassSummary } from '#shared/calls/students.ts';
import { toasts } from '#shared/words/failures.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { emptyLetter, type Letter, whyNotText } from './rules.ts';

/** All classes, including later ones, or these ids. */
export type ClassChoice = number[] | 'all';
export type ClassDraft = Letter & { classes: ClassChoice; sections: ClassChoice };
export const emptyClassDraft: ClassDraft = { ...emptyLetter, classes: [], sections: [] };

const chosenOf = <T extends { id: number }>(list: readonly T[], choice: ClassChoice): T[] =>
  list.filter(({ id }) => choice === 'all' || choice.includes(id));

/** A section with the name of its class. */
type Section = ClassSummary['sections'][number] & { className: string };
export type Places = { classes: ClassSummary[]; offered: Section[]; sections: Section[] };

/** The class is part of the label, because every class has a section A. */
export const labelOfSection = ({ className, name }: Section): string =>
  `${className} ${name || studentWords.noSection}`;

/** The chosen classes, the sections on offer, and the chosen sections among them. */
export function placesOf(draft: ClassDraft, all: readonly ClassSummary[]): Places {
  const classes = chosenOf(all, draft.classes);
  const offered = classes.flatMap(({ name, sections }) =>
    sections.map((section) => ({ ...section, className: name })),
  );
  return { classes, offered, sections: chosenOf(offered, draft.sections) };
}

/** The spec's checks, in its order. */
export function whyNotSendToClasses(draft: ClassDraft, { sections }: Places): string | undefined {
  // Every chosen section is in a chosen class.
  const isComplete = sections.length > 0 && draft.templateID !== null;
  return isComplete ? whyNotText(draft.message) : toasts.errors.form;
}

const idsOf = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id).sort((a, b) => a - b);

/** The draft as the call expects it. */
export const classBodyOf = ({ message, media }: ClassDraft, { classes, sections }: Places) => ({
  clsIDs: idsOf(classes),
  secIDs: idsOf(sections),
  message,
  media,
});
