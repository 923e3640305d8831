// `npm run test:reworded`: the server’s tests with every sentence of `src/shared/words` reworded. Whatever goes by a
// code goes on; only the tests that `test/support/reads-sentences.ts` names may fail, and each of them has to.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

const named = process.argv.slice(2);
const files = named.length > 0 ? named : ['src/server/', 'src/shared/', 'test/'];

await ensureInstalled();
process.env.REWORD = '1';
await endWith(spawnPinned(['node_modules/vitest/vitest.mjs', 'run', ...files]));
