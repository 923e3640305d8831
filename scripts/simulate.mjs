// `npm run simulate` simulates years of a school in a minute, each from one seed: test/simulation/main.ts.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

await ensureInstalled();
const words = ['--disable-warning=ExperimentalWarning', 'test/simulation/main.ts', ...process.argv.slice(2)];
await endWith(spawnPinned(words));
