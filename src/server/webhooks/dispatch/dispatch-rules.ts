/** Stored webhooks and their events before they are handled. Pure. */
import { webhookWords } from '#shared/words/chats.ts';
import { saysStop } from '../../whatsapp/error-codes.ts';
import type { WebhookEvent } from '../../whatsapp/webhooks.ts';
import type { SingleEvent } from '../model.ts';

/**
 * Clock skew: an event in the future would keep a window open, and would override later wishes. It counts as of now.
 */
export const notAfter = <E extends SingleEvent>(event: E, now: Date): E =>
  'at' in event && event.at > now ? { ...event, at: now } : event;

/** Whether a parent wrote to a past number of the sender, after the sender was connected with another one. */
export const isToLeftNumber = (event: SingleEvent, connectedAt: string | null): boolean =>
  'toPastNumber' in event && event.toPastNumber === true && event.at.toISOString() >= (connectedAt ?? '');

/** The event may store an opt-out or queue a notice, and both need the lock of the campus. */
const needsCampusLock = (event: WebhookEvent): boolean =>
  event.kind === 'inbound' ||
  event.kind === 'preference' ||
  event.kind === 'numberChanged' ||
  (event.kind === 'receipt' && saysStop(event.receipt.code));

const needsSenderLock = (event: WebhookEvent): boolean =>
  event.kind !== 'category' && (event.kind !== 'receipt' || event.receipt.policy !== undefined);

/** The locks that the handlers of these events need. `limit`: of every sender that shares the messaging limit. */
export const locksFor = (
  events: readonly WebhookEvent[],
  learns: boolean,
): { campus: boolean; sender: boolean; limit: boolean } => ({
  limit: events.some(({ kind }) => kind === 'limit'),
  campus: learns || events.some(needsCampusLock),
  sender: learns || events.some(needsSenderLock),
});

/** Numbers by their hidden ids; '' if the provider does not know the number. */
export type RevealedNumbers = ReadonlyMap<string, string>;

/** The hidden ids that the provider has not been asked about yet. */
export function hiddenNamesIn(events: readonly WebhookEvent[], revealed: RevealedNumbers): string[] {
  const names = events.flatMap((event) =>
    event.kind === 'inbound' && event.isHidden && !revealed.has(event.number) ? event.number : [],
  );
  return [...new Set(names)];
}

/** The event with its number. If the provider does not know it, the hidden id stays and the text says so. */
export function revealNumber<E extends WebhookEvent>(event: E, revealed: RevealedNumbers): E {
  if (event.kind !== 'inbound' || !event.isHidden) return event;
  const number = revealed.get(event.number);
  if (number) return { ...event, number };
  return { ...event, text: [event.text, webhookWords.numberHidden].filter(Boolean).join('\n') };
}

/** The first of these whose bodies together are not longer than the limit; at least one. */
export function firstWithin<T extends { size: number }>(webhooks: readonly T[], mostCharacters: number): T[] {
  let sum = 0;
  const end = webhooks.findIndex(({ size }) => {
    sum += size;
    return sum > mostCharacters;
  });
  return end < 0 ? [...webhooks] : webhooks.slice(0, Math.max(1, end));
}
