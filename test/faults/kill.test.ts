/**
 * Kills the program again and again while clerks save and send and the provider is at its worst. Afterwards everything
 * must be stored completely or not at all, and each message must have a true state. FAULT_KILLS sets the number of
 * kills, FAULT_SEED their times, and FAULT_MESSAGES the size of the sends with and without a rate.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { noPace, type PaceSettings } from '#shared/calls/senders.ts';
import type { Config } from '../../src/server/config.ts';
import { engines } from '../support/engines.ts';
import { ask, type Book, type Counter, openOffice, workUntilGone } from '../support/fault-clerk.ts';
import { findUntruths } from '../support/fault-findings.ts';
import { drain, makePlace, pastLease, readyOf, seed, signIn } from '../support/fault-place.ts';
import { startFaultProcess } from '../support/fault-process.ts';
import { type Chance, createChance } from '../support/fault-random.ts';
import { type Recorder, startRecorder } from '../support/fault-recorder.ts';
import { compare, type Left, lookForTries, lookInto, nameOfTry } from '../support/fault-store.ts';
import { fill } from '../support/storm-desk.ts';

const kills = Number(process.env.FAULT_KILLS ?? 8);
/** The whole store is checked after every so many lives; after the others only the tries in flight are. */
const lookEvery = Math.min(10, Math.ceil(kills / 2));

type Lives = { config: Config; recorder: Recorder; book: Book; inFlight: Set<string> };

/** Runs the program and kills it at a random moment, sometimes before it is ready. */
async function liveAndDie(lives: Lives, counter: Counter, life: number): Promise<void> {
  const { config, recorder, book, inFlight } = lives;
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
  if (life > kills && inFlight.size === 0) {
    // No random kill met a message in flight, so this one comes while the provider has one and has not answered yet.
    const next = recorder.received.length + 1;
    await vi.waitUntil(() => recorder.received.length >= next, { timeout: 20_000, interval: 1 });
  }
  await program.kill();
  await Promise.all(clerks);
}

/** Works without a kill at the end, so that uninterrupted messages are compared with the recorder too. */
async function workInPeace(counter: Counter, { book, recorder }: Lives): Promise<void> {
  const before = recorder.received.length;
  const office = openOffice(counter, book, seed);
  await vi.waitUntil(() => recorder.received.length > before + 200, { timeout: 60_000, interval: 20 });
  await office.close();
  expect(office.refusals).toEqual([]);
}

/** Notes the tries that were handed over at the kill. Returns those that reached the provider without a handover. */
async function lookForFlights({ config, recorder, inFlight }: Lives): Promise<string[]> {
  const { handedOver, onlyClaimed } = await lookForTries(config, { isAlone: true });
  for (const name of handedOver) inFlight.add(name);
  // A try that was put off gives its number to the next one.
  const tries = recorder.received.filter(({ outcome }) => outcome !== 'later');
  const seen = new Set(tries.map(({ messageID, attempt }) => nameOfTry(messageID, attempt)));
  return onlyClaimed.filter((name) => seen.has(name)).map((name) => `${name} was sent and not handed over`);
}

/** Returns what is wrong in the store that the killed program left. */
async function lookAfter(lives: Lives, life: number): Promise<string[]> {
  const complaints = await lookForFlights(lives);
  return life % lookEvery === 0
    ? [...complaints, ...compare(lives.book, await lookInto(lives.config))]
    : complaints;
}

describe.each(engines)('Kills on %s', (engine) => {
  it(`After ${kills} kills, everything that was answered is stored and no message was sent twice.`, {
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

    // More kills may be needed until one happens with messages in flight, and one while a save has no answer.
    const isHit = () => lives.inFlight.size > 0 && hasUnanswered(lives.book);
    const isEnough = (life: number) => life >= kills && (isHit() || life >= 4 * kills);
    let life = 1;
    for (; !isEnough(life); life++) {
      await liveAndDie(lives, counter, life);
      expect(await lookAfter(lives, life), `life ${life}, FAULT_SEED=${seed}`).toEqual([]);
    }

    const clockAhead = life * pastLease;
    const last = startFaultProcess({ config, recorder: recorder.url, clockAhead });
    const address = await readyOf(last);
    // A long run also waits for calls that hang, until the program gives them up itself.
    if (kills < 100) recorder.calmDown();
    await workInPeace({ ...counter, address }, lives);
    expect(await drain(last, { ...counter, address }, { recorder, clockAhead })).toBe(0);
    const left = await lookInto(config);
    checkAll(left, lives);
    if (process.env.FAULT_FIGURES) tellFigures(engine, left, lives);
  });
});

const perMinute = 4800;
const sendSize = Number(process.env.FAULT_MESSAGES ?? 400);
/** The kills of one send: 10 for 3,000 messages. */
const sendKills = Math.max(3, Math.ceil(sendSize / 300));

type SendToKill = {
  lives: Lives;
  pace: PaceSettings;
  /** Waits for the moment of the next kill. */
  untilKill: () => Promise<unknown>;
};

