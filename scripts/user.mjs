// The entrance of `npm run user`.
import '../src/server/need-node.mjs';

await import('./user.ts');
