/** How a campus is connected to WhatsApp: through Meta's Cloud API, a WAHA gateway, by hand, or not at all. */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { connectionWords } from '../words/whatsapp-number.ts';

export const ways = ['demo', 'cloud', 'waha', 'assisted'] as const;
export type Way = (typeof ways)[number];

/** The quality of a number, on one scale for all providers. */
export type SenderQuality = 'good' | 'medium' | 'low';

const digits = z
  .string()
  .trim()
  .regex(/^\d{5,25}$/, connectionWords.digits);
/** An empty secret leaves the stored one unchanged. Secrets are never returned. */
const secret = z.string().trim().max(2000).default('');

/** The settings of each provider, named as on the pages of Meta and WAHA. */
export const cloudSettings = z.object({
  phoneNumberID: digits,
  wabaID: digits,
  appID: digits,
  /** The version of the Graph API, such as `v25.0`. */
  version: z
    .string()
    .trim()
    .regex(/^v\d{1,3}\.\d$/, connectionWords.version)
    .default('v25.0'),
});
export const cloudSecrets = z.object({ token: secret, appSecret: secret });
export const wahaSettings = z.object({
  url: z
    .url({ protocol: /^https?$/, error: connectionWords.url })
    // The address may not contain a name and password, because it is stored unencrypted and shown.
    .regex(/^[^@?#]+$/, connectionWords.url)
    .transform((url) => url.replace(/\/+$/, '')),
  session: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, connectionWords.session)
    .default('default'),
});
export const wahaSecrets = z.object({ apiKey: secret });

const cloud = cloudSettings.extend(cloudSecrets.shape);
const waha = wahaSettings.extend(wahaSecrets.shape);

/** The settings of the chosen provider must be given: `cloud` for the Cloud API, `waha` for a gateway. */
export const connectBody = z
  .object({ way: z.enum(ways), cloud: cloud.optional(), waha: waha.optional() })
  .refine(({ way, ...given }) => (way !== 'cloud' && way !== 'waha') || given[way] !== undefined, {
    path: ['way'],
    error: connectionWords.settings,
  });
export type ConnectBody = z.infer<typeof connectBody>;

const connection = z.object({
  way: z.enum(ways),
  /** The settings without secrets: `phoneNumberID`, `wabaID`, `url` … */
  settings: z.record(z.string(), z.string()),
  /** Which secrets are stored: `token`, `appSecret`, `apiKey`. */
  storedSecrets: z.array(z.string()),
  /** When the connection was last changed. Null if it never was. */
  connectedAt: z.string().nullable(),
  /** The webhook address for the provider, and its verify token. */
  webhook: z.object({
    url: z.string(),
    verifyToken: z.string(),
    lastAt: z.string().nullable(),
    /** A sentence why the provider cannot reach that address and what to do; empty if it can. */
    problem: z.string(),
  }),
  /** The state of the number at the last request to the provider. */
  number: z.string(),
  name: z.string(),
  /** `Good`, `Medium` or `Low`; empty if unknown. */
  quality: z.string(),
  perDay: z.number().nullable(),
  checkedAt: z.string().nullable(),
  /** The host that messages go to, if it is not WhatsApp's own; else empty. */
  testHost: z.string(),
  /** Further notes, one sentence each. */
  notes: z.array(z.string()),
});
export type Connection = z.infer<typeof connection>;

export const getConnection = defineCall({
  method: 'GET',
  path: '/Sender/Connection',
  access: 'admin',
  campus: 'query',
  summary: 'Returns how the campus is connected to WhatsApp. Secrets are never returned.',
  query: ofCampus,
  answer: connection,
});

export const setConnection = defineCall({
  method: 'PUT',
  path: '/Sender/Connection',
  access: 'admin',
  campus: 'query',
  summary:
    'Connects the campus. An empty secret leaves the stored one unchanged. Messages that wait in the outbox use the new connection.',
  query: ofCampus,
  body: connectBody,
  answer: connection,
});

/** The findings of a test, in the order in which a person would solve them. */
const finding = z.object({
  what: z.enum(['reached', 'number', 'quality', 'limit', 'webhook', 'session']),
  state: z.enum(['good', 'fair', 'bad', 'waiting']),
  text: z.string(),
});
export type Finding = z.infer<typeof finding>;

export const testConnection = defineCall({
  method: 'POST',
  path: '/Sender/Connection/Test',
  access: 'admin',
  campus: 'query',
  summary:
    'Tests the connection: whether the number exists, its quality, and whether the webhook was reached.',
  query: ofCampus,
  answer: z.object({ findings: z.array(finding), connection }),
});

/**
 * If `reason` is not empty, `off` means that this provider cannot link a phone, and `starting` that the session is stuck.
 */
const linkedSession = z.object({
  state: z.enum(['off', 'starting', 'scan', 'working', 'failed']),
  /** In the state `scan`: the QR code as a data url. */
  qr: z.string(),
  reason: z.string(),
});
export type LinkedSession = z.infer<typeof linkedSession>;

export const getSession = defineCall({
  method: 'GET',
  path: '/Sender/Session',
  access: 'admin',
  campus: 'query',
  summary: 'Returns the state of a gateway’s linked phone, with the QR code if it must be scanned.',
  query: ofCampus,
  answer: linkedSession,
});

export const startSession = defineCall({
  method: 'POST',
  path: '/Sender/Session/Start',
  access: 'admin',
  campus: 'query',
  summary: 'Starts linking a phone.',
  query: ofCampus,
  answer: linkedSession,
});

export const endSession = defineCall({
  method: 'POST',
  path: '/Sender/Session/End',
  access: 'admin',
  campus: 'query',
  summary: 'Unlinks the phone.',
  query: ofCampus,
  answer: null,
});
