/** The disk is full to its last byte while clerks save and send: everybody is told so, and nothing is lost by it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FailureBody } from '#shared/failures.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Config } from '../../src/server/config.ts';
import { type Engine, engines } from '../support/engines.ts';
import { type Book, type Office, openOffice } from '../support/fault-clerk.ts';
import { drain, makePlace, pastLease, readyOf, seed, signIn } from '../support/fault-place.ts';
import { type FaultPlace, type FaultProcess, startFaultProcess } from '../support/fault-process.ts';
import { createChance } from '../support/fault-random.ts';
import { type Recorder, startRecorder } from '../support/fault-recorder.ts';
import { compare, lookForTries, lookInto } from '../support/fault-store.ts';
import { findUntruths } from '../support/fault-verdict.ts';
import { startPostgres } from '../support/postgres.ts';
import { makeSmallDatabase } from '../support/small-database.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';

/** Megabytes: some seconds of work fill a part of it. */
const megabytes = 32;
const patience = { timeout: 30_000, interval: 20 };

type Home = { config: Config; disk: SmallDisk };

/** The data file on a small disk, or a database whose tables are on one. */
async function makeHome(engine: Engine): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'qasid-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { config, remove } = await makePlace(undefined);
  onTestFinished(remove);
  if (engine === 'postgres') {
    // A server of its own: with one disk full it can write nothing down for its other databases either.
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

/** Works, finds the disk full, and works again once there is room. */
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
  // Of PostgreSQL's disk it knows nothing before it writes there.
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
    expect((answer as FailureBody).message).toBe(failureWords.unavailable);
    expect(status).toBe(503);
  }
}

/** It ends while the disk is full, in the middle of everything, and is started on it. */
async function dieAndStart(place: FaultPlace, dying: FaultProcess, disk: SmallDisk): Promise<Set<string>> {
  await disk.fill();
  await dying.kill();
  await disk.empty();
  const before = await lookForTries(place.config, { isAlone: true });
  await disk.fill();
  const started = startFaultProcess(place);
  // Either it comes up and waits for room, or it says why not.
  if (!(await started.ready)) expect(started.complaints()).toMatch(/full|no space/i);
  await started.kill();
  await disk.empty();
  const after = await lookForTries(place.config, { isAlone: true });
  return new Set([...before.handedOver, ...after.handedOver]);
}

describe.skipIf(!mayMount).each(engines)(
  'a full disk on %s (skipped where nobody may mount one)',
  (engine) => {
    it('stops the work with a clear failure, and nothing is lost', { timeout: 120_000 }, async () => {
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
