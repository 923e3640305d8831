/**
 * Runs random commands of people, workers and providers against the real store and against a simple model of messages.
 * MODEL_RUNS sets the number of runs; MODEL_SEED, MODEL_PATH and MODEL_REPLAY (the replayPath of a counterexample)
 * repeat one.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { receiptStates } from '#shared/messages/message-states.ts';
import { makeBill } from '../support/campus.ts';
import { type Engine, engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type AnswerKind, answerKinds } from './answers.ts';
import { type Bill, createModel, type Model } from './model.ts';
import * as person from './person-commands.ts';
import { agree, type Clock, type Real } from './real.ts';
import { Send } from './send.ts';
import * as worker from './worker-commands.ts';

const runs = Number(process.env.MODEL_RUNS ?? 40);
const { MODEL_SEED, MODEL_PATH: path = '', MODEL_REPLAY } = process.env;
// With an empty replayPath, fast-check would fail when it shrinks a counterexample.
const replayOf = MODEL_REPLAY ? { replayPath: MODEL_REPLAY } : {};
/** The same runs each time, unless other ones are asked for. */
const replay = { seed: Number(MODEL_SEED ?? -636_335_943), path };
const epoch = Date.parse('2026-11-05T06:00:00.000Z');
/** The numbers of the bills: two families of two, and two single children. */
const numbers = ['03001000011', '03001000011', '03001000021', '03001000031', '03001000031', '03001000041'];

/** One bill of each family expires the next day. */
const expiryOf = (index: number): string => (index % 2 === 0 ? '2026-11-06' : '2026-11-25');

const some = fc.nat(50);
const oneOrAll = fc.oneof(some, fc.constant('all' as const));

type Command = fc.AsyncCommand<Model, Real>;

const sends = fc
  .record({
    isReminder: fc.boolean(),
    isFamily: fc.boolean(),
    text: fc.constantFrom('Salam', 'Dear {{name}}', 'Pay by {{dueDate}}'),
    again: fc.boolean(),
    inMinutes: fc.constantFrom(0, 0, 0, 5, 90),
  })
  .map((options): Command => new Send(options));

const claims = fc.constantFrom(1, 2, 'all' as const, 'all' as const).map(worker.claimSome);

const handovers = oneOrAll.map(worker.handOverSome);

const answersOf = (kinds: readonly AnswerKind[]) =>
  fc
    .tuple(some, fc.constantFrom(...kinds), fc.constantFrom(1, 1, 1, 2))
    .map(([at, kind, times]) => worker.answerOne(at, kind, times));

const receipts = fc
  .record({ at: some, status: fc.constantFrom(...receiptStates), isNamed: fc.boolean() })
  .map(worker.receive);

const times = fc.constantFrom(1, 15, 61, 61, 700, 7300, 90_000).map(worker.pass);
const accidents = fc.constantFrom(worker.look, worker.look, worker.crash, worker.expire);

const holds = fc
  .tuple(oneOrAll, fc.constantFrom('running' as const, 'paused' as const))
  .map(([at, to]) => person.hold(at, to));

const retries = fc
  .record({
    kind: fc.constantFrom('all' as const, 'run' as const, 'reason' as const, 'names' as const),
    at: some,
  })
  .map(person.retrySome);

const cancels = fc.oneof(
  some.map(person.cancelRun),
  fc.integer({ min: 1, max: 4 }).map(person.cancelSome),
  fc.constant(person.clearAll),
);
const restores = fc.nat(2).map(person.restoreOne);
const leaves = fc.integer({ min: 1, max: 3 }).map(person.leaveSome);

const changes = fc.oneof(
  fc.tuple(some, fc.boolean()).map(([at, isPaid]) => person.pay(at, isPaid)),
  fc.tuple(some, fc.boolean()).map(([at, isPaid]) => person.pay(at, isPaid)),
  fc.nat(2).map(person.takeBackPayment),
  some.map(person.remove),
  some.map(person.optOut),
  some.map(person.optIn),
);

/** A usual mix of commands: some of everything, and most of what moves messages on. */
const ordinary: fc.Arbitrary<Command>[] = [
  ...[
    sends,
    claims,
    claims,
    claims,
    handovers,
    answersOf(answerKinds),
    answersOf(answerKinds),
    answersOf(answerKinds),
  ],
  ...[receipts, receipts, receipts, times, times, accidents, accidents],
  ...[holds, retries, retries, cancels, restores, leaves, changes],
];

/** A provider that fails most of the time and people who retry: many tries, and paused sends. */
const mostly = ['notSent', 'notSent', 'notSent', 'retryTransient', 'retryTransient'] as const;
const failures = [...mostly, 'failRequest', 'unknown', 'accepted', 'retryTomorrow'] as const;
const hard: fc.Arbitrary<Command>[] = [
  ...[sends, claims, answersOf(failures), times, receipts, accidents, retries],
  fc.constant(worker.claimSome('all')),
  fc.constant(worker.handOverSome('all')),
  fc.constantFrom(...failures).map(worker.answerAll),
  fc.constant(worker.pass(700)),
  fc.constant(person.hold('all', 'running')),
];

const limits = { maxCommands: 80, size: 'max', ...replayOf } as const;
const commands = fc.oneof(fc.commands(ordinary, limits), fc.commands(hard, limits));

let campuses = 0;

async function setUp(world: World, clock: Clock): Promise<{ model: Model; real: Real }> {
  clock.now = epoch;
  const campus = await world.school(`model${++campuses}`);
  const { id: groupID, bills } = await campus.group({
    bills: numbers.map((number, at) => makeBill({ number, expiryDate: expiryOf(at) })),
  });
  const modelBills = bills.map(
    ({ id }, index): Bill => ({
      id,
      number: `+92${numbers[index]?.slice(1)}`,
      isPaid: false,
      isGone: false,
      expiry: expiryOf(index),
    }),
  );
  const real: Real = { world, campus, groupID, clock, held: [], left: new Set(), cancelled: [], paid: [] };
  return { model: createModel(epoch, modelBills), real };
}

/** Ends all messages and sends of this campus, so that workers of the next run find none of them. */
async function clearOutbox({ campus: { scope } }: Real): Promise<void> {
  const { db, campusID } = scope;
  await db
    .updateTable('message')
    .set({ status: 'cancelled', dueAt: null, leaseUntil: null, handedOverAt: null })
    .where('campusID', '=', campusID)
    .where('status', 'in', ['queued', 'sending'])
    .execute();
  await db
    .updateTable('broadcast')
    .set({ state: 'done', startedAt: '' })
    .where('campusID', '=', campusID)
    .execute();
}

describe.each(engines)('Outbox against its model on %s', (engine: Engine) => {
  const clock: Clock = { now: epoch };
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { now: () => new Date(clock.now) });
  });
  afterAll(() => world.stop());

  it(`In ${runs} random runs the outbox behaves like its model.`, {
    timeout: 60_000 + runs * 3000,
  }, async () => {
    const property = fc.asyncProperty(commands, async (commands) => {
      const { model, real } = await setUp(world, clock);
      try {
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await agree(model, real);
      } finally {
        await clearOutbox(real);
      }
    });
    await fc.assert(property, { numRuns: runs, unbiased: true, ...replay });
  });
});
