import type { PaceSettings } from '#shared/calls/senders.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { senderQuery } from '../../lib/sender.ts';

/** Saves the sending pace, and reloads the previews of sends, because their duration depends on the pace. */
export async function savePace(pace: PaceSettings): Promise<void> {
  const saved = await send('PUT /Sender/Pace', { body: pace });
  queryClient.setQueryData(senderQuery.queryKey, saved);
  await queryClient.invalidateQueries({ queryKey: keys.plans });
}

export async function resumeSender(): Promise<void> {
  await send('POST /Outbox/Resume', { body: {} });
  const stale = [keys.sender, keys.outbox];
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
