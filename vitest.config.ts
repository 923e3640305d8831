import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/{conformance,http,races,faults,model,upgrade,peers}/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-postgres.ts'],
    setupFiles: [
      'test/support/reword.ts',
      'test/support/fail-on-console-error.ts',
      'test/support/fixed-seeds.ts',
    ],
    pool: 'forks',
    maxWorkers: 2,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Only a test that hangs meets these: no test may fail because the machine is busy.
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
