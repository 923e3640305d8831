/**
 * Payments, voids, returns, waivers, fines, their voids, marks, deletes, restores, imports and undos run in random order. Afterwards
 * the ledger must agree with a simple model, and verify-money must find no difference.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { noGrace } from '#shared/money/payable.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { type Caller, callerOf, freshSlug } from '../http/callers.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import {
  balanceOf,
  charged,
  isFinePaid,
  isOwed,
  lateFineOn,
  leftOf,
  type Model,
  type ModelBill,
  type ModelPayment,
  paidOf,
  statusOf,
} from '../support/ledger-model.ts';
import { createWorld, type World } from '../support/world.ts';

/** The bills are due on the third of these days. */
const days = ['2026-11-08', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12'];
const dueDate = '2026-11-10';

const kinds = [
  ...['pay', 'pay', 'pay', 'void', 'refund', 'bounce', 'allocate', 'waive', 'writeOff', 'fine'],
  ...['waive', 'voidAdjustment', 'voidAdjustment'],
  ...['markPaid', 'markUnpaid', 'markPartial', 'word', 'remove', 'restore', 'importPaid', 'undo', 'nextDay'],
  ...['carry', 'carry', 'carryUndone', 'removeNewer', 'restoreNewer'],
  ...['payNewer', 'payNewer', 'editNewer', 'editNewer', 'renameNewer'],
] as const;
/** Steps about arrears only; among all steps they seldom meet each other. */
const arrearsKinds = [
  ...['carry', 'payNewer', 'payNewer', 'editNewer', 'editNewer', 'renameNewer', 'removeNewer'],
  ...['restoreNewer', 'carryUndone', 'pay', 'void', 'refund', 'remove', 'restore', 'nextDay'],
] as const;
type Step = { kind: (typeof kinds)[number]; which: number; other: number; amount: number; ago: number };

const stepOf = (some: readonly Step['kind'][]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constantFrom(...some),
    which: fc.nat(20),
    other: fc.nat(20),
    amount: fc.constantFrom(1, 50, 100, 100, 120, 130, 250),
    ago: fc.nat(2),
  });

describe.each(engines)('Ledger on %s', (engine) => {
  let world: World;
  const clock = { now: new Date() };
  beforeAll(async () => {
    world = await createWorld(engine, { now: () => clock.now });
  });
  afterAll(() => world.stop());

  it.each([
    ['every step', kinds],
    ['every step about arrears', arrearsKinds],
  ])('The ledger agrees with a simple model of it after %s.', async (_name, some) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepOf(some), { minLength: 5, maxLength: 30, size: 'max' }),
        async (steps) => {
          const book = await Book.open(world, clock);
          for (const one of steps) {
            await book.take(one);
            await book.compare();
          }
        },
      ),
      { numRuns: Number(process.env.LEDGER_RUNS ?? 25), interruptAfterTimeLimit: 60_000 },
    );
  });
});

/** One campus with the calls of its clerk, and the model of what they should result in. */
class Book {
  readonly model: Model = { bills: [], payments: [] };
  /** Bills of later months that ask for arrears, with the imports that brought them. */
  readonly newer: (ModelBill & { importID: number; arrears: number; of: ModelBill })[] = [];
  readonly adjustments: {
    clientID: string;
    bill: ModelBill;
    kind: 'waiver' | 'writeOff' | 'fine';
    waived: ModelBill['waived'][number];
  }[] = [];
  readonly imports: { importID: number; bill: ModelBill; paymentID: number }[] = [];
  day = 0;
  presses = 0;
  readonly clerk: Caller;
  readonly campus: CampusInTest;
  readonly world: World;
  readonly clock: { now: Date };
  groupID = 0;
  readonly rows = [
    makeBill({ total: 100, amountAfterDueDate: 120, dueDate }),
    makeBill({ total: 100, amountAfterDueDate: null, dueDate }),
    makeBill({ total: 250, amountAfterDueDate: 300, dueDate }),
  ];

