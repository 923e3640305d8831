// `npm run simulate` runs worlds. --seeds N runs so many, from --from M; --seed N runs one, with --trace its whole
// diary. --postgres runs them on a PostgreSQL with two workers, where no run is repeatable. --twice runs each world
// twice and compares the diaries. --wide runs only worlds with people, keys and a second school; --small leaves out
// large campuses, --large runs only those. --jobs sets how many run at once.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { findPlanted } from './planted.ts';
import { tell } from './report.ts';
import { brief, makeScenario, type Scenario, withoutFile } from './scenario.ts';
import { shrink } from './shrink.ts';
import { live, type Outcome } from './world.ts';

type Result = Pick<Outcome, 'seed' | 'hash' | 'broken' | 'worked' | 'accepted'> & {
  covered: [string, number][];
  isSame: boolean;
};

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string' },
    trace: { type: 'boolean', default: false },
    twice: { type: 'boolean', default: false },
    small: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    wide: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
    worker: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    only: { type: 'string' },
    postgres: { type: 'boolean', default: false },
  },
});

const postgres = values.postgres ? await startPostgres() : undefined;
const serverUrl = postgres?.url;

function scenarioOf(seed: number): Scenario {
  const scenario = values.brief ? makeScenario(seed, brief) : makeScenario(seed);
  return serverUrl ? withoutFile(scenario) : scenario;
}

/** Runs one world and prints all about it. */
async function showOne(seed: number): Promise<void> {
  const scenario = scenarioOf(seed);
  const outcome = await live(scenario, { diary: values.trace, serverUrl });
  if (values.trace) console.log(outcome.diary.join('\n'));
  console.log(
    `seed ${seed}: ${outcome.accepted} messages taken, ${Math.round(outcome.worked)} ms, diary ${outcome.hash}`,
  );
  if (!outcome.broken) return;
  process.exitCode = 1;
  if (!values.trace) await explain(seed);
}

/** Prints the first broken rule, the shortened scenario and the end of its diary. */
async function explain(seed: number): Promise<void> {
  const scenario = scenarioOf(seed);
  const failed = await live(scenario, { serverUrl });
  if (!failed.broken) return console.log(`seed ${seed} breaks nothing the second time`);
  const { scenario: shorter, outcome } = await shrink(scenario, failed, { serverUrl });
  console.log(`\nseed ${seed} breaks “${outcome.broken?.rule}”: ${outcome.broken?.what}`);
  console.log(`of ${scenario.steps.length} steps these are left:`);
  for (const { at, kind, seed: own } of shorter.steps)
    console.log(
      `  day ${Math.floor(at / 86_400_000) + 1}, ${((at / 3_600_000) % 24).toFixed(2)} h  ${kind} (${own})`,
    );
  console.log('the last of its diary:');
  const end = outcome.diary.findIndex((line) => line.includes('BROKEN')) + 1;
  for (const line of outcome.diary.slice(Math.max(0, end - 50), end)) console.log(`  ${line}`);
  console.log(`npm run simulate -- --seed ${seed} --trace shows all of it.\n`);
}

async function runOne(seed: number): Promise<Result> {
  const outcome = await live(scenarioOf(seed), { serverUrl });
  const isSame = !values.twice || (await live(scenarioOf(seed))).hash === outcome.hash;
  const { hash, broken, worked, accepted, covered } = outcome;
  return { seed, hash, broken, worked, accepted, covered: [...covered], isSame };
}

/** A process that runs the seeds that it gets, one after the other. */
function work(): void {
  process.on('message', (seed: number) => {
    void runOne(seed).then((result) => process.send?.(result));
  });
  process.on('disconnect', () => process.exit());
}

/** Flags that each process needs too. */
const flags = (['twice', 'brief', 'postgres'] as const)
  .filter((name) => values[name])
  .map((name) => `--${name}`);

async function runMany(seeds: number[], jobs: number): Promise<Result[]> {
  const all: Result[] = [];
  const waiting = [...seeds];
  const began = performance.now();
  const serve = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = fork(import.meta.filename, ['--worker', ...flags], {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        env: { ...process.env, ...(serverUrl ? { TEST_POSTGRES_URL: serverUrl } : {}) },
      });
      let current: number | undefined;
      const next = (): void => {
        current = waiting.shift();
        if (current === undefined) child.disconnect();
        else child.send(current);
      };
      child.on('message', (result: Result) => {
        all.push(result);
        if (result.broken)
          console.log(
            `seed ${result.seed} breaks “${result.broken.rule}”: ${result.broken.what.slice(0, 400)}`,
          );
        if (!result.isSame) console.log(`seed ${result.seed} was not the same twice`);
        if (all.length % 25 === 0 || all.length === seeds.length) {
          const seconds = Math.round((performance.now() - began) / 1000);
          const failed = all.filter(({ broken }) => broken).length;
          console.log(`${all.length} of ${seeds.length} worlds, ${failed} broken, ${seconds} s`);
        }
        // --first stops at the first broken world.
        if (values.first && result.broken) waiting.length = 0;
        next();
      });
      child.on('error', reject);
      child.on('exit', (code) => {
        if (current === undefined) resolve();
        else reject(new Error(`the process of seed ${current} ended with ${code}`));
      });
      next();
    });
  await Promise.all(Array.from({ length: jobs }, serve));
  return all;
}

const isLarge = (seed: number): boolean => scenarioOf(seed).families > 100;

function sum(all: Result[]): Map<string, number> {
  const covered = new Map<string, number>();
  for (const result of all)
    for (const [name, count] of result.covered) covered.set(name, (covered.get(name) ?? 0) + count);
  return covered;
}

async function showMany(): Promise<void> {
  const from = Number(values.from);
  const seeds = Array.from({ length: Number(values.seeds ?? 100) }, (_, index) => from + index).filter(
    (seed) =>
      (!values.small || !isLarge(seed)) &&
      (!values.large || isLarge(seed)) &&
      (!values.wide || scenarioOf(seed).isWide),
  );
  const all = await runMany(seeds, Number(values.jobs ?? Math.max(1, availableParallelism())));
  console.log(tell(sum(all)));
  const printTimes = (name: string, areLarge: boolean, timeOf: (result: Result) => number): void => {
    const times = all
      .filter(({ seed }) => isLarge(seed) === areLarge)
      .map(timeOf)
      .sort((a, b) => a - b);
    const at = (index: number): number => Math.round(times[index] ?? 0);
    if (times.length > 0)
      console.log(
        `${name}: ${times.length} worlds, processor ${at(times.length >> 1)} ms in the middle, ${at(times.length - 1)} ms at most`,
      );
  };
  printTimes('small', false, ({ worked }) => worked);
  printTimes('large, a month of them', true, ({ seed, worked }) => (worked / scenarioOf(seed).days) * 30);
  const failed = all.filter(({ broken, isSame }) => broken || !isSame).sort((a, b) => a.seed - b.seed);
  console.log(
    `${all.length} worlds, ${failed.length} with a broken rule${values.twice ? ' or not the same twice' : ''}, ${all.reduce((total, { accepted }) => total + accepted, 0)} messages taken`,
  );
  const [first] = failed;
  if (!first) return;
  process.exitCode = 1;
  if (!values.first) await explain(first.seed);
}

if (values.planted) {
  await findPlanted(Number(values.seeds ?? 300), values.small ? ['--small'] : [], values.only);
} else if (values.worker) work();
else if (values.seed !== undefined) await showOne(Number(values.seed));
else await showMany();
if (!values.worker) await postgres?.stop();
