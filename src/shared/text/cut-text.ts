/** Characters of a bill's name, registration and the like. */
export const longestText = 200;

/**
 * Cuts a text to at most `most` UTF-16 units without splitting a character. File names, addresses and databases refuse
 * half a character.
 */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** Shortens a text to a maximum of characters, the last one … if something was cut. For places of fixed width. */
export function shortenText(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
