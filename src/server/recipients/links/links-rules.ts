/** The link to the page of a family, as it appears in messages and vouchers. Pure. Days are written as `2026-11-10`. */
import { isOpen } from '#shared/money/bill-status.ts';

/** 128 bits, in base64url. */
export const tokenBytes = 16;
const written = /^[\w-]{22}$/;
export const isToken = (text: string): boolean => written.test(text);

const linked = /https:\/\/[^\s/]+\/p\/[\w-]{22}(?![\w-])/;

/** Returns the link to a family's page in a text, or undefined. */
export const linkIn = (text: string): string | undefined => linked.exec(text)?.[0];

/** Returns the message with this token in its link. */
export function withToken<T extends { text: string; params: string | null }>(message: T, token = ''): T {
  const link = linkIn(message.text);
  if (link === undefined || link.endsWith(token)) return message;
  const fresh = link.slice(0, -token.length) + token;
  const { text, params } = message;
  return { ...message, text: text.replaceAll(link, fresh), params: params?.replaceAll(link, fresh) ?? null };
}

/** For this many days after its last bill was settled, a family can still see what it has paid. */
export const daysAfterLast = 30;

/**
 * Tells whether the link of a family stays valid because of this bill: the bill is open, or was settled on the day
 * `since` or later.
 */
export const keepsLink = (
  { status, settledOn = null }: { status: string; settledOn?: string | null },
  since: string,
): boolean => isOpen({ status }) || (settledOn !== null && settledOn >= since);
