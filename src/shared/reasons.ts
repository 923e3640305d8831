/**
 * Why something is as it is, as it is stored: a code with what it speaks of, as JSON (`{"code":"perDay","most":250}`).
 * Rules and queries know codes alone; `words/reasons.ts` has the sentence of each, which only a person reads.
 */
import { notSaid, type ReasonBody, type reasonWords, sayBody } from './words/reasons.ts';

type Words = typeof reasonWords;
export type ReasonCode = keyof Words;
type Details<C extends ReasonCode> = Words[C] extends (details: infer D) => string ? [details: D] : [];

declare const isReason: unique symbol;
/** As stored. The same code and details always give the same text: two reasons are equal when their texts are. */
export type Reason = string & { readonly [isReason]: true };

export const reasonOf = <C extends ReasonCode>(code: C, ...[details]: Details<C>): Reason =>
  JSON.stringify({ code, ...(details as object | undefined) }) as Reason;

/** Where somebody else gave none. */
export const noReason = reasonOf('other', { text: '' });

/** Never fails: what is no reason as stored here is `other` with its text. */
export function bodyOf(reason: string): ReasonBody {
  try {
    const body: unknown = JSON.parse(reason);
    if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') {
      return body as ReasonBody;
    }
  } catch {
    // A text that is no JSON.
  }
  return { code: 'other', text: reason };
}

export const codeOf = (reason: Reason): string => bodyOf(reason).code;

export const hasCode = (reason: Reason | null, ...codes: readonly ReasonCode[]): boolean =>
  reason !== null && (codes as readonly string[]).includes(codeOf(reason));

/** For `like`: how every stored reason of this code begins. A code is letters alone, so nothing is to be escaped. */
export const likeCode = (code: string): string => `{"code":"${code}"%`;

/** The sentence of a reason. Never fails. */
export const sayReason = (reason: Reason): string => sayBody(bodyOf(reason));

/** The sentence of several reasons of one code: without what somebody else said of each. */
export const sayForMany = (reason: Reason): string => sayBody({ ...bodyOf(reason), ...notSaid });

export type ToldReason<Nothing = never> = { reason: string | Nothing; reasonCode: string | Nothing };

/** As an API tells it: the sentence, and the code that stays when the sentence is reworded or translated. */
export function tellReason(reason: Reason): ToldReason;
export function tellReason(reason: Reason | null): ToldReason<null>;
export function tellReason(reason: Reason | null): ToldReason<null> {
  if (reason === null) return { reason: null, reasonCode: null };
  const body = bodyOf(reason);
  return { reason: sayBody(body), reasonCode: body.code };
}
