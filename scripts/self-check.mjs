// Entry point of the self-check. `npm run update` of the previous version runs it before this program takes over.
import '../src/server/need-node.mjs';

await import('./self-check.ts');
