/** The outbox emptied by the program's own workers, beside other programs' queues moving no-op jobs in the same run. */
import type { Engine } from '../../src/server/db/engine.ts';
import { median } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Peer } from '../peer.ts';
import { bullMQ } from '../peers/bullmq.ts';
import { graphileWorker } from '../peers/graphile-worker.ts';
import { pgBoss } from '../peers/pg-boss.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, type Program, startProgram } from '../program.ts';
import { forgetRuns, saveBilling, sendBody, setPace, stopSenders, waitUntilNone } from '../runs.ts';
import { enterSchool, type School } from '../school.ts';

const messages = 20_000;
const rounds = 3;

type Drained = { accepted: number; read: number };
type Desk = { engine: Engine; program: Program; school: School; bare: Bare; groupID: number };

async function openDesk(kit: Kit, engine: Engine): Promise<Desk> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const school = await enterSchool(program);
  await setPace(school, 'instant');
  const groupID = await saveBilling(school, messages);
  return { engine, program, school, bare: await place.openBare(), groupID };
}

async function openPeers(kit: Kit): Promise<Peer[]> {
  const url = async () => (await kit.place('postgres')).env.DATABASE_URL ?? '';
  const there = [
    await graphileWorker(await url()),
    await pgBoss(await url()),
    await bullMQ(process.env.REDIS_URL),
  ];
  return there.filter((peer) => peer !== undefined);
}

/** Throws when a message that was handed over has no row of that: then the figure would be of something else. */
async function proveAttempts(bare: Bare): Promise<void> {
  const [row] = await bare.all(`select count(*) as count from attempt where outcome = 'accepted'`);
  if (Number(row?.count) !== messages) throw new Error(`${row?.count} attempts of ${messages} messages`);
}

/** Queues a run while nothing may go, and lets it go once that is done; answers messages per second. */
async function drain({ program, school, bare, groupID }: Desk): Promise<Drained> {
  const { asked } = school;
  await stopSenders(bare);
  await ask(program, asked('/Chat/SendWhatsAppGroup', sendBody([groupID])));
  await bare.tidy();
  const began = performance.now();
  const rate = () => (messages / (performance.now() - began)) * 1000;
  await ask(program, asked('/Outbox/Resume', '{}'));
  await waitUntilNone(bare, ['queued', 'sending']);
  const accepted = rate();
  await waitUntilNone(bare, ['accepted', 'sent', 'delivered']);
  const read = rate();
  await proveAttempts(bare);
  await forgetRuns(bare);
  return { accepted, read };
}

/** A row beside each peer, so that ours is held against the fastest of them too. */
function rowsOf(engine: Engine, drained: readonly Drained[], jobs: ReadonlyMap<string, number>): Row[] {
  const accepted = median(drained.map((one) => one.accepted));
  const read = median(drained.map((one) => one.read));
  const unit = 'per s' as const;
  const rows: Row[] = Array.from(jobs, ([peer, floor]) => ({
    what: `draining until accepted, ${engine}`,
    ours: accepted,
    floor,
    unit,
    ratio: floor / accepted,
    bound: 1,
    beside: `${peer}, no-op jobs`,
  }));
  const [fastest, floor] = [...jobs].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
  rows.push({
    what: `draining until read, ${engine}`,
    ours: read,
    floor,
    unit,
    ratio: floor / read,
    bound: undefined,
    beside: `${fastest}, no-op jobs`,
    note: 'three receipts a message asked for and stored besides; none of the others has such a thing',
  });
  return rows;
}

const noRedis = (drained: number): Row => ({
  what: 'draining until accepted',
  ours: drained,
  floor: Number.NaN,
  unit: 'per s',
  ratio: Number.NaN,
  bound: undefined,
  beside: 'BullMQ: no Redis here',
  note: 'REDIS_URL names the Redis on which BullMQ is measured; none answers',
});

async function measure(kit: Kit): Promise<Row[]> {
  if (!kit.engines.includes('postgres')) return [];
  const desks: Desk[] = [];
  for (const engine of kit.engines) desks.push(await openDesk(kit, engine));
  const peers = await openPeers(kit);
  const drained = new Map<Engine, Drained[]>(desks.map(({ engine }) => [engine, []]));
  const moved = new Map<string, number[]>(peers.map(({ name }) => [name, []]));
  // In turn, and the first time does not count.
  for (let round = 0; round <= rounds; round += 1) {
    for (const desk of desks) {
      const one = await drain(desk);
      if (round > 0) drained.get(desk.engine)?.push(one);
    }
    for (const { name, move } of peers) {
      const taken = await move(messages);
      if (round > 0) moved.get(name)?.push((messages / taken) * 1000);
    }
  }
  for (const { bare, program } of desks) {
    await bare.close();
    await program.stop();
  }
  for (const { close } of peers) await close();
  const jobs = new Map(Array.from(moved, ([name, rates]) => [name, median(rates)]));
  const rows = [...drained].flatMap(([engine, all]) => rowsOf(engine, all, jobs));
  return jobs.has('BullMQ') ? rows : [...rows, noRedis(rows[0]?.ours ?? 0)];
}

export const drainOutbox: Figure = { name: 'drain-outbox', measure };
