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

/** Proxies drop silent connections after a minute; this also finds out whether the user may still listen. */
const beatEvery = 25_000;
/** A client that does not read is dropped, and asks for everything when it comes back. */
const mostWaiting = 64 * 1024;
/** Of one user: more tabs and programs than anybody has, and fewer than a server would feel. */
export const mostStreams = 50;

/** Whether the session still stands and its user still sees the campus; while that cannot be asked, he may. */
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

export function liveRoutes(app: FastifyInstance, deps: Deps): void {
  const open = new Map<Readable, string>();
  const countOf = (userID: string) => [...open.values()].filter((owner) => owner === userID).length;
  let isClosing = false;

  mount(app, calls.live, async ({ door, query, reply }) => {
    const scope = door.scope();
    const { token, userID } = door.proof;
    if (countOf(userID) >= mostStreams) throw new Failure('tooMany', failureWords.tooMany);
    const stream = new Readable({ read: () => {} });
    const write = (text: string) => {
      stream.push(text);
      if (stream.readableLength > mostWaiting) stream.destroy();
    };
    const beat = async () => {
      if (await mayListen(deps, token, scope.campusID)) write(': still here\n\n');
      else stream.destroy();
    };
    write('retry: 2000\n\n');
    const tell = (event: LiveEvent) => write(`data: ${JSON.stringify(event)}\n\n`);
    const stop = deps.bus.subscribe(scope.campusID, tell, query.ago);
    const timer = deps.runtime.every(beatEvery, () => void beat());
    stream.once('close', () => {
      stop();
      timer.cancel();
      open.delete(stream);
    });
    open.set(stream, userID);
    if (isClosing) stream.destroy();
    return reply.header('content-type', 'text/event-stream').header('cache-control', 'no-store').send(stream);
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    for (const stream of open.keys()) stream.destroy();
  });
}
