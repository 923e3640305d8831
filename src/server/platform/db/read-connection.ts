/**
 * Runs long reads in a worker thread with its own connection, because `node:sqlite` blocks the thread that calls it.
 * The thread ends a minute after its last query (decision 0037).
 */
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Runtime } from '../../runtime.ts';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

export type ReadQuery = { id: number; sql: string; parameters: readonly unknown[] };
export type ReadResult =
  | { id: number; rows: unknown[]; error?: undefined }
  | { id: number; error: string; rows?: undefined };

/** Opens the database handle for long reads. `db` is the handle of the store. */
export type OpenReadConnection = (file: string, db: Db) => Db;

/** In milliseconds: for how long an unused thread is kept. A person who opened one report often opens another. */
const idleFor = 60_000;

type Waiting = { resolve: (rows: unknown[]) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; ended: Promise<void> };

const start = (file: string): Thread => {
  const worker = new Worker(new URL('./read-connection-thread.ts', import.meta.url), { workerData: file });
  const waiting = new Map<number, Waiting>();
  let why = new Error('the thread for long reads has ended');
  worker.on('message', ({ id, rows, error }: ReadResult) => {
    const pending = waiting.get(id);
    waiting.delete(id);
    if (rows) pending?.resolve(rows);
    else pending?.reject(new Error(error));
  });
  worker.on('error', (error: Error) => {
    why = error;
  });
  const ended = new Promise<void>((done) => {
    worker.once('exit', () => {
      for (const { reject } of waiting.values()) reject(why);
      waiting.clear();
      done();
    });
  });
  return { worker, waiting, ended };
};

type Reader = { all: (query: CompiledQuery) => Promise<unknown[]>; close: () => Promise<void> };

function createReader(file: string, { after }: Pick<Runtime, 'after'>): Reader {
  let thread: Thread | undefined;
  let idle = { cancel: () => {} };
  let count = 0;

  const close = async (): Promise<void> => {
    idle.cancel();
    const last = thread;
    thread = undefined;
    // The process must not end before the thread has ended.
    last?.worker.ref();
    last?.worker.postMessage('close');
    await last?.ended;
  };
  const current = (): Thread => {
    if (thread) return thread;
    const next = start(file);
    thread = next;
    void next.ended.then(() => {
      if (thread === next) thread = undefined;
    });
    return next;
  };
  const all = async ({ sql, parameters }: CompiledQuery): Promise<unknown[]> => {
    idle.cancel();
    const { worker, waiting } = current();
    count += 1;
    const id = count;
    try {
      return await new Promise<unknown[]>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.ref();
        worker.postMessage({ id, sql, parameters } satisfies ReadQuery);
      });
    } finally {
      idle.cancel();
      if (waiting.size === 0) {
        // An idle thread must not keep the process alive.
        worker.unref();
        idle = after(idleFor, () => void close());
      }
    }
  };
  return { all, close };
}

const refuseTransaction = async (): Promise<never> => {
  throw new Error('the handle for long reads has no transactions');
};

function createDriver(reader: Reader): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) => ({ rows: (await reader.all(query)) as R[] }),
    streamQuery: () => {
      throw new Error('streaming is not supported: read in pages');
    },
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    destroy: reader.close,
  };
}

export const openReadConnection =
  (runtime: Pick<Runtime, 'after'>): OpenReadConnection =>
  (file) =>
    new Kysely<Tables>({
      dialect: {
        createAdapter: () => new SqliteAdapter(),
        createDriver: () => createDriver(createReader(file, runtime)),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
    });
