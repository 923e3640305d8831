// `npm run check` runs the fast part of the proof, without a browser and PostgreSQL.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
await endWith(spawnPinned(['scripts/prove.ts', 'quick']));
