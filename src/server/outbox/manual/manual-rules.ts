/** Rules for messages that a person sends. Pure. */
import type { HandMessage } from '#shared/calls/by-hand.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { settle } from '../delivery/completer-rules.ts';
import type { Settlement } from '../model.ts';
import type { ManualMessage } from './manual-queries.ts';

/** Returns WhatsApp's link to a chat with a prepared text. Source: faq.whatsapp.com, "How to use click to chat". */
export const linkTo = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

export function toOfferedMessage({
  id,
  number,
  name,
  text,
  media,
  status,
  startedAt,
}: ManualMessage): HandMessage {
  const openedAt = status === 'sending' || status === 'unknown' ? startedAt : null;
  return { id, number, name, text, media, link: linkTo(number, text), openedAt };
}

/** Turns the reported outcome into a settlement. A `skipped` message is first put back, and skipped after that. */
export function settleManually(
  row: ManualMessage,
  outcome: 'sent' | 'skipped' | 'notSent',
  now: Date,
): Settlement {
  const tried = { ...row, leaseUntil: row.leaseUntil ?? '' };
  if (outcome === 'sent') {
    return settle(tried, { kind: 'accepted', providerID: `hand.m1:${row.id}:a${row.attempts}` }, now);
  }
  const settlement = settle(tried, { kind: 'notSent', reason: makeReason('putBack') }, now);
  // The person decides when and how often to try again, so the broadcast gets no failure.
  return { ...settlement, status: 'queued', dueAt: now.toISOString(), problem: null };
}

/**
 * Returns the message to offer to this person: first a message that the person has opened, then a waiting message, then
 * a message that others left open.
 */
export function nextManual(
  opened: readonly ManualMessage[],
  waiting: ManualMessage | undefined,
  userID: string,
): ManualMessage | undefined {
  const mine = opened.find(({ openedBy }) => openedBy === userID);
  return mine ?? waiting ?? opened.find(({ status }) => status === 'unknown');
}
