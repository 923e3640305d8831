/** The costs of a campus of 10,000 in its first month, and after one, three and five years with the same children. */
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { insertMonths } from '../outbox-rows.ts';
import { adminPassword, ask, type Program, startProgram } from '../program.ts';
import { enterSchool, plainBill, type School } from '../school.ts';
import { bySize, flatRow, type Sizes } from '../sizes.ts';

const lastMonth = 60;
const months: Sizes = [1, 12, 36, lastMonth];
const bills = 10_000;
const fewBills = 10;
const rounds = 5;
/** Calls per measurement. One answer alone is so small that it would measure only the connection. */
const looks = 20;
const bound = 1.3;

const sheet = Array.from({ length: bills }, (_, index) => ({
  ...plainBill(index),
  regNum: `R-${index + 1}`,
  invNo: `INV-0-${index + 1}`,
  ...(index % 2 === 0 ? { month: 11, year: 2026 } : {}),
}));

type Where = { kit: Kit; engine: Engine };

async function openCampus({ kit, engine }: Where, month: number, billsEach = bills): Promise<School> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const bare = await place.openBare();
  // Even before the first month one earlier month is inserted, because the other measurements read it.
  await insertMonths(bare, Math.max(1, month - 1), billsEach);
  await bare.close();
  return enterSchool(program);
}

/** Saves the month's sheet as a billing of its own and removes it again. */
async function saveMonth({ program, apiRequest, save }: School): Promise<number> {
  let id = 0;
  const taken = await time(async () => {
    id = await save(0, sheet);
  });
  await ask(program, apiRequest(`/Groups/Remove?id=${id}`, undefined, 'DELETE'));
  return taken;
}

const look = async ({ program, apiRequest }: School, path: string): Promise<void> => {
  for (let times = 0; times < looks; times += 1) await ask(program, apiRequest(path));
};

const kinds: readonly { what: string; items: number; run: (school: School) => Promise<number> }[] = [
  { what: 'a bill of a sheet saved', items: bills, run: saveMonth },
  {
    what: 'a page of the outbox',
    items: looks,
    run: (school) => time(() => look(school, '/Outbox?status=all&take=50')),
  },
  { what: 'the latest runs', items: looks, run: (school) => time(() => look(school, '/Outbox/Runs')) },
];

/**
 * A list of sixty billings is longer than a list of one and may take longer. The number of bills in them must not
 * matter.
 */
async function measureList(where: Where, large: School): Promise<Row> {
  const small = await openCampus(where, lastMonth, fewBills);
  const taken = await alternate(rounds, {
    [fewBills]: () => time(() => look(small, '/Groups')),
    [bills]: () => time(() => look(large, '/Groups')),
  });
  await small.program.stop();
  return flatRow(taken, {
    what: (size) => `the list of ${lastMonth - 1} billings with ${size} bills each`,
    engine: where.engine,
    sizes: [fewBills, bills],
    items: looks,
    bound,
  });
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const schools = new Map<number, School>();
  for (const month of months) schools.set(month, await openCampus({ kit, engine }, month));
  const rows: Row[] = [];
  for (const { what, items, run } of kinds) {
    const taken = await alternate(
      rounds,
      bySize(months, (month) => async () => run(schools.get(month) as School)),
    );
    rows.push(
      flatRow(taken, { what: (month) => `${what} in month ${month}`, engine, sizes: months, items, bound }),
    );
  }
  rows.push(await measureList({ kit, engine }, schools.get(lastMonth) as School));
  for (const { program } of schools.values() as Iterable<{ program: Program }>) await program.stop();
  return rows;
}

export const history: Figure = {
  name: 'history',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
