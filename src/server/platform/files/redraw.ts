/**
 * Redraws uploaded pictures, so that nothing of the uploaded file remains except its pixels. Each picture is redrawn
 * in a separate process, one at a time. Pictures and SVG drawings have separate queues. The server process itself
 * never decodes a picture, because a small file can unpack to a gigabyte or take hours.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Redraw } from '../../deps.ts';
import type { Runtime } from '../../runtime.ts';
import { createKeyedQueue } from '../db/keyed-queue.ts';
import { isSvg } from './content.ts';
import type { Drawable, DrawnPicture } from './pictures.ts';

/** In milliseconds: when a process counts as stuck. The process itself limits its processor time. */
const longest = 45_000;
/** How many drawings may wait for the one in progress. */
const mostWaiting = 4;
/** The longest time in the queue, in milliseconds. After that the user has probably left. */
const longestWait = 2 * 60_000;

const program = join(import.meta.dirname, 'draw.ts');

type RedrawAnswer = 'ready' | { refused: string } | DrawnPicture;

/** The error if the picture is not the cause. The same upload may work later. */
const notNow = () => new Failure('unavailable', failureWords.notDrawn);

/** Starts the child process with an empty environment. It reads untrusted files and must not see secrets. */
const startDrawing = (what: Drawable) =>
  fork(program, [what], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

function drawInChild(bytes: Buffer, what: Drawable, { after }: Runtime): Promise<DrawnPicture> {
  const { promise, resolve, reject } = Promise.withResolvers<DrawnPicture>();
  const child = startDrawing(what);
  const kill = () => void child.kill('SIGKILL');
  const timer = after(longest, kill);
  child.on('message', (message: RedrawAnswer) => {
    if (message === 'ready') child.send(bytes);
    else if ('refused' in message) reject(new Failure('unsupported', message.refused));
    else resolve({ bytes: Buffer.from(message.bytes), extension: message.extension });
  });
  child.on('error', () => reject(notNow()));
  // The process was killed, by us or by the system. If it has already answered, this has no effect.
  child.on('exit', () => reject(notNow()));
  return promise.finally(() => {
    timer.cancel();
    kill();
  });
}

/** Each campus has at most one picture in the queue, so that a campus with many pictures delays only itself. */
function createQueue(what: Drawable, runtime: Runtime): Redraw {
  const patience = { longest: longestWait, tooLong: notNow, runtime };
  const ofCampus = createKeyedQueue({ ...patience, most: Number.POSITIVE_INFINITY });
  const atOnce = createKeyedQueue({ ...patience, most: 1 });
  return (bytes, campusID) =>
    ofCampus(campusID, () => atOnce(campusID, () => drawInChild(bytes, what, runtime)));
}

/** A drawing can take seconds. If too many are waiting, a new one is refused immediately. */
function createDrawings(runtime: Runtime): Redraw {
  const draw = createQueue('drawing', runtime);
  let waiting = 0;
  return async (bytes, campusID) => {
    if (waiting > mostWaiting) throw new Failure('unavailable', failureWords.drawingsWait);
    waiting += 1;
    try {
      return await draw(bytes, campusID);
    } finally {
      waiting -= 1;
    }
  };
}

/**
 * Redraws a picture when it is its turn. Throws `unsupported` if it can never be drawn, and `unavailable` if it may
 * work later.
 */
export function createRedraw(runtime: Runtime): Redraw {
  const drawPicture = createQueue('picture', runtime);
  const drawSvg = createDrawings(runtime);
  return (bytes, campusID) => (isSvg(bytes) ? drawSvg : drawPicture)(bytes, campusID);
}
