/** The text with `piece` put in place of what is selected, and where the cursor then stands. */
export function insertAt(
  text: string,
  piece: string,
  [start, end]: [number, number],
): { text: string; cursor: number } {
  return { text: text.slice(0, start) + piece + text.slice(end), cursor: start + piece.length };
}
