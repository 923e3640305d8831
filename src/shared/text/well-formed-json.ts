/** A value as JSON. PostgreSQL's and Typst's JSON refuse half a surrogate pair, so it is replaced by U+FFFD. */
export function wellFormedJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\ud')) return text;
  return JSON.stringify(value, (_key, one) => (typeof one === 'string' ? one.toWellFormed() : one));
}
