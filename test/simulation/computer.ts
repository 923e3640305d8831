/**
 * The school's computer. The program runs on it, is killed at any moment, and sleeps; people set its clock. A life is
 * the program from one start to its end.
 */
import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite';
import type { Config } from '../../src/server/config.ts';
import { type Opened, open } from '../../src/server/start.ts';
import type { Chance } from '../support/fault-random.ts';
import { WatchedDatabase } from './database.ts';
import {
  type Answer,
  type Computer,
  createDoor,
  type HttpRequest,
  logOf,
  noPapers,
  PowerCut,
  runtimeOf,
} from './life.ts';
import type { Network } from './network.ts';
import type { Owner, Timeline } from './timeline.ts';

export type Around = {
  timeline: Timeline;
  network: Network;
  chance: Chance;
  epoch: number;
  /** The place of the data. */
  config: Config;
  note: (what: string) => void;
  /** Reports a broken rule. */
  broken: (rule: string, what: string) => void;
  onStep: (messageID: number, from: string, to: string) => void;
};

/** Tables that workers poll for work. For all other work they are woken. */
const work = /\b(broadcast|inbound)\b/;

export function createComputer(around: Around): Computer {
  const { timeline, network, note, broken } = around;
  let config = around.config;
  let owner: Owner = { name: 'off', pausedFor: 0, isAlive: false };
  let program: Opened | undefined;
  let databases: { database: WatchedDatabase; isWriter: boolean }[] = [];
  const door = createDoor(timeline);
  let lives = 0;
  let asleepUntil = 0;
  let clockAhead = 0;
  /** The number of statements until it is killed. */
  let killIn = Number.POSITIVE_INFINITY;
  let isFull = false;

  /** Acts as a power cut: what is not committed is lost. */
  function kill(): void {
    if (!owner.isAlive) return;
    note('computer: killed');
    timeline.drop(owner);
    killIn = Number.POSITIVE_INFINITY;
    program = undefined;
    for (const { database } of databases) if (database.isOpen) database.close();
    databases = [];
    door.end();
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

  /** The limit is real: SQLite itself finds no more room. */
  function limit(database: WatchedDatabase): void {
    if (isFull) database.exec('pragma max_page_count = 1');
    else database.exec('pragma max_page_count = 1073741823');
  }

  /** The program must log no error while its computer works. */
  const logOfLife = (own: Owner) =>
    logOf((what) => {
      if (own.isAlive && !isFull) broken('the program logs no error', what);
    });

  /** Starts the program, which may be killed during the start. */
  async function start(): Promise<void> {
    if (owner.isAlive) return;
    lives += 1;
    const own: Owner = { name: `life ${lives}`, pausedFor: 0, isAlive: true };
    owner = own;
    asleepUntil = 0;
    // The program reads real files at its start, so the world's time stops meanwhile.
    const release = timeline.hold();
    try {
      const opened = await open(config, {
        runtime: runtimeOf(own, { ...around, clockAhead: () => clockAhead }),
        log: logOfLife(own),
        openDatabase: (file, options) => openDatabase(own, file, options),
        openReadConnection: (_file, db) => db,
        checkpoint: async () => {},
        papers: noPapers,
      });
      if (!own.isAlive) return;
      program = opened;
      for (const worker of opened.workers) await worker.start(logOfLife(own));
      if (own.isAlive) note(`computer: started (${own.name})`);
    } catch (error) {
      if (!own.isAlive) return;
      kill();
      if (!isFull) broken('the program starts', String((error as Error).stack));
    } finally {
      release();
    }
  }

  /** Resolves with the answer. Undefined when the program is off or ends meanwhile. */
  function ask(request: HttpRequest): Promise<Answer | undefined> {
    if (!program || !owner.isAlive || asleepUntil > timeline.now()) return Promise.resolve(undefined);
    return door.ask(program.app, request);
  }

  let reader: DatabaseSync | undefined;
  let statements = new Map<string, StatementSync>();

  function closeReader(): void {
    if (reader?.isOpen) reader.close();
    reader = undefined;
    statements = new Map();
  }

  /** Reads what is committed now. */
  function read<T>(sql: string, ...values: (number | string)[]): T[] {
    reader ??= new DatabaseSync(`${config.dataDir}/qasid.db`, { readOnly: true });
    const statement = statements.get(sql) ?? reader.prepare(sql);
    statements.set(sql, statement);
    const rows = statement.all(...values) as T[];
    // A program that starts must find the file without an open reader.
    if (!program || !owner.isAlive) closeReader();
    return rows;
  }

  return {
    start,
    kill,
    killSoon: (statements) => {
      killIn = statements;
    },
    isUp: () => program !== undefined && owner.isAlive && asleepUntil <= timeline.now(),
    ask,
    deps: () => (asleepUntil <= timeline.now() ? program?.deps : undefined),
    ended: door.ended,
    read,
    closeReader,
    /** Closes the lid of the computer. */
    sleep: (milliseconds) => {
      if (!owner.isAlive) return;
      note(`computer: sleeps for ${Math.round(milliseconds / 60_000)} min`);
      asleepUntil = timeline.now() + milliseconds;
      timeline.delay(owner, milliseconds);
      timeline.put(milliseconds, () => note('computer: awake'));
      network.loseAnswers(owner, milliseconds);
    },
    setClock: (ahead) => {
      note(`computer: clock ${ahead / 60_000} min ahead`);
      clockAhead = ahead;
    },
    clockAhead: () => clockAhead,
    setFull: (full) => {
      note(full ? 'computer: disk full' : 'computer: disk has room');
      isFull = full;
      for (const { database, isWriter } of databases) if (isWriter && database.isOpen) limit(database);
    },
    isFull: () => isFull,
    dataDir: () => config.dataDir,
    moveTo: (dataDir) => {
      config = { ...config, dataDir, uploadsDir: `${dataDir}/uploads`, webDir: `${dataDir}/web` };
    },
    isOff: (error) =>
      error instanceof PowerCut || /the computer is off|database is not open|finalized/.test(String(error)),
    onEvent: () => {},
    end: async () => closeReader(),
  };
}
