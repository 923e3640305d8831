/** How an answer is written: its form is kept, its limits are not asked again. */
import { z } from 'zod';

/**
 * The same form without limits. Limits are for what comes in; what an earlier version let in, or a person wrote into the
 * store, must not keep everything else from being listed.
 */
export function withoutLimits(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject)
    return z.object(Object.fromEntries(Object.entries(schema.shape).map(([key, one]) => [key, loosen(one)])));
  if (schema instanceof z.ZodArray) return z.array(loosen(schema.element));
  if (schema instanceof z.ZodNullable) return loosen(schema.unwrap()).nullable();
  if (schema instanceof z.ZodOptional) return loosen(schema.unwrap()).optional();
  // Also of whole numbers, days and other kinds that are texts or numbers with a limit.
  if (schema.def.type === 'string') return z.string();
  if (schema.def.type === 'number') return z.number();
  return schema;
}

const loosen = (schema: unknown): z.ZodType => withoutLimits(schema as z.ZodType);
