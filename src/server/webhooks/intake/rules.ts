/** The bodies of webhooks, as they come in and as they are stored. Pure. */
import { holdsNul } from '../../http/bodies.ts';

/** Bytes: Meta's are at most 3 MB; a gateway's are smaller. */
export const largestBody = 3 * 1024 * 1024 + 64 * 1024;

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text of a body that is JSON, and its value; undefined where it is not. */
export function textOf(raw: Buffer): { text: string; json: unknown } | undefined {
  try {
    const text = strict.decode(raw);
    return { text, json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The JSON of a stored body. NUL cannot be stored in a text, so it is left out. */
export const readBody = (body: string): unknown =>
  holdsNul(body)
    ? JSON.parse(body, (_key, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
    : JSON.parse(body);
