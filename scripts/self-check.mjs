// The entrance of the look at a program that is about to take over; `npm run update` of the one before asks for it.
import '../src/server/need-node.mjs';

await import('./self-check.ts');
