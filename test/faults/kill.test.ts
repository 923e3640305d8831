/**
 * The program is killed again and again while clerks save and send and the provider is at its worst. Then everything
 * must have been kept or left whole, and every message must say what became of it. FAULT_KILLS sets how often,
 * FAULT_SEED when.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import type { Config } from '../../src/server/config.ts';
import { engines } from '../support/engines.ts';
import { type Book, type Counter, openOffice, workUntilGone } from '../support/fault-clerk.ts';
import { drain, makePlace, pastLease, readyOf, seed, signIn } from '../support/fault-place.ts';
import { startFaultProcess } from '../support/fault-process.ts';
import { createChance } from '../support/fault-random.ts';
import { type Recorder, startRecorder } from '../support/fault-recorder.ts';
import { compare, type Left, lookForTries, lookInto } from '../support/fault-store.ts';
import { findUntruths } from '../support/fault-verdict.ts';

const kills = Number(process.env.FAULT_KILLS ?? 8);
/** Every so many lives the whole store is looked through; after the others only for what was in flight. */
const lookEvery = Math.min(10, Math.ceil(kills / 2));

type Lives = { config: Config; recorder: Recorder; book: Book; inFlight: Set<string> };

/** One life, ended at a random moment; sometimes before it is ready. */
async function liveAndDie({ config, recorder, book }: Lives, counter: Counter, life: number): Promise<void> {
  const chance = createChance(seed + life);
  const program = startFaultProcess({ config, recorder: recorder.url, clockAhead: life * pastLease });
  if (chance.happens(0.1)) {
    await wait(chance.whole(100, 700));
    return program.kill();
  }
  const address = await readyOf(program);
  const clerks = [1, 2].map((clerk) =>
    workUntilGone({
      counter: { ...counter, address },
      chance: createChance(seed + life * 10 + clerk),
      book,
    }),
  );
  await wait(chance.whole(20, 700));
  await program.kill();
  await Promise.all(clerks);
}

/** The last life is spared, so that also what nobody interrupts is held against the recorder. */
async function workInPeace(counter: Counter, { book, recorder }: Lives): Promise<void> {
  const before = recorder.received.length;
  const office = openOffice(counter, book, seed);
  await vi.waitUntil(() => recorder.received.length > before + 200, { timeout: 60_000, interval: 20 });
  await office.close();
  expect(office.refusals).toEqual([]);
}

/** What is wrong with what the dead program has left. */
async function lookAfter({ config, book, inFlight }: Lives, life: number): Promise<string[]> {
  for (const name of await lookForTries(config, { isAlone: true })) inFlight.add(name);
  return life % lookEvery === 0 ? compare(book, await lookInto(config)) : [];
}

describe.each(engines)('killed on %s', (engine) => {
  it(`${kills} times, it keeps what it answered and sends nothing twice`, {
    tags: ['proof'],
    timeout: 180_000 + kills * 6000,
  }, async () => {
    const { config, remove } = await makePlace(engine === 'postgres' ? inject('postgresUrl') : undefined);
    onTestFinished(remove);
    const recorder = await startRecorder(createChance(seed));
    onTestFinished(recorder.close);
    const lives: Lives = { config, recorder, book: { saves: [], sends: [] }, inFlight: new Set() };
    const first = startFaultProcess({ config, recorder: recorder.url, clockAhead: 0 });
    const counter = await signIn(await readyOf(first));
    await first.kill();

    // On a slow machine it takes some more until one dies with something in its hands.
    const isEnough = (life: number) => life >= kills && (lives.inFlight.size > 0 || life >= 4 * kills);
    let life = 1;
    for (; !isEnough(life); life++) {
      await liveAndDie(lives, counter, life);
      expect(await lookAfter(lives, life), `life ${life}, FAULT_SEED=${seed}`).toEqual([]);
    }

    const clockAhead = life * pastLease;
    const last = startFaultProcess({ config, recorder: recorder.url, clockAhead });
    const address = await readyOf(last);
    // In a long run also what hangs is waited for, until the program gives it up by itself.
    if (kills < 100) recorder.calmDown();
    await workInPeace({ ...counter, address }, lives);
    expect(await drain(last, { ...counter, address }, { recorder, clockAhead })).toBe(0);
    const left = await lookInto(config);
    checkAll(left, lives);
    if (process.env.FAULT_FIGURES) tellFigures(engine, left, lives);
  });
});

function checkAll(left: Left, { book, recorder, inFlight }: Lives): void {
  expect(compare(book, left), `FAULT_SEED=${seed}`).toEqual([]);
  const untruths = findUntruths({ ...left, received: recorder.received, inFlight, isExact: true });
  expect(untruths.slice(0, 20), `${untruths.length} untruths, FAULT_SEED=${seed}`).toEqual([]);
  // A run without faults proves nothing.
  expect(inFlight.size, `FAULT_SEED=${seed}`).toBeGreaterThan(0);
  expect(book.saves.some(({ answeredID }) => answeredID === undefined)).toBe(true);
}

function tellFigures(engine: string, { messages }: Left, { book, inFlight, recorder }: Lives): void {
  const count = (words: string[]) =>
    Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));
  console.log(engine, {
    kills,
    seed,
    saves: book.saves.length,
    unanswered: book.saves.filter(({ answeredID }) => answeredID === undefined).length,
    sends: book.sends.length,
    inFlight: inFlight.size,
    fates: count(recorder.received.map(({ fate }) => fate)),
    states: count(messages.map(({ status }) => status)),
  });
}
