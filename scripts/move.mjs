// The entrance of `npm run move`.
import '../src/server/need-node.mjs';

await import('./move.ts');
