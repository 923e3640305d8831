/** BullMQ, where there is a Redis. How often that writes to its disk is the server's own setting. */
import { setTimeout as wait } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { lookEvery, type Peer } from '../peer.ts';

const queueName = 'qasid-no-op';

// docs.bullmq.io, Concurrency: 50 at once in one worker; Auto-removal of jobs: done ones are not kept.
const worker = { concurrency: 50, removeOnComplete: { count: 0 }, autorun: false };
// taskforcesh/bullmq-bench adds so many at a time at the least.
const addedAtOnce = 1000;

async function move(connection: Redis, queue: Queue, jobs: number): Promise<number> {
  const part = Array.from({ length: addedAtOnce }, () => ({ name: 'no-op', data: {} }));
  for (let from = 0; from < jobs; from += addedAtOnce) await queue.addBulk(part.slice(0, jobs - from));
  const mover = new Worker(queueName, async () => {}, { ...worker, connection });
  mover.on('error', (error) => console.error(error));
  await mover.waitUntilReady();
  const began = performance.now();
  const moving = mover.run();
  while ((await queue.getJobCountByTypes('wait', 'active')) > 0) await wait(lookEvery);
  const taken = performance.now() - began;
  await mover.close();
  await moving;
  return taken;
}

/** Undefined where no Redis answers. */
export async function bullMQ(url: string | undefined): Promise<Peer | undefined> {
  if (!url) return undefined;
  // It gives up at once instead of trying again: whether there is one is all that is asked.
  const asked = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  asked.on('error', () => {});
  const isThere = await asked.connect().then(
    () => true,
    () => false,
  );
  asked.disconnect();
  if (!isThere) return undefined;
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue(queueName, { connection });
  await queue.obliterate({ force: true });
  return {
    name: 'BullMQ',
    move: (jobs) => move(connection, queue, jobs),
    close: async () => {
      await queue.obliterate({ force: true });
      await queue.close();
      connection.disconnect();
    },
  };
}
