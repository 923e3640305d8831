/** Addresses and prefixes of push. Pure. */
import { longestConsumerNumber } from '#shared/limits.ts';

/** As the published specification has it, below whatever a biller was given. */
export const pathOf = (billerKey: string): string => `/push/${billerKey}/api/1.0/Payments`;

/** Base64url of 16 bytes: whatever else stands in the address is nobody's. */
export const isBillerKey = (text: string): boolean => /^[\w-]{22}$/.test(text);

/** What a biller puts before the numbers of a school, with room for the number. */
export const isPrefix = (prefix: string): boolean =>
  /^[0-9]+$/.test(prefix) && prefix.length < longestConsumerNumber;
