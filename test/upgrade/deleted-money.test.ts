/**
 * Bills that were deleted before a deletion released their money.
 * @module-tag proof
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { moneyReasons } from '#shared/words/counter.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { useEarlierStore } from '../support/earlier-store.ts';
import { engines } from '../support/engines.ts';

const createdAt = '2026-11-20T07:00:00.000Z';
const deletedAt = '2026-11-21T07:00:00.000Z';
/** The second of these bills was carried to a deleted one, which had a payment. */
const stays = { marked: 1, older: 2 };
/** The last of these bills is no longer in the bin. */
const gone = { marked: 11, paid: 12, refunded: 13, forGood: 14 };

describe.each(engines)('Money of bills deleted before on %s', (engine) => {
  const { opened, place } = useEarlierStore(engine);

  async function fill(db: Db): Promise<void> {
    const insert = (table: string, row: Record<string, unknown>) =>
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(db);
    const made = { campusID: 1, createdAt, createdBy: '' };
    await insert('school', { id: 1, slug: 'school', name: 'School', createdAt });
    await insert('campus', { id: 1, schoolID: 1, name: 'Campus', createdAt });
    await insert('group', { id: 1, name: 'November', month: 11, year: 2026, description: '', ...made });
    const bill = { campusID: 1, groupID: 1, name: 'Child', number: '', numbers: '', total: 1000, createdAt };
    const paid = { paid: 1000, status: 'paid', settledOn: '2026-11-05' };
    await insert('bill', { ...bill, ...paid, id: stays.marked });
    await insert('bill', { ...bill, id: stays.older, status: 'carried', settledOn: '2026-11-05' });
    for (const id of Object.values(gone)) await insert('bill', { ...bill, ...paid, id });
    const settled = [
      [stays.marked, 'mark'],
      [gone.marked, 'mark'],
      [gone.paid, 'counter'],
      [gone.refunded, 'mark'],
      [gone.forGood, 'sheet'],
    ] as const;
    for (const [at, [billID, source]] of settled.entries()) {
      const id = at + 1;
      const payment = { id, receiptNo: id, amount: 1000, method: 'cash', source, receivedOn: '2026-11-05' };
      await insert('payment', { ...payment, ...made });
      const amount = billID === gone.refunded ? 900 : 1000;
      await insert('allocation', {
        ...{ id, campusID: 1, paymentID: id, billID, groupID: 1 },
        name: 'Child',
        amount,
        createdAt,
      });
      if (billID !== gone.refunded) continue;
      const back = { paymentID: id, kind: 'refund', amount: 100, returnedOn: '2026-11-06', reason: 'x' };
      await insert('payment_return', { ...back, ...made });
    }
    const carried = {
      billID: stays.older,
      toBillID: gone.paid,
      kind: 'carried',
      amount: 1000,
      day: '2026-11-05',
    };
    await insert('adjustment', { ...carried, reason: '', ...made });
    await sql`delete from bill where id in (${sql.join(Object.values(gone))})`.execute(db);
    for (const [at, itemID] of [gone.marked, gone.paid, gone.refunded].entries()) {
      const entry = { id: at + 1, campusID: 1, kind: 'bill', itemID, groupID: 1, name: 'Child', bills: 0 };
      await insert('bin', { ...entry, at: deletedAt, until: '2026-12-21T07:00:00.000Z', by: '' });
      const content = JSON.stringify({ ...bill, ...paid, id: itemID });
      await insert('binned_row', { campusID: 1, binID: at + 1, table: 'bill', itemID, content });
    }
  }

  it('Marks become void at the time of the deletion, other money becomes credit, and carried bills are owed again.', async () => {
    const { databaseUrl, dataDir } = place();
    const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
    opened.push(store);
    const { db } = store;
    await migrate(store, migrations.slice(0, 1));
    await fill(db);
    const now = new Date('2026-11-28T07:00:00.000Z');
    await migrate(store, migrations, { now: () => now });
    const allocations = await db.selectFrom('allocation').select('endedAt').orderBy('id').execute();
    const at = now.toISOString();
    expect(allocations.map(({ endedAt }) => endedAt)).toEqual([null, deletedAt, deletedAt, deletedAt, at]);
    const payments = await db
      .selectFrom('payment')
      .select(['voidedAt', 'voidReason'])
      .orderBy('id')
      .execute();
    const standing = { voidedAt: null, voidReason: null };
    const voidReason = moneyReasons.billDeleted;
    expect(payments).toEqual([
      standing,
      { voidedAt: deletedAt, voidReason },
      standing,
      standing,
      { voidedAt: at, voidReason },
    ]);
    const bills = await db.selectFrom('bill').select(['status', 'paid']).orderBy('id').execute();
    expect(bills).toEqual([
      { status: 'paid', paid: 1000 },
      { status: 'unpaid', paid: 0 },
    ]);
    const adjustments = await db.selectFrom('adjustment').select('voidedAt').execute();
    expect(adjustments).toEqual([{ voidedAt: deletedAt }]);
    for await (const { difference } of verifyMoney(db)) expect(difference).toBeUndefined();
  });
});
