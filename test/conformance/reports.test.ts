/** Every report agrees with a plain recomputation of random facts of the ledger, and every figure with its list. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen } from '#shared/money/bill-status.ts';
import { type PaymentMethod, type PaymentSource, statedSources } from '#shared/money/ledger.ts';
import { toPaisa } from '#shared/money/money.ts';
import { chargedOn, inTimeFrom, noGrace, payableOn } from '#shared/money/payable.ts';
import { type ReportFigure, type ReportName, reportNames, reports } from '#shared/money/reports.ts';
import type { Scope } from '../../src/server/auth/scope.ts';
import { deleteBillsOfGroup } from '../../src/server/billing/bills/bills-queries.ts';
import { recomputeBills } from '../../src/server/ledger/ledger.ts';
import { sumAdjustments } from '../../src/server/ledger/ledger-rules.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { findFillable } from '../../src/server/recipients/recipients.ts';
import { listReport, type Place, showReport } from '../../src/server/reports/reports.ts';
import { freshSlug } from '../http/callers.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

const now = () => new Date('2026-11-20T07:00:00Z');
const today = '2026-11-20';
const span = { from: '2026-10-05', to: '2026-11-12' };
const isIn = (day: string): boolean => day >= span.from && day <= span.to;

const day = fc.constantFrom(
  '2026-09-30',
  '2026-10-05',
  '2026-10-20',
  '2026-11-10',
  '2026-11-12',
  '2026-11-13',
);
const amount = fc.constantFrom(1, 33, 50, 100, 120, 250);
const aBill = fc.record({
  month: fc.constantFrom(9, 10, 11),
  total: fc.option(amount),
  late: fc.option(amount),
  dueDate: fc.option(fc.constantFrom('2026-08-20', '2026-09-21', '2026-10-20', '2026-11-20', '2026-11-21')),
  child: fc.nat(3),
  heads: fc.array(fc.constantFrom(-20, 10, 40, 100), { maxLength: 3 }),
  statedStatus: fc.constantFrom(null, null, null, 'cancelled', 'carried', 'partial'),
});
const aPayment = fc.record({
  amount,
  day,
  method: fc.constantFrom<PaymentMethod>('cash', 'bank', 'cheque', 'wallet'),
  source: fc.constantFrom<PaymentSource>('counter', 'counter', 'bank', 'mark', 'sheet', 'opening'),
  on: fc.array(fc.nat(7), { maxLength: 2 }),
  /** The whole payment settles one bill, as most payments do. */
  isWhole: fc.boolean(),
  outcome: fc.constantFrom('', '', '', 'void', 'refund', 'bounced'),
});
const anAdjustment = fc.record({
  bill: fc.nat(7),
  kind: fc.constantFrom('waiver', 'lateFine', 'fine', 'writeOff'),
  amount,
  day,
  isVoid: fc.boolean(),
});
const aSchool = fc.record({
  bills: fc.array(aBill, { minLength: 1, maxLength: 8 }),
  payments: fc.array(aPayment, { maxLength: 8 }),
  adjustments: fc.array(anAdjustment, { maxLength: 5 }),
  /** A month whose billing is deleted at the end, or 0. */
  gone: fc.constantFrom(0, 0, 9, 10, 11),
  rules: fc.constantFrom(
    ...[noGrace, noGrace, { graceDays: 3, sundayDays: 0 }, { graceDays: 0, sundayDays: 1 }],
    { graceDays: 2, sundayDays: 1 },
  ),
});
type School = typeof aSchool extends fc.Arbitrary<infer S> ? S : never;

