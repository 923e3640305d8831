/** Unique ids in WhatsApp’s spelling. */

/** `randomBytes` makes an id unique. */
export type Ids = { last: number; randomBytes: (count: number) => Buffer };

/** The next id. It is as long as Meta’s ids, and still an exact number in JavaScript. */
export function nextID(ids: Ids): string {
  ids.last += 7919;
  return String(1_000_000_000_000_000 + ids.last);
}

/** `wamid.` with the recipient’s number and random bytes, in base64. */
export function makeWamid({ randomBytes }: Ids, number: string): string {
  const person = Buffer.from(number.replace('+', ''));
  const head = Buffer.from([0x1d, 0x06, 0x0c]);
  return `wamid.${Buffer.concat([head, person, randomBytes(12)]).toString('base64')}`;
}
