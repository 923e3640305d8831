/** The addresses with which a parent writes to the school on WhatsApp. Pure. */

import type { Both } from '#shared/words/papers.ts';
import { parentMessages, type Reference } from '#shared/words/parents.ts';
import type { ContactShown } from '../model.ts';

/** The longest text in an address. Phones cut off longer addresses. */
const longestText = 900;

const fewestDigits = 8;
const mostDigits = 15;

/** The digits of the connected WhatsApp number of the school. Undefined if none is connected. */
export function digitsOf(number: string | undefined): string | undefined {
  const digits = (number ?? '').replace(/\D/g, '');
  return digits.length >= fewestDigits && digits.length <= mostDigits ? digits : undefined;
}

/** Letters stay as they are, because a browser encodes them. An encoded Urdu letter takes three times the room. */
const encode = (text: string): string => text.replace(/[^\p{L}\p{M}]+/gu, encodeURIComponent);

/** Returns the address that opens WhatsApp with this text to the school. */
export function writeTo(digits: string, { en, ur }: Both): Both {
  const url = (text: string): string =>
    `https://wa.me/${digits}?text=${encode(text.slice(0, longestText).toWellFormed())}`;
  return { en: url(en), ur: url(ur) };
}

/** `total` is null if nothing is payable. */
export function contactOf(
  digits: string | undefined,
  { references, total }: { references: readonly Reference[]; total: string | null },
): ContactShown | null {
  if (digits === undefined) return null;
  return {
    paid: total === null ? null : writeTo(digits, parentMessages.paid(references, total)),
    ask: writeTo(digits, parentMessages.ask(references, total)),
  };
}
