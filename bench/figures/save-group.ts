/** A campus's sheet of the month, saved in one call, beside the bare insert of the very rows it became. */
import type { Engine } from '../../src/server/db/engine.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare, Values } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool, saveBody, wideBill } from '../school.ts';

const bills = 5000;
const rounds = 7;

async function savedRows(bare: Bare, groupID: number): Promise<Values[]> {
  const rows = await bare.all('select * from bill where "groupID" = $1 order by id', [groupID]);
  return rows.map(({ id: _made, ...row }) => row);
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const { asked } = await enterSchool(program);
  const bare = await place.openBare();
  // Every sheet has vouchers of its own: the same ones would be refused, as they should be.
  let sheets = 0;
  const nextSheet = () => {
    const from = bills * sheets++;
    return saveBody(
      0,
      Array.from({ length: bills }, (_, index) => wideBill(from + index)),
    );
  };
  const first = await ask(program, asked('/Groups/Save', nextSheet()));
  const rows = await savedRows(bare, first.id);
  const saveOnce = async () => {
    const body = nextSheet();
    await bare.tidy();
    return time(() => ask(program, asked('/Groups/Save', body)));
  };
  const insertOnce = async () => {
    await bare.tidy();
    return time(() => bare.insert('bill', rows));
  };
  const { ours, floor } = await alternate(rounds, { ours: saveOnce, floor: insertOnce });
  await bare.close();
  await program.stop();
  return {
    what: `Save of ${bills} bills of 35 columns, ${engine}`,
    ours,
    floor,
    unit: 'ms',
    ratio: ours / floor,
    bound: 2,
    beside: 'bare insert, committed',
  };
}

export const saveGroup: Figure = {
  name: 'save-group',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(await measureOn(kit, engine));
    return rows;
  },
};
