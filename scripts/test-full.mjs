// `npm run test:full`: all tests on both engines; `npm run test:full -- NAME…` runs the lanes with these names.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
await endWith(spawnPinned(['scripts/prove.ts', 'full', ...process.argv.slice(2)]));
