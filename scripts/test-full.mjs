// `npm run test:full` runs all tests on both engines. `npm run test:full -- NAME…` runs the named lanes.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
await endWith(spawnPinned(['scripts/prove.ts', 'full', ...process.argv.slice(2)]));
