/** Ids as WhatsApp spells them, no two alike. */

/** `randomBytes`: what makes an id unlike all others. */
export type Ids = { last: number; randomBytes: (count: number) => Buffer };

/** As long as Meta's, and still a number that JavaScript holds exactly. */
export function nextID(ids: Ids): string {
  ids.last += 7919;
  return String(1_000_000_000_000_000 + ids.last);
}

/** `wamid.` and the person it went to, with what makes it unique, as base64. */
export function makeWamid({ randomBytes }: Ids, number: string): string {
  const person = Buffer.from(number.replace('+', ''));
  const head = Buffer.from([0x1d, 0x06, 0x0c]);
  return `wamid.${Buffer.concat([head, person, randomBytes(12)]).toString('base64')}`;
}
