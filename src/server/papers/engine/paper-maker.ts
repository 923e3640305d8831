/**
 * Has papers set in a process of its own, which ends when nobody has asked for a minute. One order at a time; each campus
 * has one in the queue, so that a billing of a thousand vouchers holds up no receipt of another.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { createKeyedQueue } from '../../db/keyed-queue.ts';
import type { PaperMaker, PaperOrder } from '../../deps.ts';
import type { Runtime, Timer } from '../../runtime.ts';
import type { AskedOfCompiler, ToldByCompiler } from './compile.ts';
import { removeOldPapers } from './kept-papers.ts';

const program = join(import.meta.dirname, 'compile.ts');

/** Milliseconds: until one that says nothing counts as stuck, and until one that nobody asks ends. */
const patience = { answer: 30_000, idle: 60_000, queue: 120_000 };
/** A process that died says nothing of the papers; one that dies twice over them may. */
const tries = 2;

const notNow = () => new Failure('unavailable', failureWords.paperNotMade);

/** It ended before it answered. */
class DiedEarly extends Error {}

type Waiting = { id: number; resolve: (bytes: Buffer) => void; reject: (error: Error) => void };
type Runs = Pick<Runtime, 'after'>;

/** One process, which is begun when it is asked and ends when it is not; asked for one order at a time. */
function createCompilerProcess({ after }: Runs, start: () => ChildProcess) {
  let child: ChildProcess | undefined;
  let waiting: Waiting | undefined;
  let resting: Timer | undefined;
  let lastID = 0;

  const fail = (error: Error): void => {
    waiting?.reject(error);
    waiting = undefined;
  };
  const end = (error: Error): void => {
    resting?.cancel();
    child?.kill('SIGKILL');
    child = undefined;
    fail(error);
  };
  const hear = (told: ToldByCompiler): void => {
    if (told === 'ready' || waiting?.id !== told.id) return;
    if ('failed' in told) fail(new Error(told.failed));
    else waiting.resolve(Buffer.from(told.bytes));
    waiting = undefined;
  };
  /** It takes no order any more, though nobody may have been told yet that it has ended. */
  const lose = (lost: ChildProcess): void => void (child === lost && end(new DiedEarly()));
  const begin = (): ChildProcess => {
    const gone = (): void => lose(started);
    const started = start().on('message', hear).on('error', gone).on('exit', gone);
    return started;
  };
  return {
    end,
    ask: async (order: PaperOrder): Promise<Buffer> => {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      resting?.cancel();
      child ??= begin();
      const asking = child;
      const asked: AskedOfCompiler = { id: ++lastID, order };
      waiting = { id: asked.id, resolve, reject };
      const timer = after(patience.answer, () => end(notNow()));
      asking.send(asked, (error) => void (error && lose(asking)));
      try {
        return await promise;
      } finally {
        timer.cancel();
        resting = after(patience.idle, () => end(notNow()));
      }
    },
  };
}

/** `start`: begins the process; tests begin another. */
export function createPaperMaker(runtime: Runs, start: () => ChildProcess = startCompiler): PaperMaker {
  const compiler = createCompilerProcess(runtime, start);
  let isStopped = false;
  const draw = async (order: PaperOrder): Promise<Buffer> => {
    for (let tried = 1; ; tried += 1) {
      if (isStopped) throw notNow();
      try {
        return await compiler.ask(order);
      } catch (error) {
        if (!(error instanceof DiedEarly)) throw error;
        if (tried === tries) throw notNow();
      }
    }
  };
  const line = { longest: patience.queue, tooLong: notNow, runtime };
  const ofCampus = createKeyedQueue({ ...line, most: Number.POSITIVE_INFINITY });
  const atOnce = createKeyedQueue({ ...line, most: 1 });
  return {
    draw: (order) => ofCampus(order.campusID, () => atOnce(order.campusID, () => draw(order))),
    sweep: removeOldPapers,
    stop: async () => {
      isStopped = true;
      compiler.end(notNow());
    },
  };
}

/** What the environment holds, secrets too, is nothing to a process that sets what others wrote. */
function startCompiler(): ChildProcess {
  return fork(program, [], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
