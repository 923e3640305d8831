/**
 * The internet between the program and WhatsApp: calls take their time, are cut, or find no way out. At its end stands
 * the fake Graph server, which is asked without a socket.
 */

import { type GraphOptions, type OpenedGraph, openGraph } from '../peers/graph.ts';
import type { Chance } from '../support/fault-random.ts';
import type { Answer, Asked } from './life.ts';
import type { Owner, Timeline } from './timeline.ts';

export type Network = ReturnType<typeof createNetwork>;

/** A call under way; `isCut`: its connection is lost. */
type Flight = { owner: Owner; isCut: boolean };

const failed = (code: string, syscall?: string): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(code), { code, ...(syscall ? { syscall } : {}) }),
  });

const host = 'https://school.example';

/** `after` milliseconds, or a little later: at the next instant of which there is one each `grain`. */
const rounded = ({ now }: Timeline, after: number, grain: number): number =>
  Math.ceil((now() + after) / grain) * grain - now();

/** `grain`: milliseconds; calls are answered so far apart, or at one instant. */
export function createNetwork({
  timeline,
  chance,
  note,
  grain,
}: {
  timeline: Timeline;
  chance: Chance;
  note: (what: string) => void;
  grain: number;
}) {
  const flights = new Set<Flight>();
  let isOnline = true;
  let graph: OpenedGraph | undefined;
  let deliver: ((asked: Asked) => Promise<Answer | undefined>) | undefined;
  let onAnswered = (): void => {};

  const wait = (milliseconds: number, of: { owner?: Owner; inCompany?: boolean } = {}): Promise<void> =>
    new Promise((resolve) => {
      timeline.put(milliseconds, resolve, of);
    });

  /** As `fetch`, but that nothing is sent over a socket. */
  function fetchOf(owner: Owner, url: string, init: RequestInit): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const flight: Flight = { owner, isCut: false };
    flights.add(flight);
    // Whoever only asks whether there is news has done nothing yet.
    if (init.method === 'POST') timeline.stir();
    else timeline.touch();
    const land = (end: () => void): void => {
      flights.delete(flight);
      end();
    };
    const aborted = (): void =>
      land(() => reject(init.signal?.reason ?? new DOMException('aborted', 'AbortError')));
    init.signal?.addEventListener('abort', aborted, { once: true });
    const go = async (): Promise<void> => {
      await wait(chance.whole(15, 60), { owner });
      if (flight.isCut) return land(() => reject(failed('ECONNRESET')));
      if (!isOnline) return land(() => reject(failed('ENOTFOUND', 'getaddrinfo')));
      // A gateway of another campus, which nobody has started here.
      if (!url.startsWith('http://graph')) return land(() => reject(failed('ECONNREFUSED')));
      const method = init.method ?? 'GET';
      const headers = Object.fromEntries(new Headers(init.headers as Record<string, string>));
      const raw = Buffer.from(typeof init.body === 'string' ? init.body : '');
      const reply = await graph?.answer(method, url, { raw, headers });
      if (!reply) throw new Error('there is no Graph');
      onAnswered();
      const path = url.replace(/^http:\/\/graph\/v\d+\.\d+\//, '').replace(/\?.*$/, '');
      note(`graph: ${method} ${path} -> ${reply.status}`);
      if ('body' in reply) {
        await wait(rounded(timeline, chance.whole(30, 400), grain), { owner, inCompany: grain > 1 });
        if (flight.isCut) return land(() => reject(failed('ECONNRESET')));
        const response = new Response(reply.body, {
          status: reply.status,
          headers: { 'content-type': reply.type },
        });
        return land(() => resolve(response));
      }
      if (reply.cutAfter === undefined) return;
      await wait(reply.cutAfter * 1000 + 5, { owner });
      land(() => reject(failed('ECONNRESET')));
    };
    go().catch((error: unknown) => land(() => reject(error)));
    return promise;
  }

  /** WhatsApp calls the program: its status, 0 where nobody answers. */
  const post: NonNullable<GraphOptions['post']> = async (url, { headers, body }) => {
    await wait(chance.whole(10, 80));
    if (!isOnline || !url.startsWith(host)) return 0;
    const answer = await deliver?.({ method: 'POST', url: url.slice(host.length), headers, body });
    note(`webhook -> ${answer?.status ?? 0}`);
    await wait(chance.whole(10, 80));
    return answer?.status ?? 0;
  };

  return {
    host,
    post,
    fetch: fetchOf,
    /** What stands at its ends. */
    connect: (ends: {
      graph: OpenedGraph;
      deliver: (asked: Asked) => Promise<Answer | undefined>;
      onAnswered: () => void;
    }) => {
      ({ graph, deliver, onAnswered } = ends);
    },
    setOnline: (online: boolean) => {
      note(online ? 'network: back' : 'network: gone');
      isOnline = online;
    },
    isOnline: () => isOnline,
    /** Calls of a program that is not there any more wait for nothing; those of one that stands still, for nothing soon. */
    inFlight: () => {
      for (const flight of flights) if (!flight.owner.isAlive) flights.delete(flight);
      return [...flights].filter(({ owner }) => !owner.isFrozen).length;
    },
    /** A computer that sleeps loses its connections. */
    loseAnswers: (owner: Owner, milliseconds: number) => {
      if (milliseconds > 5000) for (const flight of flights) if (flight.owner === owner) flight.isCut = true;
    },
  };
}

/**
 * WhatsApp with the clock and the chance of the world. `gathers`: milliseconds in which it gathers what one call tells;
 * `grain`: how far apart it has something to tell.
 */
export function openWhatsApp(
  {
    timeline,
    chance,
    epoch,
    gathers,
    grain,
  }: { timeline: Timeline; chance: Chance; epoch: number; gathers: number; grain: number },
  options: Pick<GraphOptions, 'account' | 'delays' | 'post' | 'perSecond'>,
): OpenedGraph {
  let flushing = false;
  const now = () => new Date(epoch + timeline.now());
  /** What is told together goes together, a moment later. */
  const flushSoon = (): void => {
    if (flushing) return;
    flushing = true;
    timeline.put(chance.whole(10, gathers), () => {
      flushing = false;
      void graph.hooks.flush();
    });
  };
  const graph: OpenedGraph = openGraph({
    ...options,
    now,
    isByHand: true,
    reviewAfter: 3_600_000,
    randomBytes: (count) => Buffer.from(Array.from({ length: count }, () => chance.whole(0, 255))),
    agenda: {
      now: () => epoch + timeline.now(),
      after: (milliseconds, run) => {
        const tell = (): void => {
          void run();
          flushSoon();
        };
        timeline.put(rounded(timeline, milliseconds, grain), tell, { inCompany: grain > 1 });
      },
      runDue: async () => 0,
      count: () => 0,
      close: () => {},
    },
  });
  const { tell } = graph.hooks;
  graph.hooks.tell = (change, isRepeated) => {
    tell(change, isRepeated);
    flushSoon();
  };
  return graph;
}
