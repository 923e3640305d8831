/** pg-boss, fetching without a pause while its batches are full. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { lookEvery, type Peer } from '../peer.ts';

const queue = 'no-op';

// Its docs name these switches (docs/api/workers.md) but no numbers for throughput. A batch as large as ours, and as
// many workers in the process as made it fastest of 1, 2, 4 and 8. A batch that did not fail is completed as a whole.
const worker = {
  batchSize: 500,
  localConcurrency: 8,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5,
};

async function move(boss: PgBoss, client: pg.Client, jobs: number): Promise<number> {
  await boss.insert(
    queue,
    Array.from({ length: jobs }, () => ({})),
  );
  await client.query('vacuum analyze');
  const left = () =>
    client.query(`select 1 from pgboss.job where name = $1 and state < 'completed' limit 1`, [queue]);
  let begun = 0;
  const began = performance.now();
  await boss.work(queue, worker, async (batch) => {
    begun += batch.length;
  });
  // Who looks for what is left while there is much of it slows down what he measures.
  while (begun < jobs) await wait(lookEvery);
  while (((await left()).rowCount ?? 0) > 0) await wait(lookEvery);
  const taken = performance.now() - began;
  await boss.offWork(queue);
  await boss.deleteAllJobs(queue);
  return taken;
}

export async function pgBoss(connectionString: string): Promise<Peer> {
  // Without what it does beside its jobs: upkeep and schedules.
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
  // An error that nobody listens to would end the process; a job that is never done is seen by whoever waits.
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queue);
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    name: 'pg-boss',
    move: (jobs) => move(boss, client, jobs),
    close: async () => {
      await boss.stop({ graceful: false });
      await client.end();
    },
  };
}
