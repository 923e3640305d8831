/** Small schemas of WhatsApp's answers and webhooks. */
import { z } from 'zod';

/** A text without NUL characters, because the database cannot store them. */
export const plainText = z.string().transform((text) => text.replaceAll('\0', ''));

/** The id or name of a message, file or template. It is never empty. */
export const someText = plainText.refine((text) => text !== '');

/** A time as seconds since 1970, as a number or as digits, until the year 2286. */
export const instant = z
  .union([z.string().regex(/^\d{1,10}$/), z.number().int().min(0).max(9_999_999_999)])
  .transform((seconds) => new Date(Number(seconds) * 1000));

/** A phone number. WhatsApp writes it without the plus. E.164 allows at most 15 digits. */
export const waNumber = z
  .string()
  .regex(/^\+?\d{5,15}$/)
  .transform((digits) => `+${digits.replace('+', '')}`);

/** WhatsApp's id of a person for one business: a country code and a unique part. */
export const userIDShape = z.string().regex(/^[A-Za-z]{2}\.[\w.]{1,200}$/);

const person = z.object({
  wa_id: waNumber.optional().catch(undefined),
  user_id: userIDShape.optional().catch(undefined),
});
export type Person = { number?: string | undefined; userID?: string | undefined };

/** Completes the number and the user id of a person from the contacts of the same webhook. */
export function completePerson(given: Person, contacts: readonly unknown[]): Person {
  const people = contacts.flatMap((part) => read(person, part) ?? []);
  const found =
    given.number === undefined && given.userID === undefined
      ? people.length === 1 && people[0]
      : people.find(
          ({ wa_id, user_id }) =>
            (wa_id !== undefined && wa_id === given.number) ||
            (user_id !== undefined && user_id === given.userID),
        );
  if (!found) return given;
  return { number: given.number ?? found.wa_id, userID: given.userID ?? found.user_id };
}

/** Returns how an event names a person. If there is no number, the user id is used as the number. */
export function namesOf({ number, userID }: Person): { number: string; userID?: string } | undefined {
  const shown = number ?? userID;
  return shown === undefined ? undefined : { number: shown, ...(userID !== undefined && { userID }) };
}

/**
 * Parses a part of an answer or webhook. Returns undefined if it has another shape; the caller then continues without
 * it.
 */
export const read = <T>(shape: z.ZodType<T>, part: unknown): T | undefined => {
  const { success, data } = shape.safeParse(part);
  return success ? data : undefined;
};

const tier = /^TIER_(\d{1,6})(K?)$/;

/**
 * Reads a messaging limit: the number of different people in 24 hours. Null means no limit; undefined means that no
 * limit is stated.
 */
export function readLimit(limit: unknown): number | null | undefined {
  if (limit === 'TIER_UNLIMITED' || limit === -1) return null;
  if (typeof limit === 'number') return Number.isSafeInteger(limit) && limit > 0 ? limit : undefined;
  const [, count, thousands] = (typeof limit === 'string' && tier.exec(limit)) || [];
  return count === undefined ? undefined : Number(count) * (thousands ? 1000 : 1);
}
