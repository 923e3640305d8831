/**
 * What a bill charges on a day. After random adjustments, payments, voids and returns, the counter, the bank check, the
 * push, the voucher, a message and the page all ask for the same amount, and this amount settles the bill. If the child
 * has credit, the voucher, a message and a biller ask for what is left after it.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { toPaisa } from '#shared/money/money.ts';
import { inTimeFrom, payableOn } from '#shared/money/payable.ts';
import { addDays, weekdayOf } from '#shared/time/dates.ts';
import { verifyLedger } from '../../src/server/ledger/audit/audit.ts';
import { listVouchers } from '../../src/server/papers/vouchers/vouchers.ts';
import { owedOn } from '../../src/server/papers/vouchers/vouchers-rules.ts';
import { findFillable } from '../../src/server/recipients/recipients.ts';
import { type Caller, callerOf, freshSlug } from '../http/callers.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type BillFacts, leastFor } from '../support/ledger-model.ts';
import { createWorld, type World } from '../support/world.ts';

const firstDay = '2026-11-06';
const lastDay = 9;
/** A Tuesday; with two days of grace and a Sunday, bills due on the 13th are in time until Monday. */
const dueDates = ['2026-11-08', '2026-11-10', '2026-11-13'];
const dayAt = (index: number): string => addDays(firstDay, Math.max(0, Math.min(index, lastDay)));

const kinds = [
  ...['pay', 'pay', 'pay', 'credit', 'useCredit', 'void', 'refund', 'mark', 'unmark', 'due'],
  ...['fine', 'waive', 'waive', 'waiveFee', 'waiveLateFine', 'writeOff', 'takeBack', 'nextDay', 'nextDay'],
] as const;
const aStep = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(9),
  ago: fc.nat(5),
  amount: fc.constantFrom(1, 5, 10, 20, 40, 60, 100),
});
type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

const aCase = fc.record({
  total: fc.constantFrom(100, 100, 60, 0),
  late: fc.constantFrom(120, 120, 100, 300, null),
  dueDate: fc.constantFrom(...dueDates),
  rules: fc.constantFrom({ graceDays: 0, sundayDays: 0 }, { graceDays: 2, sundayDays: 1 }),
  steps: fc.array(aStep, { minLength: 3, maxLength: 14, size: 'max' }),
  way: fc.constantFrom('counter', 'bank', 'push'),
  on: fc.nat(lastDay),
});
type Case = typeof aCase extends fc.Arbitrary<infer C> ? C : never;

describe.each(engines)('What a bill charges on %s', (engine) => {
  let world: World;
  const clock = { now: new Date() };
  let desk: Desk;
  beforeAll(async () => {
    world = await createWorld(engine, { now: () => clock.now });
    desk = await Desk.open(world, clock);
  });
  afterAll(() => world.stop());

  it('The amount that the counter asks for a day settles the bill if it is paid on that day, at the desk, in the bank or by push.', async () => {
    await fc.assert(
      fc.asyncProperty(aCase, (one) => desk.try(one)),
      { numRuns: Number(process.env.LEDGER_RUNS ?? 4), interruptAfterTimeLimit: 300_000 },
    );
  }, 320_000);
});

const prefix = '100422';
const login = { username: '1link', password: 'a-password-of-theirs' };

class Desk {
  readonly world: World;
  readonly clock: { now: Date };
  readonly campus: CampusInTest;
  readonly clerk: Caller;
  accountID = 0;
  path = '';
  lastInvNo = 20_260_000;
  presses = 100_000;
  day = 0;
  billID = 0;
  lastInTime = '';
  rules = { graceDays: 0, sundayDays: 0 };
  made: { id: number; clientID: string }[] = [];

  private constructor(of: { world: World; clock: { now: Date }; campus: CampusInTest; clerk: Caller }) {
    this.world = of.world;
    this.clock = of.clock;
    this.campus = of.campus;
    this.clerk = of.clerk;
  }

  static async open(world: World, clock: { now: Date }): Promise<Desk> {
    clock.now = new Date(`${firstDay}T07:00:00Z`);
    const campus = await world.school(freshSlug());
    const desk = new Desk({ world, clock, campus, clerk: callerOf(world, campus, await campus.user()) });
    const { id } = await desk.clerk.get(calls.addMoneyAccount, {
      body: { kind: 'biller', title: '1Bill', prefix },
    });
    desk.accountID = id;
    const body = { accountID: id, userName: login.username, password: login.password, isOn: true };
    desk.path = (await desk.clerk.get(calls.savePush, { body })).path;
    return desk;
  }

