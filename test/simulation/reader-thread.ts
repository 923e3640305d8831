/**
 * Reads PostgreSQL in a thread while the main thread waits synchronously, so that the answer is what is committed at
 * that moment.
 */
import { type MessagePort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { asNumbers } from '../../src/server/platform/db/open-postgres.ts';

const { url, port, signal } = workerData as { url: string; port: MessagePort; signal: Int32Array };
const client = new pg.Client({ connectionString: url, types: asNumbers });
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
