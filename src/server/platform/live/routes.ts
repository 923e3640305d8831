import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { Failure } from '#shared/failures.ts';
import { has, type Rights } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../db/store.ts';
import { mount } from '../http/mount.ts';

/**
 * Proxies close silent connections after a minute, so a heartbeat is sent. Each heartbeat also checks whether the
 * user may still listen.
 */
const heartbeatEvery = 25_000;
/** In bytes. If a client does not read, it is disconnected. It reloads everything when it reconnects. */
const mostWaiting = 64 * 1024;
/** The most streams of one user or key. This is more than anybody needs, and few enough for the server. */
export const mostStreams = 50;

/** Finds what a session or API key may open now; undefined if it is no longer valid. */
type FindProof = (
  db: Db,
  token: string,
  now: string,
) => Promise<{ campuses: readonly { id: number; rights: Rights }[] } | undefined>;
type LiveDeps = Deps & { findProof: FindProof };

/** Whether the session or key is still valid and may view the campus. True if the store is unavailable. */
async function mayListen(
  { store, now, findProof }: LiveDeps,
  { token, campusID }: Pick<Listener, 'token' | 'campusID'>,
): Promise<boolean> {
  try {
    const proof = await findProof(store.db, token, now().toISOString());
    return (
      proof?.campuses.some(({ id, rights }) => id === campusID && has(rights, calls.live.access)) ?? false
    );
  } catch {
    return true;
  }
}

/** Whether the event is about the session of another user. It does not concern this listener. */
const isOfOther = (event: LiveEvent, listenerID: string): boolean =>
  event.what === 'session' && event.userID !== undefined && event.userID !== listenerID;

/** After one of these events the listener may have lost access. */
const eventsThatMayEndAccess: readonly LiveEvent['what'][] = ['session', 'keys', 'everything'];

/** `id`: the id of the user, or of the API key if `isKey` is true. */
type Listener = { token: string; id: string; isKey: boolean; campusID: number; ago: number };

/** Opens the event stream of a listener. The stream ends when the listener loses access. */
function openStream(deps: LiveDeps, { token, id, isKey, campusID, ago }: Listener): Readable {
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
    const isAllowed = await mayListen(deps, { token, campusID });
    if (isOver) return;
    if (isAllowed) return ifAllowed();
    end();
    // Tells the client why the stream ends, unless the event itself has already arrived. Earlier events are still
    // delivered.
    const why: LiveEvent = isKey ? { what: 'keys' } : { what: 'session', userID: id };
    if (!isNotified) write(`data: ${JSON.stringify(why)}\n\n`);
    stream.push(null);
  };
  const sendEvent = (event: LiveEvent) => {
    if (isOver || isOfOther(event, id)) return;
    write(`data: ${JSON.stringify(event)}\n\n`);
    if (!eventsThatMayEndAccess.includes(event.what)) return;
    isNotified = true;
    void endUnlessAllowed();
  };
  write('retry: 2000\n\n');
  const stop = deps.bus.subscribe(campusID, sendEvent, ago);
  const timer = deps.runtime.every(
    heartbeatEvery,
    () => void endUnlessAllowed(() => write(': still here\n\n')),
  );
  stream.once('close', end);
  // Access may have been removed since the door checked it.
  void endUnlessAllowed();
  return stream;
}

export function liveRoutes(app: FastifyInstance, deps: LiveDeps): void {
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
