/**
 * One call saves a campus's sheet of the month, a third of it paid, beside a bare insert of the resulting rows: bills,
 * payments and allocations.
 */
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare, Values } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool, saveBody, wideBill } from '../school.ts';

const bills = 5000;
const rounds = 7;

type Became = { bills: Values[]; payments: Values[]; allocations: Values[] };

const withoutID = ({ id: _made, ...row }: Values): Values => row;

async function savedRows(bare: Bare, groupID: number): Promise<Became> {
  const of = (columns: string, table: string) =>
    bare.all(`select ${columns} from ${table} where "groupID" = $1 order by allocation.id`, [groupID]);
  const rows = await bare.all('select * from bill where "groupID" = $1 order by id', [groupID]);
  const settling = 'payment join allocation on allocation."paymentID" = payment.id';
  return {
    bills: rows.map(withoutID),
    payments: await of('payment.*', settling),
    allocations: (await of('allocation.*', 'allocation')).map(withoutID),
  };
}

/** The same payments and allocations with other ids. */
function anotherTime({ payments, allocations }: Became, time: number): Omit<Became, 'bills'> {
  const later = (id: unknown): number => Number(id) + time * 1_000_000;
  return {
    payments: payments.map((row) => ({
      ...row,
      id: later(row.id),
      receiptNo: later(row.receiptNo),
      sourceKey: `${time} ${row.sourceKey}`,
    })),
    allocations: allocations.map((row) => ({ ...row, paymentID: later(row.paymentID) })),
  };
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const { apiRequest } = await enterSchool(program);
  const bare = await place.openBare();
  // Every sheet has its own voucher numbers, because repeated ones would be refused.
  let sheets = 0;
  const nextSheet = () => {
    const from = bills * sheets++;
    return saveBody(
      0,
      Array.from({ length: bills }, (_, index) => wideBill(from + index)),
    );
  };
  const first = await ask(program, apiRequest('/Groups/Save', nextSheet()));
  const rows = await savedRows(bare, first.id);
  const saveOnce = async () => {
    const body = nextSheet();
    await bare.tidy();
    return time(() => ask(program, apiRequest('/Groups/Save', body)));
  };
  let times = 0;
  const insertOnce = async () => {
    await bare.tidy();
    times += 1;
    const { payments, allocations } = anotherTime(rows, times);
    return time(async () => {
      await bare.insert('bill', rows.bills);
      await bare.insert('payment', payments);
      await bare.insert('allocation', allocations);
    });
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
