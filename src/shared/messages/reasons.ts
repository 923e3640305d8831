/**
 * A reason as it is stored: a code with its details as JSON (`{"code":"perDay","most":250}`). Rules and queries use
 * only codes; `words/reasons.ts` has the sentence that a person reads.
 */
import { type ReasonBody, type reasonWords, sayBody, withoutDetails } from '../words/reasons.ts';

type Words = typeof reasonWords;
export type ReasonCode = keyof Words;
type Details<C extends ReasonCode> = Words[C] extends (details: infer D) => string ? [details: D] : [];

declare const isReason: unique symbol;
/** As stored. The same code and details always give the same text, so two reasons are equal if their texts are. */
export type Reason = string & { readonly [isReason]: true };

export const makeReason = <C extends ReasonCode>(code: C, ...[details]: Details<C>): Reason =>
  JSON.stringify({ code, ...(details as object | undefined) }) as Reason;

/** The reason if another program gave none. */
export const noReason = makeReason('other', { text: '' });

/** Never fails. A text that is not a stored reason becomes `other` with that text. */
export function parseReason(reason: string): ReasonBody {
  try {
    const body: unknown = JSON.parse(reason);
    if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') {
      return body as ReasonBody;
    }
  } catch {
    // The text is not JSON.
  }
  return { code: 'other', text: reason };
}

export const codeOf = (reason: Reason): string => parseReason(reason).code;

export const hasCode = (reason: Reason | null, ...codes: readonly ReasonCode[]): boolean =>
  reason !== null && (codes as readonly string[]).includes(codeOf(reason));

/** A LIKE pattern for every stored reason of this code. A code is only letters, so nothing needs escaping. */
export const likeCode = (code: string): string => `{"code":"${code}"%`;

/** The sentence of a reason. Never fails. */
export const sayReason = (reason: Reason): string => sayBody(parseReason(reason));

/** The sentence for several reasons of one code, without the provider's own words about each. */
export const sayForMany = (reason: Reason): string => sayBody({ ...parseReason(reason), ...withoutDetails });

export type ReasonFields<Nothing = never> = { reason: string | Nothing; reasonCode: string | Nothing };

/**
 * A reason as the API answers it: the sentence, and the code, which stays the same if the sentence is reworded or
 * translated.
 */
export function tellReason(reason: Reason): ReasonFields;
export function tellReason(reason: Reason | null): ReasonFields<null>;
export function tellReason(reason: Reason | null): ReasonFields<null> {
  if (reason === null) return { reason: null, reasonCode: null };
  const body = parseReason(reason);
  return { reason: sayBody(body), reasonCode: body.code };
}
