/** The place of the program in the fault tests, and the wait until it has worked off everything. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '#shared/calls/all.ts';
import type { Config } from '../../src/server/config.ts';
import { configFor } from './config.ts';
import { ask, type Counter } from './fault-clerk.ts';
import type { FaultProcess } from './fault-process.ts';
import type { Recorder } from './fault-recorder.ts';
import { createDatabase, dropDatabase } from './postgres.ts';

/** Longer than a lease, so that the next run of the program need not wait for leases of the one before. */
export const pastLease = 61_000;
const password = 'killed-again';

/** The same random numbers each time, unless FAULT_SEED sets others. */
export const seed = Number(process.env.FAULT_SEED ?? 20_261);

export type Place = { config: Config; remove: () => Promise<void> };

/** An empty folder, and an empty database on the PostgreSQL server `server` where one is given. */
export async function makePlace(server: string | undefined): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qasid-fault-'));
  const name = `faults_${seed}_${process.pid}`;
  const databaseUrl = server && (await createDatabase(server, name));
  const config: Config = { ...configFor(dataDir, databaseUrl), role: 'all', adminPassword: password };
  const remove = async () => {
    if (server) await dropDatabase(server, name);
    await rm(dataDir, { recursive: true, force: true });
  };
  return { config, remove };
}

export async function readyOf(program: FaultProcess): Promise<string> {
  const address = await program.ready;
  if (!address) throw new Error(`the program did not start: ${program.complaints()}`);
  return address;
}

export async function signIn(address: string): Promise<Counter> {
  const { token } = (await ask({ address, token: '' }, calls.login, { userName: 'admin', password })) as {
    token: string;
  };
  return { address, token };
}

/**
 * The number of equal counts after which the outbox is at rest. A delivered message may still be read, and only the
 * store knows which ones are polled again.
 */
const steadyLooks = 20;
const onTheirWay = ['pending', 'sending', 'accepted', 'sent'];

/**
 * Lets the program work off everything, with its clock running ahead so that waits and leases end. Then stops it
 * cleanly.
 */
export async function drain(
  program: FaultProcess,
  counter: Counter,
  { recorder, clockAhead }: { recorder: Recorder; clockAhead: number },
): Promise<number | null> {
  recorder.calmDown();
  let before = '';
  for (let look = 0, alike = 0; look < 1200 && alike < steadyLooks; look++) {
    program.tell({ clockAhead: clockAhead + look * pastLease });
    const { counts } = (await ask(counter, calls.listOutbox)) as { counts: Record<string, number> };
    const isOver = onTheirWay.every((state) => counts[state] === 0) && recorder.untaken() === 0;
    const now = JSON.stringify(counts);
    alike = isOver && now === before ? alike + 1 : 0;
    before = now;
    // Ten failures in a row are rare; then a person looks at the send and resumes it.
    if (look % 50 === 49) await ask(counter, calls.resumeOutbox, {});
    await wait(50);
  }
  program.tell({ stop: true });
  return program.ended;
}
