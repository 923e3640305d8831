/**
 * Waivers stored before they had a kind: the migration tells a waiver of the late fine from one of the fee.
 * @module-tag proof
 */
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { migrate, migrations } from '../../src/server/platform/db/migrate.ts';
import { openPostgres } from '../../src/server/platform/db/open-postgres.ts';
import { openSqlite } from '../../src/server/platform/db/open-sqlite.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { useEarlierStore } from '../support/earlier-store.ts';
import { engines } from '../support/engines.ts';

type Adjusting = { kind: string; amount: number; day: string };
type Case = {
  title: string;
  paid?: { amount: number; day: string };
  adjusted: Adjusting[];
  /** The stored figures before, and the kinds and figures after. */
  before: { status: string; settledOn: string | null };
  ofLateFine: number[];
  after: { status: string; settledOn: string | null };
};
const waived = (amount: number, day: string): Adjusting => ({ kind: 'waiver', amount, day });

/** Bills of 1,000 until 10 November and of 1,200 after it. */
const cases: Case[] = [
  {
    title: 'the late fine, after the fee was paid late',
    paid: { amount: 1000, day: '2026-11-12' },
    adjusted: [waived(200, '2026-11-20')],
    before: { status: 'paid', settledOn: '2026-11-20' },
    ofLateFine: [1],
    after: { status: 'paid', settledOn: '2026-11-12' },
  },
  {
    title: 'more than the late fine, entered late',
    paid: { amount: 500, day: '2026-11-05' },
    adjusted: [waived(500, '2026-11-20')],
    before: { status: 'partial', settledOn: null },
    ofLateFine: [0],
    after: { status: 'paid', settledOn: '2026-11-05' },
  },
  {
    title: 'a part, entered in time',
    adjusted: [waived(200, '2026-11-05')],
    before: { status: 'unpaid', settledOn: null },
    ofLateFine: [0],
    after: { status: 'unpaid', settledOn: null },
  },
  {
    title: 'two parts, together more than the late fine',
    adjusted: [waived(150, '2026-11-20'), waived(100, '2026-11-20')],
    before: { status: 'unpaid', settledOn: null },
    ofLateFine: [1, 0],
    after: { status: 'unpaid', settledOn: null },
  },
  {
    title: 'a fine that was added after the fee was paid in time',
    paid: { amount: 1000, day: '2026-11-05' },
    adjusted: [{ kind: 'fine', amount: 50, day: '2026-11-20' }, waived(50, '2026-11-20')],
    before: { status: 'paid', settledOn: '2026-11-05' },
    ofLateFine: [0, 0],
    after: { status: 'paid', settledOn: '2026-11-05' },
  },
];

describe.each(engines)('Waivers before their kinds on %s', (engine) => {
  const { opened, place } = useEarlierStore(engine);

  async function fill(db: Db): Promise<void> {
    const createdAt = '2026-11-20T07:00:00.000Z';
    const made = { campusID: 1, createdAt, createdBy: '' };
    const insert = (table: string, row: Record<string, unknown>) =>
      sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(db);
    await insert('school', { id: 1, slug: 'school', name: 'School', createdAt });
    await insert('campus', { id: 1, schoolID: 1, name: 'Campus', createdAt });
    const group = { id: 1, name: 'November', month: 11, year: 2026, description: '' };
    await insert('group', { ...group, ...made });
    let receiptNo = 0;
    for (const [at, { paid, adjusted, before }] of cases.entries()) {
      const id = at + 1;
      const bill = { id, campusID: 1, groupID: 1, name: 'Child', number: '', numbers: '', createdAt };
      const asking = { total: 100_000, amountAfterDueDate: 120_000, dueDate: '2026-11-10' };
      await insert('bill', { ...bill, ...asking, ...before, paid: (paid?.amount ?? 0) * 100 });
      for (const one of adjusted)
        await insert('adjustment', { ...one, ...made, billID: id, amount: one.amount * 100, reason: '' });
      if (!paid) continue;
      const { day: receivedOn } = paid;
      const amount = paid.amount * 100;
      receiptNo += 1;
      const payment = { id, receiptNo, amount, method: 'cash', source: 'counter', receivedOn };
      await insert('payment', { ...payment, ...made });
      const { createdBy: _createdBy, ...rest } = made;
      await insert('allocation', { paymentID: id, billID: id, groupID: 1, name: 'Child', amount, ...rest });
    }
  }

  it('Each stored waiver gets its kind, the bills follow the new rule, and adjustments stay append-only.', async () => {
    const { databaseUrl, dataDir } = place();
    const store = databaseUrl ? await openPostgres(databaseUrl) : openSqlite(join(dataDir, 'qasid.db'));
    opened.push(store);
    const { db } = store;
    await migrate(store, migrations.slice(0, 1));
    await fill(db);
    await migrate(store);
    const adjustments = await db.selectFrom('adjustment').selectAll().orderBy('id').execute();
    const bills = await db.selectFrom('bill').selectAll().orderBy('id').execute();
    expect(
      cases.map(({ title }, at) => ({
        title,
        ofLateFine: adjustments.filter(({ billID }) => billID === at + 1).map((one) => one.ofLateFine),
        after: { status: bills[at]?.status, settledOn: bills[at]?.settledOn },
      })),
    ).toEqual(cases.map(({ title, ofLateFine, after }) => ({ title, ofLateFine, after })));
    for await (const { difference } of verifyMoney(db)) expect(difference).toBeUndefined();
    const change = sql`update adjustment set "ofLateFine" = 1 - "ofLateFine"`.execute(db);
    await expect(change).rejects.toThrow(/append-only/);
    const voided = { voidedAt: '2026-11-20T08:00:00.000Z', voidedBy: 'somebody' };
    await db.updateTable('adjustment').set(voided).where('id', '=', 1).execute();
  });
});
