/** The list of the next reminders for 10,000 open bills, each with its text. */
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool } from '../school.ts';

const bills = 10_000;
const rounds = 5;
/** Milliseconds, as money.md allows. */
const most = 500;

/** Inserted directly into the database: four families in five have one child, the others two. */
async function fill(bare: Bare, dueDate: string): Promise<void> {
  const at = '2026-11-05T08:00:00.000Z';
  const head = { name: 'November 2026', month: 11, year: 2026, description: '' };
  await bare.insert('group', [{ id: 1, campusID: 1, ...head, createdAt: at, createdBy: '' }]);
  const ruled = { sendOn: 'due', startsOn: '2026-01-01', createdAt: at };
  const message = 'Fee of {{name}}: {{payable}}, due {{dueDate}}';
  await bare.insert('template', [
    { id: 1_000_000, campusID: 1, title: 'Due', message, media: '', sendOn: 'due', createdAt: at },
  ]);
  await bare.insert('reminder_rule', [{ templateID: 1_000_000, campusID: 1, ...ruled }]);
  await bare.insert(
    'bill',
    Array.from({ length: bills }, (_, child) => {
      const number = `+923${100_000_050 + 100 * Math.floor(child * 0.8)}`;
      return {
        ...{ campusID: 1, groupID: 1, name: `Child ${child}`, number, numbers: number, regNum: `R-${child}` },
        ...{ invNo: `INV-${child}`, total: 1_250_000, amountAfterDueDate: 1_300_000, dueDate, month: 11 },
        ...{ year: 2026, status: 'unpaid', paid: 0, createdAt: at },
      };
    }),
  );
  await bare.tidy();
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const school = await enterSchool(program);
  const bare = await place.openBare();
  const list = '/Reminders/Tomorrow';
  const show = (path = list) =>
    ask(program, school.apiRequest(path)) as Promise<{ day: string; bills: number }>;
  await fill(bare, (await show()).day);
  const seen = await show();
  if (seen.bills !== bills) throw new Error(`the next reminders are for ${seen.bills} bills, not ${bills}`);
  const scan = () => time(() => bare.all('select * from bill'));
  const about = `of ${bills.toLocaleString('en-US')} bills, ${engine}`;
  const beside = 'the same bills read once; of half a second';
  const rows: Row[] = [];
  // A search looks through all message texts.
  for (const [what, path] of [
    ['the next reminders', list],
    ['all their texts', `${list}?search=child`],
  ] as const) {
    const { ours, floor } = await alternate(rounds, { ours: () => time(() => show(path)), floor: scan });
    rows.push({ what: `${what} ${about}`, ours, floor, unit: 'ms', ratio: ours / most, bound: 1, beside });
  }
  await bare.close();
  await program.stop();
  return rows;
}

export const reminders: Figure = {
  name: 'reminders',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
