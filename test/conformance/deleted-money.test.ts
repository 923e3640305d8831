/**
 * Bills and billings with money are deleted, restored and imported again, between payments, marks, returns and undos in
 * random order. Each deletion and restore must change the stored money as this file says, and nothing else.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { noGrace } from '#shared/money/payable.ts';
import { moneyRefusals } from '#shared/words/counter.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { type Caller, callerOf, freshSlug } from '../http/callers.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const kinds = [
  ...[
    'pay',
    'pay',
    'payTwo',
    'mark',
    'mark',
    'unmark',
    'sheet',
    'sheet',
    'sheet',
    'allocate',
    'void',
    'refund',
  ],
  ...[
    'undo',
    'remove',
    'remove',
    'remove',
    'restore',
    'restore',
    'restore',
    'removeBilling',
    'restoreBilling',
  ],
] as const;
const aStep = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(20),
  other: fc.nat(20),
  amount: fc.constantFrom(1, 40, 60, 100, 130),
  toCredit: fc.boolean(),
});
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

describe.each(engines)('Money of deleted bills on %s', (engine) => {
  let world: World;
  const clock = { now: new Date() };
  beforeAll(async () => {
    world = await createWorld(engine, { now: () => clock.now });
  });
  afterAll(() => world.stop());

  it('Deleting a bill voids its marks and moves other money to credit, and a restore enters the marks again.', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
        const desk = await Desk.open(world, clock);
        for (const step of steps) await desk.take(step);
      }),
      { numRuns: Number(process.env.LEDGER_RUNS ?? 8), interruptAfterTimeLimit: 580_000 },
    );
  }, 600_000);
});

/** No bill and no billing has this id. */
const noID = 999_999_999;

/** The parts in paisa that a payment settles, in the order of the bills. */
type Part = { billID: number; amount: number };
type Money = {
  receiptNo: number;
  source: string;
  sourceKey: string | null;
  amount: number;
  receivedOn: string;
  isVoid: boolean;
  returned: number;
  on: Part[];
};
type Bill = { id: number; groupID: number; regNum: string | null };

const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0);

/** Only a status: no part was returned, and it settles no other bill. */
const isMark = ({ source, returned, on }: Money): boolean =>
  ['mark', 'sheet'].includes(source) && returned === 0 && on.length === 1;

class Desk {
  presses = 0;
  /** What was voided with each deleted bill. */
  readonly marksOf = new Map<number, { money: Money; settled: number }[]>();
  readonly removed = { bill: [] as number[], group: [] as number[] };
  /** The bills that were deleted with each billing. */
  readonly billsOf = new Map<number, number[]>();
  readonly importIDs: number[] = [];
  readonly rows = [1, 2, 3].map((at) =>
    makeBill({ total: 100, amountAfterDueDate: null, regNum: `R-${at}` }),
  );
  readonly world: World;
  readonly clock: { now: Date };
  readonly campus: CampusInTest;
  readonly clerk: Caller;

  private constructor(of: { world: World; clock: { now: Date }; campus: CampusInTest; clerk: Caller }) {
    this.world = of.world;
    this.clock = of.clock;
    this.campus = of.campus;
    this.clerk = of.clerk;
  }

  static async open(world: World, clock: { now: Date }): Promise<Desk> {
    const campus = await world.school(freshSlug());
    const desk = new Desk({ world, clock, campus, clerk: callerOf(world, campus, await campus.user()) });
    desk.press();
    desk.importIDs.push((await campus.save(desk.rows)).importID);
    return desk;
  }

  /** Every step has a key and a time of its own. Every third one is on another day. */
  private press(): string {
    this.presses += 1;
    const noon = Date.parse(`2026-11-${10 + Math.floor(this.presses / 3)}T07:00:00Z`);
    this.clock.now = new Date(noon + this.presses * 1000);
    return `press ${this.presses}`;
  }

  /** Returns the answer, or false if the call was refused. Any other status fails the test. */
  private async ask(call: (typeof calls)[keyof typeof calls], of: object): Promise<false | { body: never }> {
    const { status, body } = await this.clerk.ask(call, of);
    expect([200, 204, 404, 409, 422], JSON.stringify(body)).toContain(status);
    return status < 300 ? { body: body as never } : false;
  }

