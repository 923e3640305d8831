/**
 * Payments at the counter of a campus with 10,000 open bills: how long Enter waits for the answer, and the cost of
 * 10,000 payments one after another. Both stand beside a bare insert of the same rows in as many transactions.
 */
import { randomUUID } from 'node:crypto';
import { findCampus } from '../../src/server/auth/auth-queries.ts';
import { type Scope, scopeOfRow } from '../../src/server/auth/scope.ts';
import { readConfig } from '../../src/server/config.ts';
import { receivePayment } from '../../src/server/counter/payments/payments.ts';
import type { Deps } from '../../src/server/deps.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { start } from '../../src/server/start.ts';
import { moneyNeeds } from '../../test/support/money.ts';
import { alternate, median, type Side, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { insertBilling, insertSchool } from '../outbox-rows.ts';
import type { Bare, Place, Statement, Value } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool } from '../school.ts';

/** `BENCH_QUICK=1` makes a quick run with little meaning. */
const isQuick = process.env.BENCH_QUICK === '1';
const openBills = isQuick ? 1000 : 10_000;
const presses = isQuick ? 30 : 300;
const rounds = 9;
const paymentsPerRound = isQuick ? 50 : 1000;
const paymentsInAll = (rounds + 1) * paymentsPerRound;
/** The milliseconds that Enter may take. */
const patience = 150;
const amount = 12_500;

/** The program pays the bills of this campus. */
const ours = 1;
/** The floor writes its rows into this one, so that the two do not share receipt numbers. */
const another = 2;

/** Returns the id of the next bill to pay. See `insertBilling`. */
function nextBillOf(campusID: number): () => number {
  let paid = 0;
  return () => campusID * 1_000_000 + ++paid;
}

function insertInto(table: string, row: Record<string, Value>): Statement {
  const columns = Object.keys(row);
  const marks = columns.map((_column, at) => `$${at + 1}`);
  const heads = columns.map((column) => `"${column}"`);
  return {
    sql: `insert into ${table} (${heads.join(', ')}) values (${marks.join(', ')})`,
    values: Object.values(row),
  };
}

type Written = {
  payment: Record<string, Value>;
  allocation: Record<string, Value>;
  trail: Record<string, Value>;
};

/** Returns the rows that the first payment of the program has written. */
async function readWritten(bare: Bare): Promise<Written> {
  const one = async (sql: string): Promise<Record<string, Value>> => {
    const [row] = await bare.all(sql);
    if (!row) throw new Error(`no rows: ${sql}`);
    const { id: _made, ...columns } = row;
    return columns;
  };
  return {
    payment: await one('select * from payment order by id limit 1'),
    allocation: await one('select * from allocation order by id limit 1'),
    trail: await one(`select "schoolID", "campusID", at, actor, "actorID", "actorName", address, what, kind,
      "aboutID", "aboutName", "groupID", details from trail where what = 'paymentReceived' order by id limit 1`),
  };
}

/** Writes the same rows for the next bill of the other campus: payment, allocation, bill and trail. */
function floorOf(bare: Bare, { payment, allocation, trail }: Written, nextBill: () => number): Side {
  const allocate = insertInto('allocation', { ...allocation, campusID: another });
  const paymentAt = Object.keys(allocation).indexOf('paymentID');
  const billAt = Object.keys(allocation).indexOf('billID');
  // The id of the payment is known only after its insert.
  const found = `(select id from payment where "campusID" = ${another} and "receiptNo" = $${paymentAt + 1})`;
  const sql = allocate.sql.replace(/\$\d+/g, (mark) => (mark === `$${paymentAt + 1}` ? found : mark));
  const settle = `update bill set paid = $1, status = 'paid', "settledOn" = $2 where id = $3 and "campusID" = $4`;
  return () => {
    const billID = nextBill();
    const receiptNo = billID;
    const row = { ...payment, campusID: another, receiptNo, clientID: randomUUID(), billID };
    return time(() =>
      bare.write([
        insertInto('payment', row),
        { sql, values: allocate.values.with(paymentAt, receiptNo).with(billAt, billID) },
        { sql: settle, values: [amount * 100, String(payment.receivedOn), billID, another] },
        insertInto('trail', { ...trail, campusID: another, aboutID: String(billID) }),
      ]),
    );
  };
}

