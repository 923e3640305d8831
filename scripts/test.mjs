// `npm test` is the proof: what decides whether a change lands. It installs what is missing and hands over to the pinned Node.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
await endWith(spawnPinned(['scripts/prove.ts', 'proof']));
