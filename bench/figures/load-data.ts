/** All data of a campus as one streamed answer: its time beside the bare driver's, and the memory it needs. */
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { billColumns } from '../../src/server/billing/bills/bills-rules.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, median, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { peakWhile, residentOf } from '../memory.ts';
import type { Bare } from '../place.ts';
import { adminPassword, open, startProgram } from '../program.ts';
import { enterSchool, type School, wideBill } from '../school.ts';

const billings = 50;
const billsEach = 1000;
const rounds = 7;
const memoryRounds = 5;
/** A clerk's connection of 40 Mbit/s: 100 kB every 20 ms. */
const sip = 100_000;
const pause = 20;

const columns = billColumns.map((column) => `"${column}"`).join(', ');

async function readBare(bare: Bare): Promise<void> {
  const groups = await bare.all('select * from "group" where "campusID" = $1 order by id', [1]);
  for (const { id = 0 } of groups) {
    const sql = `select ${columns} from bill where "campusID" = $1 and "groupID" = $2 order by id`;
    JSON.stringify(await bare.all(sql, [1, id]));
  }
}

/** Returns the number of bytes received. */
async function load({ program, apiRequest }: School, isSlow: boolean): Promise<number> {
  const answer = await open(program, apiRequest('/Groups/LoadData'));
  let bytes = 0;
  let sinceSip = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    sinceSip += chunk.length;
    if (isSlow && sinceSip >= sip) {
      sinceSip = 0;
      await wait(pause);
    }
  }
  await finished(answer);
  return bytes;
}

async function growthWhile(school: School, isSlow: boolean): Promise<{ growth: number; bytes: number }> {
  const before = await residentOf(school.program.pid);
  let bytes = 0;
  const peak = await peakWhile(school.program.pid, async () => {
    bytes = await load(school, isSlow);
  });
  return { growth: peak - before, bytes };
}

async function measureMemory(school: School, engine: Engine): Promise<Row> {
  // V8 decides when garbage is collected, so a single look says little. The median of several rounds is used.
  const growths: Record<'fast' | 'slow', number[]> = { fast: [], slow: [] };
  let megabytes = 0;
  for (let round = 0; round < memoryRounds; round += 1) {
    for (const pace of ['fast', 'slow'] as const) {
      const { growth, bytes } = await growthWhile(school, pace === 'slow');
      growths[pace].push(growth);
      megabytes = bytes / 1024 / 1024;
    }
  }
  const [fast, slow] = [median(growths.fast), median(growths.slow)];
  const ours = Math.max(fast, slow);
  return {
    what: `LoadData: growth of the process, ${engine}`,
    ours,
    floor: megabytes,
    unit: 'MB',
    ratio: ours / megabytes,
    bound: 1,
    beside: 'size of the answer',
    note: `slow client ${slow.toFixed(0)} MB, fast client ${fast.toFixed(0)} MB, the middle of ${memoryRounds}`,
  };
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const school = await enterSchool(program);
  for (let group = 0; group < billings; group += 1) {
    const bills = Array.from({ length: billsEach }, (_, index) => wideBill(group * billsEach + index));
    await school.save(0, bills);
  }
  const bare = await place.openBare();
  await bare.tidy();
  // Measure memory first, before other work makes the process grow.
  const memory = await measureMemory(school, engine);
  const { ours, floor } = await alternate(rounds, {
    ours: () => time(() => load(school, false)),
    floor: () => time(() => readBare(bare)),
  });
  await bare.close();
  await program.stop();
  const what = `LoadData of ${billings} × ${billsEach} bills, ${engine}`;
  const beside = 'bare driver + JSON.stringify';
  return [{ what, ours, floor, unit: 'ms', ratio: ours / floor, bound: 2, beside }, memory];
}

export const loadData: Figure = {
  name: 'load-data',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