  private constructor(of: { world: World; clock: { now: Date }; campus: CampusInTest; clerk: Caller }) {
    this.world = of.world;
    this.clock = of.clock;
    this.campus = of.campus;
    this.clerk = of.clerk;
  }

  static async open(world: World, clock: { now: Date }): Promise<Book> {
    const campus = await world.school(freshSlug());
    const book = new Book({ world, clock, campus, clerk: callerOf(world, campus, await campus.user()) });
    book.setDay(0);
    const { id, bills } = await campus.group({ bills: book.rows });
    book.groupID = id;
    book.model.bills.push(
      ...bills.map((bill) => ({
        id: bill.id,
        total: bill.total ?? 0,
        late: bill.amountAfterDueDate ?? bill.total ?? 0,
        dueDate,
        statedStatus: null,
        fined: 0,
        waived: [],
        carried: [],
        isGone: false,
      })),
    );
    return book;
  }

  /** Sets the clock to noon of that day in Karachi, one second later with each step. */
  setDay(day: number): void {
    this.day = Math.min(day, days.length - 1);
    this.presses += 1;
    this.clock.now = new Date(Date.parse(`${days[this.day]}T07:00:00Z`) + this.presses * 1000);
  }
  get today(): string {
    return days[this.day] ?? '';
  }
  private press = (): string => `press ${this.presses}`;
  private billAt = (index: number): ModelBill => {
    const bill = this.model.bills[index % this.model.bills.length];
    if (!bill) throw new Error('the model has no bill');
    return bill;
  };
  private paymentAt = (index: number): ModelPayment | undefined =>
    this.model.payments[index % Math.max(this.model.payments.length, 1)];

  /** Returns the body, or false when the call was refused. Any other status fails the test. */
  private async ask(
    call: (typeof calls)[keyof typeof calls],
    request: object,
  ): Promise<{ body: never } | false> {
    const { status, body } = await this.clerk.ask(call, request);
    if (status === 200 || status === 204) return { body: body as never };
    expect([404, 409], JSON.stringify(body)).toContain(status);
    return false;
  }

  async take(step: Step): Promise<void> {
    this.setDay(step.kind === 'nextDay' ? this.day + 1 : this.day);
    if (step.kind !== 'nextDay') await this[step.kind](step);
  }

  async pay({ which, other, amount, ago }: Step): Promise<void> {
    const day = days[Math.max(this.day - ago, 0)] ?? '';
    const chosen = [...new Set([this.billAt(which), this.billAt(other)])];
    let left = amount;
    const on = chosen.map((bill) => {
      const part = Math.min(left, 100);
      left -= part;
      return { billID: bill.id, amount: part };
    });
    const allocations = on.filter((part) => part.amount > 0);
    const isRight = allocations.every(({ billID, amount }) => {
      const bill = this.model.bills.find(({ id }) => id === billID);
      return bill && !bill.isGone && amount <= balanceOf(this.model, bill, day);
    });
    const method = which % 2 === 0 ? 'cash' : 'cheque';
    const body = {
      clientID: this.press(),
      amount,
      method,
      receivedOn: day,
      allocations,
      reason: 'One payment',
    };
    const done = await this.ask(calls.receivePayment, { body });
    expect(done !== false, 'paid as the book says').toBe(isRight);
    if (!done) return;
    const { paymentID, credit } = done.body as { paymentID: number; credit: number };
    const payment = { id: paymentID, amount, day, isStated: false, isVoid: false, back: 0, on: allocations };
    this.model.payments.push({ ...payment, isCheque: method === 'cheque' });
    expect(credit).toBe(left);
    // The same clientID again must give the same answer.
    const again = await this.clerk.get(calls.receivePayment, { body });
    expect(again).toEqual(done.body);
  }

  async void({ which }: Step): Promise<void> {
    const payment = this.paymentAt(which);
    if (!payment) return;
    const done = await this.ask(calls.voidPayment, {
      params: { id: payment.id },
      body: { reason: 'A slip' },
    });
    expect(done !== false).toBe(!payment.isVoid && payment.back === 0);
    if (!done) return;
    const on = payment.on.map(({ billID }) => billID);
    Object.assign(payment, { isVoid: true, on: [] });
    this.carryAroundOf(on);
  }

