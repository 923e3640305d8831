/**
 * API keys of a campus: other programs use them instead of a person's session. Administrators of the campus manage
 * them.
 */
import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';
import { keyCallsPerMinute, longestKeyDays, longestKeyName, mostKeyCallsPerMinute } from '../limits.ts';
import { rights } from './account.ts';

/** An API key cannot have the right `admin`. */
const keyRights = rights.omit({ admin: true });
export type KeyRights = z.infer<typeof keyRights>;

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The last characters of the key, to recognise it. */
  ending: z.string(),
  rights: keyRights,
  perMinute: z.number(),
  createdAt: z.string(),
  /** The name of the person who made it. The key stays valid if that person leaves the campus. */
  maker: z.string(),
  isMakerHere: z.boolean(),
  /** Exact to the minute; null: never. */
  usedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  isExpired: z.boolean(),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listKeys = defineCall({
  method: 'GET',
  path: '/Keys',
  access: 'admin',
  campus: 'query',
  summary: 'Lists the API keys of a campus, without revoked ones.',
  query: ofCampus,
  answer: z.array(apiKey),
});

export const makeKey = defineCall({
  method: 'POST',
  path: '/Keys',
  access: 'admin',
  campus: 'query',
  summary:
    'Creates an API key with some of the caller’s own rights in the campus. Only this answer contains the key.',
  query: ofCampus,
  body: z.strictObject({
    name: z.string().trim().min(1).max(longestKeyName),
    rights: keyRights.strict().refine((rights) => Object.values(rights).includes(true), {
      error: 'Give at least one right.',
    }),
    /** Days until it expires; null: it is valid until it is revoked. */
    days: z.int().min(1).max(longestKeyDays).nullable().default(null),
    perMinute: z.int().min(1).max(mostKeyCallsPerMinute).default(keyCallsPerMinute),
  }),
  answer: z.object({ id: z.string(), key: z.string() }),
});

export const revokeKey = defineCall({
  method: 'DELETE',
  path: '/Keys/:id',
  access: 'admin',
  campus: 'query',
  summary: 'Revokes an API key at once, and ends its open live streams.',
  params: z.object({ id: z.string().min(1).max(100) }),
  query: ofCampus,
  answer: null,
});
