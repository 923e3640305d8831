// Runs lanes: `proof` for npm test, `quick` for npm run check, `full` for npm run test:full, where names of lanes may
// follow. Lanes run one after the other, also after one has failed; only the static ones run two at a time. A test that
// failed is tried once more at the end, alone, when nothing else runs.
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres.ts';
import { prepareBrowsers } from './chromium.mjs';
import { buildLane, fullLanes, type Lane, proofLanes, quickLanes, staticLanes } from './lanes.ts';
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
else await prove([...staticLanes, buildLane], proofLanes);
tellSlowest();
await tellEnd();

/** All lanes of test:full, or those that are named; a lane of the browser needs the built page. */
async function proveNamed() {
  const all = [...staticLanes, buildLane, ...fullLanes];
  const unknown = names.filter((name) => name !== 'static' && !all.some((lane) => lane.name === name));
  if (unknown.length > 0) {
    console.log(
      `There is no lane ${unknown.join(', ')}. Lanes: static, ${fullLanes.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  const wanted = fullLanes.filter((lane) =>
    names.length > 0 ? names.includes(lane.name) : !lane.isOnRequest,
  );
  const isStatic = names.length === 0 || names.includes('static');
  const needsBuild = isStatic || wanted.some((lane) => lane.counts === 'playwright');
  await prove([...(isStatic ? staticLanes : []), ...(needsBuild ? [buildLane] : [])], wanted);
}

async function prove(first: Lane[], lanes: Lane[]) {
  const scratch = await makeScratchFolder();
  // Also for the server that is started here.
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

/** In memory where there is room: the stores of tests are flushed to disk as those of a school are, which takes a sixth of the time. */
async function makeScratchFolder(): Promise<string> {
  const inMemory = await statfs('/dev/shm').catch(() => undefined);
  const hasRoom = inMemory !== undefined && inMemory.bavail * inMemory.bsize > 6e9;
  const folder = await mkdtemp(join(hasRoom ? '/dev/shm' : tmpdir(), 'qasid-'));
  // PostgreSQL runs as another account where this one is root.
  await chmod(folder, 0o755);
  return folder;
}

/** What must be there before a lane can run; where it fails, that is one failure of its own. */
async function attempt<T>(name: string, prepare: () => Promise<T>): Promise<T | undefined> {
  try {
    return await prepare();
  } catch (error) {
    report({ ...emptyTally, name, failed: 1, seconds: 0, output: (error as Error).message });
    return undefined;
  }
}

/** Two at a time: a small machine has two cores, and each of these lanes keeps about one busy. */
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

function tellSlowest() {
  const files = outcomes.flatMap((outcome) => outcome.files).toSorted((a, b) => b.seconds - a.seconds);
  if (files.length === 0) return;
  console.log('\nslowest files');
  for (const { file, seconds } of files.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(9)} s   ${file}`);
}

async function tellEnd() {
  const { passedAgain, passed, failed } = countSecondTries(outcomes);
  if (passedAgain.length > 0) console.log('\npassed on the second try');
  for (const { file, title, error } of passedAgain)
    console.log(`  ${file}: ${title}\n    ${error.trim().split('\n').slice(0, 6).join('\n    ')}`);
  if (passedAgain.length > mostSecondTries) console.log(`more than ${mostSecondTries} of those: red`);
  if (isStopped) console.log('stopped before the end');
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(`\n${minutes} minutes on ${availableParallelism()} cores with Node ${process.version}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(isStopped ? 130 : failed > 0 ? 1 : 0);
}
