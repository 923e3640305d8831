/** What a program is given of the world from its start to its end: clocks, chance, the network, a log, and who asks it. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Deps, PaperMaker } from '../../src/server/deps.ts';
import type { Runtime } from '../../src/server/runtime.ts';
import type { Chance } from '../support/fault-random.ts';
import type { Network } from './network.ts';
import type { Owner, Timeline } from './timeline.ts';

export type Answer = { status: number; body: unknown };
export type Asked = { method: string; url: string; headers?: Record<string, string>; body?: string };

/** Where the school's program runs: a computer with a file, or servers beside a PostgreSQL. */
export type Computer = {
  /** Starts what is not running. */
  start: () => Promise<void>;
  /** As if the plug was pulled: what is not committed is gone. */
  kill: () => void;
  /** After so many statements. */
  killSoon: (statements: number) => void;
  isUp: () => boolean;
  /** Resolves when it is answered; undefined where nobody is there, or it ended meanwhile. */
  ask: (asked: Asked) => Promise<Answer | undefined>;
  /** Of the program that runs, for what whoever runs it does by a command; undefined where none does. */
  deps: () => Deps | undefined;
  /** Resolves when that program ends. */
  ended: () => Promise<undefined>;
  /** What is committed now. */
  read: <T>(sql: string, ...values: (number | string)[]) => T[];
  /** Before the file is moved or replaced. */
  closeReader: () => void;
  /** Nothing runs for so long, and its monotonic clock stands still. */
  sleep: (milliseconds: number) => void;
  setClock: (ahead: number) => void;
  /** Milliseconds by which its clock is ahead of the world's. */
  clockAhead: () => number;
  setFull: (full: boolean) => void;
  isFull: () => boolean;
  dataDir: () => string;
  /** Where it is started next. */
  moveTo: (dataDir: string) => void;
  /** What a program says that is not there any more. */
  isOff: (error: unknown) => boolean;
  /** An event of the world, and all that follows from it at once, has come to its end. */
  onEvent: () => void;
  end: () => Promise<void>;
};

/** By the computer's own clock, as ISO text. */
export const instantOf = ({
  epoch,
  timeline,
  computer,
}: {
  epoch: number;
  timeline: Timeline;
  computer: Computer;
}): string => new Date(epoch + timeline.now() + computer.clockAhead()).toISOString();

/** The statement was not carried out, or nobody learned of it: the computer is off. */
export class PowerCut extends Error {}

/** Milliseconds: shorter timers are for a moment of their own. */
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
    // A hash takes its time by design, and nothing here is told by it.
    passwords: {
      hash: async (password) => `of ${password}`,
      verify: async ({ hash, password }) => hash === `of ${password}`,
    },
  };
}

/** Errors that the program tells its operator of are handed on. */
/** A process of its own has its own time: a paper is what it says. */
export const noPapers: PaperMaker = {
  draw: async (order) => Buffer.from(JSON.stringify(order.pages)),
  sweep: async () => {},
  stop: async () => {},
};

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

/** Asks the program. Who waits for an answer when it ends gets none. */
export function createDoor(timeline: Timeline) {
  let onEnd: (() => void)[] = [];

  function ask(app: FastifyInstance, { method, url, headers, body }: Asked): Promise<Answer | undefined> {
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
