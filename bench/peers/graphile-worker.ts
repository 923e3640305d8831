/** graphile-worker with the settings of its own performance test. */
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { lookEvery, type Peer } from '../peer.ts';

const silent = new Logger(() => () => {});

// graphile/worker, perfTest/graphile.config.js: 24 at once, 500 fetched at a time, completions written in batches.
const worker = {
  concurrentJobs: 24,
  maxPoolSize: 25,
  localQueue: { size: 500, refetchDelay: { durationMs: 10 } },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};

const addJobs = `select count(*) from graphile_worker.add_jobs(array(
  select row('no-op', '{}', null, now(), 25::smallint, null, 0::smallint, null)::graphile_worker.job_spec
  from generate_series(1, $1)))`;

/** From the first job's start until every job is done and gone: what its workers need to come up is not counted. */
async function move(connectionString: string, client: pg.Client, jobs: number): Promise<number> {
  await client.query(addJobs, [jobs]);
  await client.query('vacuum analyze');
  let began = 0;
  let begun = 0;
  const taskList = {
    'no-op': () => {
      began ||= performance.now();
      begun += 1;
    },
  };
  const runner = await run({
    connectionString,
    preset: { worker },
    taskList,
    logger: silent,
    noHandleSignals: true,
  });
  // Who looks for what is left while there is much of it slows down what he measures.
  while (begun < jobs) await wait(lookEvery);
  const left = () => client.query('select 1 from graphile_worker._private_jobs limit 1');
  while (((await left()).rowCount ?? 0) > 0) await wait(lookEvery);
  const taken = performance.now() - began;
  await runner.stop();
  return taken;
}

export async function graphileWorker(connectionString: string): Promise<Peer> {
  const tools = await makeWorkerUtils({ connectionString, logger: silent });
  await tools.migrate();
  await tools.release();
  const client = new pg.Client({ connectionString });
  await client.connect();
  return {
    name: 'graphile-worker',
    move: (jobs) => move(connectionString, client, jobs),
    close: () => client.end(),
  };
}
