/** The callbacks of the recorder. Each is repeated until it is confirmed, as a provider does. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReceiptState } from '#shared/messages/message-states.ts';
import type { Chance } from './fault-random.ts';
import type { Callback } from './recording-provider.ts';

/** The most callbacks in one round, so that a kill finds some confirmed and some not. */
const inOneRound = 50;
/** Milliseconds from the message until its last callback. */
const longest = 400;

export function createCallbacks(chance: Chance) {
  const waiting = new Map<number, Callback>();
  const timers = new Set<NodeJS.Timeout>();
  let ids = 0;

  function plan(about: Pick<Callback, 'senderID' | 'providerID' | 'opaque'>, states: ReceiptState[]): void {
    const { senderID, providerID, opaque } = about;
    for (const status of states) {
      const id = ++ids;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          waiting.set(id, { id, senderID, providerID, opaque, status });
        },
        chance.whole(0, longest),
      );
      timers.add(timer);
    }
  }

  function serve({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    if (method === 'DELETE')
      for (const id of url.split('/').at(-1)?.split(',') ?? []) waiting.delete(Number(id));
    response.end(method === 'GET' ? JSON.stringify([...waiting.values()].slice(0, inOneRound)) : undefined);
  }

  const count = () => waiting.size + timers.size;
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { plan, serve, count, stop };
}
