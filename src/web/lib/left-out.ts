import { send } from './send.ts';

/** How many messages wait that go with a billing or a bill when it is deleted. */
export async function countLeftOut(about: { groupID: number } | { billID: number }): Promise<number> {
  const { messages } = await send('GET /Outbox/Waiting', { query: about });
  return messages;
}