  async refund({ which, amount }: Step): Promise<void> {
    const payment = this.paymentAt(which);
    if (!payment) return;
    const body = { clientID: this.press(), kind: 'refund', amount, reason: 'Moved away' };
    const done = await this.ask(calls.returnPayment, { params: { id: payment.id }, body });
    expect(done !== false).toBe(!payment.isVoid && amount <= payment.amount - payment.back);
    if (!done) return;
    let taken = amount - leftOf(payment);
    payment.back += amount;
    const ended: number[] = [];
    while (taken > 0) {
      const last = payment.on.pop();
      if (!last) throw new Error('more was returned than was allocated');
      ended.push(last.billID);
      if (last.amount > taken) payment.on.push({ ...last, amount: last.amount - taken });
      taken -= last.amount;
    }
    this.carryAroundOf(ended);
  }

  async bounce({ which }: Step): Promise<void> {
    const payment = this.paymentAt(which);
    if (!payment) return;
    const body = { clientID: this.press(), kind: 'bounced', reason: 'No funds' };
    const done = await this.ask(calls.returnPayment, { params: { id: payment.id }, body });
    expect(done !== false).toBe(payment.isCheque && !payment.isVoid && payment.back === 0);
    if (!done) return;
    const on = payment.on.map(({ billID }) => billID);
    Object.assign(payment, { back: payment.amount, on: [] });
    this.carryAroundOf(on);
  }

  async allocate({ which, other, amount }: Step): Promise<void> {
    const payment = this.paymentAt(which);
    const bill = this.billAt(other);
    if (!payment) return;
    const isRight =
      !payment.isVoid &&
      !bill.isGone &&
      amount <= leftOf(payment) &&
      amount <= balanceOf(this.model, bill, payment.day);
    const body = { allocations: [{ billID: bill.id, amount }], reason: 'As agreed' };
    const done = await this.ask(calls.allocatePayment, { params: { id: payment.id }, body });
    expect(done !== false).toBe(isRight);
    if (!done) return;
    // An allocation to a bill that the payment already settles is added to the first one and counts as the last.
    const before = payment.on.find(({ billID }) => billID === bill.id);
    payment.on = payment.on.filter((one) => one !== before);
    payment.on.push({ billID: bill.id, amount: amount + (before?.amount ?? 0) });
  }

  private async adjust(kind: 'waiver' | 'writeOff' | 'fine', { which, amount }: Step): Promise<void> {
    const bill = this.billAt(which);
    const body = { clientID: this.press(), kind, amount, reason: 'As agreed' };
    const isOfLateFine = kind === 'waiver' && amount <= lateFineOn(this.model, bill, this.today);
    const done = await this.ask(calls.adjustBill, { params: { id: bill.id }, body });
    const status = statusOf(this.model, bill);
    const isRight =
      kind === 'fine'
        ? ['unpaid', 'partial', 'paid', 'waived', 'carried'].includes(status)
        : amount <= balanceOf(this.model, bill, this.today);
    expect(done !== false).toBe(!bill.isGone && isRight);
    if (!done) return;
    const waived = { amount, day: this.today, isOfLateFine };
    if (kind === 'fine') bill.fined += amount;
    else bill.waived.push(waived);
    this.adjustments.push({ clientID: body.clientID, bill, kind, waived });
  }
  waive = (step: Step): Promise<void> => this.adjust('waiver', step);
  writeOff = (step: Step): Promise<void> => this.adjust('writeOff', step);
  fine = (step: Step): Promise<void> => this.adjust('fine', step);

