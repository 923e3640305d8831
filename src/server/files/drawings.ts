/** Drawings (svg): one at a time, each in a process of its own that is killed when it takes too long. */
import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Kept } from './pictures.ts';

/** Milliseconds for the drawing itself, and for the process to be ready for it. */
const longest = 2000;
const longestStart = 20_000;
/** Behind the one that is drawn. */
const mostWaiting = 4;
/** Others go first; Unix counts up to 19, Windows knows it as below normal. */
const niceness = 10;

const program = join(import.meta.dirname, 'draw-svg.ts');

type Told = 'ready' | { refused: string } | Kept;

/** What the environment holds, secrets too, is nothing to a process that reads what strangers wrote. */
const startDrawing = () =>
  fork(program, {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

function drawInChild(bytes: Buffer): Promise<Kept> {
  const { promise, resolve, reject } = Promise.withResolvers<Kept>();
  const child = startDrawing();
  const kill = () => void child.kill('SIGKILL');
  let timer = setTimeout(kill, longestStart);
  child.on('message', (told: Told) => {
    if (told === 'ready') {
      clearTimeout(timer);
      timer = setTimeout(kill, longest);
      if (child.pid !== undefined) setPriority(child.pid, niceness);
      child.send(bytes);
      return;
    }
    if ('refused' in told) reject(new Failure('unsupported', told.refused));
    else resolve({ bytes: Buffer.from(told.bytes), extension: told.extension });
  });
  child.on('error', reject);
  // Killed, by us or by itself; after an answer this says nothing more.
  child.on('exit', () => reject(new Failure('unsupported', failureWords.drawingTooHard)));
  return promise.finally(() => {
    clearTimeout(timer);
    kill();
  });
}

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Draws it when those before it are done; fails with a sentence where it cannot be drawn, or too many wait. */
export async function drawSvg(bytes: Buffer): Promise<Kept> {
  if (waiting > mostWaiting) throw new Failure('unavailable', failureWords.drawingsWait);
  waiting += 1;
  const drawn = last.then(() => drawInChild(bytes));
  last = drawn.catch(() => {});
  try {
    return await drawn;
  } finally {
    waiting -= 1;
  }
}
