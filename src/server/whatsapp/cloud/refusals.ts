/** Reads errors of Graph in an answer or a webhook. The same code has the same meaning in both. */

import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { cutText } from '#shared/text/cut-text.ts';
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
  /** A message for people, if there is one. */
  error_user_msg: words,
  is_transient: z.boolean().optional().catch(undefined),
  /** Answers about templates have plain text here. */
  error_data: z
    .union([plainText, z.object({ details: plainText }).transform(({ details }) => details)])
    .catch(''),
});
export type GraphError = z.infer<typeof graphError>;

export type Refusal = { code: string; policy: Policy; reason: Reason };

/** The maximum number of characters of WhatsApp's text that are stored. */
const longestProviderText = 300;

/**
 * Cleans a text of WhatsApp. It removes long strings without spaces, because these could be a token or another secret.
 */
export const cleanProviderText = (text: string): string =>
  cutText(
    text
      .replace(/^\(#\d+\)\s*/, '')
      .replace(/[\w.~+/=|-]{40,}/g, '…')
      .replace(/\s+/g, ' ')
      .trim(),
    longestProviderText,
  );

function policyOf({ code, is_transient, error_data }: GraphError, status: number): Policy {
  const policy = policyOfCode(code);
  if (code === 1) return is_transient || status >= 500 ? 'retryTransient' : 'failRequest';
  // The linked media is on another site, and that site failed or timed out.
  const isOtherSiteDown = code === 131_053 && /http code 5\d\d|timed?[ -]?out/i.test(error_data);
  return isOtherSiteDown || (is_transient && policy === 'failRequest') ? 'retryTransient' : policy;
}

/** The meaning of Meta's error codes for a clerk. */
const meanings = {
  0: 'newToken',
  2: 'cloudTrouble',
  3: 'morePermissions',
  4: 'cloudSlower',
  10: 'morePermissions',
  33: 'numberUnknownNow',
  190: 'newToken',
  200: 'morePermissions',
  368: 'accountLocked',
  80007: 'cloudSlower',
  130403: 'blockedByUs',
  130429: 'cloudSlower',
  130472: 'heldBackForTest',
  130497: 'countryClosed',
  131000: 'cloudTrouble',
  131005: 'morePermissions',
  131016: 'cloudTrouble',
  131026: 'notOnWhatsAppOrTooOld',
  131031: 'accountLocked',
  131037: 'displayNameNotApproved',
  131042: 'couldNotCharge',
  131045: 'notRegistered',
  131047: 'windowOver',
  131048: 'heldBackForReports',
  131049: 'sparedForNow',
  131050: 'offersSwitchedOff',
  131056: 'tooManyToNumber',
  131057: 'cloudTrouble',
  131064: 'wrongCategories',
  132001: 'templateUnknown',
  132007: 'templateBreaksRules',
  132015: 'templatePausedByWhatsApp',
  132016: 'templateSwitchedOff',
  133004: 'cloudTrouble',
  133010: 'notRegistered',
  133016: 'registeredTooOften',
  134011: 'termsOfPayment',
  134101: 'templateNotReady',
} as const;
const meaningOf: Readonly<Record<number, (typeof meanings)[keyof typeof meanings]>> = meanings;

/** The meaning of the codes for a wrong request. Only WhatsApp's own text says what is wrong. */
const requestMeanings = {
  1: 'cloudNotTaken',
  100: 'badValue',
  131008: 'badValue',
  131009: 'badValue',
  131021: 'writesToItself',
  131051: 'unknownKind',
  131052: 'notFetchable',
  131053: 'mediaNotTaken',
  131063: 'noMarketing',
  132000: 'templateValues',
  132005: 'templateTooLong',
  132012: 'templateValues',
  132018: 'valueHasBreaks',
  132068: 'formBlocked',
  132069: 'formBlocked',
  135000: 'badValue',
} as const;
const requestMeaningOf: Readonly<Record<number, (typeof requestMeanings)[keyof typeof requestMeanings]>> =
  requestMeanings;

/** Returns WhatsApp's own text as the details of a reason. */
export const reportedDetails = (text: string): { reported?: string } =>
  text === '' ? {} : { reported: text };

/** Returns the reason for an error code. `text` is WhatsApp's own text. */
function explain(code: number, policy: Policy, text: string): Reason {
  const meaning = meaningOf[code >= 200 && code <= 299 ? 200 : code];
  if (meaning) return makeReason(meaning);
  const ofRequest = requestMeaningOf[code];
  // For another policy the request was not wrong, and WhatsApp's text would only repeat the meaning of the code.
  if (ofRequest) return makeReason(ofRequest, policy === 'failRequest' ? reportedDetails(text) : {});
  return makeReason('cloudRefused', reportedDetails(text));
}

/** Reads a refusal. `status` is the HTTP status of the answer; a webhook has none. */
export function readRefusal(error: GraphError, status = 0): Refusal {
  const { code } = error;
  const policy = policyOf(error, status);
  const text = cleanProviderText(error.error_user_msg || error.error_data || error.message);
  return { code: String(code), policy, reason: explain(code, policy, text) };
}

/** With this subcode, code 100 means that the id in the address does not exist, or that the token may not see it. */
const missing = 33;

/**
 * Reads that error for an address that contains the id of the WhatsApp number. The number is then missing, so no other
 * message can be sent either.
 */
export const readMissingNumber = ({ code, error_subcode }: GraphError): Partial<Refusal> | undefined =>
  code === 100 && error_subcode === missing
    ? { policy: policyOfCode(missing), reason: makeReason('numberUnknownNow') }
    : undefined;
