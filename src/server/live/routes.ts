import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { calls } from '#shared/calls/all.ts';
import type { LiveEvent } from '#shared/calls/live.ts';
import { Failure } from '#shared/failures.ts';
import { has } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { findProof } from '../auth/queries.ts';
import type { Deps } from '../deps.ts';
import { mount } from '../http/mount.ts';

/** Proxies drop silent connections after a minute; this also finds out whether the user may still listen, if nobody has said so. */
const beatEvery = 25_000;
/** A client that does not read is dropped, and asks for everything when it comes back. */
const mostWaiting = 64 * 1024;
/** Of one user, and of one key: more tabs and programs than anybody has, and fewer than a server would feel. */
export const mostStreams = 50;

/** Whether session or key still stands and still sees the campus; while that cannot be asked, it does. */
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

/** Whose session is out of date is nobody else's business. */
const isOfOther = (event: LiveEvent, listenerID: string): boolean =>
  event.what === 'session' && event.userID !== undefined && event.userID !== listenerID;

/** After these it may be that one may not listen any more. */
const lookAgain: readonly LiveEvent['what'][] = ['session', 'keys', 'everything'];

/** `id`: of the user, or of the key that listens; `isKey` tells which. */
type Listener = { token: string; id: string; isKey: boolean; campusID: number; ago: number };

/** The stream of one who listens; it ends as soon as he may not any more. */
function openStream(deps: Deps, { token, id, isKey, campusID, ago }: Listener): Readable {
  const stream = new Readable({ read: () => {} });
  let isOver = false;
  let isTold = false;
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
    // The page learns why, also where this look came before the news of it; what was told before comes through.
    const why: LiveEvent = isKey ? { what: 'keys' } : { what: 'session', userID: id };
    if (!isTold) write(`data: ${JSON.stringify(why)}\n\n`);
    stream.push(null);
  };
  const tell = (event: LiveEvent) => {
    if (isOver || isOfOther(event, id)) return;
    write(`data: ${JSON.stringify(event)}\n\n`);
    if (!lookAgain.includes(event.what)) return;
    isTold = true;
    void endUnlessAllowed();
  };
  write('retry: 2000\n\n');
  const stop = deps.bus.subscribe(campusID, tell, ago);
  const timer = deps.runtime.every(beatEvery, () => void endUnlessAllowed(() => write(': still here\n\n')));
  stream.once('close', end);
  // Between the door and here it may have been taken.
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
