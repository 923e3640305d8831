import { type MessageCounts, noMessages } from '#shared/messages/message-states.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import type { StateCount } from './broadcasts-queries.ts';

/** Counts messages under the names of the API: `pending` for queued. */
export function toCounts(rows: readonly StateCount[]): MessageCounts {
  const counts = noMessages();
  for (const { status, count } of rows) counts[status === 'queued' ? 'pending' : status] = count;
  return counts;
}

/** Returns the broadcasts that use this template. Pure. */
export const broadcastsUsing = <B extends { template: string | null }>(
  broadcasts: readonly B[],
  { name, language }: Pick<BroadcastTemplate, 'name' | 'language'>,
): B[] =>
  broadcasts.filter(({ template }) => {
    const own = JSON.parse(template ?? '{}') as Partial<BroadcastTemplate>;
    return own.name === name && own.language === language;
  });
