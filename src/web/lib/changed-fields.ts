/** JSON writes a number that cannot be read like no number, but it is a change. */
const asText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, part: unknown) => (Number.isNaN(part) ? 'NaN' : part));

/** The fields that differ, in the order of `before`. */
export const changedFields = <T extends object>(form: T, before: T): (keyof T)[] =>
  (Object.keys(before) as (keyof T)[]).filter((field) => asText(form[field]) !== asText(before[field]));
