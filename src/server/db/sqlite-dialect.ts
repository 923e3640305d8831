/**
 * Two connections to one file: one changes it, the other only reads. Whoever only looks waits for no transaction, and
 * sees what was there before it until it is committed; what a request has written it reads again, for it was committed
 * before the request heard of it. Within a transaction everything goes by the connection that changes.
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

/** One after the other, in the order in which they came; answers how to let the next one in. */
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

/** Of a statement that is written out, what may be a change counts as one. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && begins.test(sql) && !changes.test(sql));

/** What one statement or one transaction works with. */
class Hand implements DatabaseConnection {
  readonly #both: Both;
  readonly #wait: () => Promise<() => void>;
  #letNextIn: (() => void) | undefined;
  /** Rows changed in its transaction. */
  changed = 0;

  constructor(both: Both, wait: () => Promise<() => void>) {
    this.#both = both;
    this.#wait = wait;
  }

  async take(): Promise<void> {
    this.#letNextIn = await this.#wait();
  }

  letGo(): void {
    this.#letNextIn?.();
    this.#letNextIn = undefined;
  }

  async executeQuery<R>(query: CompiledQuery) {
    if (this.#letNextIn) {
      const result = await this.#both.writer.executeQuery<R>(query);
      this.changed += Number(result.numAffectedRows ?? 0);
      return result;
    }
    if (isRead(query)) return this.#both.reader.executeQuery<R>(query);
    await this.take();
    try {
      return await this.#both.writer.executeQuery<R>(query);
    } finally {
      this.letGo();
    }
  }

  streamQuery(): never {
    throw new Error('a statement that is held open would keep the file from being tidied up: read in pages');
  }
}

function createDriver(databases: Databases): Driver {
  const writing = new SqliteDriver({ database: databases.writer });
  const reading = new SqliteDriver({ database: databases.reader });
  const wait = createMutex();
  let both: Both;
  const handOf = (connection: DatabaseConnection): Hand => connection as Hand;
  return {
    init: async () => {
      await writing.init();
      await reading.init();
      both = { writer: await writing.acquireConnection(), reader: await reading.acquireConnection() };
    },
    acquireConnection: async () => new Hand(both, wait),
    releaseConnection: async (connection) => handOf(connection).letGo(),
    beginTransaction: async (connection) => {
      await handOf(connection).take();
      handOf(connection).changed = 0;
      await writing.beginTransaction(connection);
    },
    commitTransaction: (connection) =>
      databases.checkpoints.commit(handOf(connection).changed, () => writing.commitTransaction(connection)),
    rollbackTransaction: (connection) => writing.rollbackTransaction(connection),
    destroy: async () => {
      await databases.checkpoints.rest();
      await reading.destroy();
      await writing.destroy();
    },
  };
}

/** It has its own line before the connection that changes. */
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
