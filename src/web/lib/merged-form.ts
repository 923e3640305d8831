/** Merges a form with a changed entity: fields that nobody has typed into take the new values. */
export function mergedForm<F extends object>(form: F, before: F, now: F): F {
  const fields = Object.keys(now) as (keyof F)[];
  const merged = fields.map((field) => [field, form[field] === before[field] ? now[field] : form[field]]);
  return { ...form, ...Object.fromEntries(merged) };
}
