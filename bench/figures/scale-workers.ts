/** One web process with 1, 2 and 4 workers on one PostgreSQL: messages per second for one school and for ten. */
import { availableParallelism } from 'node:os';
import type { Pace } from '#shared/calls/demo.ts';
import { median } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { insertBilling, insertHeldRun, insertSchool } from '../outbox-rows.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, type Program, startProgram } from '../program.ts';
import { waitUntilNone } from '../runs.ts';
import { enterSchool, type School } from '../school.ts';

const workers = [1, 2, 4] as const;
const rounds = 2;

type Load = { what: string; schools: number; messages: number; pace: Pace };

/** `quick` takes 20 to 60 ms per message, like a provider across the country. */
const loads: readonly Load[] = [
  { what: 'one school', schools: 1, messages: 10_000, pace: 'instant' },
  { what: 'ten schools', schools: 10, messages: 10_000, pace: 'instant' },
  { what: 'one school, 20 to 60 ms each', schools: 1, messages: 4000, pace: 'quick' },
];
const mostSchools = 10;
const mostMessages = 10_000;

/** A deployment whose processes run all the time, so that none is measured during its warm-up. */
type Site = { count: number; programs: Program[]; school: School; bare: Bare };

async function openSite(kit: Kit, count: number): Promise<Site> {
  const place = await kit.place('postgres');
  const web = await startProgram(place, { ROLE: 'web', ADMIN_PASSWORD: adminPassword });
  const programs = [web];
  const school = await enterSchool(web);
  const bare = await place.openBare();
  for (let id = 1; id <= mostSchools; id += 1) {
    if (id > 1) await insertSchool(bare, id);
    await insertBilling(bare, { campusID: id, bills: mostMessages / (id === 1 ? 1 : mostSchools) });
  }
  for (let left = count; left > 0; left -= 1) programs.push(await startProgram(place, { ROLE: 'worker' }));
  return { count, programs, school, bare };
}

let runs = 0;

/** Messages per second, from the start until the provider has accepted all of them. */
async function drain({ school, bare }: Site, { schools, messages, pace }: Load): Promise<number> {
  await bare.all(`update sender set pace = '${pace}'`);
  for (let campusID = 1; campusID <= schools; campusID += 1) {
    runs += 1;
    await insertHeldRun(bare, { runID: runs, campusID, messages: messages / schools });
  }
  await bare.tidy();
  const began = performance.now();
  await bare.all(`update broadcast set state = 'running' where state = 'paused' and "campusID" > 1`);
  // This call of the first school wakes the workers.
  await ask(school.program, school.apiRequest('/Outbox/Resume', '{}'));
  await waitUntilNone(bare, ['queued', 'sending']);
  const rate = (messages / (performance.now() - began)) * 1000;
  // Receipts are polled during the measurement, but the next load does not wait for all of them.
  await bare.all(`update message set "pollAt" = null
    where id in (select id from message where "pollAt" is not null for update skip locked)`);
  return rate;
}

const countOf = (count: number): string => (count === 1 ? '1 worker' : `${count} workers`);

function rowsOf({ what }: Load, rates: ReadonlyMap<number, number[]>): Row[] {
  const floor = median(rates.get(1) ?? []);
  return workers.map((count) => {
    const ours = median(rates.get(count) ?? []);
    return {
      what: `${what}, ${countOf(count)}`,
      ours,
      floor,
      unit: 'per s',
      ratio: floor / ours,
      bound: undefined,
      beside: countOf(1),
      note: `on ${availableParallelism()} cores, which PostgreSQL and the web process share`,
    };
  });
}

async function measureLoad(sites: readonly Site[], load: Load): Promise<Row[]> {
  const rates = new Map<number, number[]>(sites.map(({ count }) => [count, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const site of sites) {
      const rate = await drain(site, load);
      if (round > 0) rates.get(site.count)?.push(rate);
    }
  }
  return rowsOf(load, rates);
}

async function measure(kit: Kit): Promise<Row[]> {
  if (!kit.engines.includes('postgres')) return [];
  const sites: Site[] = [];
  for (const count of workers) sites.push(await openSite(kit, count));
  const rows: Row[] = [];
  for (const load of loads) rows.push(...(await measureLoad(sites, load)));
  for (const { bare, programs } of sites) {
    await bare.close();
    for (const program of programs.reverse()) await program.stop();
  }
  return rows;
}

export const scaleWorkers: Figure = { name: 'scale-workers', measure };
