/** Why WhatsApp would not approve a text. Shown while the text is written, and checked before it is submitted. */
import { longestCaption } from '../limits.ts';
import { approvalProblems } from '../words/templates.ts';
import { isForeign } from './media.ts';
import { numbered, withCampus } from './placeholders.ts';

const slot = /\{\{\d+\}\}/;
const saysSomething = /[\p{L}\p{N}]/u;
const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => saysSomething.test(word)).length;

/**
 * A template with n values needs 2n + 1 words beside them. Meta publishes no figure; this one is from Syniverse's and
 * Mercuri's help pages on refusal 2388293.
 */
const wordsNeeded = (slots: number): number => 2 * slots + 1;

/** Problems with the positions of placeholders. A punctuation mark does not count as a word before or after one. */
function findMisplaced(parts: readonly string[]): string[] {
  const slots = parts.length - 1;
  if (slots === 0) return [];
  if (!parts.some((part) => saysSomething.test(part))) return [approvalProblems.onlyValues];
  const words = countWords(parts.join(' '));
  const needed = wordsNeeded(slots);
  return [
    saysSomething.test(parts[0] ?? '') ? '' : approvalProblems.first,
    saysSomething.test(parts.at(-1) ?? '') ? '' : approvalProblems.last,
    parts.slice(1, -1).some((part) => part.trim() === '') ? approvalProblems.adjacent : '',
    words < needed ? approvalProblems.tooMany(slots, words, needed) : '',
  ];
}

/**
 * Each problem as a sentence that also says how to solve it; empty if the text can be submitted. `media` is a url or
 * empty; `campus` is the name for {{campus}}.
 */
export function templateProblems(
  { message, media }: { message: string; media: string },
  campus: string,
): string[] {
  const body = numbered(withCampus(message, campus));
  const parts = body.split(slot);
  const problems = [
    ...findMisplaced(parts),
    body.length > longestCaption ? approvalProblems.tooLong(body.length, longestCaption) : '',
    /\t| {5}/.test(body) ? approvalProblems.spaces : '',
    /(\r?\n[^\S\n]*){4}/.test(body) ? approvalProblems.lines : '',
    parts.some((part) => /\{\{|\}\}/.test(part)) ? approvalProblems.braces : '',
    isForeign(media) ? approvalProblems.foreignMedia : '',
  ];
  return problems.filter((problem) => problem !== '');
}