async function fill(bare: Bare): Promise<void> {
  await insertSchool(bare, another);
  // Enough bills that this many are open still after the last payment.
  for (const campusID of [ours, another])
    await insertBilling(bare, { campusID, bills: openBills + presses + paymentsInAll + 1 });
  await bare.tidy();
}

/** The value below which 19 in 20 are. */
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

type Beside = { bare: Bare; engine: Engine; nextBill: () => number; nextOther: () => number };

/** Presses Enter as a clerk does: the call of the counter, over HTTP. */
async function measureEnter(
  place: Place,
  { bare, engine, nextBill, nextOther }: Beside,
): Promise<{ rows: Row[]; written: Written }> {
  const program = await startProgram(place);
  const { apiRequest } = await enterSchool(program);
  const press: Side = () => {
    const allocations = [{ billID: nextBill(), amount }];
    const money = { clientID: randomUUID(), amount, method: 'cash', reference: '', payer: 'Nasir Khan' };
    const call = apiRequest('/Payments', JSON.stringify({ ...money, allocations }));
    return time(() => ask(program, call));
  };
  await press();
  const written = await readWritten(bare);
  const insert = floorOf(bare, written, nextOther);
  const taken = { ours: [] as number[], floor: [] as number[] };
  for (let round = 0; round < presses; round += 1) {
    taken.ours.push(await press());
    taken.floor.push(await insert());
  }
  await program.stop();
  const what = `Enter to saved with ${openBills.toLocaleString('en')} open bills`;
  const [middle, high] = [median(taken.ours), p95(taken.ours)];
  const rows: Row[] = [
    {
      ...{
        what: `${what}, median, ${engine}`,
        ours: middle,
        floor: median(taken.floor),
        unit: 'ms' as const,
      },
      ...{ ratio: middle / median(taken.floor), bound: undefined },
      beside: 'bare insert of the same rows, committed',
    },
    {
      ...{ what: `${what}, 95 in 100, ${engine}`, ours: high, floor: patience, unit: 'ms' as const },
      ...{ ratio: high / patience, bound: 1, beside: 'what a clerk waits for' },
      note: `the bare insert took ${p95(taken.floor).toFixed(2)} ms`,
    },
  ];
  return { rows, written };
}

/** Pays without HTTP, so that the ledger alone is measured. */
async function measureMany(
  place: Place,
  { bare, engine, nextBill, nextOther, written }: Beside & { written: Written },
): Promise<Row> {
  // The role `web` starts no workers, which would write beside the payments.
  const running = await start({ ...readConfig({ ...place.env, PORT: '0' }), role: 'web' });
  const { deps } = running;
  const scope = await scopeOfOurs(deps);
  const needs = moneyNeeds(deps);
  const pay = () => {
    const allocations = [{ billID: nextBill(), amount }];
    const money = { clientID: randomUUID(), amount, method: 'cash' as const, payer: 'Nasir Khan' };
    return receivePayment(scope, needs, { ...money, allocations });
  };
  const insert = floorOf(bare, written, nextOther);
  const repeated = (work: () => Promise<unknown>) => async (): Promise<number> => {
    await bare.tidy();
    return time(async () => {
      for (let count = 0; count < paymentsPerRound; count += 1) await work();
    });
  };
  const taken = await alternate(rounds, { ours: repeated(pay), floor: repeated(insert) });
  await running.stop();
  const each = (milliseconds: number): number => (milliseconds / paymentsPerRound) * 1000;
  return {
    what: `a payment of ${paymentsInAll.toLocaleString('en')} one after another, ${engine}`,
    ours: each(taken.ours),
    floor: each(taken.floor),
    unit: 'µs',
    ratio: taken.ours / taken.floor,
    bound: 2,
    beside: 'bare insert of the same rows in as many transactions',
  };
}

const scopeOfOurs = async ({ store: { db } }: Pick<Deps, 'store'>): Promise<Scope> =>
  scopeOfRow(db, await findCampus(db, ours), 'bench');

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  await (await startProgram(place, { ADMIN_PASSWORD: adminPassword })).stop();
  const bare = await place.openBare();
  await fill(bare);
  const beside = { bare, engine, nextBill: nextBillOf(ours), nextOther: nextBillOf(another) };
  const { rows, written } = await measureEnter(place, beside);
  const many = await measureMany(place, { ...beside, written });
  await bare.close();
  return [...rows, many];
}

export const counter: Figure = {
  name: 'counter',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
