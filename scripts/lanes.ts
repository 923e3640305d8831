// What `npm test` and `npm run check` run. Every lane is one command of the pinned Node.

export interface Lane {
  name: string;
  words: string[];
  /** Where the numbers come from: a static lane is one test. */
  counts: 'static' | 'vitest' | 'playwright';
  /** A lane that takes longer than this is stopped and has failed. */
  minutes: number;
  /** What it prints is shown also when it passed. */
  isShown?: boolean;
}

const modules = 'node_modules';

function define(name: string, ...words: string[]): Lane {
  return { name, words, counts: 'static', minutes: 5 };
}

export const staticLanes: Lane[] = [
  define('biome', `${modules}/@biomejs/biome/bin/biome`, 'check', '--error-on-warnings', '.'),
  define('types', `${modules}/typescript/bin/tsc`, '-p', '.'),
  define('types web', `${modules}/typescript/bin/tsc`, '-p', 'src/web'),
  define('types e2e', `${modules}/typescript/bin/tsc`, '-p', 'test/e2e'),
  define('promises', `${modules}/oxlint/bin/oxlint`, 'src', 'scripts', 'bench', 'test'),
  { ...define('house', 'scripts/check-house.ts'), isShown: true },
  define('schema', 'scripts/db-schema.ts', '--check'),
];

export const buildLane = define('web build', 'scripts/web-build.mjs');

export const testLane: Lane = {
  name: 'tests',
  words: [`${modules}/vitest/vitest.mjs`, 'run'],
  counts: 'vitest',
  // Five times what it takes: whatever else the machine does may take most of it.
  minutes: 60,
};

export const browserLane: Lane = {
  name: 'browser',
  words: [`${modules}/@playwright/test/cli.js`, 'test'],
  counts: 'playwright',
  minutes: 60,
};
