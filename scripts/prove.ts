// Runs lanes: `proof` for npm test, `quick` for npm run check, `full` for npm run test:full, optionally with names of
// lanes. Lanes run one after the other, even after a failure; only static lanes run two at a time. A failed test runs
// once more at the end, alone.
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres.ts';
import { prepareBrowsers } from './chromium.mjs';
import {
  buildLane,
  firstStartLane,
  fullLanes,
  type Lane,
  proofLanes,
  quickLanes,
  staticLanes,
} from './lanes.ts';
import { type Outcome, runLane, stopLanes } from './run-lane.ts';
import { countSecondTries, mostSecondTries, tryAgain } from './second-try.ts';
import { emptyTally } from './tally.ts';

const outcomes: Outcome[] = [];
const began = Date.now();
let isStopped = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true;
    stopLanes();
  });
}

const [what, ...names] = process.argv.slice(2);
if (what === 'quick') await prove([...staticLanes], quickLanes);
else if (what === 'full') await proveNamed();
else await prove([firstStartLane, ...staticLanes, buildLane], proofLanes);
printSlowest();
await printSummary();

/** Runs all lanes of test:full, or the named ones. A browser lane needs the built web app. */
async function proveNamed() {
  const all = [firstStartLane, ...staticLanes, buildLane, ...fullLanes];
  const unknown = names.filter((name) => name !== 'static' && !all.some((lane) => lane.name === name));
  if (unknown.length > 0) {
    console.log(
      `There is no lane ${unknown.join(', ')}. Lanes: static, ${fullLanes.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  const selected = fullLanes.filter((lane) =>
    names.length > 0 ? names.includes(lane.name) : !lane.isOnRequest,
  );
  const isStatic = names.length === 0 || names.includes('static');
  const needsBuild = isStatic || selected.some((lane) => lane.counts === 'playwright');
  await prove(
    [...(isStatic ? [firstStartLane, ...staticLanes] : []), ...(needsBuild ? [buildLane] : [])],
    selected,
  );
}

async function prove(first: Lane[], lanes: Lane[]) {
  const scratch = await makeScratchFolder();
  // The PostgreSQL server started here uses this folder too.
  process.env.TMPDIR = scratch;
  const postgres = what === 'quick' ? undefined : await attempt('postgres', startPostgres);
  const env: Record<string, string> = postgres ? { TEST_POSTGRES_URL: postgres.url } : { SKIP_POSTGRES: '1' };
  try {
    const needsBrowser = lanes.some((lane) => lane.counts === 'playwright');
    const browsers = needsBrowser ? attempt('browsers', prepareBrowsers) : undefined;
    await runAbreast(first, env);
    const found = await browsers;
    for (const lane of lanes) {
      if (lane.counts !== 'playwright') await run(lane, env);
      else if (found) await run(lane, { ...env, ...found });
    }
    if (!isStopped) await tryAgain(outcomes, lanes, { ...env, ...found });
  } finally {
    await postgres?.stop();
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Uses a folder in memory if there is room. Test databases flush to disk as the database of a school does, and in
 * memory this takes a sixth of the time.
 */
async function makeScratchFolder(): Promise<string> {
  const inMemory = await statfs('/dev/shm').catch(() => undefined);
  const hasRoom = inMemory !== undefined && inMemory.bavail * inMemory.bsize > 6e9;
  const folder = await mkdtemp(join(hasRoom ? '/dev/shm' : tmpdir(), 'qasid-'));
  // If this process runs as root, PostgreSQL runs as another user and needs access.
  await chmod(folder, 0o755);
  return folder;
}

/** Prepares what a lane needs. A failure counts as one failed test. */
async function attempt<T>(name: string, prepare: () => Promise<T>): Promise<T | undefined> {
  try {
    return await prepare();
  } catch (error) {
    report({ ...emptyTally, name, failed: 1, seconds: 0, output: (error as Error).message });
    return undefined;
  }
}

/** Runs two lanes at a time, because a small machine has two cores and each of these lanes uses about one. */
async function runAbreast(lanes: Lane[], env: Record<string, string>) {
  const waiting = [...lanes];
  const work = async () => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) await run(lane, env);
  };
  await Promise.all([work(), work()]);
}

async function run(lane: Lane, env: Record<string, string>) {
  if (!isStopped) report(await runLane(lane, env));
}

function report(outcome: Outcome) {
  outcomes.push(outcome);
  const { name, passed, failed, skipped, seconds, output, isShown } = outcome;
  const counts = `${passed} passed${failed ? `, ${failed} FAILED` : ''}${skipped ? `, ${skipped} skipped` : ''}`;
  console.log(`${failed ? '✗' : '✓'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s   ${counts}`);
  if (failed || isShown) console.log(`\n${output.trim()}\n`);
}

function printSlowest() {
  const files = outcomes.flatMap((outcome) => outcome.files).toSorted((a, b) => b.seconds - a.seconds);
  if (files.length === 0) return;
  console.log('\nslowest files');
  for (const { file, seconds } of files.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(9)} s   ${file}`);
}

async function printSummary() {
  const { passedAgain, passed, failed } = countSecondTries(outcomes);
  if (passedAgain.length > 0) console.log('\npassed on the second try');
  for (const { file, title, error } of passedAgain)
    console.log(`  ${file}: ${title}\n    ${error.trim().split('\n').slice(0, 6).join('\n    ')}`);
  if (passedAgain.length > mostSecondTries)
    console.log(`more than ${mostSecondTries} tests passed only on the second try: the run fails`);
  if (isStopped) console.log('stopped before the end');
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`\n${minutes} minutes on ${availableParallelism()} cores with Node ${process.version}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(isStopped ? 130 : failed > 0 ? 1 : 0);
}
