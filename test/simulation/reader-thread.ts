/** A connection that answers whoever stands still meanwhile: so much has been committed at this very moment. */
import { type MessagePort, workerData } from 'node:worker_threads';
import pg from 'pg';

const { url, port, signal } = workerData as { url: string; port: MessagePort; signal: Int32Array };
const asNumbers = [pg.types.builtins.INT8, pg.types.builtins.NUMERIC];
const client = new pg.Client({
  connectionString: url,
  types: {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      asNumbers.includes(oid)
        ? Number
        : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  },
});
await client.connect();
port.on('message', ({ sql, values }: { sql: string; values: unknown[] }) => {
  const answer = (body: object): void => {
    port.postMessage(body);
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  };
  client.query(sql, values).then(
    ({ rows }) => answer({ rows }),
    (error: Error) => answer({ failure: `${error.message} in ${sql}` }),
  );
});