/** Kills the program during one send and lets the last program finish it. Returns what is left in the store. */
async function killDuringSend({ lives, pace, untilKill }: SendToKill): Promise<Left> {
  const { config, recorder } = lives;
  let clockAhead = 0;
  let program = startFaultProcess({ config, recorder: recorder.url, clockAhead });
  const { token } = await signIn(await readyOf(program));
  const counterNow = async (): Promise<Counter> => ({ address: await readyOf(program), token });
  const groupID = await fill({ counter: await counterNow() }, sendSize);
  await ask(await counterNow(), calls.setSenderPace, pace);
  await ask(await counterNow(), calls.sendToGroups, { message: 'Dear {{name}}', groupIDs: [groupID] });

  for (let kill = 1; kill <= sendKills; kill += 1) {
    await untilKill();
    await program.kill();
    expect(await lookForFlights(lives), `kill ${kill}, FAULT_SEED=${seed}`).toEqual([]);
    clockAhead += pastLease;
    program = startFaultProcess({ config, recorder: recorder.url, clockAhead });
    await readyOf(program);
  }
  const last = await counterNow();
  await vi.waitUntil(() => recorder.received.length > sendSize * 0.8, {
    timeout: 10_000 + sendSize * 60,
    interval: 50,
  });
  await ask(last, calls.setSenderPace, noPace);
  expect(await drain(program, last, { recorder, clockAhead })).toBe(0);
  return lookInto(config);
}

/** Expects that nothing was lost or sent twice, and that at most one message per kill is unknown without having left. */
function checkSend(engine: string, left: Left, lives: Lives): void {
  expect(left.messages).toHaveLength(sendSize);
  const { inFlight, recorder } = lives;
  const untruths = findUntruths({ ...left, received: recorder.received, inFlight, isExact: true });
  expect(untruths.slice(0, 20), `${untruths.length} untruths, FAULT_SEED=${seed}`).toEqual([]);
  const seen = new Set(recorder.received.map(({ messageID }) => messageID));
  const unseen = left.messages.filter(({ id, status }) => status === 'unknown' && !seen.has(id));
  if (process.env.FAULT_FIGURES) {
    tellFigures(engine, left, lives);
    console.log(engine, { kills: sendKills, unknownAndNeverSeen: unseen.length });
  }
  // A handover is stored a moment before its call, so a message of that moment may be unknown at each kill.
  expect(unseen.filter(({ id, attempts }) => !inFlight.has(nameOfTry(id, attempts)))).toEqual([]);
  expect(unseen.length, `FAULT_SEED=${seed}`).toBeLessThanOrEqual(sendKills);
}

async function prepareSend(engine: string): Promise<{ lives: Lives; chance: Chance }> {
  const { config, remove } = await makePlace(engine === 'postgres' ? inject('postgresUrl') : undefined);
  onTestFinished(remove);
  const recorder = await startRecorder(createChance(seed));
  onTestFinished(recorder.close);
  const lives = { config, recorder, book: { saves: [], sends: [] }, inFlight: new Set<string>() };
  return { lives, chance: createChance(seed) };
}

describe.each(engines)('Kills during a rate-limited send on %s', (engine) => {
  it(`Of ${sendSize} messages at ${perMinute} a minute only those being sent at a kill may have been sent.`, {
    timeout: 240_000 + sendSize * 100,
  }, async () => {
    const { lives, chance } = await prepareSend(engine);
    /** Milliseconds. The last kill comes when three quarters of the messages have gone. */
    const life = ((sendSize * 0.75) / perMinute / sendKills) * 60_000;
    const untilKill = () => wait(chance.whole(Math.ceil(life * 0.5), Math.ceil(life * 1.5)));
    checkSend(engine, await killDuringSend({ lives, pace: { ...noPace, perMinute }, untilKill }), lives);
  });
});

describe.each(engines)('Kills during a send without a rate on %s', (engine) => {
  it(`Of ${sendSize} messages without a rate at most one per kill is unknown although it never left.`, {
    timeout: 240_000 + sendSize * 100,
  }, async () => {
    const { lives, chance } = await prepareSend(engine);
    const { received } = lives.recorder;
    const untilKill = async () => {
      // A send without a rate takes moments, so the kill comes after a number of messages and not after a time.
      const until = received.length + chance.whole(1, Math.floor((sendSize * 0.7) / sendKills));
      await vi.waitUntil(() => received.length >= until, { timeout: 20_000, interval: 1 });
      await wait(chance.whole(0, 20));
    };
    checkSend(engine, await killDuringSend({ lives, pace: noPace, untilKill }), lives);
  });
});

const hasUnanswered = ({ saves }: Lives['book']): boolean =>
  saves.some(({ answeredID }) => answeredID === undefined);

function checkAll(left: Left, { book, recorder, inFlight }: Lives): void {
  expect(compare(book, left), `FAULT_SEED=${seed}`).toEqual([]);
  const untruths = findUntruths({ ...left, received: recorder.received, inFlight, isExact: true });
  expect(untruths.slice(0, 20), `${untruths.length} untruths, FAULT_SEED=${seed}`).toEqual([]);
  // A run without faults would prove nothing.
  expect(inFlight.size, `FAULT_SEED=${seed}`).toBeGreaterThan(0);
  expect(hasUnanswered(book), `FAULT_SEED=${seed}`).toBe(true);
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
    fates: count(recorder.received.map(({ outcome }) => outcome)),
    states: count(messages.map(({ status }) => status)),
  });
}