  /** A fine stays when the bill has got more money than it would ask without it. */
  async voidAdjustment({ which }: Step): Promise<void> {
    const made = this.adjustments[which % Math.max(this.adjustments.length, 1)];
    // The model leaves out carried bills: a newer bill asks for what is left of them, the adjustment included.
    if (!made || made.bill.carried.length > 0) return;
    const { bill, kind, waived } = made;
    const { id } = await this.world.deps.store.db
      .selectFrom('adjustment')
      .select('id')
      .where('campusID', '=', this.campus.id)
      .where('clientID', '=', made.clientID)
      .executeTakeFirstOrThrow();
    const isPaid = kind === 'fine' && isFinePaid(this.model, bill, waived.amount);
    const isRight = !bill.isGone && !isPaid;
    const done = await this.ask(calls.voidAdjustment, { params: { id }, body: { reason: 'A slip' } });
    expect(done !== false, 'taken back as the book says').toBe(isRight);
    if (!done) return;
    this.adjustments.splice(this.adjustments.indexOf(made), 1);
    if (kind === 'fine') bill.fined -= waived.amount;
    else bill.waived = bill.waived.filter((one) => one !== waived);
    this.recarry(bill);
  }

  /** Records the payment that a status change entered: all that the bill asks. */
  private async settleAsPaid(bill: ModelBill, before: number): Promise<number> {
    const amount = balanceOf(this.model, bill, this.today);
    const row = await this.world.deps.store.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', this.campus.id)
      .where('id', '>', before)
      .executeTakeFirstOrThrow();
    const payment = { id: row.id, amount, day: this.today, isStated: true, isCheque: false, isVoid: false };
    this.model.payments.push({ ...payment, back: 0, on: [{ billID: bill.id, amount }] });
    return row.id;
  }
  private lastPayment = (): number => Math.max(0, ...this.model.payments.map(({ id }) => id));

  async markPaid({ which }: Step): Promise<void> {
    const bill = this.billAt(which);
    const before = this.lastPayment();
    const isMarked = !bill.isGone && isOwed(this.model, bill);
    const { changed } = await this.clerk.get(calls.markBills, { body: { ids: [bill.id], status: 'paid' } });
    expect(changed).toEqual(isMarked ? [bill.id] : []);
    if (isMarked) await this.settleAsPaid(bill, before);
  }

  /** Payments that only a status entered become void; the others stay. */
  private takeBack(bill: ModelBill): void {
    for (const payment of this.model.payments)
      if (payment.isStated && payment.back === 0 && payment.on.some(({ billID }) => billID === bill.id))
        Object.assign(payment, { isVoid: true, on: [] });
  }

  private async mark(bill: ModelBill, status: 'unpaid' | 'partial'): Promise<void> {
    const done = await this.ask(calls.markBills, { body: { ids: [bill.id], status } });
    const was = statusOf(this.model, bill);
    const isMeant = status === 'unpaid' ? was !== 'unpaid' : was === 'paid';
    if (bill.isGone || !isMeant) return expect(done).not.toBe(false);
    const tried: Model = structuredClone(this.model);
    const copy = tried.bills.find(({ id }) => id === bill.id);
    if (!copy) throw new Error('the copy of the model lacks the bill');
    const before = this.model.payments.map((payment) => ({ ...payment }));
    this.takeBack(bill);
    const statedStatus = status === 'unpaid' || paidOf(this.model, bill) > 0 ? null : status;
    const isRight = statusOf(this.model, { ...bill, statedStatus }) === status;
    expect(done !== false).toBe(isRight);
    if (isRight) {
      bill.statedStatus = statedStatus;
      this.recarry(bill);
    } else
      for (const [at, payment] of before.entries()) Object.assign(this.model.payments[at] as object, payment);
  }
  markUnpaid = ({ which }: Step): Promise<void> => this.mark(this.billAt(which), 'unpaid');
  markPartial = ({ which }: Step): Promise<void> => this.mark(this.billAt(which), 'partial');

  async word({ which }: Step): Promise<void> {
    const bill = this.billAt(which);
    const done = await this.ask(calls.updateBill, {
      params: { id: bill.id },
      body: { status: 'cancelled', reason: 'Gone' },
    });
    expect(done !== false).toBe(!bill.isGone);
    if (done) bill.statedStatus = 'cancelled';
  }

  /** The marks that were voided with each deleted bill. */
  private readonly marks = new Map<number, { amount: number; day: string; settled: number; id: number }[]>();

  /** Only a status, without any proof of money: nothing of it was returned, and it settles no other bill. */
  private isMark = ({ isStated, back, on }: ModelPayment): boolean =>
    isStated && back === 0 && on.length === 1;

