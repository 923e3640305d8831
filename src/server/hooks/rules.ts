/** The bodies of calls: what is read of them, and how many are looked at together. Pure. */
import { holdsNul } from '../http/bodies.ts';

/** Meta's are at most 3 MB; a gateway's are smaller. */
export const largestHook = 3 * 1024 * 1024 + 64 * 1024;

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text of a body that is JSON; undefined where it is not. */
export function textOf(raw: Buffer): string | undefined {
  try {
    const text = strict.decode(raw);
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

/** What a stored body says. NUL, which cannot be stored, is left out of its texts rather than the texts with it. */
export const readBody = (body: string): unknown =>
  holdsNul(body)
    ? JSON.parse(body, (_key, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
    : JSON.parse(body);

/** The first of these that are not too much to hold at once; always one. */
export function firstOf<T extends { size: number }>(hooks: readonly T[], mostCharacters: number): T[] {
  let sum = 0;
  const end = hooks.findIndex(({ size }) => {
    sum += size;
    return sum > mostCharacters;
  });
  return end < 0 ? [...hooks] : hooks.slice(0, Math.max(1, end));
}
