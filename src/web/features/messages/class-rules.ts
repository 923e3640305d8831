/** Pure rules for a message to classes and sections. */
import type { ClassSummary } from '#shared/calls/students.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { emptyContent, type MessageContent, type Who, whyNotText } from './rules.ts';

/** The ids of the chosen entries, or `all`, which includes entries that are added later. */
export type ClassChoice = number[] | 'all';
export type ClassDraft = MessageContent & { classes: ClassChoice; sections: ClassChoice; who: Who };
export const emptyClassDraft: ClassDraft = { ...emptyContent, classes: [], sections: [], who: 'all' };

const chosenOf = <T extends { id: number }>(list: readonly T[], choice: ClassChoice): T[] =>
  list.filter(({ id }) => choice === 'all' || choice.includes(id));

/** A section with the name of its class. */
type Section = ClassSummary['sections'][number] & { className: string };
export type Places = { classes: ClassSummary[]; offered: Section[]; sections: Section[] };

/** The label contains the class, because nearly every class has a section A. */
export const labelOfSection = ({ className, name }: Section): string =>
  `${className} ${name || studentWords.noSection}`;

/** Returns the chosen classes, their sections (`offered`), and the chosen sections. */
export function placesOf(draft: ClassDraft, all: readonly ClassSummary[]): Places {
  const classes = chosenOf(all, draft.classes);
  const offered = classes.flatMap(({ name, sections }) =>
    sections.map((section) => ({ ...section, className: name })),
  );
  return { classes, offered, sections: chosenOf(offered, draft.sections) };
}

/** Returns the first error of the spec's checks, or undefined. */
export function whyNotSendToClasses(draft: ClassDraft, { sections }: Places): string | undefined {
  // The classes need no check of their own, because every chosen section belongs to a chosen class.
  const isComplete = sections.length > 0 && draft.templateID !== null;
  return isComplete ? whyNotText(draft.message) : toasts.errors.form;
}

const idsOf = (list: readonly { id: number }[]): number[] => list.map(({ id }) => id).sort((a, b) => a - b);

/** The draft as the call expects it. */
export const classBodyOf = ({ message, media, who }: ClassDraft, { classes, sections }: Places) => ({
  clsIDs: idsOf(classes),
  secIDs: idsOf(sections),
  status: who,
  message,
  media,
});