  private liesOn = (billID: number): ModelPayment[] =>
    this.model.payments.filter(({ on }) => on.some((part) => part.billID === billID));

  /** Deletes a bill, half of the times so that its money becomes credit. Returns whether it was deleted. */
  private async removeBill(bill: ModelBill, toCredit: boolean): Promise<boolean> {
    const query = toCredit ? { money: 'credit' } : {};
    const done = await this.ask(calls.removeBill, { params: { id: bill.id }, query });
    const payments = this.liesOn(bill.id);
    const isHolding = payments.some((payment) => !this.isMark(payment));
    expect(done !== false, 'deleted as the book says').toBe(!bill.isGone && (toCredit || !isHolding));
    if (!done) return false;
    bill.isGone = true;
    const marks = payments.filter(this.isMark);
    this.marks.set(
      bill.id,
      marks.map(({ id, amount, day, on }) => ({ id, amount, day, settled: on[0]?.amount ?? 0 })),
    );
    for (const payment of payments) payment.on = payment.on.filter(({ billID }) => billID !== bill.id);
    for (const mark of marks) mark.isVoid = true;
    return true;
  }

  /** A restore enters the marks of the bill again, with the same day and amount. */
  private async restoreMarks(bill: ModelBill): Promise<void> {
    const rows = await this.world.deps.store.db
      .selectFrom('payment')
      .select('id')
      .where('campusID', '=', this.campus.id)
      .where('id', '>', this.lastPayment())
      .orderBy('id')
      .execute();
    const marks = this.marks.get(bill.id) ?? [];
    expect(rows).toHaveLength(marks.length);
    for (const [at, { id: before, amount, day, settled }] of marks.entries()) {
      const id = rows[at]?.id ?? 0;
      const payment = { id, amount, day, isStated: true, isCheque: false, isVoid: false, back: 0 };
      this.model.payments.push({ ...payment, on: [{ billID: bill.id, amount: settled }] });
      for (const made of this.imports) if (made.paymentID === before) made.paymentID = id;
    }
  }

  async remove({ which, other }: Step): Promise<void> {
    await this.removeBill(this.billAt(which), other % 2 === 0);
  }

  async restore({ which }: Step): Promise<void> {
    const bill = this.billAt(which);
    const done = await this.ask(calls.restoreBinned, { body: { kind: 'bill', id: bill.id } });
    if (!done) return;
    bill.isGone = false;
    await this.restoreMarks(bill);
    this.recarry(bill);
  }

  /** Imports a file that says that the bill is paid. A held bill ignores the file. */
  async importPaid({ which }: Step): Promise<void> {
    const at = which % this.rows.length;
    const bill = this.billAt(at);
    if (bill.isGone) return;
    const before = this.lastPayment();
    const isTaken = isOwed(this.model, bill);
    const saved = await this.campus.save([{ ...this.rows[at], status: 'paid' }], { id: this.groupID });
    expect(saved.updated).toBe(isTaken ? 1 : 0);
    if (isTaken)
      this.imports.push({ importID: saved.importID, bill, paymentID: await this.settleAsPaid(bill, before) });
  }

  async undo({ which }: Step): Promise<void> {
    const made = this.imports[which % Math.max(this.imports.length, 1)];
    if (!made) return;
    const { bill } = made;
    const before = statusOf(this.model, bill);
    const done = await this.ask(calls.undoImport, { params: { id: made.importID } });
    if (!done) return;
    this.imports.splice(this.imports.indexOf(made), 1);
    // The undo gives a bill in the bin no status back, but it voids the payment that the file entered.
    const own = this.model.payments.find(({ id }) => id === made.paymentID);
    if (bill.isGone && own?.back === 0) Object.assign(own, { isVoid: true, on: [] });
    // The undo takes the status back only when the bill still has it.
    if (bill.isGone || before !== 'paid') return;
    this.takeBack(bill);
    const stored = await this.stored(bill.id);
    bill.statedStatus = stored?.statedStatus ?? null;
    expect([null, 'partial']).toContain(bill.statedStatus);
    this.recarry(bill);
  }

