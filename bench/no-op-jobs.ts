/** The peer: graphile-worker moving jobs that do nothing, with the settings of its own performance test. */
import { setTimeout as wait } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';

const silent = new Logger(() => () => {});
const lookEvery = 5;

// graphile/worker, perfTest/graphile.config.js: 24 at once, 500 fetched at a time, completions written in batches.
const worker = {
  concurrentJobs: 24,
  maxPoolSize: 25,
  localQueue: { size: 500, refetchDelay: { durationMs: 10 } },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
};

export async function prepareJobs(connectionString: string): Promise<void> {
  const tools = await makeWorkerUtils({ connectionString, logger: silent });
  await tools.migrate();
  await tools.release();
}

/** Milliseconds from the first job's start until every job is done and gone. */
export async function moveJobs(connectionString: string, jobs: number): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `select count(*) from graphile_worker.add_jobs(array(
      select row('no-op', '{}', null, now(), 25::smallint, null, 0::smallint, null)::graphile_worker.job_spec
      from generate_series(1, $1)))`,
    [jobs],
  );
  await client.query('vacuum analyze');
  let began = 0;
  const taskList = {
    'no-op': () => {
      began ||= performance.now();
    },
  };
  const runner = await run({
    connectionString,
    preset: { worker },
    taskList,
    logger: silent,
    noHandleSignals: true,
  });
  const left = () => client.query('select 1 from graphile_worker._private_jobs limit 1');
  while (((await left()).rowCount ?? 0) > 0) await wait(lookEvery);
  const taken = performance.now() - began;
  await runner.stop();
  await client.end();
  return taken;
}
