// The entrance of `npm run restore`.
import '../src/server/need-node.mjs';

await import('./restore.ts');
