/** Ids as WhatsApp spells them, no two alike. */
import { randomBytes } from 'node:crypto';

export type Ids = { last: number };

/** As long as Meta's, and still a number that JavaScript holds exactly. */
export function nextID(ids: Ids): string {
  ids.last += 7919;
  return String(1_000_000_000_000_000 + ids.last);
}

/** `wamid.` and the person it went to, with what makes it unique, as base64. */
export function makeWamid(number: string): string {
  const person = Buffer.from(number.replace('+', ''));
  const head = Buffer.from([0x1d, 0x06, 0x0c]);
  return `wamid.${Buffer.concat([head, person, randomBytes(12)]).toString('base64')}`;
}
