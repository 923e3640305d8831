// The entrance of `npm run school`.
import '../src/server/need-node.mjs';

await import('./school.ts');
