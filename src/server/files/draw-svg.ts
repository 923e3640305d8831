/**
 * The program of a child process that draws one drawing (svg) and is ended by whoever started it. A few bytes of svg
 * can ask for hours of work and all of the memory, and nothing but the end of a process stops its drawing.
 */
import { Failure } from '#shared/failures.ts';
import { drawingReaders, drawPicture } from './pictures.ts';

/** Bytes of the whole process; one that only waits takes 70 MB, a drawing of 50 megapixels 130 MB. */
const mostMemory = 320 * 1024 * 1024;
/** Milliseconds. */
const lookEvery = 10;

/** At once, also while it is drawing: `process.exit` would wait for that. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

async function draw(bytes: Uint8Array): Promise<void> {
  setInterval(() => {
    if (process.memoryUsage.rss() > mostMemory) end();
  }, lookEvery);
  try {
    process.send?.(await drawPicture(Buffer.from(bytes), drawingReaders));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.send?.({ refused: error.message });
  }
}

process.once('message', (bytes: Uint8Array) => void draw(bytes));
// Whoever asked is gone.
process.on('disconnect', end);
// Loaded before the time of the drawing begins.
await import('sharp');
process.send?.('ready');
