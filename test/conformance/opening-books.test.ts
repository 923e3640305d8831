/**
 * The migration to the ledger turns everything that was paid before into payments. No figure on a screen may change.
 */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { noGrace } from '#shared/payable.ts';
import { scopeOfRow } from '../../src/server/auth/scope.ts';
import { verifyMoney } from '../../src/server/billing/audit/audit.ts';
import { insertRestoredBills } from '../../src/server/billing/bills/bills-queries.ts';
import {
  listGroupsWithFigures,
  listMonths,
  sumMonth,
} from '../../src/server/billing/groups/groups-queries.ts';
import { deleteEntry, findEntry, listRows } from '../../src/server/bin/bin-queries.ts';
import type { Store } from '../../src/server/platform/db/store.ts';
import { insertCampus, insertRuns, now, useEarlierStore } from '../support/earlier-store.ts';
import { engines } from '../support/engines.ts';

describe.each(engines)('Opening of the ledger on %s', (engine) => {
  const { opened, openWith, open } = useEarlierStore(engine);

  const bill = { number: '', numbers: '', createdAt: now };
  /** The campus with the columns of the earlier version, which had no days of grace. */
  const scopeIn = async ({ db }: Store, campusID: number) => {
    const known = ['id', 'name', 'country', 'timeZone'] as const;
    const row = await db
      .selectFrom('campus')
      .select(known)
      .where('id', '=', campusID)
      .executeTakeFirstOrThrow();
    return scopeOfRow(db, { ...row, ...noGrace }, '');
  };
  const figuresOf = async (store: Store, campusID: number) => {
    const groups = await listGroupsWithFigures(await scopeIn(store, campusID), '', '2026-11-20');
    return groups.map(({ id, bills, total, paid, unpaid, partPaid, other, collected, outstanding }) => ({
      ...{ id, bills, total, paid, unpaid, partPaid, other, collected, outstanding },
    }));
  };
  const countOf = (is: string) => sql<number>`coalesce(sum(case when ${sql.raw(is)} then bills end), 0)`;
  const sumOf = (is: string) => sql<number>`coalesce(sum(case when ${sql.raw(is)} then total end), 0)`;
  /**
   * The figures as the earlier version showed them: the total of a paid bill was collected, and that of an unpaid or
   * part-paid one was outstanding.
   */
  const figuresBefore = async ({ db }: Store, campusID: number) =>
    db
      .selectFrom('group')
      .leftJoin('bill_count', 'bill_count.groupID', 'group.id')
      .select('group.id')
      .select([
        countOf('true').as('bills'),
        sumOf('true').as('total'),
        countOf(`status = 'paid'`).as('paid'),
        countOf(`status = 'unpaid'`).as('unpaid'),
        countOf(`status = 'partial'`).as('partPaid'),
        countOf(`status not in ('paid', 'unpaid', 'partial')`).as('other'),
        sumOf(`status = 'paid'`).as('collected'),
        sumOf(`status in ('unpaid', 'partial')`).as('outstanding'),
      ])
      .where('group.campusID', '=', campusID)
      .groupBy(['group.id', 'year', 'month'])
      .orderBy('year', 'desc')
      .orderBy('month', 'desc')
      .orderBy('group.id', 'desc')
      .execute();
  /** Counts and sums by status, with every word that a sheet may have given. */
  const sumsOf = async ({ db }: Store, campusID: number) =>
    db
      .selectFrom('bill')
      .select(['groupID', 'status'])
      .select((eb) => [eb.fn.countAll<number>().as('bills'), eb.fn.sum<number | null>('total').as('total')])
      .where('campusID', '=', campusID)
      .groupBy(['groupID', 'status'])
      .orderBy('groupID')
      .orderBy('status')
      .execute();
  const statusesOf = ({ db }: Store) =>
    db.selectFrom('bill').select(['id', 'status', 'total', 'dueDate']).orderBy('id').execute();

  it('The migration to the ledger enters an opening payment for each paid bill, and no figure changes.', async () => {
    const store = await openWith((name) => name < '0060');
    const [here, there] = [await insertCampus(store.db, 'main'), await insertCampus(store.db, 'other')];
    const { groupIDs } = await insertRuns(store.db, here.id, () => []);
    const others = await insertRuns(store.db, there.id, () => []);
    const of = { ...bill, campusID: here.id, groupID: groupIDs[0] ?? 0 };
    const ofNext = { ...of, groupID: groupIDs[1] ?? 0 };
    const late = { total: 1000, amountAfterDueDate: 1200, dueDate: '2020-01-10' };
    await store.db
      .insertInto('bill')
      .values(
        [
          { ...of, name: 'In time', status: 'paid', total: 5000, dueDate: '2099-01-10', regNum: 'R1' },
          { ...of, name: 'Long due', status: 'paid', ...late },
          { ...of, name: 'Of nothing', status: 'paid', total: null, dueDate: null },
          { ...of, name: 'Owed', status: 'unpaid', ...late },
          { ...of, name: 'In part', status: 'partial', ...late },
          { ...of, name: 'A word', status: 'waived', ...late },
          { ...of, name: 'Another word', status: 'cancelled', total: null },
          { ...of, name: 'Owed, of nothing', status: 'unpaid', total: null },
          { ...ofNext, name: 'Next month', status: 'paid', total: 700, dueDate: '2099-02-10' },
          { ...ofNext, name: 'Of zero', status: 'paid', total: 0 },
          { ...ofNext, name: 'Owed next month', status: 'unpaid', total: 300 },
          {
            ...of,
            campusID: there.id,
            groupID: others.groupIDs[0] ?? 0,
            name: 'There',
            status: 'paid',
            total: 7,
          },
        ].map((row) => ({ amountAfterDueDate: null, dueDate: null, regNum: null, ...row })) as never,
      )
      .execute();
    const shown = async (store: Store, figures: typeof figuresOf) => ({
      statuses: await statusesOf(store),
      sums: await sumsOf(store, here.id),
      figures: await figures(store, here.id),
    });
    const before = await shown(store, figuresBefore);
    const outstanding = before.figures.reduce((sum, group) => sum + group.outstanding, 0);
    expect(outstanding).toBe(2300);
    await opened.pop()?.close();
    const after = await open();
    expect(await shown(after, figuresOf)).toEqual(before);
    const months = await listMonths(await scopeIn(after, here.id));
    const sums = await Promise.all(
      months.map(async (month) => sumMonth(await scopeIn(after, here.id), month)),
    );
    expect(sums.reduce((sum, one) => sum + one.outstanding, 0)).toBe(outstanding);
    const payments = await after.db
      .selectFrom('payment')
      .innerJoin('allocation', 'allocation.paymentID', 'payment.id')
      .select(['payment.campusID', 'receiptNo', 'payment.amount', 'method', 'name'])
      .select((eb) => eb.ref('allocation.amount').as('settled'))
      .orderBy('payment.campusID')
      .orderBy('receiptNo')
      .execute();
    const opening = { campusID: here.id, method: 'opening' };
    expect(payments).toEqual([
      { ...opening, receiptNo: 1, amount: 5000, settled: 5000, name: 'In time' },
      { ...opening, receiptNo: 2, amount: 1000, settled: 1000, name: 'Long due' },
      { ...opening, receiptNo: 3, amount: 0, settled: 0, name: 'Of nothing' },
      { ...opening, receiptNo: 4, amount: 700, settled: 700, name: 'Next month' },
      { ...opening, receiptNo: 5, amount: 0, settled: 0, name: 'Of zero' },
      { ...opening, campusID: there.id, receiptNo: 1, amount: 7, settled: 7, name: 'There' },
    ]);
    for await (const { difference } of verifyMoney(after.db)) expect(difference).toBeUndefined();
  });

  it('A bill that was in the bin before the ledger existed is restored with its paid amount.', async () => {
    const store = await openWith((name) => name < '0060');
    const campus = await insertCampus(store.db, 'main');
    const { groupIDs } = await insertRuns(store.db, campus.id, () => []);
    const row = { ...bill, campusID: campus.id, groupID: groupIDs[0] ?? 0, regNum: null, dueDate: null };
    const binned = [
      { ...row, id: 901, name: 'Paid', status: 'paid', total: 400 },
      { ...row, id: 902, name: 'In part', status: 'partial', total: 300 },
    ];
    for (const { id: itemID, ...content } of binned) {
      const kept = { campusID: campus.id, kind: 'bill' as const, groupID: row.groupID, bills: 0, by: '' };
      const { id: binID } = await store.db
        .insertInto('bin')
        .values({ ...kept, itemID, name: content.name, at: now, until: '2999' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const text = JSON.stringify({ id: itemID, ...content });
      await store.db
        .insertInto('binned_row')
        .values({ campusID: campus.id, binID, table: 'bill', itemID, content: text })
        .execute();
    }
    await opened.pop()?.close();
    const again = await open();
    const { db } = again;
    const scope = await scopeIn(again, campus.id);
    for (const { id: itemID } of binned) {
      const entry = await findEntry(scope, { kind: 'bill', itemID, now });
      const which = { binID: entry?.id ?? 0, table: 'bill' } as const;
      await insertRestoredBills(scope, await listRows(scope, which, { after: 0, take: 10 }));
      await deleteEntry(scope, which.binID);
    }
    const back = await db.selectFrom('bill').select(['status', 'paid', 'said']).orderBy('id').execute();
    expect(back).toEqual([
      { status: 'paid', paid: 400, said: null },
      { status: 'partial', paid: 0, said: 'partial' },
    ]);
    for await (const { difference } of verifyMoney(db)) expect(difference).toBeUndefined();
  });
});
