// Every lane is one command of the pinned Node. `npm test`, `npm run test:full` and `npm run check` run lanes.

export interface Lane {
  name: string;
  words: string[];
  /** The format of its report. A static lane has no report and counts as one test. */
  counts: 'static' | 'vitest' | 'playwright';
  /** A lane that takes longer is stopped and counts as failed. */
  minutes: number;
  env?: Record<string, string>;
  /** Its output is shown even if it passed. */
  isShown?: boolean;
  /** Runs only if it is named. */
  isOnRequest?: boolean;
}

const modules = 'node_modules';
const sqliteOnly = { SKIP_POSTGRES: '1' };

/** `npm test` runs only some tests of certain folders and files. This is the tag of these tests. */
const partOfProof = '--tags-filter=proof';

// With the default value the Go compiler collects garbage so often that it takes half as long again.
const largeHeap = { GOGC: '400' };

function define(name: string, ...words: string[]): Lane {
  return { name, words, counts: 'static', minutes: 5, env: largeHeap };
}

/** Two static lanes run at a time. With more checkers each of them would do much of the work more than once. */
const types = (name: string, project: string): Lane =>
  define(name, `${modules}/typescript/bin/tsc`, '-p', project, '--checkers', '1');

// The limits are much longer than a lane needs, because other programs may use most of the machine.
function vitest(name: string, words: string[], env: Record<string, string> = {}): Lane {
  return {
    name,
    words: [`${modules}/vitest/vitest.mjs`, 'run', ...words],
    counts: 'vitest',
    minutes: 60,
    env,
  };
}

function playwright(name: string, words: string[], env: Record<string, string> = {}): Lane {
  return {
    name,
    words: [`${modules}/@playwright/test/cli.js`, 'test', ...words],
    counts: 'playwright',
    minutes: 60,
    env,
  };
}

const knip = [`${modules}/knip/bin/knip.js`, '--no-progress', '--no-config-hints'] as const;

export const staticLanes: Lane[] = [
  define('biome', `${modules}/@biomejs/biome/bin/biome`, 'check', '--error-on-warnings', '.'),
  define('promises', `${modules}/oxlint/bin/oxlint`, 'src', 'scripts', 'bench', 'test'),
  types('types', '.'),
  types('types web', 'src/web'),
  types('types e2e', 'test/e2e'),
  types('types old', 'scripts/tsconfig.oldest-node.json'),
  { ...define('architecture', 'scripts/check-architecture.ts'), isShown: true },
  define('schema', 'scripts/db-schema.ts', '--check'),
  // Unused files, exports and dependencies. The second also finds files of src that only tests use.
  define('unused', ...knip),
  define('unused src', ...knip, '--production', '--include', 'files,dependencies'),
];

/** Begins first, because it waits more than it computes. */
export const firstStartLane = define('first start', 'scripts/first-start.ts');

export const buildLane = define('web build', 'scripts/web-build.mjs');

const unitLane = vitest('unit', ['src/', 'scripts/'], sqliteOnly);
const serverTests = ['test/http/', 'test/security/', 'test/peers/'];
const engineTests = ['test/conformance/', 'test/races/'];

/** `npm run check`, after the static lanes. */
export const quickLanes: Lane[] = [
  unitLane,
  vitest('server', [...serverTests, 'test/conformance/'], sqliteOnly),
];

/** `npm test`, after the static lanes and the build. */
export const proofLanes: Lane[] = [
  unitLane,
  vitest('server', serverTests, { ...sqliteOnly, LISTED_RUNS: '1' }),
  vitest('engines', engineTests),
  vitest('programs', ['test/faults/', 'test/simulation/', 'test/upgrade/', partOfProof], {
    ...sqliteOnly,
    FAULT_KILLS: '3',
    SIMULATED_WORLDS: '10',
  }),
  playwright('browser', ['--grep=@proof|spec/[0-9]', '--grep-invert=@full'], sqliteOnly),
];

/** More runs of all random tests, with new seeds each time. Values from the environment are kept. */
function storm(): Record<string, string> {
  const seed = () => String(Math.floor(Math.random() * 1_000_000));
  const settings: Record<string, string> = {
    FAULT_SEED: seed(),
    MODEL_SEED: seed(),
    PROPERTY_SEED: seed(),
    FAULT_KILLS: '500',
    FAULT_WORKER_KILLS: '200',
    MODEL_RUNS: '2000',
    FAULT_FIGURES: '1',
    STORM_MESSAGES: '5000',
    FAULT_ROLLING: '1',
    PACE_MESSAGES: '12000',
    RESTORE_MESSAGES: '4000',
    BACKUP_FULL: '1',
    UPDATE_KILLS: '1',
    LISTED_RUNS: '20',
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, process.env[name] ?? value]),
  );
}

const stormTests = [
  'kill',
  'workers',
  'full-disk',
  'graph-storm',
  'rolling',
  'pace',
  'restore',
  'large-backup',
  'backup',
  'move',
  'replace-program',
].map((name) => `test/faults/${name}.test.ts`);

/** `npm run test:full`: everything on both engines; `npm run test:full -- NAME…` runs the lanes with these names. */
export const fullLanes: Lane[] = [
  unitLane,
  vitest('server', serverTests, { PAPER_TEXTS: '5000' }),
  vitest('engines', engineTests),
  vitest('faults', ['test/faults/']),
  vitest('simulation', ['test/simulation/']),
  vitest('model', ['test/model/']),
  vitest('upgrade', ['test/upgrade/']),
  playwright('browser', []),
  // All spreadsheets, all cases of imports and templates, and axe and Urdu on every page and panel.
  playwright('pages', [], { LONG: '1' }),
  // About an hour. The tests run one after the other, because two at a time would wait for the same disk and
  // processor.
  {
    ...vitest(
      'storms',
      ['--maxWorkers=1', ...stormTests, 'test/http/listed-again', 'test/model/', 'src/'],
      storm(),
    ),
    isOnRequest: true,
    minutes: 240,
  },
];
