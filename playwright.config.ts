import { defineConfig } from '@playwright/test';
import { engines } from './test/support/engines.ts';

const isRoot = process.getuid?.() === 0;

/** What takes minutes has a lane of its own: every spreadsheet, axe and Urdu on every page (`npm run test:full -- pages`). */
const long = /(axe|reading|reading-limits|hostile-files|import-trouble|urdu)\.spec/;
const isLong = process.env.LONG === '1';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  // What is looked for comes with the next look of a worker, an event and an answer: on a busy machine that takes time.
  expect: { timeout: 15_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // PLAYWRIGHT_JSON_OUTPUT_FILE is Playwright's own variable; `npm test` sets it to count the journeys.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    // A trace of every test would take a third of the time of all.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      // Where no language is set, Chromium gives a file with an Urdu name the name `download`.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        // Nobody looks: drawing by a made-up graphics card takes a quarter of the machine.
        '--disable-gpu',
        // A closed network makes every one of its own calls fail, many at a time.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium's sandbox refuses to run as root.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
  // One project per engine: test/e2e/fixtures.ts starts the app on the one its project is named after.
  // What happens in the browser is the same on both; the calls themselves are tested on both without it.
  projects: engines.map((engine) => ({
    name: engine,
    ...(isLong ? { testMatch: long } : { testIgnore: long }),
    ...(engine === 'postgres' && { testMatch: isLong ? [] : /main-journey|set-up/ }),
  })),
});
