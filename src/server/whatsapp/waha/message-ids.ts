/**
 * The message id that a text gets before it is handed over, so that its acks identify it even if the answer was lost.
 * It looks like the ids of linked devices, `3EB0` and 18 hexadecimal digits:
 *
 *     3EB0 | checksum, 6 | message, 9 | attempt, 3
 *
 * The checksum uses the sender's own key, so no other message of the phone can be taken for one of ours. The rest is
 * masked with a pad made from the checksum, so the id does not reveal how many messages a school sends.
 */
import { createHmac } from 'node:crypto';

const prefix = '3EB0';
const mostMessages = 16 ** 9;
const mostAttempts = 16 ** 3;

const opaqueShape = /^(?:m1:(\d{1,11}):a(\d{1,4})|m2:(\d{1,11}):a(\d{1,4}):([\da-z]+))$/;
const idShape = /^3EB0([0-9A-F]{6})([0-9A-F]{12})$/;

const hexOf = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0');

/**
 * Combines the key of the sender with the receipt secret, which is too long for the id. Without the secret an id cannot
 * be decoded.
 */
const keyFor = (key: string, receiptSecret: string): string =>
  receiptSecret === '' ? key : createHmac('sha256', key).update(`word ${receiptSecret}`).digest('hex');

const digestOf = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const checksumOf = (key: string, plain: string): string =>
  digestOf(key, `id ${plain}`).toString('hex', 0, 3).toUpperCase();

/** Masks twelve hexadecimal digits, and unmasks them again. */
function mask(key: string, checksum: string, digits: string): string {
  const pad = digestOf(key, `pad ${checksum}`).readUIntBE(0, 6);
  return hexOf(Number(BigInt(`0x${digits}`) ^ BigInt(pad)), 12);
}

/** Returns the message id for an opaque text. Undefined if the text does not fit into an id, or if there is no key. */
export function idFor(key: string, opaque: string): string | undefined {
  const [, oldMessage = '', oldAttempt = '', message = oldMessage, attempt = oldAttempt, receiptSecret = ''] =
    opaqueShape.exec(opaque) ?? [];
  if (key === '' || message === '' || Number(message) >= mostMessages || Number(attempt) >= mostAttempts)
    return undefined;
  const plain = hexOf(Number(message), 9) + hexOf(Number(attempt), 3);
  const own = keyFor(key, receiptSecret);
  const checksum = checksumOf(own, plain);
  return prefix + checksum + mask(own, checksum, plain);
}

/**
 * Returns the opaque text from which an id was made with one of these receipt secrets. Undefined if the id is not ours.
 */
export function opaqueIn(key: string, receiptSecrets: readonly string[], id: string): string | undefined {
  const [, checksum, masked] = idShape.exec(id) ?? [];
  if (key === '' || checksum === undefined || masked === undefined) return undefined;
  for (const receiptSecret of receiptSecrets) {
    const own = keyFor(key, receiptSecret);
    const plain = mask(own, checksum, masked);
    if (checksumOf(own, plain) !== checksum) continue;
    const named = `${Number.parseInt(plain.slice(0, 9), 16)}:a${Number.parseInt(plain.slice(9), 16)}`;
    return receiptSecret === '' ? `m1:${named}` : `m2:${named}:${receiptSecret}`;
  }
  return undefined;
}

/**
 * Tells whether an id comes from a linked device, like all messages that a gateway sends. Messages written on the phone
 * itself have other ids.
 */
export const isOfLinkedDevice = (id: string): boolean => id.startsWith(prefix);

/**
 * Removes the chat from a message id, because the chat may have another name later: `true_923001234567@c.us_3EB0…`
 * becomes `3EB0…`.
 */
export const bareID = (id: string): string => id.slice(id.lastIndexOf('_') + 1);
