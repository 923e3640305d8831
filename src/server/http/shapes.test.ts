import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { installSchemaMessages } from './shapes.ts';

installSchemaMessages();
afterAll(() => void z.config({ customError: undefined }));

const first = (schema: z.ZodType, value: unknown) =>
  z.object({ billing: schema }).safeParse({ billing: value });

it.each<[string, z.ZodType, unknown, string]>([
  ['a text in the address', z.coerce.number(), 'abc', '`billing` must be a number.'],
  ['a part', z.int(), 1.5, '`billing` must be a whole number.'],
  ['nothing', z.string(), undefined, '`billing` is missing.'],
  ['a number', z.string(), 3, '`billing` must be a text.'],
  ['one of a list', z.array(z.boolean()), [true, 'x'], '`billing.1` must be true or false.'],
  ['none of them', z.enum(['all', 'unpaid']), 'some', '`billing` must be one of: all, unpaid.'],
  ['too long', z.string().max(2), 'abc', '`billing` must have at most 2 characters.'],
  ['too many', z.array(z.int()).max(1), [1, 2], '`billing` must have at most 1 entries.'],
  ['too much', z.number().max(50), 51, '`billing` must be at most 50.'],
  ['none', z.int().positive(), 0, '`billing` must be above 0.'],
  ['of another form', z.string().regex(/a/), 'b', '`billing` is not as expected.'],
  ['of no kind', z.union([z.string(), z.number()]), true, '`billing` is not as expected.'],
  ['told by its schema', z.string().max(2, 'Say less.'), 'abc', 'Say less.'],
])('%s', (_what, schema, value, sentence) => {
  expect(first(schema, value).error?.issues[0]?.message).toBe(sentence);
});

it('a value that is none at all', () => {
  expect(z.object({}).safeParse(3).error?.issues[0]?.message).toBe('The value must be an object.');
});
