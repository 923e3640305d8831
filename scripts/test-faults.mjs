// `npm run test:faults`: the program killed, cut off and filled up, sent through a storm at WhatsApp’s end, and the model
// of its outbox, each in full, with chances of their own each time. About an hour on two cores; what is set in the
// environment is left as it is, so that the same chances can be had again.
import { ensureInstalled } from './install.mjs';
import { endWith, spawnPinned } from './pinned-node.mjs';

const chance = () => String(Math.floor(Math.random() * 1_000_000));
const seeds = { FAULT_SEED: chance(), MODEL_SEED: chance(), PROPERTY_SEED: chance() };
const full = {
  FAULT_KILLS: '500',
  FAULT_WORKER_KILLS: '200',
  MODEL_RUNS: '2000',
  FAULT_FIGURES: '1',
  STORM_MESSAGES: '5000',
  FAULT_ROLLING: '1',
  PACE_MESSAGES: '12000',
  RESTORE_MESSAGES: '4000',
  BACKUP_FULL: '1',
  UPDATE_KILLS: '1',
  LISTED_RUNS: '20',
};
const named = process.argv.slice(2);
const files = [
  'kill',
  'workers',
  'full-disk',
  'graph-storm',
  'rolling',
  'pace',
  'restore',
  'large-backup',
  'backup',
  'move',
  'replace-program',
].map((name) => `test/faults/${name}.test.ts`);

await ensureInstalled();
Object.assign(process.env, { ...full, ...seeds, ...process.env });
const set = Object.keys(seeds).map((name) => `${name}=${process.env[name]}`);
console.log(`To have the same chances again: ${set.join(' ')} npm run test:faults`);
console.log(
  'One life of the model: MODEL_SEED, and MODEL_PATH and MODEL_REPLAY as its counterexample says them.',
);
// One after the other: two at a time would only wait for each other’s disk and processor.
const words = [
  'run',
  '--maxWorkers=1',
  ...(named.length > 0 ? named : [...files, 'test/http/listed-again', 'test/model', 'src']),
];
await endWith(spawnPinned(['node_modules/vitest/vitest.mjs', ...words]));
