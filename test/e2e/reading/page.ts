/** A page that reads each sheet in its own worker, as the product does. */
import type { ReadAnswer, ReadOrder } from './reader.ts';

window.readSheet = (order: ReadOrder): Promise<ReadAnswer> => {
  const worker = new Worker(new URL('./reading.worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<ReadAnswer>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => resolve(data));
    worker.addEventListener('error', ({ message }) => resolve({ failure: `the worker ended: ${message}` }));
  });
  worker.postMessage(order);
  return answer.finally(() => worker.terminate());
};
