/** The memory of an idle server. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../../src/server/platform/db/store.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { residentOf } from '../memory.ts';
import { adminPassword, startProgram } from '../program.ts';

const mostMB = 120;
const settleFor = 10_000;

async function measureOn(kit: Kit, engine: Engine): Promise<Row> {
  const place = await kit.place(engine);
  // The first start creates the database and fills the compile cache, as a first `npm start` does.
  const first = await startProgram(place, { ADMIN_PASSWORD: adminPassword, DEMO: '1' });
  await first.stop();
  const program = await startProgram(place);
  await wait(settleFor);
  const ours = await residentOf(program.pid);
  await program.stop();
  return {
    what: `server idle, ${engine}`,
    ours,
    floor: mostMB,
    unit: 'MB',
    ratio: ours / mostMB,
    bound: 1,
    beside: 'limit',
    note: 'resident 10 s after start on the demonstration school',
  };
}

export const idleMemory: Figure = {
  name: 'idle-memory',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(await measureOn(kit, engine));
    return rows;
  },
};
