/** What of a message is not right any more, how that is said, and what to write instead. Pure. */
import type { Template } from '#shared/calls/templates.ts';
import { type PlaceholderName, placeholdersIn, withPlaceholder } from '#shared/placeholders.ts';
import { outdatedWords, sendWords } from '#shared/words/sending.ts';
import { isArabicScript } from '../../ui/name-text.tsx';
import type { Plan } from './api.ts';
import type { Letter } from './rules.ts';

type Outdated = Plan['outdated'];

/** Those that the text still says: the plan may be of what was written before. */
export const stillSaid = (outdated: Outdated, message: string): Outdated => {
  const names = placeholdersIn(message);
  return outdated.filter(({ name }) => names.includes(name));
};

const labelOf = (name: PlaceholderName): string => sendWords.placeholders[name];

/** The values to use instead, each once. */
const usesOf = (outdated: Outdated) => [...new Set(outdated.flatMap(({ use }) => use ?? []))];
export const labelsToUse = (outdated: Outdated): string[] => usesOf(outdated).map(labelOf);

/** One line of all of them. `when`: the day on which it goes, where that is not today. */
export function sayOutdated(outdated: Outdated, families: number, when: string | undefined): string {
  const said = outdated.map(({ name, families: count }) => {
    const say = name === 'dueDate' ? outdatedWords.day : outdatedWords.amount;
    return say(outdatedWords.families(count, families), labelOf(name), when);
  });
  const labels = labelsToUse(outdated);
  return [...said, ...(labels.length > 0 ? [outdatedWords.use(labels)] : [])].join(' ');
}

/** The first template in the same script and with the same media that says what is to be used instead, and nothing of what is outdated. */
export function templateInstead<T extends Pick<Template, 'id' | 'message' | 'media'>>(
  outdated: Outdated,
  { templateID, message, media }: Pick<Letter, 'templateID' | 'message' | 'media'>,
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

/** The text with what is to be used instead. */
export const replaceOutdated = (outdated: Outdated, message: string): string =>
  outdated.reduce((text, { name, use }) => (use === null ? text : withPlaceholder(text, name, use)), message);
