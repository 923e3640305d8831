/** graphile-worker as it comes, and with the settings of its own performance test. */
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { lookEvery, type Peer } from '../peer.ts';

const silent = new Logger(() => () => {});

type WorkerPreset = NonNullable<GraphileConfig.Preset['worker']>;

const atOnce = { concurrentJobs: 24, maxPoolSize: 25 };
const settings: Record<string, WorkerPreset> = {
  // As it comes, each job fetched and completed by itself: what is done stays done when the process is killed.
  'graphile-worker, one by one': atOnce,
  // graphile/worker, perfTest/graphile.config.js: 500 fetched at a time, completions written in batches.
  'graphile-worker, in batches': {
    ...atOnce,
    localQueue: { size: 500, refetchDelay: { durationMs: 10 } },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};

const addJobs = `select count(*) from graphile_worker.add_jobs(array(
  select row('no-op', '{}', null, now(), 25::smallint, null, 0::smallint, null)::graphile_worker.job_spec
  from generate_series(1, $1)))`;

type Mover = { connectionString: string; client: pg.Client; worker: WorkerPreset };

/** From the first job's start until every job is done and gone: what its workers need to come up is not counted. */
async function move({ connectionString, client, worker }: Mover, jobs: number): Promise<number> {
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

export async function graphileWorker(connectionString: string): Promise<Peer[]> {
  const tools = await makeWorkerUtils({ connectionString, logger: silent });
  await tools.migrate();
  await tools.release();
  return Promise.all(
    Object.entries(settings).map(async ([name, worker]) => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      const mover = { connectionString, client, worker };
      return { name, move: (jobs) => move(mover, jobs), close: () => client.end() };
    }),
  );
}
