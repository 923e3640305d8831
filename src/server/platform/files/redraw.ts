/**
 * Redraws uploaded pictures, so that nothing else of the uploaded file is left. Each runs in a process of its own, one
 * at a time, with separate queues for pictures and SVG drawings. The server process decodes none: a few bytes can
 * unpack to a gigabyte or take hours.
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

/** Milliseconds until a process counts as stuck. The process itself limits its processor time. */
const longest = 45_000;
/** How many drawings may wait behind the one in progress. */
const mostWaiting = 4;
/** Milliseconds in the queue; by then the user has left. */
const longestWait = 2 * 60_000;

const program = join(import.meta.dirname, 'draw.ts');

type RedrawAnswer = 'ready' | { refused: string } | DrawnPicture;

/** Not the fault of the picture: it may work later. */
const notNow = () => new Failure('unavailable', failureWords.notDrawn);

/** The child process gets an empty environment, because it reads untrusted files and must not see secrets. */
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
  // The process was killed, by us or by the system. After an answer this has no effect.
  child.on('exit', () => reject(notNow()));
  return promise.finally(() => {
    timer.cancel();
    kill();
  });
}

/** Each campus has one picture in the queue, so that a campus with many pictures delays only itself. */
function createQueue(what: Drawable, runtime: Runtime): Redraw {
  const patience = { longest: longestWait, tooLong: notNow, runtime };
  const ofCampus = createKeyedQueue({ ...patience, most: Number.POSITIVE_INFINITY });
  const atOnce = createKeyedQueue({ ...patience, most: 1 });
  return (bytes, campusID) =>
    ofCampus(campusID, () => atOnce(campusID, () => drawInChild(bytes, what, runtime)));
}

/** A drawing can take seconds, unlike a picture, so it is refused at once when too many wait. */
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
 * Redraws a picture in its turn. Throws `unsupported` when it can never be drawn, `unavailable` when it may work later.
 */
export function createRedraw(runtime: Runtime): Redraw {
  const drawPicture = createQueue('picture', runtime);
  const drawSvg = createDrawings(runtime);
  return (bytes, campusID) => (isSvg(bytes) ? drawSvg : drawPicture)(bytes, campusID);
}
