/**
 * Pure rules about the outdated values of a message, such as a due date that has passed: how the warning is worded, and
 * which values to use instead.
 */
import type { Template } from '#shared/calls/templates.ts';
import { type PlaceholderName, placeholdersIn, withPlaceholder } from '#shared/messages/placeholders.ts';
import { outdatedWords, sendWords } from '#shared/words/sending.ts';
import { isArabicScript } from '../../ui/name-text.tsx';
import type { Plan } from './api.ts';
import type { MessageContent } from './rules.ts';

type Outdated = Plan['outdated'];

/** The outdated values that are still in the text. The preview may belong to an earlier version of the text. */
export const stillInText = (outdated: Outdated, message: string): Outdated => {
  const names = placeholdersIn(message);
  return outdated.filter(({ name }) => names.includes(name));
};

const labelOf = (name: PlaceholderName): string => sendWords.placeholders[name];

/** The values to use instead, without duplicates. */
const usesOf = (outdated: Outdated) => [...new Set(outdated.flatMap(({ use }) => use ?? []))];
export const labelsToUse = (outdated: Outdated): string[] => usesOf(outdated).map(labelOf);

/** The warning about all outdated values, on one line. `when` is the day of the send, or undefined if it is today. */
export function sayOutdated(outdated: Outdated, families: number, when: string | undefined): string {
  const sentences = outdated.map(({ name, families: count }) => {
    const say = name === 'dueDate' ? outdatedWords.day : outdatedWords.amount;
    return say(outdatedWords.families(count, families), labelOf(name), when);
  });
  const labels = labelsToUse(outdated);
  return [...sentences, ...(labels.length > 0 ? [outdatedWords.use(labels)] : [])].join(' ');
}

/**
 * Finds the first template that contains all values to use instead and none of the outdated values. It must have the
 * same script and the same media as the message.
 */
export function templateInstead<T extends Pick<Template, 'id' | 'message' | 'media'>>(
  outdated: Outdated,
  { templateID, message, media }: Pick<MessageContent, 'templateID' | 'message' | 'media'>,
  templates: readonly T[],
): T | undefined {
  const uses = usesOf(outdated);
  if (uses.length === 0) return undefined;
  return templates.find((template) => {
    const names = placeholdersIn(template.message);
    const fits =
      uses.every((use) => names.includes(use)) && !outdated.some(({ name }) => names.includes(name));
    const isSameScript = isArabicScript(template.message) === isArabicScript(message);
    return fits && isSameScript && template.media === media && template.id !== templateID;
  });
}

/** Replaces the outdated values in the text by the values to use instead. */
export const replaceOutdated = (outdated: Outdated, message: string): string =>
  outdated.reduce((text, { name, use }) => (use === null ? text : withPlaceholder(text, name, use)), message);
