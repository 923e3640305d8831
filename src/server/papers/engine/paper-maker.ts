/**
 * Lets a child process make the papers. The process ends after a minute without orders and makes one order at a time.
 * Each campus has at most one order in the queue, so that a thousand vouchers of one campus do not delay a receipt of
 * another.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Failure } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps, PaperMaker, PaperOrder } from '../../deps.ts';
import { createKeyedQueue } from '../../platform/db/keyed-queue.ts';
import type { Runtime, Timer } from '../../runtime.ts';
import type { CompilerReply, CompilerRequest } from './compile.ts';
import { findUnprintable } from './crash-search.ts';
import { removeOldPapers } from './paper-cache.ts';

const program = join(import.meta.dirname, 'compile.ts');

/**
 * In milliseconds. `answer`: until a process that does not answer counts as stuck. `idle`: until an idle process
 * ends. `queue`: the longest wait of an order.
 */
const patience = { answer: 30_000, idle: 60_000, queue: 120_000 };
/** After one crash the order is tried again. After two crashes one of its pages may be the cause. */
const tries = 2;
/** The most characters of the process's errors that are logged: its last words name the cause. */
const longestErrors = 4000;

const notNow = () => new Failure('unavailable', failureWords.paperNotMade);

/** The process ended before it answered. */
class ChildDied extends Error {}

type Waiting = { id: number; resolve: (bytes: Buffer) => void; reject: (error: Error) => void };
type Needs = { runtime: Pick<Runtime, 'after'>; log: Pick<Deps['log'], 'error'> };

/** Texts that Typst quotes may be parts of names, and the log has no personal data. */
const quoted = /`.*`/gs;

const endedByUs = new WeakSet<ChildProcess>();

/** Logs what a process wrote before it crashed. It ends with the code 0 if it used too much memory. */
function watchForCrash(child: ChildProcess, log: Needs['log']): ChildProcess {
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-longestErrors);
  });
  return child.on('close', (code, signal) => {
    if (code === 0 || endedByUs.has(child)) return;
    const crash = { code, signal, stderr: stderr.replace(quoted, '`…`') };
    log.error(crash, 'the process that makes papers has crashed');
  });
}

/** One child process. It is started by an order and ended when it is idle. It gets one order at a time. */
function createCompilerProcess({ runtime: { after }, log }: Needs, start: () => ChildProcess) {
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
    if (child && !(error instanceof ChildDied)) endedByUs.add(child);
    child?.kill('SIGKILL');
    child = undefined;
    fail(error);
  };
  const receive = (reply: CompilerReply): void => {
    if (reply === 'ready' || waiting?.id !== reply.id) return;
    if ('failed' in reply) fail(new Error(reply.failed));
    else waiting.resolve(Buffer.from(reply.bytes));
    waiting = undefined;
  };
  /** The process has ended or cannot receive orders, even if its exit was not reported yet. */
  const lose = (lost: ChildProcess): void => void (child === lost && end(new ChildDied()));
  const begin = (): ChildProcess => {
    const started: ChildProcess = watchForCrash(start(), log).on('message', receive);
    for (const event of ['error', 'exit']) started.on(event, () => lose(started));
    return started;
  };
  return {
    end,
    ask: async (order: PaperOrder): Promise<Buffer> => {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      resting?.cancel();
      child ??= begin();
      const target = child;
      const request: CompilerRequest = { id: ++lastID, order };
      waiting = { id: request.id, resolve, reject };
      const timer = after(patience.answer, () => end(notNow()));
      target.send(request, (error) => void (error && lose(target)));
      try {
        return await promise;
      } finally {
        timer.cancel();
        resting = after(patience.idle, () => end(notNow()));
      }
    },
  };
}

/** `start` starts the process. Tests pass another function. */
export function createPaperMaker(needs: Needs, start: () => ChildProcess = startCompiler): PaperMaker {
  const compiler = createCompilerProcess(needs, start);
  let isStopped = false;
  /** Undefined if the process crashed. */
  const tryOnce = async (order: PaperOrder): Promise<Buffer | undefined> => {
    if (isStopped) throw notNow();
    return compiler.ask(order).catch((error: unknown) => {
      if (error instanceof ChildDied) return undefined;
      throw error;
    });
  };
  const draw = async (order: PaperOrder): Promise<Buffer> => {
    for (let tried = 1; tried <= tries; tried += 1) {
      const made = await tryOnce(order);
      if (made) return made;
    }
    const crashes = async (pages: PaperOrder['pages']) => !(await tryOnce({ ...order, pages }));
    throw (await findUnprintable(order.pages, crashes)) ?? notNow();
  };
  const line = { longest: patience.queue, tooLong: notNow, runtime: needs.runtime };
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

/** The environment is empty, so that its secrets do not reach a process that handles data from outside. */
function startCompiler(): ChildProcess {
  return fork(program, [], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
