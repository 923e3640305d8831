/** Reports for a campus with 600,000 bills must take less than a second, and other calls must not wait for them. */
import type { ReportName } from '#shared/money/reports.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool, type School } from '../school.ts';

/** `BENCH_QUICK=1` makes a quick run with little meaning. */
const children = process.env.BENCH_QUICK === '1' ? 5000 : 50_000;
const months = 12;
const rounds = 5;
/** Milliseconds that a report may take, and that another call may wait meanwhile. */
const most = { report: 1000, wait: 100 };

const inMonths = Array.from({ length: months }, (_, at) => String(at + 1).padStart(2, '0'));
/** One bill in twelve of each month is open. Nobody has paid for the last two months. */
const isPaid = (month: string): string => (Number(month) > 10 ? '1 = 0' : 'id % 12 > 0');

/** Inserted directly into the database: every child has a bill in every month, and a payment for each paid bill. */
async function fill(bare: Bare): Promise<void> {
  const at = '2026-11-05T08:00:00.000Z';
  const classes = Array.from({ length: 12 }, (_, at) => at + 1);
  await bare.insert(
    'class',
    classes.map((id) => ({ id, campusID: 1, name: `Class ${id}` })),
  );
  await bare.insert(
    'section',
    classes.map((id) => ({ id, campusID: 1, classID: id, name: 'A' })),
  );
  await bare.insert(
    'student',
    Array.from({ length: children }, (_, child) => {
      const number = `+923${100_000_050 + 100 * Math.floor(child * 0.8)}`;
      const named = { regNum: `R-${child}`, name: `Child ${child}`, number, numbers: number, keys: '' };
      return { campusID: 1, sectionID: 1 + (child % 12), ...named };
    }),
  );
  for (const month of inMonths) {
    const head = { name: `Month ${month}`, month: Number(month), year: 2026, description: '' };
    await bare.insert('group', [{ id: Number(month), campusID: 1, ...head, createdAt: at, createdBy: '' }]);
    await bare.all(`insert into bill ("campusID", "groupID", name, number, numbers, "regNum", "invNo", total,
        "amountAfterDueDate", "dueDate", month, year, head1, amount1, head2, amount2, status, paid, "settledOn", "createdAt")
      select 1, ${Number(month)}, name, number, numbers, "regNum", 'INV-${month}-' || "regNum", 1250000, 1300000,
        '2026-${month}-10', ${Number(month)}, 2026, 'Tuition Fee', 1000000, 'Van', 250000,
        case when ${isPaid(month)} then 'paid' else 'unpaid' end, case when ${isPaid(month)} then 1250000 else 0 end,
        case when ${isPaid(month)} then '2026-${month}-05' end, '${at}' from student where "campusID" = 1`);
    await bare.all(`insert into payment ("campusID", "receiptNo", amount, method, "receivedOn", "regNum", source,
        "sourceKey", "createdAt", "createdBy")
      select 1, id, paid, 'cash', "settledOn", "regNum", 'counter', cast(id as text), '${at}', '' from bill
      where "groupID" = ${Number(month)} and status = 'paid' order by bill.id`);
    await bare.all(`insert into allocation ("campusID", "paymentID", "billID", "groupID", name, "regNum", amount, "createdAt")
      select 1, payment.id, bill.id, bill."groupID", bill.name, bill."regNum", bill.paid, '${at}'
      from bill join payment on payment."campusID" = 1 and payment."receiptNo" = bill.id
      where bill."groupID" = ${Number(month)} and bill.status = 'paid'`);
  }
  await bare.tidy();
}

/** Queries for a month's money and for everything owed. */
const queries: Readonly<Partial<Record<ReportName, string>>> = {
  collected: '?from=2026-10-01&to=2026-10-31&by=class',
  ageing: '?by=class',
  defaulters: '?by=family',
  'day-book': '?from=2026-10-01&to=2026-10-31',
  heads: '?from=2026-10-01&to=2026-10-31',
  concessions: '?from=2026-10-01&to=2026-10-31',
  credits: '?by=class',
  fines: '?by=billing',
  unseen: '?from=2026-10-01&to=2026-10-31',
};

/** The time of the slowest small call, repeated while a report is made. */
async function waitedBeside({ program, apiRequest: of }: School, report: Promise<unknown>): Promise<number> {
  let slowest = 0;
  let isOver = false;
  const over = report.finally(() => {
    isOver = true;
  });
  while (!isOver) slowest = Math.max(slowest, await time(() => ask(program, of('/Outbox/Count'))));
  await over;
  return slowest;
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const school = await enterSchool(program);
  const bare = await place.openBare();
  await fill(bare);
  const bills = (children * months).toLocaleString('en-US');
  const scan = () => time(() => bare.all('select status, sum(total) as sum from bill group by status'));
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(queries)) {
    const show = () => ask(program, school.apiRequest(`/Reports/${name}${query}`));
    await show();
    const { ours, floor } = await alternate(rounds, { ours: () => time(show), floor: scan });
    const waited = await waitedBeside(school, show());
    rows.push(
      {
        ...{ what: `the report ${name} of ${bills} bills, ${engine}`, ours, floor, unit: 'ms' },
        ...{ ratio: ours / most.report, bound: 1, beside: 'all bills gone through once; of a second' },
      },
      {
        ...{ what: `a small call beside it, ${engine}`, ours: waited, floor: most.wait, unit: 'ms' },
        ...{ ratio: waited / most.wait, bound: engine === 'sqlite' ? 1 : undefined },
        beside: 'what a press may take',
      },
    );
  }
  await bare.close();
  await program.stop();
  return rows;
}

export const reports: Figure = {
  name: 'reports',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
