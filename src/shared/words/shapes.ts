/** Errors of request values, for the developer of the client; `name` is the path of the value. */

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };
const bound = (limit: string, origin: string): string =>
  units[origin] ? `have ${limit} ${units[origin]}` : `be ${limit}`;

export const shapeWords = {
  /** For an empty path. */
  whole: 'The value',
  missing: (name: string) => `${name} is missing.`,
  kind: (name: string, expected: string) => `${name} must be ${kinds[expected] ?? 'of another kind'}.`,
  oneOf: (name: string, values: readonly unknown[]) => `${name} must be one of: ${values.join(', ')}.`,
  most: (name: string, most: number | bigint, origin: string) =>
    `${name} must ${bound(`at most ${most}`, origin)}.`,
  least: (name: string, least: number | bigint, origin: string) =>
    `${name} must ${bound(`at least ${least}`, origin)}.`,
  above: (name: string, least: number | bigint) => `${name} must be above ${least}.`,
  below: (name: string, most: number | bigint) => `${name} must be below ${most}.`,
  unknown: (keys: readonly string[]) => `Not known here: ${keys.join(', ')}.`,
  other: (name: string) => `${name} is not as expected.`,
} as const;
