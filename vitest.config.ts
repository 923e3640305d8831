import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/{conformance,http,races,faults,model,upgrade,peers,security,simulation}/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-stores.ts'],
    setupFiles: ['test/support/fail-on-console-error.ts', 'test/support/fixed-seeds.ts'],
    tags: [{ name: 'proof', description: 'Runs in `npm test` too, where the rest of its file does not.' }],
    pool: 'forks',
    maxWorkers: 2,
    // A worker loads the server once for all its files: a third of all the time went into loading it again for each.
    // So no test may leave anything behind in a module, and what it has put in place of something is taken back.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Only a test that hangs meets these: no test may fail because the machine is busy.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
