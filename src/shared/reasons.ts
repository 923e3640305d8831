/**
 * A reason as it is stored: a code with its details as JSON (`{"code":"perDay","most":250}`). Rules and queries use
 * only codes; `words/reasons.ts` has the sentence that a person reads.
 */
import { notSaid, type ReasonBody, type reasonWords, sayBody } from './words/reasons.ts';

type Words = typeof reasonWords;
export type ReasonCode = keyof Words;
type Details<C extends ReasonCode> = Words[C] extends (details: infer D) => string ? [details: D] : [];

declare const isReason: unique symbol;
/** As stored. The same code and details always give the same text, so two reasons are equal if their texts are. */
export type Reason = string & { readonly [isReason]: true };

export const reasonOf = <C extends ReasonCode>(code: C, ...[details]: Details<C>): Reason =>
  JSON.stringify({ code, ...(details as object | undefined) }) as Reason;

/** The reason if another program gave none. */
export const noReason = reasonOf('other', { text: '' });

/** Never fails. A text that is not a stored reason becomes `other` with that text. */
export function bodyOf(reason: string): ReasonBody {
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

export const codeOf = (reason: Reason): string => bodyOf(reason).code;

export const hasCode = (reason: Reason | null, ...codes: readonly ReasonCode[]): boolean =>
  reason !== null && (codes as readonly string[]).includes(codeOf(reason));

/** A LIKE pattern for every stored reason of this code. A code is only letters, so nothing needs escaping. */
export const likeCode = (code: string): string => `{"code":"${code}"%`;

/** The sentence of a reason. Never fails. */
export const sayReason = (reason: Reason): string => sayBody(bodyOf(reason));

/** The sentence for several reasons of one code, without the provider's own words about each. */
export const sayForMany = (reason: Reason): string => sayBody({ ...bodyOf(reason), ...notSaid });

export type ToldReason<Nothing = never> = { reason: string | Nothing; reasonCode: string | Nothing };

/**
 * A reason as the API answers it: the sentence, and the code, which stays the same if the sentence is reworded or
 * translated.
 */
export function tellReason(reason: Reason): ToldReason;
export function tellReason(reason: Reason | null): ToldReason<null>;
export function tellReason(reason: Reason | null): ToldReason<null> {
  if (reason === null) return { reason: null, reasonCode: null };
  const body = bodyOf(reason);
  return { reason: sayBody(body), reasonCode: body.code };
}