  private bills = (): Promise<Bill[]> =>
    this.world.deps.store.db
      .selectFrom('bill')
      .select(['id', 'groupID', 'regNum'])
      .where('campusID', '=', this.campus.id)
      .orderBy('id')
      .execute();

  /** All payments of the campus as they are stored. */
  private async money(): Promise<Money[]> {
    const { db } = this.world.deps.store;
    const campusID = this.campus.id;
    const payments = await db
      .selectFrom('payment')
      .selectAll()
      .where('campusID', '=', campusID)
      .orderBy('id')
      .execute();
    const parts = await db
      .selectFrom('allocation')
      .selectAll()
      .where('campusID', '=', campusID)
      .where('endedAt', 'is', null)
      .execute();
    const returns = await db
      .selectFrom('payment_return')
      .selectAll()
      .where('campusID', '=', campusID)
      .execute();
    return payments.map((payment) => ({
      ...{ receiptNo: payment.receiptNo, source: payment.source, sourceKey: payment.sourceKey },
      ...{ amount: payment.amount, receivedOn: payment.receivedOn, isVoid: payment.voidedAt !== null },
      returned: sumOf(returns.filter(({ paymentID }) => paymentID === payment.id)),
      on: parts
        .filter(({ paymentID }) => paymentID === payment.id)
        .map(({ billID, amount }) => ({ billID, amount }))
        .toSorted((one, other) => one.billID - other.billID),
    }));
  }

  async take(step: Step): Promise<void> {
    const clientID = this.press();
    const bills = await this.bills();
    const bill = bills[step.which % Math.max(bills.length, 1)];
    const other = bills[step.other % Math.max(bills.length, 1)];
    if (bill && other) await this.change(step, { clientID, bill, other });
    await this.moveInAndOut(step, bill);
    await this.verify();
  }

  /** Whatever these steps store is taken as given: other tests compare it. */
  private async change(
    { kind, which, amount }: Step,
    { clientID, bill, other }: { clientID: string; bill: Bill; other: Bill },
  ): Promise<void> {
    const ids = { body: { ids: [bill.id] } };
    if (kind === 'pay' || kind === 'payTwo') {
      const first = { billID: bill.id, amount: Math.min(amount, 60) };
      const second = { billID: other.id, amount: 40 };
      const allocations = kind === 'payTwo' ? [first, second] : [first];
      const body = { clientID, method: 'cash', amount: amount + 40, allocations };
      await this.ask(calls.receivePayment, { body });
    }
    if (kind === 'mark') await this.ask(calls.markBills, { body: { ...ids.body, status: 'paid' } });
    if (kind === 'unmark') await this.ask(calls.markBills, { body: { ...ids.body, status: 'unpaid' } });
    const payments = await this.world.deps.store.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', this.campus.id)
      .orderBy('id')
      .execute();
    const payment = payments[which % Math.max(payments.length, 1)];
    const of = { params: { id: payment?.id ?? noID } };
    if (kind === 'allocate')
      await this.ask(calls.allocatePayment, {
        ...of,
        body: { allocations: [{ billID: other.id, amount: Math.min(amount, 40) }], reason: 'As agreed' },
      });
    if (kind === 'void') await this.ask(calls.voidPayment, { ...of, body: { reason: 'A slip' } });
    if (kind === 'refund')
      await this.ask(calls.returnPayment, {
        ...of,
        body: { clientID, kind: 'refund', amount: Math.min(amount, 60), reason: 'Too much' },
      });
    const importID = this.importIDs[which % this.importIDs.length];
    if (kind === 'undo') await this.ask(calls.undoImport, { params: { id: importID } });
  }

  private async moveInAndOut({ kind, which, amount, toCredit }: Step, bill: Bill | undefined): Promise<void> {
    const at = (list: readonly number[]): number => list[which % Math.max(list.length, 1)] ?? noID;
    if (kind === 'sheet') await this.importRow(which, amount);
    if (kind === 'remove' && bill) await this.remove('bill', bill.id, toCredit);
    if (kind === 'removeBilling' && bill) await this.remove('group', bill.groupID, toCredit);
    if (kind === 'restore') await this.restore('bill', at(this.removed.bill));
    if (kind === 'restoreBilling') await this.restore('group', at(this.removed.group));
  }

