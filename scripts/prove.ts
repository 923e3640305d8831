// Runs the lanes: `all` for npm test, `quick` for npm run check, `long` for npm run test:long. Every lane runs, also after one has failed.
import { startPostgres } from '../test/support/postgres.ts';
import { findOrInstallChromium } from './chromium.mjs';
import { browserLane, buildLane, type Lane, staticLanes, testLane } from './lanes.ts';
import { type Outcome, runLane, stopLanes } from './run-lane.ts';

const outcomes: Outcome[] = [];
let isStopped = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isStopped = true;
    stopLanes();
  });
}

if (process.argv[2] === 'quick') await proveQuickly();
else if (process.argv[2] === 'long') await proveAtLength();
else await proveAll();

const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
if (isStopped) console.log('stopped before the end');
console.log(`${passed} passed, ${failed} failed`);
process.exit(isStopped ? 130 : failed > 0 ? 1 : 0);

async function proveQuickly() {
  const env = { SKIP_POSTGRES: '1' };
  await runAbreast(staticLanes, env);
  await run(testLane, env);
}

/** Every spreadsheet, and axe on every page and panel, in a real browser. */
async function proveAtLength() {
  await run(buildLane, {});
  await proveInBrowser({ LONG: '1' });
}

async function proveAll() {
  const postgres = await startPostgres().catch((error: Error) => {
    report({ name: 'postgres', passed: 0, failed: 1, skipped: 0, seconds: 0, output: error.message });
    return undefined;
  });
  const env: Record<string, string> = postgres ? { TEST_POSTGRES_URL: postgres.url } : { SKIP_POSTGRES: '1' };
  try {
    await runAbreast([...staticLanes, buildLane], env);
    // Both wait for much: for a page, for a process that starts, for the next try. Each works while the other waits.
    await Promise.all([run(testLane, env), proveInBrowser(env)]);
  } finally {
    await postgres?.stop();
  }
}

async function proveInBrowser(env: Record<string, string>) {
  if (isStopped) return;
  try {
    await run(browserLane, { ...env, CHROMIUM_PATH: await findOrInstallChromium() });
  } catch (error) {
    report({
      name: 'browser',
      passed: 0,
      failed: 1,
      skipped: 0,
      seconds: 0,
      output: (error as Error).message,
    });
  }
}

/** Two at a time: a small machine has two cores, and each lane keeps about one busy. */
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
