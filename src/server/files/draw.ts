/**
 * The program of a child process that draws one picture, or one drawing (svg), and is ended by whoever started it. A
 * few bytes can ask for hours of work and all of the memory, and nothing but the end of a process stops its drawing.
 */
import { setPriority } from 'node:os';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { type Drawable, drawPicture, openReaders } from './pictures.ts';

const megabytes = 1024 * 1024;
const limits: Record<Drawable, { memory: number; work: number; words: string }> = {
  // A drawing of 50 megapixels takes 130 MB.
  drawing: { memory: 320 * megabytes, work: 2000, words: failureWords.drawingTooHard },
  // Of a telephone's 12 megapixels a jpeg takes 110 MB and 0.2 s, avif 310 MB and 1.3 s; of 48 a jpeg 250 MB and 0.6 s.
  picture: { memory: 450 * megabytes, work: 8000, words: failureWords.pictureTooHard },
};
const what: Drawable = process.argv[2] === 'drawing' ? 'drawing' : 'picture';
/** Bytes of the whole process, of which one that only waits takes 70 MB; milliseconds of work, whoever else works. */
const most = limits[what];
/** Milliseconds. */
const lookEvery = 10;
/** Others go first; Unix counts up to 19, Windows knows it as below normal. */
const niceness = 10;

/** At once, also while it is drawing: `process.exit` would wait for that. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

function endAtLimits(): void {
  const before = process.cpuUsage();
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (process.memoryUsage.rss() <= most.memory && (user + system) / 1000 <= most.work) return;
    clearInterval(looking);
    process.send?.({ refused: most.words }, undefined, {}, end);
  }, lookEvery);
}

async function draw(bytes: Uint8Array): Promise<void> {
  endAtLimits();
  try {
    process.send?.(await drawPicture(Buffer.from(bytes)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.send?.({ refused: error.message });
  }
}

process.once('message', (bytes: Uint8Array) => void draw(bytes));
// Whoever asked is gone.
process.on('disconnect', end);
openReaders(what);
setPriority(niceness);
process.send?.('ready');
