/** Reports of a small school with figures worked out by hand, and the lists behind them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { Report, ReportItem, ReportRow } from '#shared/calls/reports.ts';
import {
  type ReportBy,
  type ReportFigure,
  type ReportName,
  reportNames,
  reports,
} from '#shared/money/reports.ts';
import { allRights, roles } from '#shared/people/rights.ts';
import { insertBankRows, insertFile } from '../../src/server/bank/bank-files/bank-files-queries.ts';
import {
  insertClass,
  insertSection,
  insertStudents,
} from '../../src/server/imports/students/students-queries.ts';
import { bankRowOf } from '../conformance/victim.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';

const november = { from: '2026-11-01', to: '2026-11-30' };
type ReportQuery = Record<string, string | number>;

const sumOf = (items: readonly ReportItem[]): number => items.reduce((sum, { amount }) => sum + amount, 0);

describe.each(engines)('Reports on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let boys: CampusInTest;
  let owner: Caller;
  let now = new Date('2026-10-05T06:00:00.000Z');
  let presses = 0;
  const at = (day: string): void => {
    now = new Date(`${day}T06:00:00.000Z`);
  };
  const press = (): string => {
    presses += 1;
    return `reports ${presses}`;
  };
  const ids = new Map<string, number>();
  const idOf = (name: string): number => ids.get(name) ?? 0;

  const receive = (of: string | null, amount: number, more: object = {}) =>
    owner.get(calls.receivePayment, {
      body: {
        clientID: press(),
        amount,
        method: 'cash',
        allocations: of === null ? [] : [{ billID: idOf(of), amount }],
        ...(of === null ? { billID: idOf('Hina Nov') } : {}),
        ...more,
      },
    });
  const adjust = (of: string, kind: string, amount: number) =>
    owner.get(calls.adjustBill, {
      params: { id: idOf(of) },
      body: { clientID: press(), kind, amount, reason: `${kind} of ${of}` },
    });
  /** Adds a billing. Its bills are found by names like `Ali Nov`. */
  async function addBilling(on: CampusInTest, month: 10 | 11, bills: Parameters<typeof makeBill>[0][]) {
    const word = month === 10 ? 'Oct' : 'Nov';
    const rows = bills.map((bill) => makeBill({ month, ...bill }));
    const { id } = await on.save(rows, { name: `${word} 2026`, month });
    const stored = await world.deps.store.db
      .selectFrom('bill')
      .select(['id', 'name'])
      .where('groupID', '=', id)
      .execute();
    for (const bill of stored) ids.set(`${bill.name} ${word}`, bill.id);
    return id;
  }
  const child = (name: string, number: string, more: object = {}) => ({
    name,
    regNum: `reg ${name}`,
    number,
    total: 1000,
    amountAfterDueDate: 1100,
    ...{ head1: 'Tuition', amount1: 800, head2: 'Van', amount2: 200 },
    ...more,
  });

  let octoberID = 0;
  let novemberID = 0;
  const families = { khan: '03001110001', malik: '03001110011', hina: '03001110021' };

  beforeAll(async () => {
    world = await createWorld(engine, { now: () => now });
    campus = await world.school(freshSlug());
    boys = await campus.sister();
    owner = callerOf(world, campus, await campus.user(allRights, [boys]));
    await addStudents();
    await addOctober();
    await addNovember();
    at('2026-11-25');
  });
  afterAll(() => world.stop());

  async function addStudents(): Promise<void> {
    const { scope } = campus;
    for (const [className, names] of [
      ['Class 10', ['Ali', 'Dua']],
      ['Class 9', ['Bina']],
    ] as const) {
      const classID = await insertClass(scope, className);
      const sectionID = await insertSection(scope, classID, 'A');
      const roster = { sectionID, fatherName: null, number: '', numbers: '', importID: null };
      await insertStudents(
        scope,
        names.map((name) => ({ ...roster, regNum: `reg ${name}`, name })),
      );
    }
  }

  /**
   * October: paid in time, paid late, carried to November after a part payment, and a deleted billing whose payments are
   * credit.
   */
  async function addOctober(): Promise<void> {
    at('2026-10-05');
    const due = { dueDate: '2026-10-10' };
    octoberID = await addBilling(campus, 10, [
      child('Ali', families.khan, due),
      child('Bina', families.khan, due),
      child('Carim', families.malik, due),
      child('Dua', families.malik, { ...due, total: 500, amountAfterDueDate: null, amount1: 300 }),
    ]);
    await receive('Ali Oct', 1000);
    await receive('Carim Oct', 400);
    at('2026-10-20');
    // Paid late, with the late amount.
    await receive('Bina Oct', 1100);
    const goneID = await addBilling(campus, 10, [child('Gone', '03001110031', due)]);
    await receive('Gone Oct', 700, { receivedOn: '2026-10-12' });
    at('2026-11-03');
    await receive('Gone Oct', 50);
    await owner.get(calls.removeGroup, { query: { id: goneID, money: 'credit' } });
    await owner.get(calls.updateBill, {
      params: { id: idOf('Carim Oct') },
      body: { status: 'carried', reason: 'A newer voucher' },
    });
  }

  /**
   * November: part-paid, waived, fined, written off, a void receipt, a bounced cheque, credit, marked, and an unpaid
   * late fee.
   */
  async function addNovember(): Promise<void> {
    at('2026-11-03');
    novemberID = await addBilling(campus, 11, [
      child('Ali', families.khan),
      child('Bina', families.khan),
      child('Carim', families.malik, {
        ...{ total: 1600, amountAfterDueDate: 1800, head3: 'Arrears', amount3: 600 },
      }),
      child('Dua', families.malik, { total: 900, head3: 'Concession', amount3: -100 }),
      child('Esa', '03001110041'),
      child('Fida', '03001110051'),
      child('Gul', '03001110061'),
      child('Hina', families.hina),
      child('Iqra', '03001110071'),
      child('Jan', '03001110081', { total: 2000, amountAfterDueDate: null, status: 'cancelled' }),
    ]);
    // Part-paid through a bank that has not shown it yet.
    await receive('Ali Nov', 300, { method: 'bank', reference: 'IBFT 1' });
    // A mistaken receipt, and a cheque that bounces on a later day.
    const slip = await receive('Bina Nov', 10);
    await owner.get(calls.voidPayment, { params: { id: slip.paymentID }, body: { reason: 'A slip' } });
    const cheque = await receive('Bina Nov', 500, { method: 'cheque', reference: '77' });
    await receive('Carim Nov', 700);
    await receive('Dua Nov', 900);
    // A full waiver; a part written off and the rest paid; and a fine.
    await adjust('Esa Nov', 'waiver', 1000);
    await adjust('Fida Nov', 'writeOff', 400);
    await receive('Fida Nov', 600);
    await adjust('Gul Nov', 'fine', 50);
    await owner.get(calls.markBills, { body: { ids: [idOf('Gul Nov')], status: 'paid' } });
    // Credit of the family.
    await receive(null, 250, { method: 'online' });
    at('2026-11-08');
    await owner.get(calls.returnPayment, {
      params: { id: cheque.paymentID },
      body: { clientID: press(), kind: 'bounced', reason: 'No funds' },
    });
    // Only the fee is paid after the due date, so the late fee is still owed.
    at('2026-11-20');
    await receive('Iqra Nov', 1000);
    await addBilling(boys, 11, [child('Boy', '03001110091')]);
  }

  const report = (name: ReportName, query: object = {}): Promise<Report> =>
    owner.get(calls.showReport, { params: { name }, query: { ...november, ...query } });
  const figuresOf = ({ figures }: Pick<ReportRow, 'figures'>): ReportQuery =>
    Object.fromEntries(
      Object.entries(figures)
        .filter(([, { sum }]) => sum !== 0)
        .map(([figure, { sum }]) => [figure, sum]),
    );
  const rowsOf = ({ rows }: Report): Record<string, ReportQuery> =>
    Object.fromEntries(rows.map((row) => [row.title ?? row.key, figuresOf(row)]));
  const totalOf = ({ totals }: Report): ReportQuery => (totals[0] ? figuresOf(totals[0]) : {});

  it('The collected report shows what was billed, collected, marked and is outstanding.', async () => {
    const found = await report('collected');
    expect(rowsOf(found)).toEqual({
      // Open after the due date: Ali 1100, Bina 1100, Carim 1800, Hina 1100, Iqra 1100; paid: Dua 900, Fida 600, Gul
      // 1050. Still owed: 800, 1100, 1100, 1100 and 100.
      'Nov 2026': { billed: 8750, collected: 3500, markedPaid: 1050, outstanding: 4200 },
      'Oct 2026': { outstanding: 500 },
      none: { collected: 300 },
    });
    expect(totalOf(found)).toEqual({ billed: 8750, collected: 3800, markedPaid: 1050, outstanding: 4700 });
    const october = await report('collected', { from: '2026-10-01', to: '2026-10-31' });
    expect(rowsOf(october)).toEqual({
      // Ali 1000, Bina 1100, Dua 500 open. Carim’s bill is carried, so only its payment counts.
      'Oct 2026': { billed: 3000, collected: 2500, outstanding: 500 },
      'Nov 2026': { outstanding: 4200 },
      none: { collected: 700 },
    });
  });

  it('The collected report has the same totals by class and by campus.', async () => {
    expect(rowsOf(await report('collected', { by: 'class' }))).toEqual({
      'Class 9': { billed: 1100, outstanding: 1100 },
      'Class 10': { billed: 2000, collected: 1200, outstanding: 1300 },
      none: { billed: 5650, collected: 2600, markedPaid: 1050, outstanding: 2300 },
    });
    const ofClass = await report('collected', { class: 'Class 10' });
    expect(totalOf(ofClass)).toEqual({ billed: 2000, collected: 1200, outstanding: 1300 });
    const all = await report('collected', { by: 'campus', campuses: 'all' });
    expect(all.rows.map((row) => [row.campusID, figuresOf(row)])).toEqual([
      [campus.id, { billed: 8750, collected: 3800, markedPaid: 1050, outstanding: 4700 }],
      [boys.id, { billed: 1100, outstanding: 1100 }],
    ]);
    expect(totalOf(all)).toMatchObject({ billed: 9850, outstanding: 5800 });
  });

  it('The ageing report shows how old the outstanding amounts are.', async () => {
    expect(rowsOf(await report('ageing'))).toEqual({
      'Nov 2026': { days30: 4200 },
      'Oct 2026': { days60: 500 },
    });
    at('2026-11-10');
    expect(totalOf(await report('ageing'))).toEqual({ notDue: 3600, days60: 500 });
    at('2026-12-11');
    expect(totalOf(await report('ageing'))).toEqual({ days60: 4200, days90: 500 });
    at('2027-02-20');
    expect(totalOf(await report('ageing'))).toEqual({ older: 4700 });
    at('2026-11-25');
  });

  it('The defaulters report lists families with children, months and last payment.', async () => {
    const { rows, count } = await report('defaulters');
    expect(
      rows.map(({ figures, family }) => [figures.outstanding?.sum, family?.children.map(({ name }) => name)]),
    ).toEqual([
      [1900, ['Ali', 'Bina']],
      [1600, ['Dua', 'Carim']],
      // Credit of 250 pays a part of what she owes.
      [850, ['Hina']],
      [100, ['Iqra']],
    ]);
    expect(count).toBe(4);
    expect(rows[1]?.family).toMatchObject({ months: 2, lastPaid: '2026-11-03', lastNotified: null });
    expect(rows[2]?.family).toMatchObject({ months: 1, lastPaid: null });
    const page = await report('defaulters', { take: 1, after: 1 });
    expect(page.rows).toMatchObject([{ figures: { outstanding: { sum: 1600, count: 2 } } }]);
    expect(page.next).toBe(2);
    expect(totalOf(page)).toEqual({ outstanding: 4450 });
    expect(rowsOf(await report('defaulters', { by: 'class' }))).toEqual({
      'Class 9': { outstanding: 1100 },
      'Class 10': { outstanding: 1300 },
      none: { outstanding: 2050 },
    });
  });

  it('The day book report shows what was received, returned, voided and only marked, by day, method, clerk and account.', async () => {
    expect(rowsOf(await report('day-book'))).toEqual({
      '2026-11-03': { received: 3300, markedPaid: 1050, voided: 10 },
      '2026-11-08': { returned: 500 },
      '2026-11-20': { received: 1000 },
    });
    expect(rowsOf(await report('day-book', { by: 'method' }))).toEqual({
      bank: { received: 300 },
      cash: { received: 3250, voided: 10 },
      cheque: { received: 500, returned: 500 },
      marked: { markedPaid: 1050 },
      online: { received: 250 },
    });
    const byClerk = await report('day-book', { by: 'clerk' });
    expect(byClerk.rows).toHaveLength(1);
    expect(byClerk.rows[0]?.title).toMatch(/^user/);
    expect(rowsOf(await report('day-book', { by: 'account' }))).toEqual({
      none: { received: 4300, returned: 500, markedPaid: 1050, voided: 10 },
    });
  });

  it('The heads report spreads payments over the fee heads, arrears first.', async () => {
    const found = await report('heads');
    expect(rowsOf(found)).toEqual({
      // Carim 700: 600 for arrears, then 100 in the ratio 800 to 200. Dua 900: heads of 1000 less the concession, in
      // the ratio 800 to 200.
      Arrears: { collected: 600 },
      // Ali 240, Carim 80, Dua 720, Fida 480, Iqra 800; Gul 800.
      Tuition: { collected: 2320, markedPaid: 800 },
      Van: { collected: 580, markedPaid: 200 },
      '+late': { markedPaid: 50 },
      none: { collected: 300 },
    });
    expect(totalOf(found)).toEqual({ collected: 3800, markedPaid: 1050 });
  });

  it('The reports of concessions, credits, fines and unseen payments show their totals.', async () => {
    expect(totalOf(await report('concessions'))).toEqual({
      ...{ waived: 1000, writtenOff: 400, conceded: 100 },
      // The status `carried` closed Carim's bill of October.
      lowered: 700,
    });
    expect(totalOf(await report('credits'))).toEqual({ credit: 1000 });
    expect(totalOf(await report('fines'))).toEqual({ fine: 100 });
    // The bounced cheque never arrives at the bank.
    expect(rowsOf(await report('unseen'))).toEqual({ bank: { unseen: 300 }, online: { unseen: 250 } });
    await showInBank('IBFT 1');
    expect(rowsOf(await report('unseen'))).toEqual({ online: { unseen: 250 } });
  });

  /** Joins a bank row to the payment with this reference. */
  async function showInBank(reference: string): Promise<void> {
    const { db, campusID } = campus.scope;
    const payment = await db
      .selectFrom('payment')
      .select(['id', 'amount'])
      .where('campusID', '=', campusID)
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    const names = { title: 'Bank', bank: '', number: '', iban: '', prefix: '', createdAt: now.toISOString() };
    const { id: accountID } = await db
      .insertInto('money_account')
      .values({ ...names, campusID, kind: 'bank', numbering: 'voucher', onVoucher: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { scope } = campus;
    const made = { name: 'Nov.csv', sha256: '', rows: 1, sum: payment.amount, headings: '', content: '' };
    const file = {
      ...made,
      accountID,
      saveID: press(),
      answer: '',
      createdAt: now.toISOString(),
      createdBy: '',
    };
    const fileID = await insertFile(scope, file);
    const row = { ...bankRowOf({ fileID, accountID }, 'one'), paymentID: payment.id };
    await insertBankRows(scope, [row]);
  }

  it('Each figure of every report equals the sum and count of its list.', async () => {
    for (const name of reportNames) for (const by of reports[name].bys) await expectLists(name, by, 'all');
    await expectLists('collected', 'billing', undefined);
  });

  async function expectLists(name: ReportName, by: ReportBy, campuses: 'all' | undefined): Promise<void> {
    const query = { ...november, by, ...(campuses ? { campuses } : {}) };
    const found = await report(name, query);
    const listed = async (figure: ReportFigure, of: object) => {
      const { items, count, sum } = await owner.get(calls.listReport, {
        params: { name },
        query: { ...query, figure, ...of },
      });
      expect(items).toHaveLength(count);
      expect(sumOf(items)).toBeCloseTo(sum, 5);
      return { sum, count };
    };
    for (const { campusID, key, figures } of found.rows)
      for (const [figure, is] of Object.entries(figures)) {
        const list = await listed(figure as ReportFigure, { campus: campusID, row: key });
        expect(list, `${name} by ${by}: ${figure} of “${key}”`).toEqual(is);
      }
    for (const [figure, is] of Object.entries(found.totals[0]?.figures ?? {}))
      expect(await listed(figure as ReportFigure, {}), `${name} by ${by}: ${figure}`).toEqual(is);
  }

  it('Report lists name child, class, billing and reason, in pages.', async () => {
    const list = (name: ReportName, query: object) =>
      owner.get(calls.listReport, { params: { name }, query: { ...november, ...query } });
    expect((await list('collected', { figure: 'outstanding', row: String(octoberID) })).items).toMatchObject([
      {
        billID: idOf('Dua Oct'),
        name: 'Dua',
        class: 'Class 10',
        billing: 'Oct 2026',
        amount: 500,
        isThere: true,
      },
    ]);
    expect((await list('collected', { figure: 'collected', row: 'none' })).items).toMatchObject([
      { amount: 50 },
      { amount: 250 },
    ]);
    expect((await list('day-book', { figure: 'voided', by: 'day' })).items).toMatchObject([
      { reason: 'A slip', amount: 10 },
    ]);
    expect((await list('concessions', { figure: 'waived' })).items).toMatchObject([
      { name: 'Esa', reason: 'waiver of Esa Nov', amount: 1000 },
    ]);
    const tuition = await list('heads', { figure: 'collected', row: 'head tuition', take: 2, after: 1 });
    expect(tuition.items.map(({ name, amount }: ReportItem) => [name, amount])).toEqual([
      ['Carim', 80],
      ['Dua', 720],
    ]);
    expect(tuition).toMatchObject({ count: 5, sum: 2320, next: 3 });
    // A period of a hundred years costs no more than its days with payments.
    const ever = {
      figure: 'collected',
      row: 'head tuition',
      from: '2000-01-01',
      to: '2099-12-31',
      take: 200,
    };
    expect((await list('heads', ever)).items.length).toBeGreaterThanOrEqual(5);
    expect(novemberID).toBeGreaterThan(octoberID);
  });

  it('Exports of reports and their lists contain all rows.', async () => {
    const rows = await owner.get(calls.exportReport, { params: { name: 'defaulters' } });
    expect(rows.map((row: ReportRow) => figuresOf(row).outstanding)).toEqual([1900, 1600, 850, 100]);
    const query = { ...november, figure: 'outstanding', campuses: 'all' };
    const items = await owner.get(calls.exportReportList, { params: { name: 'collected' }, query });
    expect(sumOf(items)).toBe(5800);
  });

  it('Reports cover only campuses that the caller may view.', async () => {
    const clerk = callerOf(world, campus, await campus.user(roles.viewer));
    const all = await clerk.get(calls.showReport, {
      params: { name: 'collected' },
      query: { ...november, campuses: 'all', by: 'campus' },
    });
    expect(all.rows.map(({ campusID }: ReportRow) => campusID)).toEqual([campus.id]);
    const of = await clerk.get(calls.listReport, {
      params: { name: 'collected' },
      query: { ...november, campuses: 'all', figure: 'outstanding', campus: boys.id },
    });
    expect(of).toMatchObject({ items: [], count: 0, sum: 0 });
    const blind = callerOf(world, campus, await campus.user({ edit: true }));
    expectFailure(await blind.ask(calls.showReport, { params: { name: 'ageing' } }), 'forbidden');
    expectFailure(await owner.ask(calls.showReport, { params: { name: 'nothing' } }), 'malformed');
  });
});
