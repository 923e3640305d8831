import type { ApiKey, KeyRights } from '#shared/calls/keys.ts';
import { keyRightNames, type Rights } from '#shared/people/rights.ts';
import type { KeyRow } from './keys-queries.ts';

/** The last letters of a key, kept so that people recognise it: 24 of its 256 bits. */
export const endingLength = 4;

/** Whether `held` contains every right in `given`. */
export const isWithin = (given: KeyRights, held: Rights): boolean =>
  keyRightNames.every((right) => held[right] || !given[right]);

export function toKey(row: KeyRow, now: string): ApiKey {
  const { id, name, ending, perMinute, createdAt, usedAt, expiresAt } = row;
  const rights = Object.fromEntries(keyRightNames.map((right) => [right, row[right] === 1])) as KeyRights;
  return {
    id,
    name,
    ending,
    rights,
    perMinute,
    createdAt,
    maker: row.maker ?? '',
    isMakerHere: row.disabledAt === null && row.makerViews === 1,
    usedAt,
    expiresAt,
    isExpired: expiresAt !== null && expiresAt <= now,
  };
}
