/** The outbox emptied by the program's own workers, beside graphile-worker moving no-op jobs in the same run. */
import type { Engine } from '../../src/server/db/engine.ts';
import { median } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { moveJobs, prepareJobs } from '../no-op-jobs.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, type Program, startProgram } from '../program.ts';
import { countMessages, forgetRuns, saveBilling, sendBody, setPace, waitUntilNone } from '../runs.ts';
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

/** Queues a run, holds it, and lets it go once nothing else is to be done; answers messages per second. */
async function drain({ program, school, bare, groupID }: Desk): Promise<Drained> {
  const { asked } = school;
  await ask(program, asked('/Chat/SendWhatsAppGroup', sendBody([groupID])));
  await ask(program, asked('/Outbox/Pause', '{}'));
  await waitUntilNone(bare, ['sending', 'accepted', 'sent', 'delivered']);
  await bare.tidy();
  const waiting = await countMessages(bare, ['queued']);
  const began = performance.now();
  const rate = () => (waiting / (performance.now() - began)) * 1000;
  await ask(program, asked('/Outbox/Resume', '{}'));
  await waitUntilNone(bare, ['queued', 'sending']);
  const accepted = rate();
  await waitUntilNone(bare, ['accepted', 'sent', 'delivered']);
  const read = rate();
  await forgetRuns(bare);
  return { accepted, read };
}

function rowsOf({ engine }: Desk, drained: readonly Drained[], jobs: number): Row[] {
  const accepted = median(drained.map((one) => one.accepted));
  const read = median(drained.map((one) => one.read));
  const shared = { floor: jobs, unit: 'per s' as const, beside: 'graphile-worker, no-op jobs' };
  return [
    {
      ...shared,
      what: `draining until accepted, ${engine}`,
      ours: accepted,
      ratio: jobs / accepted,
      bound: 1,
    },
    {
      ...shared,
      what: `draining until read, ${engine}`,
      ours: read,
      ratio: jobs / read,
      bound: undefined,
      note: 'three receipts a message stored besides; graphile-worker has no such thing',
    },
  ];
}

async function measure(kit: Kit): Promise<Row[]> {
  if (!kit.engines.includes('postgres')) return [];
  const desks: Desk[] = [];
  for (const engine of kit.engines) desks.push(await openDesk(kit, engine));
  const peer = await kit.place('postgres');
  const url = peer.env.DATABASE_URL ?? '';
  await prepareJobs(url);
  const drained = new Map<Desk, Drained[]>(desks.map((desk) => [desk, []]));
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const desk of desks) {
      const one = await drain(desk);
      if (round > 0) drained.get(desk)?.push(one);
    }
    const taken = await moveJobs(url, messages);
    if (round > 0) rates.push((messages / taken) * 1000);
  }
  for (const { bare, program } of desks) {
    await bare.close();
    await program.stop();
  }
  return desks.flatMap((desk) => rowsOf(desk, drained.get(desk) ?? [], median(rates)));
}

export const drainOutbox: Figure = { name: 'drain-outbox', measure };
