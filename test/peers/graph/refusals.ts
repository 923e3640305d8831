/** Refusals in the words of the Graph API. Bodies as in `examples/graph-errors.json`. */
import { randomBytes } from 'node:crypto';

export type Details = {
  details?: string;
  subcode?: number;
  isTransient?: boolean;
  status?: number;
  /** A title for people, in template calls. */
  title?: string;
};

/** The words of each code. Source: developers.facebook.com, WhatsApp, support, error codes (September 2026). */
const titles: Record<number, string> = {
  0: 'AuthException',
  1: 'Invalid request or possible server error',
  2: 'An unexpected error has occurred. Please retry your request later.',
  4: 'Application request limit reached',
  10: 'Application does not have permission for this action',
  33: 'Unsupported request. Object does not exist, or cannot be loaded due to missing permissions',
  100: 'Invalid parameter',
  190: 'Error validating access token: Session has expired',
  368: 'Temporarily blocked for policies violations',
  2500: 'Unknown path components',
  80007: 'There have been too many calls to this WhatsApp Business account',
  130403: 'The business has blocked this user',
  130429: 'Rate limit hit',
  130472: "User's number is part of an experiment",
  130497: 'Business account is restricted from messaging users in this country',
  131000: 'Something went wrong',
  131005: 'Access denied',
  131008: 'Required parameter is missing',
  131009: 'Parameter value is not valid',
  131016: 'Service unavailable',
  131021: 'Recipient cannot be sender',
  131026: 'Message undeliverable',
  131031: 'Account has been locked',
  131037: 'Display name not approved',
  131042: 'Business eligibility payment issue',
  131045: 'Phone number registration error',
  131047: 'Re-engagement message',
  131048: 'Spam rate limit hit',
  131049: 'This message was not delivered to maintain healthy ecosystem engagement.',
  131050: 'User has stopped marketing messages',
  131051: 'Message type unknown',
  131053: 'Media upload error',
  131056: '(Business Account, Consumer Account) pair rate limit hit',
  131057: 'Account in maintenance mode',
  132000: 'Number of parameters does not match the expected number of params',
  132001: 'Template name does not exist in the translation',
  132005: 'Translated text too long',
  132007: 'Template format character policy violated',
  132012: 'Parameter format does not match format in the created template',
  132015: 'Template is paused',
  132016: 'Template is disabled',
  132018: 'Template validation error',
  133004: 'Server temporarily unavailable',
  133010: 'Phone number not registered',
  135000: 'Generic user error',
};

const statuses: Record<number, number> = {
  2: 503,
  10: 403,
  190: 401,
  368: 403,
  131000: 500,
  131005: 403,
  131016: 503,
  131031: 403,
  133004: 503,
};

const titleOf = (code: number): string => titles[code] ?? 'Error';

/** Thrown where a request is refused, and answered in door.ts. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  readonly code: number;

  constructor(code: number, { details, subcode, isTransient, status, title }: Details = {}) {
    // Codes 2 and 190 are of Graph itself and stand without their number.
    const message = code === 2 || code === 190 ? titleOf(code) : `(#${code}) ${titleOf(code)}`;
    super(details ? `${message}: ${details}` : message);
    this.code = code;
    this.status = status ?? statuses[code] ?? (code >= 200 && code < 300 ? 403 : 400);
    const shown = title ? { error_user_title: title, error_user_msg: details } : {};
    const error_data = details && !title ? { messaging_product: 'whatsapp', details } : undefined;
    this.body = {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(error_data ? { error_data } : {}),
        ...(subcode ? { error_subcode: subcode } : {}),
        ...(isTransient || code === 2 ? { is_transient: true } : {}),
        ...shown,
        fbtrace_id: `A${randomBytes(9).toString('base64url')}`,
      },
    };
  }
}

/** The same failure in a webhook about a message that was accepted before. */
export const failureOf = (code: number, details = titleOf(code)) => ({
  code,
  title: titleOf(code),
  message: titleOf(code),
  error_data: { details },
  href: '/documentation/business-messaging/whatsapp/support/error-codes',
});
