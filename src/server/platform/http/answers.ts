/** Schemas for answers: they keep the form and drop the limits. */
import { z } from 'zod';

/**
 * The same form without limits. Limits are for input: one stored value that an earlier version or a manual change let
 * in must not break a whole list.
 */
export function withoutLimits(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.object(Object.fromEntries(Object.entries(schema.shape).map(([key, one]) => [key, loosen(one)])));
  if (schema instanceof z.ZodArray) return z.array(loosen(schema.element));
  if (schema instanceof z.ZodNullable) return loosen(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return loosen(schema.unwrap()).optional();
  // Also covers integers, days and other kinds that are texts or numbers with a limit.
  if (schema.def.type === 'string') return z.string();
  if (schema.def.type === 'number') return z.number();
  return schema;
}

const loosen = (schema: unknown): z.ZodType => withoutLimits(schema as z.ZodType);
