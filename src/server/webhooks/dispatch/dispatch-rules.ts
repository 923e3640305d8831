/** Prepares the events of stored webhooks before they are handled. Pure. */
import { webhookWords } from '#shared/words/chats.ts';
import { saysStop } from '../../whatsapp/error-codes.ts';
import { isInChat, isOfPerson, type WebhookEvent } from '../../whatsapp/webhooks.ts';
import type { SingleEvent } from '../model.ts';

/**
 * Clock skew: gives an event in the future the time now. Otherwise it would keep a window open for too long, and would
 * override later opt-outs.
 */
export const notAfter = <E extends SingleEvent>(event: E, now: Date): E =>
  'at' in event && event.at > now ? { ...event, at: now } : event;

/** Tells whether a parent wrote to a former number of the sender, after another number was connected. */
export const isToFormerNumber = (event: SingleEvent, connectedAt: string | null): boolean =>
  'toPastNumber' in event && event.toPastNumber === true && event.at.toISOString() >= (connectedAt ?? '');

/** Tells whether an event needs the lock of the campus, because it may store an opt-out or queue a notice. */
const needsCampusLock = (event: WebhookEvent): boolean =>
  isOfPerson(event) || (event.kind === 'receipt' && saysStop(event.receipt.code));

const needsSenderLock = (event: WebhookEvent): boolean =>
  event.kind !== 'category' && (event.kind !== 'receipt' || event.receipt.policy !== undefined);

/**
 * Returns the locks that the handlers of these events need. `limit` means every sender that shares the messaging limit.
 */
export const locksFor = (
  events: readonly WebhookEvent[],
  learns: boolean,
): { campus: boolean; sender: boolean; limit: boolean } => ({
  limit: events.some(({ kind }) => kind === 'limit'),
  campus: learns || events.some(needsCampusLock),
  sender: learns || events.some(needsSenderLock),
});

/** The number of each hidden id; '' if the provider does not know the number. */
export type RevealedNumbers = ReadonlyMap<string, string>;

/** Returns the hidden ids about which the provider has not been asked yet. */
export function hiddenNamesIn(events: readonly WebhookEvent[], revealed: RevealedNumbers): string[] {
  const names = events.flatMap((event) =>
    isInChat(event) && event.isHidden && !revealed.has(event.number) ? event.number : [],
  );
  return [...new Set(names)];
}

/**
 * Returns the event with its number. If the provider does not know the number, the event keeps the hidden id, and a
 * parent's text says so.
 */
export function revealNumber<E extends WebhookEvent>(event: E, revealed: RevealedNumbers): E {
  if (!isInChat(event) || !event.isHidden) return event;
  const number = revealed.get(event.number);
  if (number) return { ...event, number };
  if (event.kind !== 'inbound' && event.kind !== 'edited') return event;
  return { ...event, text: [event.text, webhookWords.numberHidden].filter(Boolean).join('\n') };
}

/** Returns the first of these webhooks, as many as have together at most `mostCharacters` characters; at least one. */
export function firstWithin<T extends { size: number }>(webhooks: readonly T[], mostCharacters: number): T[] {
  let sum = 0;
  const end = webhooks.findIndex(({ size }) => {
    sum += size;
    return sum > mostCharacters;
  });
  return end < 0 ? [...webhooks] : webhooks.slice(0, Math.max(1, end));
}
