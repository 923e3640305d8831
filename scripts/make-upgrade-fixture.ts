// Stores a database of this version for the upgrade tests of later versions: test/upgrade/README.md.
import { spawnSync } from 'node:child_process';

const [name] = process.argv.slice(2);
if (!name) {
  process.stderr.write(
    'Name the fixture, such as 2026-11-22: test/upgrade/make/<name>.json gives the reasons.\n',
  );
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/upgrade/make/vitest.config.ts'],
  { stdio: 'inherit', env: { ...process.env, UPGRADE_FIXTURE: name } },
);
process.exitCode = status ?? 1;
