/**
 * The internet between the program and WhatsApp: calls take time, are cut or fail to connect. At its end is the fake
 * Graph server, which is called without a socket.
 */

import { type GraphOptions, type OpenedGraph, openGraph } from '../peers/graph.ts';
import type { Chance } from '../support/fault-random.ts';
import type { Answer, HttpRequest } from './life.ts';
import type { Owner, Timeline } from './timeline.ts';

export type Network = ReturnType<typeof createNetwork>;

/** A call under way; `isCut`: its connection is lost. */
type Flight = { owner: Owner; isCut: boolean };

const failed = (code: string, syscall?: string): TypeError =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(code), { code, ...(syscall ? { syscall } : {}) }),
  });

const host = 'https://school.example';

/** The delay until the first multiple of `grain` that is not before `after` milliseconds from now. */
const rounded = ({ now }: Timeline, after: number, grain: number): number =>
  Math.ceil((now() + after) / grain) * grain - now();

/** `grain`: milliseconds between the instants at which calls are answered. */
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
  let deliver: ((request: HttpRequest) => Promise<Answer | undefined>) | undefined;
  let onAnswered = (): void => {};

  const wait = (milliseconds: number, of: { owner?: Owner; inCompany?: boolean } = {}): Promise<void> =>
    new Promise((resolve) => {
      timeline.put(milliseconds, resolve, of);
    });

  /** Works like `fetch`, without a socket. */
  function fetchOf(owner: Owner, url: string, init: RequestInit): Promise<Response> {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const flight: Flight = { owner, isCut: false };
    flights.add(flight);
    // A GET only asks whether there is news and has changed nothing yet.
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
      // A gateway of another campus, which does not run here.
      if (!url.startsWith('http://graph')) return land(() => reject(failed('ECONNREFUSED')));
      const method = init.method ?? 'GET';
      const headers = Object.fromEntries(new Headers(init.headers as Record<string, string>));
      const raw = Buffer.from(typeof init.body === 'string' ? init.body : '');
      const reply = await graph?.answer(method, url, { raw, headers });
      if (!reply) throw new Error('the Graph server is not connected');
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

  /** WhatsApp calls the program. Returns the status, or 0 without an answer. */
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
    /** Sets the two ends of the network. */
    connect: (ends: {
      graph: OpenedGraph;
      deliver: (request: HttpRequest) => Promise<Answer | undefined>;
      onAnswered: () => void;
    }) => {
      ({ graph, deliver, onAnswered } = ends);
    },
    setOnline: (online: boolean) => {
      note(online ? 'network: back' : 'network: gone');
      isOnline = online;
    },
    isOnline: () => isOnline,
    /** The calls in flight. Calls of a dead program are dropped, and those of a frozen one are not counted. */
    inFlight: () => {
      for (const flight of flights) if (!flight.owner.isAlive) flights.delete(flight);
      return [...flights].filter(({ owner }) => !owner.isFrozen).length;
    },
    /** A computer that sleeps for more than 5 seconds loses its connections. */
    loseAnswers: (owner: Owner, milliseconds: number) => {
      if (milliseconds > 5000) for (const flight of flights) if (flight.owner === owner) flight.isCut = true;
    },
  };
}

/**
 * The fake WhatsApp with the clock and the random numbers of the world. `gathers`: milliseconds in which it collects
 * events for one webhook; `grain`: milliseconds between the instants at which events happen.
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
  /** Sends collected events together a moment later. */
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
