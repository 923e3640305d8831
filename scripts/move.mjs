// Entry point of `npm run move`.
import { handOver } from './hand-over.mjs';

await handOver(import.meta.url);
await import('../src/server/need-node.mjs');
await import('./move.ts');
