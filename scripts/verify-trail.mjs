// The entrance of `npm run verify-trail`.
import '../src/server/need-node.mjs';

await import('./verify-trail.ts');
