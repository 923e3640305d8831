/** Addresses and prefixes of push. Pure. */
import { longestConsumerNumber } from '#shared/limits.ts';

/** The path of the published specification, below the key of the biller. */
export const pathOf = (billerKey: string): string => `/push/${billerKey}/api/1.0/Payments`;

/** Base64url of 16 bytes. Any other text cannot be a key. */
export const isBillerKey = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** The prefix that a biller puts before a school's numbers, short enough to leave room for the number. */
export const isPrefix = (prefix: string): boolean =>
  /^[0-9]+$/.test(prefix) && prefix.length < longestConsumerNumber;
