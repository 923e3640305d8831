import type { PaceSettings } from '#shared/calls/senders.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';
import { senderQuery } from '../../lib/sender.ts';

/** Saves the sending pace. A live event reloads the previews of sends, because their duration depends on the pace. */
export async function savePace(pace: PaceSettings): Promise<void> {
  const saved = await send('PUT /Sender/Pace', { body: pace });
  queryClient.setQueryData(senderQuery.queryKey, saved);
}

export const resumeSender = () => sendWrite('POST /Outbox/Resume', { body: {} });
