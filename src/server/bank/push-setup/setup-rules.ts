/** Addresses and prefixes of push. Pure. */
import { longestConsumerNumber } from '#shared/limits.ts';

/** The path of the published specification, after the key of the biller. */
export const pathOf = (billerKey: string): string => `/push/${billerKey}/api/1.0/Payments`;

/** Tells whether a text can be a key: base64url of 16 bytes. */
export const isBillerKey = (text: string): boolean => /^[\w-]{22}$/.test(text);

/**
 * Tells whether this can be the prefix that a biller puts before a school's numbers. It must be short enough to leave
 * room for the number.
 */
export const isPrefix = (prefix: string): boolean =>
  /^[0-9]+$/.test(prefix) && prefix.length < longestConsumerNumber;
