/** Reads a PostgreSQL without letting anything else happen meanwhile, as a file can be read. */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

export type Reader = {
  /** Values stand for `?`, or for `?1` where one is used again. */
  read: <T>(sql: string, ...values: (number | string)[]) => T[];
  close: () => Promise<void>;
};

function numbered(sql: string): string {
  let count = 0;
  return sql.replace(/\?(\d*)/g, (_all, number: string) => `$${number || ++count}`);
}

export function openReader(url: string): Reader {
  const { port1: here, port2: port } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(new URL('./reader-thread.ts', import.meta.url), {
    workerData: { url, port, signal },
    transferList: [port],
  });
  here.unref();
  thread.unref();
  return {
    read: <T>(sql: string, ...values: (number | string)[]): T[] => {
      Atomics.store(signal, 0, 0);
      here.postMessage({ sql: numbered(sql), values });
      Atomics.wait(signal, 0, 0);
      const answer = receiveMessageOnPort(here) as { message: { rows: T[]; failure?: string } };
      const { rows, failure } = answer.message;
      if (failure) throw new Error(failure);
      return rows;
    },
    close: async () => {
      here.close();
      await thread.terminate();
    },
  };
}
