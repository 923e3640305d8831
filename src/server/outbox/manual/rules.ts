/** Between a message and the chat it is sent in by hand. Pure. */
import type { HandMessage } from '#shared/calls/by-hand.ts';
import { reasonOf } from '#shared/reasons.ts';
import { settle } from '../completer/rules.ts';
import type { Settlement } from '../model.ts';
import type { ManualMessage } from './queries.ts';

/** WhatsApp's own link to a chat with a text in it. Source: faq.whatsapp.com, "How to use click to chat". */
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

/** What a person's word makes of a chat that she opened; `skipped` is left out for good once it is back. */
export function settleManually(
  row: ManualMessage,
  outcome: 'sent' | 'skipped' | 'notSent',
  now: Date,
): Settlement {
  const tried = { ...row, leaseUntil: row.leaseUntil ?? '' };
  if (outcome === 'sent') {
    return settle(tried, { kind: 'accepted', providerID: `hand.m1:${row.id}:a${row.attempts}` }, now);
  }
  const settlement = settle(tried, { kind: 'notSent', reason: reasonOf('putBack') }, now);
  // She decides when it is tried again, and how often; nothing is wrong with the broadcast.
  return { ...settlement, status: 'queued', dueAt: now.toISOString(), trouble: null };
}

/** What is offered to this person: what she opened herself, then what waits, then what others left open. */
export function nextManual(
  opened: readonly ManualMessage[],
  waiting: ManualMessage | undefined,
  userID: string,
): ManualMessage | undefined {
  const mine = opened.find(({ openedBy }) => openedBy === userID);
  return mine ?? waiting ?? opened.find(({ status }) => status === 'unknown');
}