  get today(): string {
    return dayAt(this.day);
  }
  get invNo(): string {
    return String(this.lastInvNo);
  }
  private press = (): string => `press ${this.presses}`;
  private setDay(day: number): void {
    this.day = Math.min(day, lastDay);
    this.presses += 1;
    this.clock.now = new Date(Date.parse(`${this.today}T07:00:00Z`) + (this.presses % 10_000) * 10);
  }
  private setDue(dueDate: string): void {
    const { graceDays, sundayDays } = this.rules;
    const last = addDays(dueDate, graceDays);
    this.lastInTime = weekdayOf(last) === 0 ? addDays(last, sundayDays) : last;
  }

  async try({ total, late: stated, dueDate, rules, steps, way, on }: Case): Promise<void> {
    this.setDay(0);
    this.rules = rules;
    this.setDue(dueDate);
    await this.clerk.get(calls.changeDueRules, { body: rules });
    this.lastInvNo += 1;
    // A bill of 0 that only a late payer would owe cannot be paid in time.
    const late = total === 0 ? null : stated;
    const row = makeBill({ total, amountAfterDueDate: late, dueDate, invNo: this.invNo, expiryDate: null });
    const { bills } = await this.campus.group({ bills: [{ ...row, amount1: total }] });
    this.billID = bills[0]?.id ?? 0;
    for (const step of steps) {
      this.setDay(this.day + (step.kind === 'nextDay' ? 1 + (step.ago % 3) : 0));
      await this.take(step);
    }
    await this.compare();
    await this.settle(way, dayAt(Math.min(on, this.day)));
    await this.compare();
  }

  /** Refusals are allowed: which amounts are refused is tested elsewhere. */
  private ask = async (call: (typeof calls)[keyof typeof calls], of: object) => {
    const { status, body } = await this.clerk.ask(call, of);
    expect([200, 204, 409], JSON.stringify(body)).toContain(status);
    return body;
  };

  private async take({ kind, which, ago, amount }: Step): Promise<void> {
    const { billID } = this;
    const day = dayAt(this.day - ago);
    const id = { params: { id: billID } };
    const pay = (allocated: number) => {
      const allocations = allocated > 0 ? [{ billID, amount: allocated }] : [];
      const body = { clientID: this.press(), amount, method: 'cash', receivedOn: day, billID, allocations };
      return this.ask(calls.receivePayment, { body });
    };
    const adjust = (body: object) => {
      const of = { clientID: this.press(), amount, reason: 'As agreed', ...body };
      return this.ask(calls.adjustBill, { ...id, body: of });
    };
    const payments = await this.listPayments();
    const one = payments[which % Math.max(payments.length, 1)];
    if (kind === 'pay') await pay(Math.min(amount, leastFor(await this.facts(), day)));
    if (kind === 'credit') await pay(0);
    if (kind === 'fine') await adjust({ kind });
    if (kind === 'waive') await adjust({ kind: 'waiver' });
    if (kind === 'waiveFee') await adjust({ kind: 'waiver', of: 'fee' });
    if (kind === 'waiveLateFine') await adjust({ kind: 'waiver', of: 'lateFine' });
    if (kind === 'writeOff') await adjust({ kind });
    if (kind === 'mark') await this.ask(calls.markBills, { body: { ids: [billID], status: 'paid' } });
    if (kind === 'unmark') await this.ask(calls.markBills, { body: { ids: [billID], status: 'unpaid' } });
    if (kind === 'due') {
      const dueDate = dueDates[which % dueDates.length] ?? '';
      await this.clerk.get(calls.updateBill, { ...id, body: { dueDate, reason: 'Asked' } });
      this.setDue(dueDate);
    }
    if (kind === 'takeBack') {
      const { items } = await this.clerk.get(calls.listAdjustments, id);
      const adjustment = items[which % Math.max(items.length, 1)];
      if (!adjustment) return;
      const body = { reason: 'A slip' };
      const { status } = await this.clerk.ask(calls.voidAdjustment, {
        params: { id: adjustment.id },
        body,
      });
      const canBeRefused = adjustment.voidedAt !== null || adjustment.kind === 'fine';
      expect(status, 'only a fine can be refused').toBe(canBeRefused && status === 409 ? 409 : 200);
    }
    if (!one) return;
    const of = { params: { id: one.id } };
    if (kind === 'void') await this.ask(calls.voidPayment, { ...of, body: { reason: 'A slip' } });
    if (kind === 'refund')
      await this.ask(calls.returnPayment, {
        ...of,
        body: { clientID: this.press(), kind: 'refund', amount, reason: 'Too much' },
      });
    if (kind === 'useCredit') {
      const part = Math.min(one.credit, leastFor(await this.facts(), one.receivedOn));
      if (part > 0 && one.voidedAt === null)
        await this.ask(calls.allocatePayment, { ...of, body: { allocations: [{ billID, amount: part }] } });
    }
  }