/** Stores the facts of the school; amounts in rupees become paisa. */
async function storeFacts({ scope, save }: CampusInTest, { bills, payments, adjustments, gone }: School) {
  const { db, campusID } = scope;
  for (const month of [9, 10, 11]) {
    const rows = bills.filter((bill) => bill.month === month);
    const made = rows.map(({ total, late, dueDate, child, heads }) =>
      makeBill({
        ...{ month, total, amountAfterDueDate: late, dueDate, name: `Child ${child}`, regNum: null },
        number: child === 0 ? '' : `030011100${child}1`,
        ...Object.fromEntries(heads.map((_, at) => [`head${at + 1}`, ['Tuition', 'Arrears', 'Van'][at]])),
        ...Object.fromEntries(heads.map((amount, at) => [`amount${at + 1}`, amount])),
      }),
    );
    if (made.length > 0) await save(made, { name: `Month ${month}`, month });
  }
  const stored = await db
    .selectFrom('bill')
    .selectAll()
    .where('campusID', '=', campusID)
    .orderBy('id')
    .execute();
  const inOrder = [9, 10, 11].flatMap((month) => bills.filter((bill) => bill.month === month));
  for (const [at, { statedStatus }] of inOrder.entries())
    await db
      .updateTable('bill')
      .set({ statedStatus })
      .where('id', '=', stored[at]?.id ?? 0)
      .execute();
  const made = { campusID, createdAt: now().toISOString(), createdBy: 'somebody' };
  for (const [at, one] of payments.entries()) await pay(scope, { ...one, receiptNo: at + 1, stored, made });
  for (const { bill, isVoid, ...one } of adjustments) {
    const { id = 0 } = stored[bill % stored.length] ?? {};
    const kind = one.kind === 'lateFine' ? { kind: 'waiver', ofLateFine: 1 } : { kind: one.kind };
    const row = { ...made, ...one, ...kind, billID: id, amount: one.amount * 100, reason: 'x' } as const;
    const { id: adjustmentID } = await db
      .insertInto('adjustment')
      .values(row as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const void_ = { voidedAt: made.createdAt, voidedBy: 'somebody' };
    if (isVoid) await db.updateTable('adjustment').set(void_).where('id', '=', adjustmentID).execute();
  }
  await recomputeBills(
    scope,
    stored.map(({ id }) => id),
  );
  const groupID = stored.find(({ month }) => month === gone)?.groupID;
  if (groupID === undefined) return;
  await inTransaction(scope, (scope) => deleteBillsOfGroup(scope, groupID));
  await db.deleteFrom('group').where('id', '=', groupID).execute();
}

type Paying = School['payments'][number] & {
  receiptNo: number;
  stored: readonly { id: number; groupID: number; name: string }[];
  made: { campusID: number; createdAt: string; createdBy: string };
};

async function pay(
  { db }: Scope,
  { amount, day, method, source, on, isWhole, outcome, receiptNo, stored, made }: Paying,
) {
  const paisa = amount * 100;
  const row = { ...made, receiptNo, amount: paisa, method, source, receivedOn: day };
  const { id: paymentID } = await db
    .insertInto('payment')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  const isBack = outcome === 'void' || outcome === 'bounced';
  const chosen = new Set(on.map((at) => stored[at % stored.length]));
  for (const bill of isBack ? [] : chosen) {
    if (!bill) continue;
    const { id: billID, groupID, name } = bill;
    // Otherwise a third of the payment for each bill, so that a rest is left that may be returned.
    const settled = isWhole && chosen.size === 1 && outcome === '' ? paisa : Math.floor(paisa / 3);
    const part = { paymentID, billID, groupID, name, amount: settled };
    await db
      .insertInto('allocation')
      .values({ ...part, campusID: made.campusID, createdAt: made.createdAt })
      .execute();
  }
  if (outcome === 'void') {
    const voided = { voidedAt: made.createdAt, voidedBy: 'somebody', voidReason: 'x' };
    await db.updateTable('payment').set(voided).where('id', '=', paymentID).execute();
  }
  if (outcome !== 'refund' && outcome !== 'bounced') return;
  const back = {
    paymentID,
    kind: outcome,
    amount: outcome === 'bounced' ? paisa : Math.floor(paisa / 4),
    reason: 'x',
  };
  await db
    .insertInto('payment_return')
    .values({ ...made, ...back, returnedOn: '2026-11-11' } as never)
    .execute();
}

type Sums = Record<string, number>;
const add = (sums: Sums, figure: string, amount: number): void => {
  if (amount !== 0) sums[figure] = (sums[figure] ?? 0) + amount;
};

/** The sums of each report in paisa, computed from single bills and payments. */
async function recompute(scope: Scope): Promise<Record<ReportName, Sums>> {
  const { db, campusID, campus: rules } = scope;
  const from = inTimeFrom(today, rules);
  const sums = Object.fromEntries(reportNames.map((name) => [name, {}])) as Record<ReportName, Sums>;
  const all = <T extends 'bill' | 'payment' | 'allocation' | 'adjustment' | 'payment_return' | 'group'>(
    table: T,
  ) =>
    db
      .selectFrom(table as 'bill')
      .selectAll()
      .where('campusID', '=', campusID)
      .execute();
  const adjustments = (await all('adjustment')) as never as {
    billID: number;
    kind: 'fine';
    ofLateFine: number;
    amount: number;
    day: string;
    voidedAt: string | null;
  }[];
  const groups = (await all('group')) as never as { id: number; month: number }[];
  for (const bill of await all('bill')) {
    const own = adjustments.filter((one) => one.billID === bill.id && one.voidedAt === null);
    const sumsOfBill = sumAdjustments(own);
    const owed = payableOn(from, { ...bill, ...sumsOfBill });
    const isInTime = bill.dueDate === null || bill.dueDate >= from;
    const late = isInTime ? 0 : (Date.parse(today) - Date.parse(bill.dueDate ?? '')) / 86_400_000;
    const band =
      late <= 0 ? 'notDue' : late <= 30 ? 'days30' : late <= 60 ? 'days60' : late <= 90 ? 'days90' : 'older';
    add(sums.collected, 'outstanding', owed);
    // Defaulters are asked for the same amounts as in messages: what the child's own credit leaves.
    const [filled] = await findFillable(scope, [bill.id], { day: today, withHeads: false });
    if (isOpen(bill)) add(sums.defaulters, 'outstanding', toPaisa(filled?.payable ?? 0));
    add(sums.ageing, band, owed);
    const waived = own.reduce(
      (sum, { kind, amount, ofLateFine }) => sum + (kind === 'fine' || ofLateFine === 1 ? 0 : amount),
      0,
    );
    if (bill.paid >= Math.max((bill.total ?? 0) - waived, 0)) add(sums.fines, 'fine', owed);
    const month = groups.find(({ id }) => id === bill.groupID)?.month ?? 0;
    if (month < 10) continue;
    const isAsking = isOpen(bill) || bill.status === 'paid';
    const chargeDay = bill.status === 'paid' ? (bill.settledOn ?? today) : today;
    // By the rules of that day the bill may have asked for more.
    const least = bill.status === 'paid' ? bill.paid : 0;
    const charged = Math.max(chargedOn(inTimeFrom(chargeDay, rules), { ...bill, ...sumsOfBill }), least);
    if (isAsking) add(sums.collected, 'billed', charged);
    if (bill.status === 'carried') add(sums.collected, 'billed', bill.paid);
    for (const cut of [bill.amount1, bill.amount2, bill.amount3])
      if (isAsking && cut !== null && cut < 0) add(sums.concessions, 'conceded', -cut);
  }
  for (const { kind, amount, day, voidedAt } of adjustments as {
    kind: string;
    amount: number;
    day: string;
    voidedAt: string | null;
  }[])
    if (kind !== 'fine' && voidedAt === null && isIn(day))
      add(sums.concessions, kind === 'waiver' ? 'waived' : 'writtenOff', amount);
  await recomputeMoney(sums, { db, campusID });
  return sums;
}

async function recomputeMoney(
  sums: Record<ReportName, Sums>,
  { db, campusID }: Pick<Scope, 'db' | 'campusID'>,
) {
  const payments = await db.selectFrom('payment').selectAll().where('campusID', '=', campusID).execute();
  const allocations = await db
    .selectFrom('allocation')
    .selectAll()
    .where('campusID', '=', campusID)
    .execute();
  const returns = await db
    .selectFrom('payment_return')
    .selectAll()
    .where('campusID', '=', campusID)
    .execute();
  for (const { id, amount, receivedOn, source, method, voidedAt } of payments) {
    const isStated = statedSources.includes(source);
    const isOwn = (one: { paymentID: number }): boolean => one.paymentID === id;
    const back = returns.filter(isOwn);
    const gone = back.reduce((sum, one) => sum + one.amount, 0);
    const laid = allocations.filter(isOwn).reduce((sum, one) => sum + one.amount, 0);
    if (isIn(receivedOn))
      add(sums['day-book'], voidedAt ? 'voided' : isStated ? 'markedPaid' : 'received', amount);
    for (const one of back) if (isIn(one.returnedOn)) add(sums['day-book'], 'returned', one.amount);
    if (voidedAt !== null) continue;
    add(sums.credits, 'credit', amount - laid - gone);
    if (!isIn(receivedOn)) continue;
    for (const name of ['collected', 'heads'] as const)
      add(sums[name], isStated ? 'markedPaid' : 'collected', amount - gone);
    const isByBank = method !== 'cash' && source === 'counter';
    if (isByBank && !back.some(({ kind }) => kind === 'bounced')) add(sums.unseen, 'unseen', amount);
  }
}

describe.each(engines)('Reports on %s', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine, { now });
  });
  afterAll(() => world.stop());

  const paisaOf = (figures: Partial<Record<ReportFigure, { sum: number }>>): Sums =>
    Object.fromEntries(
      Object.entries(figures).flatMap(([figure, { sum }]) =>
        sum === 0 ? [] : [[figure, Math.round(sum * 100)]],
      ),
    );

  async function expectLists(places: Place[], name: ReportName): Promise<void> {
    for (const by of reports[name].bys) {
      const { rows, totals } = await showReport(places, { now }, { name, by, ...span, after: 0, take: 200 });
      const listed = async (figure: ReportFigure, of: object) => {
        const query = { name, by, ...span, figure, ...of, after: 0, take: 200 };
        const { items, count, sum } = await listReport(places, { now }, query);
        expect(items).toHaveLength(count);
        expect(Math.round(items.reduce((all, one) => all + one.amount, 0) * 100)).toBe(Math.round(sum * 100));
        return { sum, count };
      };
      for (const { key, campusID, figures } of rows)
        for (const [figure, is] of Object.entries(figures))
          expect(
            await listed(figure as ReportFigure, { row: key, campus: campusID }),
            `${name} ${by} ${key}`,
          ).toEqual(is);
      for (const [figure, is] of Object.entries(totals[0]?.figures ?? {}))
        expect(await listed(figure as ReportFigure, {}), `${name} ${by}`).toEqual(is);
    }
  }

  it('Every report agrees with a plain recomputation, and each figure with the list behind it.', async () => {
    await fc.assert(
      fc.asyncProperty(aSchool, async (school) => {
        const campus = await world.school(freshSlug());
        const scope = { ...campus.scope, campus: { ...campus.scope.campus, ...school.rules } };
        await storeFacts({ ...campus, scope }, school);
        const looks = { currency: 'Rs.', logo: null };
        const places = [{ scope: { ...scope, db: world.deps.store.readConnection }, looks }];
        const expected = await recompute(scope);
        for (const name of reportNames) {
          const { totals } = await showReport(places, { now }, { name, ...span, after: 0, take: 200 });
          expect(paisaOf(totals[0]?.figures ?? {}), name).toEqual(expected[name]);
          await expectLists(places, name);
        }
      }),
      { numRuns: Number(process.env.REPORT_RUNS ?? 12), interruptAfterTimeLimit: 60_000 },
    );
  });

  it('By head, an allocation of a closed day that ended later still comes before the next one of its bill.', async () => {
    const { scope, save } = await world.school(freshSlug());
    const heads = { head1: 'Arrears', amount1: 50, head2: 'Tuition', amount2: 50 };
    await save([makeBill({ ...heads, total: 100, month: 11 })], { name: 'Month 11', month: 11 });
    const stored = await scope.db
      .selectFrom('bill')
      .selectAll()
      .where('campusID', '=', scope.campusID)
      .execute();
    const made = { campusID: scope.campusID, createdAt: now().toISOString(), createdBy: 'somebody' };
    const paid = {
      amount: 50,
      method: 'cash',
      source: 'counter',
      on: [0],
      isWhole: true,
      outcome: '',
    } as const;
    const [first, second] = ['2026-11-10', '2026-11-12'] as const;
    await pay(scope, { ...paid, on: [0], day: first, receiptNo: 1, stored, made });
    await pay(scope, { ...paid, on: [0], day: second, receiptNo: 2, stored, made });
    const { id } = await scope.db
      .selectFrom('allocation')
      .select((eb) => eb.fn.min('id').as('id'))
      .where('campusID', '=', scope.campusID)
      .executeTakeFirstOrThrow();
    const ended = { endedAt: made.createdAt, endedOn: '2026-11-13' };
    await scope.db.updateTable('allocation').set(ended).where('id', '=', id).execute();
    await recomputeBills(
      scope,
      stored.map(({ id }) => id),
    );
    const places = [{ scope, looks: { currency: 'Rs.', logo: null } }];
    const query = { name: 'heads', from: second, to: second, after: 0, take: 9 } as const;
    const { rows } = await showReport(places, { now }, query);
    expect(rows.map(({ title, figures }) => ({ title, figures }))).toEqual([
      { title: 'Tuition', figures: { collected: { sum: 50, count: 1 } } },
    ]);
  });
});
