/**
 * What the program gets from the world in one life: clocks, random numbers, the network, a log, and a door for
 * requests.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Deps, PaperMaker } from '../../src/server/deps.ts';
import type { Runtime } from '../../src/server/runtime.ts';
import type { Chance } from '../support/fault-random.ts';
import type { Network } from './network.ts';
import type { Owner, Timeline } from './timeline.ts';

export type Answer = { status: number; body: unknown };
export type HttpRequest = { method: string; url: string; headers?: Record<string, string>; body?: string };

/** The place where the school's program runs: a computer with a file, or servers on a PostgreSQL. */
export type Computer = {
  /** Starts what is not running. */
  start: () => Promise<void>;
  /** Acts as a power cut: what is not committed is lost. */
  kill: () => void;
  /** Kills it after so many statements. */
  killSoon: (statements: number) => void;
  isUp: () => boolean;
  /** Resolves with the answer. Undefined when the program is off or ends meanwhile. */
  ask: (request: HttpRequest) => Promise<Answer | undefined>;
  /** The dependencies of the running program, for the commands of an operator; undefined when none runs. */
  deps: () => Deps | undefined;
  /** Resolves when that program ends. */
  ended: () => Promise<undefined>;
  /** Reads what is committed now. */
  read: <T>(sql: string, ...values: (number | string)[]) => T[];
  /** Closes the reader before the file is moved or replaced. */
  closeReader: () => void;
  /** Nothing runs for this time, and the monotonic clock stands still. */
  sleep: (milliseconds: number) => void;
  setClock: (ahead: number) => void;
  /** Milliseconds by which its clock is ahead of the world's. */
  clockAhead: () => number;
  setFull: (full: boolean) => void;
  isFull: () => boolean;
  dataDir: () => string;
  /** The place of the next start. */
  moveTo: (dataDir: string) => void;
  /** Whether the error comes from a program that is off. */
  isOff: (error: unknown) => boolean;
  /** Called when an event of the world and all its immediate effects are over. */
  onEvent: () => void;
  end: () => Promise<void>;
};

/** The time of the computer's own clock as ISO text. */
export const instantOf = ({
  epoch,
  timeline,
  computer,
}: {
  epoch: number;
  timeline: Timeline;
  computer: Computer;
}): string => new Date(epoch + timeline.now() + computer.clockAhead()).toISOString();

/** The computer is off: the statement was not executed, or its result was lost. */
export class PowerCut extends Error {}

/** Milliseconds. Timers of at least this length count as polls, which may run late while nothing happens. */
const pollAfter = 400;

type Around = {
  timeline: Timeline;
  network: Network;
  chance: Chance;
  epoch: number;
  /** Milliseconds by which its clock is ahead of the world's. */
  clockAhead: () => number;
};

export function runtimeOf(own: Owner, { timeline, network, chance, epoch, clockAhead }: Around): Runtime {
  const after: Runtime['after'] = (milliseconds, call) => {
    const isPoll = milliseconds >= pollAfter;
    return { cancel: timeline.put(milliseconds, call, { owner: own, isPoll }) };
  };
  const every: Runtime['every'] = (milliseconds, call) => {
    let timer = { cancel: () => {} };
    const next = () => {
      timer = after(milliseconds, () => {
        next();
        call();
      });
    };
    next();
    return { cancel: () => timer.cancel() };
  };
  const randomBytes = (count: number) =>
    Buffer.from(Array.from({ length: count }, () => chance.whole(0, 255)));
  return {
    now: () => new Date(epoch + timeline.now() + clockAhead()),
    elapsed: () => timeline.now() - own.pausedFor,
    after,
    every,
    sleep: (milliseconds) =>
      new Promise((resolve) => {
        timeline.put(milliseconds, resolve, { owner: own });
      }),
    timeout: (milliseconds) => {
      const aborting = new AbortController();
      const late = () => aborting.abort(new DOMException('too late', 'TimeoutError'));
      timeline.put(milliseconds, late, { owner: own, isPoll: milliseconds >= pollAfter });
      return aborting.signal;
    },
    random: chance.next,
    randomBytes,
    randomUUID: () => {
      const hex = randomBytes(16).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    fetch: (input, init) => network.fetch(own, String(input), init ?? {}),
    // A real hash takes long by design, and no rule here depends on it.
    passwords: {
      hash: async (password) => `of ${password}`,
      verify: async ({ hash, password }) => hash === `of ${password}`,
    },
  };
}

/** Papers would be drawn by a process with its own time, so each is only the text of its pages. */
export const noPapers: PaperMaker = {
  draw: async (order) => Buffer.from(JSON.stringify(order.pages)),
  sweep: async () => {},
  stop: async () => {},
};

/** A log that hands errors on and drops everything else. */
export function logOf(complain: (what: string) => void): FastifyBaseLogger {
  const tell = (given: unknown, text?: string) => {
    const { err, error } = (given ?? {}) as { err?: Error; error?: Error };
    complain(`${text ?? ''} ${(err ?? error)?.stack ?? JSON.stringify(given)}`);
  };
  const quiet = () => {};
  const log = { level: 'warn', silent: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet };
  const whole = { ...log, error: tell, fatal: tell, child: () => whole };
  return whole as unknown as FastifyBaseLogger;
}

/** Passes requests to the program. A request that is open when the program ends gets no answer. */
export function createDoor(timeline: Timeline) {
  let onEnd: (() => void)[] = [];

  function ask(
    app: FastifyInstance,
    { method, url, headers, body }: HttpRequest,
  ): Promise<Answer | undefined> {
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const answered = timeline.ask();
    void promise.then(answered);
    const lost = () => resolve(undefined);
    onEnd.push(lost);
    timeline.stir();
    app
      .inject({
        method: method as 'GET',
        url,
        headers: headers ?? {},
        ...(body === undefined ? {} : { payload: body }),
      })
      .then(
        (response) => {
          timeline.touch();
          const text = response.body;
          const isJson = String(response.headers['content-type']).includes('json');
          resolve({ status: response.statusCode, body: isJson ? JSON.parse(text) : text });
        },
        () => lost(),
      )
      .finally(() => {
        onEnd = onEnd.filter((end) => end !== lost);
      });
    return promise;
  }
  const end = (): void => {
    for (const lose of onEnd.splice(0)) lose();
  };
  const ended = (): Promise<undefined> =>
    new Promise((resolve) => {
      onEnd.push(() => resolve(undefined));
    });
  return { ask, end, ended };
}
