/** Replaces the selection with `piece`, and returns the text with the new cursor position. */
export function insertAt(
  text: string,
  piece: string,
  [start, end]: [number, number],
): { text: string; cursor: number } {
  return { text: text.slice(0, start) + piece + text.slice(end), cursor: start + piece.length };
}