  private listPayments = async () =>
    (await this.clerk.get(calls.listPayments, { query: { billID: this.billID, take: 200 } })).items as {
      id: number;
      credit: number;
      receivedOn: string;
      voidedAt: string | null;
    }[];

  /** The stored facts of the bill, in rupees. The model knows nothing else about it. */
  private async facts(): Promise<BillFacts> {
    const { db } = this.world.deps.store;
    const stored = await this.stored();
    const money = await db
      .selectFrom('allocation')
      .innerJoin('payment', 'payment.id', 'allocation.paymentID')
      .select(['payment.receivedOn as day', 'allocation.amount'])
      .where('allocation.billID', '=', this.billID)
      .where('allocation.endedAt', 'is', null)
      .execute();
    const adjustments = await db
      .selectFrom('adjustment')
      .selectAll()
      .where('billID', '=', this.billID)
      .where('voidedAt', 'is', null)
      .execute();
    const sum = (of: (one: (typeof adjustments)[number]) => boolean): number =>
      adjustments.filter(of).reduce((all, { amount }) => all + amount / 100, 0);
    return {
      total: (stored.total ?? 0) / 100,
      late: stored.amountAfterDueDate === null ? null : stored.amountAfterDueDate / 100,
      lastInTime: this.lastInTime,
      money: money.map(({ day, amount }) => ({ day, amount: amount / 100 })),
      fines: sum(({ kind }) => kind === 'fine'),
      conceded: sum(({ kind, ofLateFine }) => kind !== 'fine' && ofLateFine === 0),
      lateWaived: sum(({ ofLateFine }) => ofLateFine === 1),
    };
  }

  private stored = () =>
    this.world.deps.store.db
      .selectFrom('bill')
      .selectAll()
      .where('id', '=', this.billID)
      .executeTakeFirstOrThrow();

  private async atCounter(day: string): Promise<number> {
    const query = { billID: this.billID, day };
    const { families } = await this.clerk.get(calls.findOpenBills, { query });
    const bills = families.flatMap(
      (family: { bills: { billID: number; balance: number }[] }) => family.bills,
    );
    return bills.find(({ billID }: { billID: number }) => billID === this.billID)?.balance ?? 0;
  }

  /** The facts as if the child's credit were used for the bill, the oldest credit first. */
  private async withCredit(facts: BillFacts): Promise<BillFacts> {
    const { families } = await this.clerk.get(calls.findOpenBills, { query: { billID: this.billID } });
    const { credits } = families[0] as { credits: { receivedOn: string; credit: number }[] };
    const money = [...facts.money];
    const used = { ...facts, money };
    for (const { receivedOn: day, credit } of credits) {
      const amount = Math.min(credit, leastFor(used, day));
      if (amount > 0) money.push({ day, amount });
    }
    return used;
  }

  private rowsOf = (days: readonly string[], amount: number) =>
    days.map((day, row) => ({
      row,
      day,
      amount,
      text: `IBFT ${this.invNo}`,
      reference: `FT ${day} ${this.press()}`,
    }));

