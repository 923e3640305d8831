/** At most so many UTF-16 units of a text, and no character torn in two: half of one no file name, address or store takes. */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** At most so many characters, the last of which is … where more was there: for a place of a fixed width. */
export function shortenText(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
