import { type MessageCounts, noMessages } from '#shared/message-states.ts';
import type { StateCount } from './queries.ts';

/** Counts by the wire's words: `pending` for what is queued. */
export function toCounts(rows: readonly StateCount[]): MessageCounts {
  const counts = noMessages();
  for (const { status, count } of rows) counts[status === 'queued' ? 'pending' : status] = count;
  return counts;
}
