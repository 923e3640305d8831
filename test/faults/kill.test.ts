/**
 * The program is killed again and again while clerks save and send. Then everything must have been kept or left whole,
 * and every message must say what became of it. FAULT_KILLS sets how often, FAULT_SEED when.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Config } from '../../src/server/config.ts';
import { type Engine, engines } from '../support/engines.ts';
import { ask, type Book, type Counter, workUntilGone } from '../support/fault-clerk.ts';
import { type FaultProcess, startFaultProcess } from '../support/fault-process.ts';
import { createChance } from '../support/fault-random.ts';
import { type Recorder, startRecorder } from '../support/fault-recorder.ts';
import { compare, lookInto } from '../support/fault-store.ts';
import { findUntruths } from '../support/fault-verdict.ts';
import { createDatabase, dropDatabase } from '../support/postgres.ts';
import { configFor } from '../support/world.ts';

const kills = Number(process.env.FAULT_KILLS ?? 20);
const seed = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);
/** Longer than a lease, so that a later life need not wait for an earlier one’s. */
const pastLease = 61_000;
const password = 'killed-again';

async function placeFor(engine: Engine): Promise<{ config: Config; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-fault-'));
  const server = inject('postgresUrl') ?? '';
  const name = `faults_${seed}_${process.pid}`;
  const databaseUrl = engine === 'postgres' ? await createDatabase(server, name) : undefined;
  const config: Config = { ...configFor(dataDir, databaseUrl), role: 'all', adminPassword: password };
  const remove = async () => {
    if (databaseUrl) await dropDatabase(server, name);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { config, remove };
}

async function signIn(address: string): Promise<Counter> {
  const { token } = (await ask({ address, token: '' }, calls.login, { userName: 'admin', password })) as {
    token: string;
  };
  return { address, token };
}

async function readyOf(program: FaultProcess): Promise<string> {
  const address = await program.ready;
  if (!address) throw new Error(`the program did not start: ${program.complaints()}`);
  return address;
}

/** So many looks alike: what was delivered may still be read, and the store alone knows which is asked about again. */
const steadyLooks = 20;

/** Lets it work off everything, the clock running ahead so that waits and leases end; then stops it as one should. */
async function drain(program: FaultProcess, counter: Counter, clockAhead: number): Promise<void> {
  let before = '';
  for (let patience = 600, alike = 0; patience > 0 && alike < steadyLooks; patience--) {
    program.tell({ clockAhead: clockAhead + (600 - patience) * pastLease });
    const { counts } = (await ask(counter, calls.listOutbox)) as { counts: Record<string, number> };
    const isOver = ['pending', 'sending', 'accepted', 'sent'].every((state) => counts[state] === 0);
    const now = JSON.stringify(counts);
    alike = isOver && now === before ? alike + 1 : 0;
    before = now;
    await wait(50);
  }
  program.tell({ stop: true });
  expect(await program.ended).toBe(0);
}

type Lives = { config: Config; recorder: Recorder; book: Book; inFlight: Set<number> };

/** One life, ended at a random moment; sometimes before it is ready. Answers what is wrong afterwards. */
async function liveAndDie(
  { config, recorder, book, inFlight }: Lives,
  counter: Counter,
  life: number,
): Promise<string[]> {
  const chance = createChance(seed + life);
  const program = startFaultProcess({ config, recorder: recorder.url, clockAhead: life * pastLease });
  if (chance.happens(0.1)) {
    await wait(chance.whole(100, 700));
    await program.kill();
  } else {
    const address = await readyOf(program);
    const pressed = () => book.sends.reduce((sum, { answered }) => sum + (answered?.rows ?? 0), 0);
    const waiting = () => pressed() - recorder.received.length;
    const clerks = [1, 2].map((clerk) =>
      workUntilGone({
        counter: { ...counter, address },
        chance: createChance(seed + life * 10 + clerk),
        book,
        waiting,
      }),
    );
    await wait(chance.whole(20, 900));
    await program.kill();
    await Promise.all(clerks);
  }
  const left = await lookInto(config);
  for (const { id, status } of left.messages) if (status === 'sending') inFlight.add(id);
  return compare(book, left);
}

describe.each(engines)('killed on %s', (engine) => {
  it(`${kills} times, it keeps what it answered and sends nothing twice`, {
    timeout: 60_000 + kills * 6000,
  }, async () => {
    const { config, remove } = await placeFor(engine);
    onTestFinished(remove);
    const lives: Lives = {
      config,
      recorder: await startRecorder(createChance(seed)),
      book: { saves: [], sends: [] },
      inFlight: new Set(),
    };
    onTestFinished(lives.recorder.close);
    const first = startFaultProcess({ config, recorder: lives.recorder.url, clockAhead: 0 });
    const counter = await signIn(await readyOf(first));
    await first.kill();

    for (let life = 1; life < kills; life++) {
      expect(await liveAndDie(lives, counter, life), `life ${life} of seed ${seed}`).toEqual([]);
    }

    const last = startFaultProcess({ config, recorder: lives.recorder.url, clockAhead: kills * pastLease });
    await drain(last, { ...counter, address: await readyOf(last) }, kills * pastLease);
    const left = await lookInto(config);
    expect(compare(lives.book, left), `seed ${seed}`).toEqual([]);
    const { inFlight, recorder } = lives;
    const untruths = findUntruths({ messages: left.messages, received: recorder.received, inFlight });
    expect(untruths.slice(0, 20), `${untruths.length} untruths, seed ${seed}`).toEqual([]);
    // A run without faults proves nothing.
    expect(inFlight.size, `seed ${seed}`).toBeGreaterThan(0);
    expect(
      lives.book.saves.some(({ answeredID }) => answeredID === undefined),
      `seed ${seed}`,
    ).toBe(true);
    if (process.env.FAULT_FIGURES) tellFigures(engine, left.messages, lives);
  });
});

function tellFigures(
  engine: Engine,
  messages: { status: string }[],
  { book, inFlight, recorder }: Lives,
): void {
  const states = Object.fromEntries(
    [...Map.groupBy(messages, ({ status }) => status)].map(([status, rows]) => [status, rows.length]),
  );
  const unanswered = book.saves.filter(({ answeredID }) => answeredID === undefined).length;
  console.log(engine, {
    kills,
    seed,
    saves: book.saves.length,
    unanswered,
    sends: book.sends.length,
    received: recorder.received.length,
    inFlight: inFlight.size,
    states,
  });
}
