import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { Failure } from '#shared/failures.ts';
import { has } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { findProof } from '../../auth/auth-queries.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../http/mount.ts';

/** Proxies close silent connections after a minute. Each beat also checks whether the user still may listen. */
const beatEvery = 25_000;
/** A client that does not read is disconnected, and reloads everything when it reconnects. */
const mostWaiting = 64 * 1024;
/** Streams of one user or key: more than anybody needs, and few enough for the server. */
export const mostStreams = 50;

/**
 * Whether the session or key is still valid and may view the campus. While the store is unavailable, the answer is yes.
 */
async function mayListen({ store, now }: Deps, token: string, campusID: number): Promise<boolean> {
  try {
    const proof = await findProof(store.db, token, now().toISOString());
    return (
      proof?.campuses.some(({ id, rights }) => id === campusID && has(rights, calls.live.access)) ?? false
    );
  } catch {
    return true;
  }
}

/** A change of another user's session does not concern this listener. */
const isOfOther = (event: LiveEvent, listenerID: string): boolean =>
  event.what === 'session' && event.userID !== undefined && event.userID !== listenerID;

/** After these events the listener may have lost access. */
const lookAgain: readonly LiveEvent['what'][] = ['session', 'keys', 'everything'];

/** `id`: of the user, or with `isKey` of the API key. */
type Listener = { token: string; id: string; isKey: boolean; campusID: number; ago: number };

/** The event stream of a listener. It ends when the listener loses access. */
function openStream(deps: Deps, { token, id, isKey, campusID, ago }: Listener): Readable {
  const stream = new Readable({ read: () => {} });
  let isOver = false;
  let isNotified = false;
  const write = (text: string) => {
    stream.push(text);
    if (stream.readableLength > mostWaiting) stream.destroy();
  };
  const end = () => {
    isOver = true;
    stop();
    timer.cancel();
  };
  const endUnlessAllowed = async (ifAllowed = () => {}) => {
    const isAllowed = await mayListen(deps, token, campusID);
    if (isOver) return;
    if (isAllowed) return ifAllowed();
    end();
    // Tells the client why, if the event itself has not arrived yet. Earlier events are still delivered.
    const why: LiveEvent = isKey ? { what: 'keys' } : { what: 'session', userID: id };
    if (!isNotified) write(`data: ${JSON.stringify(why)}\n\n`);
    stream.push(null);
  };
  const sendEvent = (event: LiveEvent) => {
    if (isOver || isOfOther(event, id)) return;
    write(`data: ${JSON.stringify(event)}\n\n`);
    if (!lookAgain.includes(event.what)) return;
    isNotified = true;
    void endUnlessAllowed();
  };
  write('retry: 2000\n\n');
  const stop = deps.bus.subscribe(campusID, sendEvent, ago);
  const timer = deps.runtime.every(beatEvery, () => void endUnlessAllowed(() => write(': still here\n\n')));
  stream.once('close', end);
  // Access may have been removed since the door proved it.
  void endUnlessAllowed();
  return stream;
}

export function liveRoutes(app: FastifyInstance, deps: Deps): void {
  const open = new Map<Readable, string>();
  const countOf = (id: string) => [...open.values()].filter((owner) => owner === id).length;
  let isClosing = false;

  mount(app, calls.live, async ({ door, query, reply }) => {
    const { campusID } = door.scope();
    const { token, userID, key } = door.proof;
    const id = key?.id ?? userID;
    if (countOf(id) >= mostStreams) throw new Failure('tooMany', failureWords.tooMany);
    const stream = openStream(deps, { token, id, isKey: key !== undefined, campusID, ago: query.ago });
    stream.once('close', () => open.delete(stream));
    open.set(stream, id);
    if (isClosing) stream.destroy();
    return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(stream);
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    for (const stream of open.keys()) stream.destroy();
  });
}
