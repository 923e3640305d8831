import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { installSchemaMessages } from './shapes.ts';

installSchemaMessages();
afterAll(() => void z.config({ customError: undefined }));

const first = (schema: z.ZodType, value: unknown) =>
  z.object({ billing: schema }).safeParse({ billing: value });

it.each<[string, z.ZodType, unknown, string]>([
  ['text in the query where a number is expected', z.coerce.number(), 'abc', '`billing` must be a number.'],
  ['a fraction where an integer is expected', z.int(), 1.5, '`billing` must be a whole number.'],
  ['a missing field', z.string(), undefined, '`billing` is missing.'],
  ['a number where text is expected', z.string(), 3, '`billing` must be a text.'],
  ['a wrong entry of a list', z.array(z.boolean()), [true, 'x'], '`billing.1` must be true or false.'],
  ['a word outside an enum', z.enum(['all', 'unpaid']), 'some', '`billing` must be one of: all, unpaid.'],
  ['a text that is too long', z.string().max(2), 'abc', '`billing` must have at most 2 characters.'],
  ['a list that is too long', z.array(z.int()).max(1), [1, 2], '`billing` must have at most 1 entries.'],
  ['a number that is too large', z.number().max(50), 51, '`billing` must be at most 50.'],
  ['zero where a positive number is expected', z.int().positive(), 0, '`billing` must be above 0.'],
  ['a text that misses its pattern', z.string().regex(/a/), 'b', '`billing` is not as expected.'],
  ['a value outside a union', z.union([z.string(), z.number()]), true, '`billing` is not as expected.'],
  ['a rule with a message of its own', z.string().max(2, 'Say less.'), 'abc', 'Say less.'],
])('The message for %s is a sentence that names the field.', (_what, schema, value, sentence) => {
  expect(first(schema, value).error?.issues[0]?.message).toBe(sentence);
});

it('The message for a body that is not an object says that it must be one.', () => {
  expect(z.object({}).safeParse(3).error?.issues[0]?.message).toBe('The value must be an object.');
});