  private inTime = (bill: ModelBill): number =>
    charged({ ...bill, late: bill.total }, this.today) - paidOf(this.model, bill);

  /** A bill that is owed again is carried to a newer bill whose arrears cover it and no other bill. */
  private recarry(bill: ModelBill): void {
    const open = balanceOf(this.model, bill, this.today);
    if (bill.isGone || open === 0 || !isOwed(this.model, bill)) return;
    const asking = this.newer.find(({ id, arrears, isGone, of }) => {
      const room = bill.carried.reduce((left, one) => left - (one.to === id ? one.amount : 0), arrears);
      return of === bill && !isGone && room > 0 && (room === open || room === this.inTime(bill));
    });
    if (asking) bill.carried.push({ to: asking.id, amount: open, day: this.today });
  }
  private carryAroundOf(billIDs: readonly number[]): void {
    for (const bill of this.model.bills) if (billIDs.includes(bill.id)) this.recarry(bill);
    for (const newer of this.newer) if (billIDs.includes(newer.id)) this.recarry(newer.of);
  }

  async payNewer({ which, amount }: Step): Promise<void> {
    const newer = this.newerAt(which);
    if (!newer) return;
    const on = [{ billID: newer.id, amount }];
    const body = { clientID: this.press(), amount, method: 'cash', allocations: on };
    const done = await this.ask(calls.receivePayment, { body });
    expect(done !== false).toBe(!newer.isGone && amount <= balanceOf(this.model, newer, this.today));
    if (!done) return;
    const { paymentID: id } = done.body as { paymentID: number };
    this.model.payments.push({
      ...{ id, amount, day: this.today, isStated: false, isCheque: false, isVoid: false, back: 0 },
      on,
    });
  }

  /** While a payment stands on the newer bill, its arrears cannot change. */
  async editNewer({ which, other }: Step): Promise<void> {
    const newer = this.newerAt(which);
    if (!newer) return;
    const open = Math.min(balanceOf(this.model, newer.of, this.today), newer.total);
    const arrears = [0, newer.arrears, open][other % 3] ?? 0;
    const body = { amount1: newer.total - arrears, amount2: arrears };
    const done = await this.ask(calls.updateBill, { params: { id: newer.id }, body });
    const isOther = arrears !== newer.arrears;
    const isCarried = newer.of.carried.some(({ to }) => to === newer.id);
    const stands = paidOf(this.model, newer) > 0;
    expect(done !== false).toBe(!newer.isGone && !(isOther && isCarried && stands));
    if (!done || !isOther) return;
    this.takeBackCarried(newer);
    newer.arrears = arrears;
    this.recarry(newer.of);
  }

  async renameNewer({ which }: Step): Promise<void> {
    const newer = this.newerAt(which);
    if (!newer) return;
    const done = await this.ask(calls.updateBill, { params: { id: newer.id }, body: { name: this.press() } });
    expect(done !== false).toBe(!newer.isGone);
  }

  /** Imports a later month that asks for the open amount, so that the older bill is owed there alone. */
  async carry({ which, other }: Step): Promise<void> {
    const at = which % this.rows.length;
    const bill = this.billAt(at);
    const open = balanceOf(this.model, bill, this.today);
    const inTime = this.inTime(bill);
    const isWhole = !bill.isGone && open > 0 && isOwed(this.model, bill);
    // One import in three asks for a sum that matches no older bill.
    const arrears = other % 3 === 0 ? open + 7 : other % 3 === 1 ? open : inTime;
    const sum = Math.max(arrears, 0);
    const heads = { head1: 'Tuition Fee', amount1: 100, head2: 'Arrears', amount2: sum };
    const total = { total: 100 + sum, amountAfterDueDate: null };
    const row = makeBill({ ...this.rows[at], ...heads, ...total, invNo: this.press(), month: 12 });
    const { id, importID } = await this.campus.save([row], { name: this.press(), month: 12 });
    const newer = await this.world.deps.store.db
      .selectFrom('bill')
      .select('id')
      .where('groupID', '=', id)
      .executeTakeFirstOrThrow();
    this.newer.push({
      ...{ id: newer.id, importID, arrears: sum, of: bill, dueDate, isGone: false, statedStatus: null },
      ...{ total: 100 + sum, late: 100 + sum, fined: 0, waived: [], carried: [] },
    });
    if (isWhole && (arrears === open || arrears === inTime))
      bill.carried.push({ to: newer.id, amount: open, day: this.today });
  }

