// `npm test` is the proof: a change is merged only if it passes. This script installs what is missing and runs the
// proof with the pinned Node.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
await endWith(spawnPinned(['scripts/prove.ts', 'proof']));
