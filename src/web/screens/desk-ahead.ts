/** Prefetch: the desk's program and what it shows first are asked for at once, not one after the other. */
import { billPages } from '../features/bills/api.ts';
import { demoQuery } from '../features/demo/api.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { broadcastsQuery } from '../features/outbox/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession } from '../lib/session.ts';
import { pageQuery } from '../lib/use-pages.ts';
import type { DeskSearch } from './search.ts';

// Milliseconds. Then it is drawn with what is there, and says itself that it waits for the rest.
const longestWait = 1000;

/**
 * Ends when what stands on the desk has come, so that it is drawn once and nothing in it moves. What fails is asked for
 * again by whatever shows it.
 */
export async function askAhead({ billing, q = '', status = 'all' }: DeskSearch): Promise<void> {
  if (!currentSession()?.rights.view) return;
  const asked = [
    queryClient.prefetchQuery(groupsQuery),
    queryClient.prefetchQuery(broadcastsQuery),
    queryClient.prefetchQuery(demoQuery),
  ];
  if (billing !== undefined) {
    const wanted = billPages({ groupID: billing, search: q, status });
    asked.push(queryClient.prefetchQuery(pageQuery(wanted, 0)));
  }
  await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, longestWait))]);
}
