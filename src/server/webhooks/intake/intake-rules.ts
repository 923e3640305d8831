/** The bodies of webhooks, as they arrive and as they are stored. Pure. */
import { holdsNul } from '../../platform/http/bodies.ts';

/** Bytes. Meta's bodies have at most 3 MB; a gateway's are smaller. */
export const largestBody = 3 * 1024 * 1024 + 64 * 1024;

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text of a JSON body, and its value; undefined if it is no JSON. */
export function textOf(raw: Buffer): { text: string; json: unknown } | undefined {
  try {
    const text = strict.decode(raw);
    return { text, json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The JSON of a stored body. NUL is left out, because it cannot be stored in a text. */
export const readBody = (body: string): unknown =>
  holdsNul(body)
    ? JSON.parse(body, (_key, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
    : JSON.parse(body);
