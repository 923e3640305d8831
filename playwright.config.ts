import { defineConfig } from '@playwright/test';
import { engines } from './test/support/engines.ts';

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  timeout: 120_000,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // PLAYWRIGHT_JSON_OUTPUT_FILE is Playwright's own variable; `npm test` sets it to count the journeys.
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || undefined,
      // Chromium's sandbox refuses to run as root.
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
  // One project per engine: test/e2e/fixtures.ts starts the app on the one its project is named after.
  // Files are read in the browser; hostile ones never reach the server, so one engine is enough for them.
  projects: engines.map((engine) => ({
    name: engine,
    ...(engine === 'postgres' && { testIgnore: /hostile|reading/ }),
  })),
});
