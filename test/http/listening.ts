/** A listener to the live events of a campus, over real HTTP. */
import { type LiveEvent, liveEvent } from '#shared/calls/live.ts';
import type { CampusInTest } from '../support/campus.ts';
import type { World } from '../support/world.ts';

/** Opens the stream of a campus and reads it event by event. */
export async function listen(
  world: Pick<World, 'address'>,
  caller: { token: string },
  campus: Pick<CampusInTest, 'id' | 'db'>,
  ago = 0,
) {
  const url = `${world.address}/api/Live?db=${campus.db}&cID=${campus.id}&ago=${ago}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${caller.token}` } });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let waiting = '';
  /** Reads the next block of the stream; undefined when it has ended. */
  const block = async (): Promise<string | undefined> => {
    for (;;) {
      const end = waiting.indexOf('\n\n');
      if (end >= 0) {
        const text = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        return text;
      }
      // A closing server may cut the stream. For a listener this is its end too.
      const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
      if (done) return undefined;
      waiting += value ?? '';
    }
  };
  const next = async (): Promise<LiveEvent | undefined> => {
    const text = await block();
    return text === undefined ? undefined : liveEvent.parse(JSON.parse(text.replace(/^data: /, '')));
  };
  return { response, block, next, close: () => reader.cancel() };
}