  /** Imports one row with money, into the billing of another row or into a new billing. */
  private async importRow(which: number, amount: number): Promise<void> {
    const row = this.rows[which % this.rows.length];
    const [bill] = await this.bills();
    const group = { id: bill?.groupID ?? 0, name: `Month ${this.presses}`, month: 11, year: 2026 };
    const money = amount === 100 ? { status: 'paid' } : { paidAmount: amount };
    const body = {
      group: { ...group, description: 'Fees', campusID: this.campus.id },
      contacts: [{ ...row, ...money }],
    };
    const saved = await this.ask(calls.saveGroup, { body });
    if (saved) this.importIDs.push((saved.body as { importID: number }).importID);
  }

  private async remove(kind: 'bill' | 'group', id: number, toCredit: boolean): Promise<void> {
    const before = await this.money();
    const bills = (await this.bills()).filter((one) => (kind === 'bill' ? one.id : one.groupID) === id);
    const gone = new Set(bills.map((one) => one.id));
    const isOn = ({ on }: Money): boolean => on.some(({ billID }) => gone.has(billID));
    const holding = before.filter((money) => isOn(money) && !isMark(money));
    const held = holding.flatMap(({ on }) => on.filter(({ billID }) => gone.has(billID)));
    const query = toCredit ? { money: 'credit' } : {};
    const answer =
      kind === 'bill'
        ? await this.clerk.ask(calls.removeBill, { params: { id }, query })
        : await this.clerk.ask(calls.removeGroup, { query: { ...query, id } });
    if (held.length > 0 && !toCredit) {
      const count = new Set(held.map(({ billID }) => billID)).size;
      const message = moneyRefusals.holdMoney(count, `Rs. ${sumOf(held) / 100}`);
      expect(answer).toMatchObject({ status: 409, body: { message } });
      expect(await this.money()).toEqual(before);
      return;
    }
    expect(answer.status).toBe(204);
    const released = before.map((money) => {
      if (!isOn(money)) return money;
      if (isMark(money)) return { ...money, on: [], isVoid: true };
      return { ...money, on: money.on.filter(({ billID }) => !gone.has(billID)) };
    });
    expect(await this.money(), 'money after the deletion').toEqual(released);
    for (const billID of gone) {
      const marks = before.filter((money) => isMark(money) && money.on[0]?.billID === billID);
      this.marksOf.set(
        billID,
        marks.map((money) => ({ money, settled: money.on[0]?.amount ?? 0 })),
      );
    }
    this.removed[kind].push(id);
    if (kind === 'group') this.billsOf.set(id, [...gone]);
  }

  private async restore(kind: 'bill' | 'group', id: number): Promise<void> {
    const before = await this.money();
    const isBack = await this.ask(calls.restoreBinned, { body: { kind, id } });
    const billIDs = kind === 'bill' ? [id] : (this.billsOf.get(id) ?? []);
    const marks = billIDs.flatMap((billID) =>
      (this.marksOf.get(billID) ?? []).map(({ money, settled }) => ({
        money,
        on: [{ billID, amount: settled }],
      })),
    );
    const entered = marks.map(({ money, on }, at) => ({ ...money, on, receiptNo: before.length + 1 + at }));
    const after = await this.money();
    const plain = (list: readonly Money[]) =>
      list.map(({ receiptNo: _no, ...money }) => JSON.stringify(money)).sort();
    expect(after.slice(0, before.length)).toEqual(before);
    // The order among the marks of a billing does not matter.
    expect(plain(after.slice(before.length)), 'marks after the restore').toEqual(
      isBack ? plain(entered) : [],
    );
    expect(after.map(({ receiptNo }) => receiptNo)).toEqual(after.map((_one, at) => at + 1));
    if (isBack) this.removed[kind].splice(this.removed[kind].indexOf(id), 1);
  }

  /** The stored figures follow from the money, and no money is on a bill that does not exist. */
  private async verify(): Promise<void> {
    const ledger = { id: this.campus.id, name: '', school: '', timeZone: 'Asia/Karachi', ...noGrace };
    expect((await verifyLedger(this.world.deps.store.db, ledger)).difference).toBeUndefined();
    const there = new Set((await this.bills()).map(({ id }) => id));
    for (const { on } of await this.money())
      for (const { billID } of on) expect(there.has(billID), `bill ${billID} exists`).toBe(true);
  }
}
