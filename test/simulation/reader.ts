/** Reads PostgreSQL synchronously, so that nothing else happens meanwhile, as with a file. */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

export type Reader = {
  /** Values replace `?`, or `?1` where a value is used again. */
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
