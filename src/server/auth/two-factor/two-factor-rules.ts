/** Recovery codes, and time-based one-time passwords (RFC 6238, RFC 4226) as authenticator apps make them. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds for which an app shows one code. */
const period = 30;
const digits = 6;
/** A phone's clock may be this many periods fast or slow. */
const drift = 1;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let waiting = 0;
  let bits = 0;
  for (const byte of bytes) {
    waiting = (waiting << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += letters[(waiting >> bits) & 31];
    }
    waiting &= (1 << bits) - 1;
  }
  return bits > 0 ? text + letters[(waiting << (5 - bits)) & 31] : text;
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / period);

/** The code of one time step. The last four bits of the digest give the position of the number in it. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The time step of a code; undefined when the code is not valid now. */
export function findStep(code: string, secret: Buffer, now: Date): number | undefined {
  const present = stepAt(now);
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => present - drift + index);
  return steps.findLast((step) => isEqual(codeOf(secret, step), code));
}

export const isTimeCode = (code: string): boolean => new RegExp(`^\\d{${digits}}$`).test(code);

/** The typed code without spaces and hyphens, in capitals. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

/**
 * The address in the QR code for an authenticator app. Source: github.com/google/google-authenticator, "Key URI
 * Format".
 */
export function uriOf(secret: Buffer, userName: string): string {
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: 'Qasid' });
  return `otpauth://totp/Qasid:${encodeURIComponent(userName)}?${query}`;
}

/** 80 bits, shown in four parts. They cannot be guessed and are short enough to copy by hand. */
export const recoveryBytes = 10;
export const recoveryCodeOf = (bytes: Uint8Array): string => toBase32(bytes).match(/.{4}/g)?.join('-') ?? '';