  private async inquire(): Promise<Record<string, string>> {
    const response = await this.push('BillInquiry', { consumer_number: `${prefix}${this.invNo}` });
    return (await response.json()) as Record<string, string>;
  }
  private push = (what: string, body: object): Promise<Response> =>
    fetch(`${this.world.address}${this.path}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...login },
      body: JSON.stringify({ bank_mnemonic: 'HBL', reserved: '', ...body }),
    });

  /** Every way of asking for the bill agrees with the model, for every day until today. */
  private async compare(): Promise<void> {
    const facts = await this.facts();
    const covered = await this.withCredit(facts);
    const { campus, billID, today } = this;
    const days = Array.from({ length: this.day + 1 }, (_, index) => dayAt(index));
    const least = days.map((day) => leastFor(facts, day));
    const atCounter = [];
    for (const day of days) atCounter.push(await this.atCounter(day));
    expect(atCounter, 'at the counter').toEqual(least);
    const body = { accountID: this.accountID, rows: this.rowsOf(days, 0.5) };
    const { rows } = await this.clerk.get(calls.checkBankFile, { body });
    expect(
      rows.map(({ bill }: { bill: { balance: number } | null }) => bill?.balance),
      'in the bank file',
    ).toEqual(least);
    const scope = { ...campus.scope, campus: { ...campus.scope.campus, ...this.rules } };
    const from = inTimeFrom(today, this.rules);
    const [voucher] = await listVouchers(scope, [billID]);
    const [filled] = await findFillable(scope, [billID], { day: today });
    const { items } = await this.clerk.get(calls.listBills, {
      params: { id: (await this.stored()).groupID },
    });
    expect(
      {
        voucher: voucher && owedOn(from, voucher.bill, voucher) / 100,
        message: filled?.payable,
        page: payableOn(from, items[0]),
      },
      'today',
    ).toEqual({
      voucher: leastFor(covered, today),
      message: leastFor(covered, today),
      page: least.at(-1),
    });
    const billerAnswer = await this.inquire();
    const pushed = [leastFor(covered, this.lastInTime), leastFor(covered, addDays(this.lastInTime, 1))];
    if (billerAnswer.bill_status === 'U')
      expect(
        [billerAnswer.amount_within_dueDate, billerAnswer.amount_after_dueDate].map(
          (text) => Number(text) / 100,
        ),
      ).toEqual(pushed);
    else expect([billerAnswer.bill_status, pushed[1]], JSON.stringify(billerAnswer)).toEqual(['P', 0]);
    const ledger = { id: campus.id, name: '', school: '', timeZone: 'Asia/Karachi', ...this.rules };
    expect((await verifyLedger(this.world.deps.store.db, ledger)).difference).toBeUndefined();
  }

  /** Pays what the counter asks for this day, in one of the three ways. */
  private async settle(way: Case['way'], day: string): Promise<void> {
    // A press of its own, so that its key differs from that of the last step.
    this.setDay(this.day);
    const { billID, accountID } = this;
    const amount = await this.atCounter(day);
    if (amount > 0 && way === 'counter') {
      const allocations = [{ billID, amount }];
      const body = { clientID: this.press(), amount, method: 'cash', receivedOn: day, allocations };
      await this.clerk.get(calls.receivePayment, { body });
    }
    if (amount > 0 && way === 'bank') {
      const rows = this.rowsOf([day], amount);
      const { rows: judged } = await this.clerk.get(calls.checkBankFile, { body: { accountID, rows } });
      expect(['exact', 'late']).toContain(judged[0].match);
      const decisions = [{ row: 0, match: judged[0].match, act: 'pay', billID }];
      const file = { name: 'HBL.csv', sha256: 'ab'.repeat(32) };
      const body = { saveID: this.press(), file, accountID, rows, decisions };
      await this.clerk.get(calls.saveBankFile, { body });
    }
    if (amount > 0 && way === 'push') {
      const paid = String(toPaisa(amount)).padStart(12, '0');
      const at = { tran_date: day.replaceAll('-', ''), tran_time: '130000' };
      const of = {
        consumer_number: `${prefix}${this.invNo}`,
        tran_auth_id: String(this.presses),
        transaction_amount: paid,
      };
      const response = await this.push('BillPayment', { ...of, ...at });
      expect(await response.json()).toMatchObject({ response_Code: '00' });
    }
    const isCharged = day > this.lastInTime || amount > 0;
    if (isCharged) expect(['paid', 'waived']).toContain((await this.stored()).status);
  }
}
