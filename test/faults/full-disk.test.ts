/** The disk is completely full while clerks save and send. Each of them gets a clear error, and nothing is lost. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FailureBody } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Config } from '../../src/server/config.ts';
import { type Engine, engines } from '../support/engines.ts';
import { type Book, type Office, openOffice } from '../support/fault-clerk.ts';
import { findUntruths } from '../support/fault-findings.ts';
import { drain, makePlace, pastLease, readyOf, seed, signIn } from '../support/fault-place.ts';
import { type FaultPlace, type FaultProcess, startFaultProcess } from '../support/fault-process.ts';
import { createChance } from '../support/fault-random.ts';
import { type Recorder, startRecorder } from '../support/fault-recorder.ts';
import { compare, lookForTries, lookInto } from '../support/fault-store.ts';
import { startPostgres } from '../support/postgres.ts';
import { makeSmallDatabase } from '../support/small-database.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

/** Megabytes. Some seconds of work fill a part of them. */
const megabytes = 32;
const patience = { timeout: 30_000, interval: 20 };

type Home = { config: Config; disk: SmallDisk };

/** Puts the SQLite file on a small disk, or the tables of a PostgreSQL database. */
async function makeHome(engine: Engine): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'qasid-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { config, remove } = await makePlace(undefined);
  onTestFinished(remove);
  if (engine === 'postgres') {
    // The database has its own server: when one disk is full, PostgreSQL cannot write its log for other databases
    // either.
    const server = await startPostgres({ durable: true });
    onTestFinished(server.stop);
    const { url, disk } = await makeSmallDatabase(server.url, { folder, megabytes });
    onTestFinished(disk.remove);
    return { config: { ...config, databaseUrl: url }, disk };
  }
  const disk = await mountSmallDisk(folder, { megabytes });
  onTestFinished(disk.remove);
  return { config: { ...config, dataDir: folder, uploadsDir: join(folder, 'uploads') }, disk };
}

const answered = ({ saves }: Book) => saves.filter(({ answeredID }) => answeredID !== undefined).length;

/** Works until the disk is full, checks the errors, and works again once there is room. */
async function liveThroughIt(
  program: FaultProcess,
  office: Office,
  {
    disk,
    recorder,
    address,
    isOurs,
  }: { disk: SmallDisk; recorder: Recorder; address: string; isOurs: boolean },
): Promise<void> {
  const { book, refusals } = office;
  await vi.waitUntil(() => recorder.received.length > 150 && answered(book) > 3, patience);
  expect(refusals).toEqual([]);
  await vi.waitUntil(async () => {
    await disk.fill();
    return refusals.length >= 5 && program.complaints() !== '';
  }, patience);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  // The program does not notice a full disk of PostgreSQL before it writes there.
  const ready = await fetch(`${address}/readyz`);
  expect(ready.status).toBe(isOurs ? 503 : 200);
  if (isOurs) expect(await ready.json()).toMatchObject({ message: failureWords.noRoom });

  await disk.empty();
  const before = { saves: answered(book), received: recorder.received.length };
  await vi.waitUntil(
    () => answered(book) > before.saves + 3 && recorder.received.length > before.received,
    patience,
  );
  for (const { status, answer } of refusals) {
    // A PostgreSQL server whose disk is full may also end its connections.
    const expected = isOurs ? [failureWords.noRoom] : [failureWords.noRoom, failureWords.unavailable];
    expect(expected).toContain((answer as FailureBody).message);
    expect(status).toBe(503);
  }
}

/** Kills the program while the disk is full and starts another one on the full disk. */
async function dieAndStart(place: FaultPlace, dying: FaultProcess, disk: SmallDisk): Promise<Set<string>> {
  await disk.fill();
  await dying.kill();
  await disk.empty();
  const before = await lookForTries(place.config, { isAlone: true });
  await disk.fill();
  const started = startFaultProcess(place);
  // It either starts and waits for room, or says why it cannot start.
  if (!(await started.ready)) expect(started.complaints()).toMatch(/full|no space/i);
  await started.kill();
  await disk.empty();
  const after = await lookForTries(place.config, { isAlone: true });
  return new Set([...before.handedOver, ...after.handedOver]);
}

describe.skipIf(!mayMount).each(engines)(
  'Full disk on %s (skipped where no disk can be mounted)',
  (engine) => {
    it('A full disk makes requests fail with a clear 503, and no saved bill or sent message is lost.', {
      timeout: 120_000,
    }, async () => {
      const { config, disk } = await makeHome(engine);
      const recorder = await startRecorder(createChance(seed));
      onTestFinished(recorder.close);
      const place = { config, recorder: recorder.url, clockAhead: 0 };
      const program = startFaultProcess(place);
      const counter = await signIn(await readyOf(program));
      const book: Book = { saves: [], sends: [] };
      const office = openOffice(counter, book, seed);
      const isOurs = engine === 'sqlite';
      await liveThroughIt(program, office, { disk, recorder, address: counter.address, isOurs });
      const inFlight = await dieAndStart(place, program, disk);
      await office.close();

      const last = startFaultProcess({ ...place, clockAhead: pastLease });
      const address = await readyOf(last);
      const end = await drain(last, { ...counter, address }, { recorder, clockAhead: pastLease });
      expect(end, last.complaints()).toBe(0);
      const left = await lookInto(config);
      expect(compare(book, left), `FAULT_SEED=${seed}`).toEqual([]);
      const untruths = findUntruths({ ...left, received: recorder.received, inFlight, isExact: false });
      expect(untruths.slice(0, 20), `${untruths.length} untruths, FAULT_SEED=${seed}`).toEqual([]);
    });
  },
);
