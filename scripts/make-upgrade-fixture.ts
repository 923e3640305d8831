// Stores a database of this version for the upgrade tests of later versions: test/upgrade/README.md.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/upgrade/make/vitest.config.ts'],
  { stdio: 'inherit', env: { ...process.env, SKIP_POSTGRES: '1' } },
);
process.exitCode = status ?? 1;
