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
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { planOf } from '../support/query-plan.ts';
import { createWorld, type World } from '../support/world.ts';

const ids = Array.from({ length: 50 }, (_, at) => at + 1);

describe.skipIf(!engines.includes('postgres'))('Plans of PostgreSQL', () => {
  let world: World;
  let own: CampusInTest;

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
    await fill(await world.school('large'), 5000);
    await sql`analyze`.execute(world.deps.store.db);
  });
  afterAll(() => world.stop());

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
