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

/** WhatsApp's own id of a person for one business: a country and what is unique there. */
export const userIDShape = z.string().regex(/^[A-Za-z]{2}\.[\w.]{1,200}$/);

const person = z.object({
  wa_id: waNumber.optional().catch(undefined),
  user_id: userIDShape.optional().catch(undefined),
});
export type Person = { number?: string | undefined; userID?: string | undefined };

/** What of a person a part does not say itself, by those whom the call names beside it. */
export function completePerson(told: Person, contacts: readonly unknown[]): Person {
  const people = contacts.flatMap((part) => read(person, part) ?? []);
  const found =
    told.number === undefined && told.userID === undefined
      ? people.length === 1 && people[0]
      : people.find(
          ({ wa_id, user_id }) =>
            (wa_id !== undefined && wa_id === told.number) ||
            (user_id !== undefined && user_id === told.userID),
        );
  if (!found) return told;
  return { number: told.number ?? found.wa_id, userID: told.userID ?? found.user_id };
}

/** How an event names a person: without a number by the user id, which then stands in its place. */
export function namesOf({ number, userID }: Person): { number: string; userID?: string } | undefined {
  const shown = number ?? userID;
  return shown === undefined ? undefined : { number: shown, ...(userID !== undefined && { userID }) };
}

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
