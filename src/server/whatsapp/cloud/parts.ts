/** The smallest parts of what WhatsApp sends, the same in answers and webhooks. */
import { z } from 'zod';

/** NUL cannot be stored, and says nothing. */
export const plainText = z.string().transform((text) => text.replaceAll('\0', ''));

/** Of a message, a file or a template: never empty. */
export const someText = plainText.refine((text) => text !== '');

/** Seconds since 1970, as a number or as digits; until the year 2286. */
export const instant = z
  .union([z.string().regex(/^\d{1,10}$/), z.number().int().min(0).max(9_999_999_999)])
  .transform((seconds) => new Date(Number(seconds) * 1000));

/** WhatsApp writes numbers without the plus; E.164 has at most 15 digits. */
export const waNumber = z
  .string()
  .regex(/^\+?\d{5,15}$/)
  .transform((digits) => `+${digits.replace('+', '')}`);

/** A part of another shape is no part: whoever reads the whole goes on without it. */
export const read = <T>(shape: z.ZodType<T>, part: unknown): T | undefined => {
  const { success, data } = shape.safeParse(part);
  return success ? data : undefined;
};

const tier = /^TIER_(\d{1,6})(K?)$/;

/** Different people in 24 hours: null for no limit, undefined where nothing is told. */
export function readLimit(told: unknown): number | null | undefined {
  if (told === 'TIER_UNLIMITED' || told === -1) return null;
  if (typeof told === 'number') return Number.isSafeInteger(told) && told > 0 ? told : undefined;
  const [, count, thousands] = (typeof told === 'string' && tier.exec(told)) || [];
  return count === undefined ? undefined : Number(count) * (thousands ? 1000 : 1);
}
