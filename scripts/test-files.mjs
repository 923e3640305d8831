// `npm run test:files`: every good, messy and hostile file in a real browser, which `npm test` has no time for.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
await endWith(spawnPinned(['scripts/prove.ts', 'files']));
