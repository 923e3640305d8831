// `npm run test:long`: every spreadsheet, and axe on every page and panel, in a real browser, which `npm test` has no time for.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
await endWith(spawnPinned(['scripts/prove.ts', 'long']));
