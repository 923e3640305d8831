/**
 * The school's computer: the program runs on it, is killed at any moment, sleeps and wakes, and has a clock that people
 * set. A life is the program from one start to its end.
 */
import type { DatabaseSyncOptions } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../src/server/config.ts';
import type { Runtime } from '../../src/server/runtime.ts';
import { type Opened, open } from '../../src/server/start.ts';
import type { Chance } from '../support/fault-random.ts';
import { WatchedDatabase } from './database.ts';
import type { Network } from './network.ts';
import type { Owner, Timeline } from './timeline.ts';

export type Answer = { status: number; body: unknown };
export type Asked = { method: string; url: string; headers?: Record<string, string>; body?: string };

export type Around = {
  timeline: Timeline;
  network: Network;
  chance: Chance;
  epoch: number;
  /** Where its data are. */
  config: Config;
  note: (what: string) => void;
  /** What must never be. */
  broken: (rule: string, what: string) => void;
  onStep: (messageID: number, from: string, to: string) => void;
};

/** The statement was not carried out, or nobody learned of it: the computer is off. */
export class PowerCut extends Error {}

export type Computer = ReturnType<typeof createComputer>;

/** Milliseconds: shorter timers are for a moment of their own. */
const pollAfter = 400;
/** What others look for: a change of anything else brings no work. */
const work = /\b(message|broadcast|hook|inbound|receipt)\b/;

export function createComputer(around: Around) {
  const { timeline, network, chance, note, broken } = around;
  let config = around.config;
  let owner: Owner = { name: 'off', pausedFor: 0, isAlive: false };
  let program: Opened | undefined;
  let databases: { database: WatchedDatabase; isWriter: boolean }[] = [];
  let onEnd: (() => void)[] = [];
  let lives = 0;
  let asleepUntil = 0;
  let clockAhead = 0;
  /** Statements until it is killed. */
  let killIn = Number.POSITIVE_INFINITY;
  let isFull = false;

  /** As if the plug was pulled: what is not committed is gone. */
  function kill(): void {
    if (!owner.isAlive) return;
    note('computer: killed');
    timeline.drop(owner);
    killIn = Number.POSITIVE_INFINITY;
    program = undefined;
    for (const { database } of databases) if (database.isOpen) database.close();
    databases = [];
    for (const end of onEnd.splice(0)) end();
  }

  function runtimeOf(own: Owner): Runtime {
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
      now: () => new Date(around.epoch + timeline.now() + clockAhead),
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
    };
  }

  function openDatabase(own: Owner, file: string, options: DatabaseSyncOptions = {}) {
    const check = (): void => {
      if (!own.isAlive) throw new PowerCut('the computer is off');
    };
    const cut = (): void => {
      killIn -= 1;
      if (killIn > 0) return;
      kill();
      throw new PowerCut('the computer is off');
    };
    const database = new WatchedDatabase(file, options, {
      before: () => {
        check();
        timeline.touch();
        cut();
      },
      after: (sql, changes) => {
        if (changes > 0 && work.test(sql)) timeline.stir();
        cut();
      },
      step: (messageID, from, to) => around.onStep(messageID, from, to),
    });
    const isWriter = file.endsWith('.db') && !options.readOnly;
    databases.push({ database, isWriter });
    if (isWriter) {
      database.tellSteps();
      limit(database);
    }
    return database;
  }

  /** Real, too: SQLite itself finds no more room. */
  function limit(database: WatchedDatabase): void {
    if (isFull) database.exec('pragma max_page_count = 1');
    else database.exec('pragma max_page_count = 1073741823');
  }

  /** Errors that the program tells its operator of: there are none as long as nothing is wrong with its computer. */
  function logOf(own: Owner): FastifyBaseLogger {
    const complain = (given: unknown, text?: string) => {
      if (!own.isAlive || isFull) return;
      const { err, error } = (given ?? {}) as { err?: Error; error?: Error };
      const stack = (err ?? error)?.stack ?? JSON.stringify(given);
      broken('the program logs no error', `${text ?? ''} ${stack}`);
    };
    const quiet = () => {};
    const log = { level: 'warn', silent: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet };
    const whole = { ...log, error: complain, fatal: complain, child: () => whole };
    return whole as unknown as FastifyBaseLogger;
  }

  /** Starts the program; it may be killed before it has begun. */
  async function start(): Promise<void> {
    if (owner.isAlive) return;
    lives += 1;
    const own: Owner = { name: `life ${lives}`, pausedFor: 0, isAlive: true };
    owner = own;
    asleepUntil = 0;
    // What it reads at its start comes from the disk, for which the world's time waits.
    const release = timeline.hold();
    try {
      const opened = await open(config, {
        runtime: runtimeOf(own),
        log: logOf(own),
        openDatabase: (file, options) => openDatabase(own, file, options),
        checkpoint: async () => {},
      });
      if (!own.isAlive) return;
      program = opened;
      for (const worker of opened.workers) await worker.start(logOf(own));
      if (own.isAlive) note(`computer: started (${own.name})`);
    } catch (error) {
      if (!own.isAlive) return;
      kill();
      if (!isFull) broken('the program starts', String((error as Error).stack));
    } finally {
      release();
    }
  }

  /** Resolves when it is answered; undefined where nobody is there, or it ended meanwhile. */
  function ask({ method, url, headers, body }: Asked): Promise<Answer | undefined> {
    if (!program || !owner.isAlive || asleepUntil > timeline.now()) return Promise.resolve(undefined);
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const answered = timeline.ask();
    void promise.then(answered);
    const lost = () => resolve(undefined);
    onEnd.push(lost);
    timeline.stir();
    program.app
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

  return {
    start,
    kill,
    ask,
    /** After so many statements. */
    killSoon: (statements: number) => {
      killIn = statements;
    },
    isUp: () => program !== undefined && owner.isAlive && asleepUntil <= timeline.now(),
    /** Its lid is closed for so long: nothing runs, and its monotonic clock stands still. */
    sleep: (milliseconds: number) => {
      if (!owner.isAlive) return;
      note(`computer: sleeps for ${Math.round(milliseconds / 60_000)} min`);
      asleepUntil = timeline.now() + milliseconds;
      timeline.delay(owner, milliseconds);
      timeline.put(milliseconds, () => note('computer: awake'));
      network.loseAnswers(owner, milliseconds);
    },
    /** Milliseconds by which its clock is ahead of the world's. */
    setClock: (ahead: number) => {
      note(`computer: clock ${ahead / 60_000} min ahead`);
      clockAhead = ahead;
    },
    clockAhead: () => clockAhead,
    setFull: (full: boolean) => {
      note(full ? 'computer: disk full' : 'computer: disk has room');
      isFull = full;
      for (const { database, isWriter } of databases) if (isWriter && database.isOpen) limit(database);
    },
    isFull: () => isFull,
    /** Where it is started next. */
    moveTo: (dataDir: string) => {
      config = { ...config, dataDir, uploadsDir: `${dataDir}/uploads`, webDir: `${dataDir}/web` };
    },
    /** What a program says that is not there any more. */
    isOff: (error: unknown) =>
      error instanceof PowerCut || /the computer is off|database is not open|finalized/.test(String(error)),
    dataDir: () => config.dataDir,
  };
}
