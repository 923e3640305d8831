import { defineConfig } from 'vitest/config';

/** Not a test: makes a fixture with the program of this working tree. */
export default defineConfig({
  test: {
    root: new URL('../../..', import.meta.url).pathname,
    include: ['test/upgrade/make/*.make.ts'],
    globalSetup: ['test/support/global-stores.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
});
