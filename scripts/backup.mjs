// Entry point of `npm run backup`.
import { handOver } from './hand-over.mjs';

await handOver(import.meta.url);
await import('../src/server/need-node.mjs');
await import('./backup.ts');
