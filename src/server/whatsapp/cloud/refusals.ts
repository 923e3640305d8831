/** What Graph says no with, in an answer or in a webhook: the same code has the same meaning in both. */
import { z } from 'zod';
import { cloudReasons, cloudWords } from '#shared/words/cloud.ts';
import { type Policy, policyOfCode } from '../error-codes.ts';
import { plainText } from './parts.ts';

const words = plainText.catch('');

export const graphError = z.object({
  code: z.union([
    z.number().int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ]),
  error_subcode: z.number().optional().catch(undefined),
  message: words,
  /** Written for people, where there is one. */
  error_user_msg: words,
  is_transient: z.boolean().optional().catch(undefined),
  /** Plain text in answers about templates. */
  error_data: z
    .union([plainText, z.object({ details: plainText }).transform(({ details }) => details)])
    .catch(''),
});
export type GraphError = z.infer<typeof graphError>;

export type Refusal = { code: string; policy: Policy; reason: string };

/** Longer than any sentence of WhatsApp's needs to be here. */
const longestSaying = 300;

/** WhatsApp's own words without what could be a token or another secret, which are long and have no spaces. */
export const trimSaying = (said: string): string =>
  said
    .replace(/^\(#\d+\)\s*/, '')
    .replace(/[\w.~+/=|-]{40,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestSaying);

function policyOf({ code, is_transient, error_data }: GraphError, status: number): Policy {
  const policy = policyOfCode(code);
  if (code === 1) return is_transient || status >= 500 ? 'retryTransient' : 'failRequest';
  // The media stands at another site, which had trouble.
  const isAway = code === 131_053 && /http code 5\d\d|timed?[ -]?out/i.test(error_data);
  return isAway || (is_transient && policy === 'failRequest') ? 'retryTransient' : policy;
}

/** `status`: of the HTTP answer; a webhook has none. */
export function readRefusal(error: GraphError, status = 0): Refusal {
  const { code } = error;
  const policy = policyOf(error, status);
  const known = cloudReasons[code >= 200 && code <= 299 ? 200 : code];
  const said = trimSaying(error.error_user_msg || error.error_data || error.message);
  const tell = (): string => {
    if (known === undefined) return cloudWords.refused(said);
    // What is wrong with a request is in WhatsApp's words alone; elsewhere they only repeat the code's meaning.
    return policy === 'failRequest' ? cloudWords.because(known, said) : known;
  };
  return { code: String(code), policy, reason: tell() };
}

/** `100` with this subcode: what the address names does not exist, or may not be seen. */
const missing = 33;

/** Where the address is that of the number: it is gone, and with it every other message. */
export const readMissingNumber = ({ code, error_subcode }: GraphError): Partial<Refusal> | undefined =>
  code === 100 && error_subcode === missing
    ? { policy: policyOfCode(missing), reason: cloudReasons[missing] }
    : undefined;
