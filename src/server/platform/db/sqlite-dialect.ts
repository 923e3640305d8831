/**
 * Uses two connections to one file: one writes, the other only reads. A read never waits for a transaction; until the
 * commit it sees the data from before the transaction. A request still sees its own writes, because they are
 * committed before the next statement runs. Inside a transaction all statements use the writing connection.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Checkpoints } from './checkpoints.ts';

type Both = { writer: DatabaseConnection; reader: DatabaseConnection };
export type Databases = { writer: SqliteDatabase; reader: SqliteDatabase; checkpoints: Checkpoints };

/** A mutex in order of arrival. It resolves with a function that releases it. */
function createMutex(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

const changes = /\b(insert|update|delete|replace)\b/i;
const begins = /^\s*(select|with)\b/i;

/** Raw SQL counts as a write if it may change data. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && begins.test(sql) && !changes.test(sql));

/** The connection that a single statement or transaction uses. */
class SharedConnection implements DatabaseConnection {
  readonly #both: Both;
  readonly #wait: () => Promise<() => void>;
  #releaseMutex: (() => void) | undefined;
  /** The number of rows changed in the present transaction. */
  changed = 0;

  constructor(both: Both, wait: () => Promise<() => void>) {
    this.#both = both;
    this.#wait = wait;
  }

  async take(): Promise<void> {
    this.#releaseMutex = await this.#wait();
  }

  release(): void {
    this.#releaseMutex?.();
    this.#releaseMutex = undefined;
  }

  async executeQuery<R>(query: CompiledQuery) {
    if (this.#releaseMutex) {
      const result = await this.#both.writer.executeQuery<R>(query);
      this.changed += Number(result.numAffectedRows ?? 0);
      return result;
    }
    if (isRead(query)) return this.#both.reader.executeQuery<R>(query);
    await this.take();
    try {
      return await this.#both.writer.executeQuery<R>(query);
    } finally {
      this.release();
    }
  }

  streamQuery(): never {
    throw new Error('an open statement would block checkpoints of the file: read in pages');
  }
}

function createDriver(databases: Databases): Driver {
  const writing = new SqliteDriver({ database: databases.writer });
  const reading = new SqliteDriver({ database: databases.reader });
  const wait = createMutex();
  let both: Both;
  const toShared = (connection: DatabaseConnection): SharedConnection => connection as SharedConnection;
  return {
    init: async () => {
      await writing.init();
      await reading.init();
      both = { writer: await writing.acquireConnection(), reader: await reading.acquireConnection() };
    },
    acquireConnection: async () => new SharedConnection(both, wait),
    releaseConnection: async (connection) => toShared(connection).release(),
    beginTransaction: async (connection) => {
      await toShared(connection).take();
      toShared(connection).changed = 0;
      await writing.beginTransaction(connection);
    },
    commitTransaction: (connection) =>
      databases.checkpoints.commit(toShared(connection).changed, () => writing.commitTransaction(connection)),
    rollbackTransaction: (connection) => writing.rollbackTransaction(connection),
    destroy: async () => {
      await databases.checkpoints.rest();
      await reading.destroy();
      await writing.destroy();
    },
  };
}

/** The driver has its own queue for the writing connection. */
class TwoConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export const sqliteDialect = (databases: Databases): Dialect => ({
  createAdapter: () => new TwoConnections(),
  createDriver: () => createDriver(databases),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
