/**
 * Draws anew what is uploaded, so that nothing but the picture is left of what came: each in a process of its own, one
 * at a time, drawings (svg) apart from pictures. The server's own process reads none: a few bytes can unpack to a
 * gigabyte, or ask for hours.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { createKeyedQueue } from '../db/keyed-queue.ts';
import type { Redraw } from '../deps.ts';
import type { Runtime } from '../runtime.ts';
import { isSvg } from './content.ts';
import type { Drawable, DrawnPicture } from './pictures.ts';

/** Milliseconds until a process counts as stuck; how much it may work, it counts itself. */
const longest = 45_000;
/** Drawings behind the one that is drawn. */
const mostWaiting = 4;
/** Milliseconds; whoever waits longer has left. */
const longestWait = 2 * 60_000;

const program = join(import.meta.dirname, 'draw.ts');

type RedrawAnswer = 'ready' | { refused: string } | DrawnPicture;

/** Nothing is wrong with the picture: it may work another time. */
const notNow = () => new Failure('unavailable', failureWords.notDrawn);

/** What the environment holds, secrets too, is nothing to a process that reads what strangers wrote. */
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
  child.on('message', (told: RedrawAnswer) => {
    if (told === 'ready') child.send(bytes);
    else if ('refused' in told) reject(new Failure('unsupported', told.refused));
    else resolve({ bytes: Buffer.from(told.bytes), extension: told.extension });
  });
  child.on('error', () => reject(notNow()));
  // Killed, by us or by the machine; after an answer this says nothing more.
  child.on('exit', () => reject(notNow()));
  return promise.finally(() => {
    timer.cancel();
    kill();
  });
}

/** Each campus has one picture in the queue, so that one which sends many holds up nobody but itself. */
function createQueue(what: Drawable, runtime: Runtime): Redraw {
  const patience = { longest: longestWait, tooLong: notNow, runtime };
  const ofCampus = createKeyedQueue({ ...patience, most: Number.POSITIVE_INFINITY });
  const atOnce = createKeyedQueue({ ...patience, most: 1 });
  return (bytes, campusID) =>
    ofCampus(campusID, () => atOnce(campusID, () => drawInChild(bytes, what, runtime)));
}

/** A drawing takes its seconds, unlike a picture: where too many wait it is told at once. */
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
 * Draws it when those before it are done. Fails with a sentence: `unsupported` where it can never be drawn,
 * `unavailable` where it may be another time.
 */
export function createRedraw(runtime: Runtime): Redraw {
  const drawPicture = createQueue('picture', runtime);
  const drawSvg = createDrawings(runtime);
  return (bytes, campusID) => (isSvg(bytes) ? drawSvg : drawPicture)(bytes, campusID);
}
