/** The bodies of calls: what is read of them, who is behind it, and how many are looked at together. Pure. */
import { hookWords } from '#shared/words/hooks.ts';
import { holdsNul } from '../http/bodies.ts';
import type { HookEvent } from '../whatsapp/events.ts';

/** Meta's are at most 3 MB; a gateway's are smaller. */
export const largestHook = 3 * 1024 * 1024 + 64 * 1024;

const strict = new TextDecoder('utf-8', { fatal: true });

/** The text of a body that is JSON, and what it says; undefined where it is not. */
export function textOf(raw: Buffer): { text: string; said: unknown } | undefined {
  try {
    const text = strict.decode(raw);
    return { text, said: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** What a stored body says. NUL, which cannot be stored, is left out of its texts rather than the texts with it. */
export const readBody = (body: string): unknown =>
  holdsNul(body)
    ? JSON.parse(body, (_key, value) => (typeof value === 'string' ? value.replaceAll('\0', '') : value))
    : JSON.parse(body);

/** Numbers by the names that stand in their place; '' where nobody tells. */
export type Revealed = ReadonlyMap<string, string>;

/** The names in place of numbers that nobody has been asked about. */
export function hiddenIn(events: readonly HookEvent[], revealed: Revealed): string[] {
  const names = events.flatMap((event) =>
    event.kind === 'inbound' && event.isHidden && !revealed.has(event.number) ? event.number : [],
  );
  return [...new Set(names)];
}

/** The same with the numbers. Where nobody tells one, the name stays, and what was written says so: it is read, but wishes nothing. */
export function reveal<E extends HookEvent>(event: E, revealed: Revealed): E {
  if (event.kind !== 'inbound' || !event.isHidden) return event;
  const number = revealed.get(event.number);
  if (number) return { ...event, number };
  return { ...event, text: [event.text, hookWords.numberHidden].filter(Boolean).join('\n') };
}

/** The first of these that are not too much to hold at once; always one. */
export function firstOf<T extends { size: number }>(hooks: readonly T[], mostCharacters: number): T[] {
  let sum = 0;
  const end = hooks.findIndex(({ size }) => {
    sum += size;
    return sum > mostCharacters;
  });
  return end < 0 ? [...hooks] : hooks.slice(0, Math.max(1, end));
}
