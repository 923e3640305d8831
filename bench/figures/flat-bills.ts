/** The time per bill in a page of a billing must be the same for a thousand and a hundred thousand bills. */
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { adminPassword, ask, type Program, startProgram } from '../program.ts';
import { enterSchool, wideBill } from '../school.ts';
import { bySize, flatRow, type Sizes } from '../sizes.ts';

const sizes: Sizes = [1000, 10_000, 100_000];
const what = (size: string) => `a bill in a page of ${size}`;
const rounds = 7;
const perPage = 200;
const pages = 5;

/** Pages spread over the whole billing: the first, the last and some between. */
async function openBilling(kit: Kit, engine: Engine, size: number) {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const { apiRequest, save } = await enterSchool(program);
  const groupID = await save(
    0,
    Array.from({ length: size }, (_, index) => wideBill(index)),
  );
  const bare = await place.openBare();
  const [first] = await bare.all('select min(id) as id from bill');
  await bare.tidy();
  await bare.close();
  const starts = Array.from({ length: pages }, (_, page) =>
    Math.floor(((size - perPage) * page) / (pages - 1)),
  );
  const readPages = async () => {
    for (const start of starts) {
      const after = Number(first?.id) - 1 + start;
      const { items } = await ask(
        program,
        apiRequest(`/Groups/${groupID}/Contacts?after=${after}&take=${perPage}`),
      );
      if (items.length !== perPage) throw new Error(`a page of ${items.length} bills`);
    }
  };
  return { program, readPages };
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row> {
  const programs: Program[] = [];
  const readers = new Map<number, () => Promise<void>>();
  for (const size of sizes) {
    const { program, readPages } = await openBilling(kit, engine, size);
    programs.push(program);
    readers.set(size, readPages);
  }
  const read = (size: number) => readers.get(size)?.() ?? Promise.resolve();
  const taken = await alternate(
    rounds,
    bySize(sizes, (size) => () => time(() => read(size))),
  );
  for (const program of programs) await program.stop();
  return flatRow(taken, { what, engine, sizes, items: pages * perPage });
}

export const flatBills: Figure = {
  name: 'flat-bills',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(await measureOn(kit, engine));
    return rows;
  },
};
