import { defineConfig } from '@playwright/test';
import { launch } from './test/e2e/launch.ts';
import { engines } from './test/support/engines.ts';

/** What takes minutes has a lane of its own: every spreadsheet, axe and Urdu on every page (`npm run test:full -- pages`). */
const long = /(axe|reading|reading-limits|hostile-files|import-mistakes|urdu)\.spec/;
const isLong = process.env.LONG === '1';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  timeout: 240_000,
  // What is looked for comes with the next look of a worker, an event and an answer: on a busy machine that takes time.
  expect: { timeout: 30_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // PLAYWRIGHT_JSON_OUTPUT_FILE is Playwright's own variable; `npm test` sets it to count the journeys.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    // A trace of every test would take a third of the time of all.
    trace: 'off',
    // Each journey has a browser of its own, which would keep all of the built files first: built-files.spec.ts lets it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: launch(process.env.CHROMIUM_PATH),
  },
  // One project per engine: test/e2e/fixtures.ts starts the app on the one its project is named after.
  // What happens in the browser is the same on both; the calls themselves are tested on both without it.
  projects: engines.map((engine) => ({
    name: engine,
    ...(isLong ? { testMatch: long } : { testIgnore: long }),
    ...(engine === 'postgres' && { testMatch: isLong ? [] : /main-journey|set-up/ }),
  })),
});
