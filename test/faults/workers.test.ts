/**
 * One web process and four workers on one PostgreSQL. Every second a worker is killed and another takes its place, and
 * the database server restarts in the middle. FAULT_WORKER_KILLS sets the number of kills.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Config } from '../../src/server/config.ts';
import { engines } from '../support/engines.ts';
import { type Book, openOffice } from '../support/fault-clerk.ts';
import { findUntruths } from '../support/fault-findings.ts';
import { drain, makePlace, pastLease, readyOf, seed, signIn } from '../support/fault-place.ts';
import { type FaultPlace, type FaultProcess, startFaultProcess } from '../support/fault-process.ts';
import { createChance } from '../support/fault-random.ts';
import { startRecorder } from '../support/fault-recorder.ts';
import { compare, lookForTries, lookInto } from '../support/fault-store.ts';
import { startPostgres } from '../support/postgres.ts';

const kills = Number(process.env.FAULT_WORKER_KILLS ?? 4);
const workers = 4;
/** The database server is restarted after every so many kills; in a short run once. */
const restartEvery = Math.min(50, Math.ceil(kills / 2));

type Supervised = { kill: () => Promise<void>; stop: () => Promise<void> };

/** Starts the program again whenever it ends, as a supervisor does. */
function keepRunning(place: FaultPlace): Supervised {
  let program: FaultProcess;
  let isOver = false;
  const over = (async () => {
    while (!isOver) {
      program = startFaultProcess(place);
      await program.ended;
      if (!isOver) await wait(200);
    }
  })();
  const kill = () => program.kill();
  const stop = async () => {
    isOver = true;
    await kill();
    await over;
  };
  return { kill, stop };
}

/** Kills random workers and returns the tries that were in flight at the kills, whose outcome nobody knows. */
async function killThem(
  config: Config,
  supervised: Supervised[],
  cutOff: () => Promise<void>,
): Promise<Set<string>> {
  const chance = createChance(seed);
  const inFlight = new Set<string>();
  const look = async (isAlone: boolean) => {
    for (const name of (await lookForTries(config, { isAlone })).handedOver) inFlight.add(name);
  };
  // On a slow machine more kills are needed until one happens with messages in flight.
  for (let kill = 1; kill <= kills || (inFlight.size === 0 && kill <= 4 * kills); kill++) {
    await wait(1000);
    await supervised[chance.whole(0, workers - 1)]?.kill();
    await look(false);
    if (kill % restartEvery === 0) await cutOff();
  }
  for (const { stop } of supervised) await stop();
  await look(false);
  return inFlight;
}

describe.skipIf(!engines.includes('postgres'))('Several workers', () => {
  it(`Four workers that are killed ${kills} times lose no message and send none twice.`, {
    timeout: 180_000 + kills * 8000,
  }, async () => {
    const postgres = await startPostgres({ durable: true });
    onTestFinished(postgres.stop);
    const { config, remove } = await makePlace(postgres.url);
    onTestFinished(remove);
    const recorder = await startRecorder(createChance(seed));
    onTestFinished(recorder.close);
    const place = { config, recorder: recorder.url, clockAhead: 0 };

    const web = startFaultProcess({ ...place, config: { ...config, role: 'web' } });
    const counter = await signIn(await readyOf(web));
    const supervised = Array.from({ length: workers }, () =>
      keepRunning({ ...place, config: { ...config, role: 'worker' } }),
    );
    const book: Book = { saves: [], sends: [] };
    const office = openOffice(counter, book, seed);
    await vi.waitUntil(() => recorder.received.length > 50, { timeout: 60_000, interval: 20 });
    const inFlight = await killThem(config, supervised, postgres.restart);
    await office.close();
    web.tell({ stop: true });
    expect(await web.ended, web.complaints()).toBe(0);

    const last = startFaultProcess({ ...place, clockAhead: pastLease });
    const address = await readyOf(last);
    const drained = await drain(last, { ...counter, address }, { recorder, clockAhead: pastLease });
    expect(drained, last.complaints()).toBe(0);
    const left = await lookInto(config);
    expect(compare(book, left), `FAULT_SEED=${seed}`).toEqual([]);
    const untruths = findUntruths({ ...left, received: recorder.received, inFlight, isExact: false });
    expect(untruths.slice(0, 20), `${untruths.length} untruths, FAULT_SEED=${seed}`).toEqual([]);
    expect(office.refusals.filter(({ status }) => status !== 503).map(({ message }) => message)).toEqual([]);
    // A run without faults would prove nothing.
    expect(inFlight.size, `FAULT_SEED=${seed}`).toBeGreaterThan(0);
    expect(recorder.received.length).toBeGreaterThan(100);
  });
});
