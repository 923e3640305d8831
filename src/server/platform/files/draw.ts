/**
 * A child process that redraws one picture or one SVG drawing. A small file can cause hours of work or use all
 * memory, and only killing the process stops this.
 */
import { setPriority } from 'node:os';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { type Drawable, drawPicture, openReaders } from './pictures.ts';

const megabytes = 1024 * 1024;
const limits: Record<Drawable, { memory: number; work: number; words: string }> = {
  // A drawing of 50 megapixels takes 130 MB.
  drawing: { memory: 320 * megabytes, work: 2000, words: failureWords.drawingTooHard },
  // A photo of 12 megapixels takes 110 MB and 0.2 s as JPEG, and 310 MB and 1.3 s as AVIF. A JPEG of 48 megapixels
  // takes 250 MB and 0.6 s.
  picture: { memory: 450 * megabytes, work: 8000, words: failureWords.pictureTooHard },
};
const what: Drawable = process.argv[2] === 'drawing' ? 'drawing' : 'picture';
/**
 * `memory`: the most bytes for the whole process; an idle process takes 70 MB. `work`: the most milliseconds of
 * processor time.
 */
const most = limits[what];
/** The limits are checked once in this many milliseconds. */
const lookEvery = 10;
/**
 * The priority is lower than that of other processes. On Unix 19 is the lowest; Windows treats 10 as below normal.
 */
const niceness = 10;

/** Kills the process immediately. `process.exit` would wait for the drawing. */
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
// The parent process has ended.
process.on('disconnect', end);
openReaders(what);
setPriority(niceness);
process.send?.('ready');
