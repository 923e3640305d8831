/**
 * A value as a JSON text. Half a character, as a torn text may hold one, is refused by PostgreSQL's JSON and by Typst's; it
 * is kept as the sign for such.
 */
export function wellFormedJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(value, (_key, one) => (typeof one === 'string' ? one.toWellFormed() : one));
}
