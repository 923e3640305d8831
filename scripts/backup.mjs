// The entrance of `npm run backup`.
import '../src/server/need-node.mjs';

await import('./backup.ts');
