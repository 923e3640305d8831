/**
 * PostgreSQL plans by its statistics, so these plans need tables of some size: a campus of 400 payments in a database of
 * 5,400. A query that reads whole tables there reads those of every school.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/server/auth/scope.ts';
import { listUnseen } from '../../src/server/bank/bank-matches/bank-matches-queries.ts';
import { findAuthID } from '../../src/server/bank/consumers/consumers-queries.ts';
import {
  listAllocations,
  listPaymentRows,
  sumPayments,
} from '../../src/server/counter/payments/payments-queries.ts';
import { listOwnersOfCredit } from '../../src/server/ledger/credits/credits-queries.ts';
import { listFacts, listOpenOfFamilies, sumFigures } from '../../src/server/reports/reports-queries.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { planOf } from '../support/query-plan.ts';
import { createWorld, type World } from '../support/world.ts';

const report = {
  ...{ by: 'class' as const, from: '2026-11-01', to: '2026-11-30', today: '2026-11-20' },
  ...{ class: undefined, row: undefined },
};
const first = { after: 0, take: 50 };
const ids = Array.from({ length: 50 }, (_, at) => at + 1);

describe.skipIf(!engines.includes('postgres'))('Plans of PostgreSQL', () => {
  let world: World;
  let own: CampusInTest;
  let large: CampusInTest;

  async function fill({ id: campusID, scope: { db }, group }: CampusInTest, payments: number): Promise<void> {
    const { id: groupID } = await group();
    await sql`insert into bill ("campusID", "groupID", name, number, numbers, status, total, "createdAt")
      with recursive series (i) as (select 1 union all select i + 1 from series where i < ${payments})
      select ${campusID}, ${groupID}, 'Child', '', '', 'unpaid', 100, '' from series`.execute(db);
    await sql`insert into payment ("campusID", "receiptNo", amount, method, "receivedOn", source, "createdAt", "createdBy")
      select ${campusID}, id, 100, 'cash', '2026-11-' || (10 + id % 20), case id % 10 when 0 then 'push' else 'counter' end, '', '' from bill
      where "campusID" = ${campusID}`.execute(db);
    // The triggers of the next statement plan by these statistics, too.
    await sql`analyze`.execute(db);
    await sql`insert into allocation ("campusID", "paymentID", "billID", "groupID", name, amount, "createdAt")
      select "campusID", id, "receiptNo", ${groupID}, '', 100, '' from payment where "campusID" = ${campusID}`.execute(
      db,
    );
  }

  beforeAll(async () => {
    world = await createWorld('postgres');
    own = await world.school('own');
    await fill(own, 400);
    large = await world.school('large');
    await fill(large, 5000);
    await sql`analyze`.execute(world.deps.store.db);
  });
  afterAll(() => world.stop());

  it.each<[string, (scope: Scope) => Promise<unknown>]>([
    ['children with credit', (scope) => listOwnersOfCredit(scope)],
    ['the report of credits', (scope) => sumFigures(scope, { ...report, name: 'credits' })],
    [
      'the money of some days',
      (scope) => listFacts(scope, { ...report, name: 'collected', figure: 'collected' }, first),
    ],
  ])('The query for %s leaves out payments without credit with one join.', async (_what, work) => {
    const plan = await planOf(large.scope, work);
    // Without it, the allocations of each payment would be added up.
    expect(plan).toContain('Anti Join');
    expect(plan).toContain('CTE Scan on unspent');
  });

  it('The open bills of a page of families are read by their ids.', async () => {
    const plan = await planOf(large.scope, (scope) => listOpenOfFamilies(scope, ids));
    expect(plan).toMatch(/Index Scan using bill_pkey|Bitmap Index Scan on bill_pkey/);
  });

  it.each<[string, (scope: Scope) => Promise<unknown>]>([
    ['the allocations of payments', (scope) => listAllocations(scope, ids)],
    ['payments that no bank file has shown', (scope) => listUnseen(scope, { billIDs: ids, accountID: 1 })],
    ['the authorisation of a payment', (scope) => findAuthID(scope, 1)],
    ['a page of payments', (scope) => listPaymentRows(scope, {}, { after: 0, take: 50 })],
    [
      'a page of the payments of some days',
      (scope) => listPaymentRows(scope, { from: '2026-11-12' }, { after: 0, take: 50 }),
    ],
    ['the sum of payments', (scope) => sumPayments(scope, {})],
  ])('The query for %s reads no whole table.', async (_what, work) => {
    expect(await planOf(own.scope, work)).not.toMatch(/Seq Scan on (payment|allocation)/);
  });
});
