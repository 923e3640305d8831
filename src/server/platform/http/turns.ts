/**
 * Limits how many calls of a school, and of one session or API key in it, run at the same time. Without it a caller with
 * fifty connections would slow down everybody else. Further calls wait, the callers of a school take turns, and a call
 * that finds the line full is refused. Counted in the memory of each process.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { TooMany } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import { createFairLine } from './fair-line.ts';

/** `ofSchool`, `ofCaller`: calls that run at the same time. `waiting`: calls of a school that wait. */
type LaneLimits = { ofSchool: number; ofCaller: number; waiting: number };

/**
 * Expensive calls and uploads have lanes of their own, so that a quick call never waits for them. An upload over a slow
 * line takes minutes, so reports do not wait for uploads either. Changes may wait for a lock, and reads do not wait for
 * them.
 */
const limits = {
  // After an event, every open page of a school reads again.
  read: { ofSchool: 8, ofCaller: 4, waiting: 500 },
  change: { ofSchool: 8, ofCaller: 4, waiting: 200 },
  expensive: { ofSchool: 3, ofCaller: 2, waiting: 500 },
  upload: { ofSchool: 4, ofCaller: 2, waiting: 100 },
} as const satisfies Record<string, LaneLimits>;

type LaneName = keyof typeof limits;

/** All calls that are not here are quick reads or changes. */
const lanesOfCalls: Readonly<Record<'expensive' | 'upload', readonly Call[]>> = {
  expensive: [
    ...[calls.loadData, calls.today, calls.listCampusFigures, calls.planSend],
    ...[calls.showReport, calls.listReport, calls.exportReport, calls.exportReportList],
    ...[calls.exportBills, calls.exportOutbox, calls.exportTrail, calls.undoImport, calls.undoBankFile],
    ...[calls.showVoucher, calls.showVouchersOf, calls.previewVoucher, calls.sampleVoucher],
    ...[calls.printVouchers, calls.fetchVouchers, calls.showDocumentOf, calls.printReceipt],
  ],
  upload: [
    ...[calls.saveGroup, calls.importBills, calls.importStudents, calls.checkBills, calls.checkStudents],
    ...[calls.checkBankFile, calls.saveBankFile, calls.splitClass, calls.uploadFile],
  ],
};

/** Seconds after which a refused call may be repeated. */
const retryAfter = 2;

type School = {
  running: number;
  ofCaller: Map<string, number>;
  line: ReturnType<typeof createFairLine>;
};
type Caller = { schoolID: number; caller: string };

/**
 * Returns a function that waits for a turn and returns the function that ends it. It throws `TooMany` when the line is
 * full, or when the caller leaves while it waits.
 */
function createLane({ ofSchool, ofCaller, waiting }: LaneLimits) {
  const schools = new Map<number, School>();
  const begin = (school: School, caller: string): void => {
    school.running += 1;
    school.ofCaller.set(caller, (school.ofCaller.get(caller) ?? 0) + 1);
  };
  const mayBegin = (school: School, caller: string): boolean =>
    school.running < ofSchool && (school.ofCaller.get(caller) ?? 0) < ofCaller;
  const end = (school: School, { schoolID, caller }: Caller): void => {
    const left = (school.ofCaller.get(caller) ?? 0) - 1;
    if (left > 0) school.ofCaller.set(caller, left);
    else school.ofCaller.delete(caller);
    school.running -= 1;
    school.line.next((other) => mayBegin(school, other))?.begin();
    if (school.running === 0) schools.delete(schoolID);
  };
  const wait = (school: School, caller: string, left: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new TooMany(failureWords.tooManyAtOnce, retryAfter));
      const leave = () => {
        school.line.remove(caller, entry);
        refuse();
      };
      const entry = {
        begin: () => {
          left.removeEventListener('abort', leave);
          begin(school, caller);
          resolve();
        },
        refuse,
      };
      left.addEventListener('abort', leave, { once: true });
      school.line.add(caller, entry);
    });
  return async (of: Caller, left: AbortSignal): Promise<() => void> => {
    const school = schools.get(of.schoolID) ?? {
      running: 0,
      ofCaller: new Map<string, number>(),
      line: createFairLine(waiting),
    };
    schools.set(of.schoolID, school);
    if (mayBegin(school, of.caller)) begin(school, of.caller);
    else await wait(school, of.caller, left);
    return () => end(school, of);
  };
}

type Turn = { during: <T>(work: () => Promise<T>) => Promise<T> };

declare module 'fastify' {
  interface FastifyRequest {
    turn: Turn | undefined;
  }
}

/** Aborts when the answer is complete or the caller has closed the connection. */
function overOf({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  const over = new AbortController();
  const abort = () => {
    socket.off('close', abort);
    over.abort();
  };
  raw.once('finish', abort);
  // A pipelined call has no connection of its own, so the answer is never closed. Many of them may share a connection.
  socket.setMaxListeners(0);
  socket.once('close', abort);
  if (socket.destroyed) abort();
  return over.signal;
}

/**
 * The turn ends when the call is over and its work as well. If the turn ended with the connection, a caller who
 * disconnects at once could start any number of calls.
 */
function createTurn(end: () => void, over: AbortSignal): Turn {
  let works = 0;
  let hasEnded = false;
  const endIfOver = (): void => {
    if (hasEnded || !over.aborted || works > 0) return;
    hasEnded = true;
    end();
  };
  over.addEventListener('abort', endIfOver, { once: true });
  endIfOver();
  return {
    during: async (work) => {
      works += 1;
      try {
        return await work();
      } finally {
        works -= 1;
        endIfOver();
      }
    },
  };
}

function laneNameOf(call: Call): LaneName {
  if (lanesOfCalls.expensive.includes(call)) return 'expensive';
  if (lanesOfCalls.upload.includes(call)) return 'upload';
  return call.method === 'GET' ? 'read' : 'change';
}

/** Returns the function that gives each call of a person or a key its turn. Calls without a door are not limited. */
export function createTurns() {
  const lanes = {
    read: createLane(limits.read),
    change: createLane(limits.change),
    expensive: createLane(limits.expensive),
    upload: createLane(limits.upload),
  };
  return async (request: FastifyRequest, reply: FastifyReply, call: Call): Promise<void> => {
    // An event stream is open for hours, and has a limit of its own.
    if (!request.door || call === calls.live) return;
    const { schoolID, token } = request.door.proof;
    const over = overOf(request, reply);
    const end = await lanes[laneNameOf(call)]({ schoolID, caller: token }, over);
    request.turn = createTurn(end, over);
  };
}