  private newerAt = (index: number) => this.newer[index % Math.max(this.newer.length, 1)];

  private takeBackCarried({ id, of }: { id: number; of: ModelBill }): void {
    of.carried = of.carried.filter(({ to }) => to !== id);
  }

  async carryUndone({ which }: Step): Promise<void> {
    const newer = this.newerAt(which);
    if (!newer || newer.isGone) return;
    const done = await this.ask(calls.undoImport, { params: { id: newer.importID } });
    expect(done !== false).toBe(paidOf(this.model, newer) === 0);
    if (!done) return;
    const was = newer.of.carried.length;
    this.takeBackCarried(newer);
    this.newer.splice(this.newer.indexOf(newer), 1);
    if (newer.of.carried.length < was) this.recarry(newer.of);
  }

  async removeNewer({ which, other }: Step): Promise<void> {
    const newer = this.newerAt(which);
    if (!newer || !(await this.removeBill(newer, other % 2 === 0))) return;
    const isOwedAgain = newer.of.carried.some(({ to }) => to === newer.id);
    this.takeBackCarried(newer);
    this.wasCarried.set(newer.id, isOwedAgain);
    if (isOwedAgain) this.recarry(newer.of);
  }
  private readonly wasCarried = new Map<number, boolean>();

  async restoreNewer({ which }: Step): Promise<void> {
    const newer = this.newerAt(which);
    if (!newer?.isGone) return;
    await this.clerk.get(calls.restoreBinned, { body: { kind: 'bill', id: newer.id } });
    newer.isGone = false;
    await this.restoreMarks(newer);
    const open = newer.of.isGone ? 0 : balanceOf(this.model, newer.of, this.today);
    if (this.wasCarried.get(newer.id) && open > 0)
      newer.of.carried.push({ to: newer.id, amount: open, day: this.today });
    this.recarry(newer.of);
  }

  private stored = (id: number) =>
    this.world.deps.store.db.selectFrom('bill').selectAll().where('id', '=', id).executeTakeFirst();

  async compare(): Promise<void> {
    const { db } = this.world.deps.store;
    for (const bill of [...this.model.bills, ...this.newer]) {
      const stored = await this.stored(bill.id);
      if (bill.isGone) expect(stored).toBeUndefined();
      else
        expect({ paid: stored?.paid, status: stored?.status }, `bill ${bill.id}`).toEqual({
          paid: paidOf(this.model, bill) * 100,
          status: statusOf(this.model, bill),
        });
    }
    // No amount may get lost: what is carried is asked for by the newer bill, or was paid there.
    for (const { id, arrears, isGone, of } of this.newer)
      if (of.carried.some(({ to }) => to === id)) expect(arrears > 0 || isGone).toBe(true);
    const { items, sum } = await this.clerk.get(calls.listPayments, { query: { take: 200 } });
    const credits = items.map(({ id, credit }: { id: number; credit: number }) => [id, credit]);
    expect(credits).toEqual(this.model.payments.map((one) => [one.id, leftOf(one)]).toReversed());
    const standing = this.model.payments.filter(({ isVoid }) => !isVoid);
    expect(sum).toBe(standing.reduce((sum, { amount }) => sum + amount, 0));
    const receipts = items.map(({ receiptNo }: { receiptNo: number }) => receiptNo).toReversed();
    expect(receipts).toEqual(receipts.map((_no: number, at: number) => at + 1));
    const ledger = { id: this.campus.id, name: '', school: '', timeZone: 'Asia/Karachi', ...noGrace };
    expect((await verifyLedger(db, ledger)).difference).toBeUndefined();
  }
}
