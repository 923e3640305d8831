import { send } from './send.ts';

/** The number of waiting messages that are cancelled when this billing or bill is deleted. */
export async function countWaitingMessages(about: { groupID: number } | { billID: number }): Promise<number> {
  const { messages } = await send('GET /Outbox/Waiting', { query: about });
  return messages;
}
