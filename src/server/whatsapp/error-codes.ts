/**
 * Defines a policy for each error code of WhatsApp's Cloud API. Source: developers.facebook.com, business messaging,
 * WhatsApp, support, error codes; and the pages about rate limits and about pausing of templates (September 2026).
 */

export const policies = [
  /** Send everything from this number more slowly, then retry. */
  'retrySender',
  /** Retry only this recipient, after 6, 16, 64 and 256 seconds. */
  'retryPair',
  /** Retry after a while, a few times. */
  'retryTransient',
  /** Retry once, after a day. */
  'retryTomorrow',
  /** Send nothing from this number until a person resumes it. */
  'pauseSender',
  /** Send nothing more with this template. */
  'pauseTemplate',
  /** The connection itself is refused. Nothing is sent until a person corrects it. */
  'fixToken',
  /** This recipient cannot be reached. */
  'failRecipient',
  /** The request is wrong, and a retry would be wrong too. */
  'failRequest',
  /** Free text is no longer accepted; a template would be. */
  'switchToTemplate',
] as const;
export type Policy = (typeof policies)[number];

const codesOf: Record<Policy, readonly number[]> = {
  retrySender: [4, 80_007, 130_429],
  retryPair: [131_056],
  retryTransient: [1, 2, 131_000, 131_016, 131_057, 133_004, 134_101],
  retryTomorrow: [131_049],
  pauseSender: [
    33, 368, 130_497, 131_031, 131_037, 131_042, 131_045, 131_048, 131_064, 133_010, 133_016, 134_011,
  ],
  pauseTemplate: [132_001, 132_007, 132_015, 132_016],
  fixToken: [0, 3, 10, 190, 131_005],
  failRecipient: [130_403, 130_472, 131_026, 131_050],
  failRequest: [
    100, 131_008, 131_009, 131_021, 131_051, 131_052, 131_053, 131_063, 132_000, 132_005, 132_012, 132_018,
    132_068, 132_069, 135_000,
  ],
  switchToTemplate: [131_047],
};

const policyOf = new Map<number, Policy>(
  policies.flatMap((policy) => codesOf[policy].map((code): [number, Policy] => [code, policy])),
);

/**
 * Tells whether the parent has stopped the messages of this business in WhatsApp's own settings. WhatsApp reports that
 * with this code.
 */
export const saysStop = (code: string | null | undefined): boolean => code === '131050';

/**
 * WhatsApp's code for a closed customer service window. It may report this even if our database says that the window is
 * open.
 */
export const windowClosed = '131047';

/**
 * Returns the policy for an error code. The codes 200 to 299 all mean a missing permission. An unknown code is treated
 * as a wrong request.
 */
export const policyOfCode = (code: number): Policy =>
  code >= 200 && code <= 299 ? 'fixToken' : (policyOf.get(code) ?? 'failRequest');
