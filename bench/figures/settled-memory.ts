/** The memory that a server keeps after a flood: 20,000 bills saved and read many times, then silence. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../../src/server/platform/db/store.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { residentOf } from '../memory.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool, wideBill } from '../school.ts';

const bills = 20_000;
const readers = 20;
const reads = 4000;
const settleFor = 10_000;
/** V8 gives memory back some minutes after the last call. */
const restFor = 300_000;

async function measureOn(kit: Kit, engine: Engine): Promise<Row> {
  const place = await kit.place(engine);
  const first = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  await first.stop();
  const program = await startProgram(place);
  await wait(settleFor);
  const idle = await residentOf(program.pid);
  const { apiRequest, save } = await enterSchool(program);
  const groupID = await save(
    0,
    Array.from({ length: bills }, (_, index) => wideBill(index)),
  );
  const readOnce = (index: number) =>
    ask(program, apiRequest(`/Groups/${groupID}/Contacts?after=${(index * 131) % bills}&take=200`));
  await Promise.all(
    Array.from({ length: readers }, async (_, reader) => {
      for (let at = reader; at < reads; at += readers) await readOnce(at);
    }),
  );
  const flooded = await residentOf(program.pid);
  await wait(restFor);
  const ours = await residentOf(program.pid);
  await program.stop();
  return {
    what: `server after a flood, ${engine}`,
    ours,
    floor: idle,
    unit: 'MB',
    ratio: ours / idle,
    bound: 1.5,
    beside: 'idle',
    note: `${Math.round(flooded)} MB right after ${reads} pages of 200 bills; resident after 5 minutes of silence`,
  };
}

export const settledMemory: Figure = {
  name: 'settled-memory',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(await measureOn(kit, engine));
    return rows;
  },
};
