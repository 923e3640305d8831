/**
 * The stored counts of bills and messages equal a count of the rows, after every kind of change and under concurrency.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { MessageState } from '#shared/messages/message-states.ts';
import { listMessages } from '../../src/server/outbox/lists/page-queries.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { expectTrueCounts } from '../support/counts.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Stored counts on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let token: string;
  beforeAll(async () => {
    world = await createWorld(engine);
    campus = await world.school('counts');
    ({ token } = await campus.user());
  });
  afterAll(() => world.stop());

  const place = () => ({ db: 'counts', cID: campus.id });
  const db = () => world.deps.store.db;
  const figures = async (id: number) => {
    const { body } = await world.call(calls.listGroups, { token, query: { ...place(), search: '' } });
    const { bills, unpaid, overdue, total, collected } = body.find(
      (group: { id: number }) => group.id === id,
    );
    return { bills, unpaid, overdue, total, collected };
  };
  const change = (id: number, to: object) => db().updateTable('bill').set(to).where('id', '=', id).execute();

  it('The counts of a billing follow every change of its bills, and their deletion.', async () => {
    const group = await campus.group({
      bills: [
        makeBill({ total: 100, dueDate: '2020-01-01' }),
        makeBill({ total: 200, dueDate: undefined }),
        // A bill of nothing: no money can be paid on it.
        makeBill({ total: undefined, amountAfterDueDate: undefined, status: 'paid' }),
      ],
    });
    const [first, second, third] = group.bills.map(({ id }) => id) as [number, number, number];
    expect(await figures(group.id)).toEqual({ bills: 3, unpaid: 2, overdue: 1, total: 300, collected: 0 });
    await change(first, { status: 'paid', paid: 10_000 });
    await change(second, { dueDate: '2020-01-01', total: 5000 });
    await change(third, { total: 100, paid: 100 });
    expect(await figures(group.id)).toEqual({ bills: 3, unpaid: 1, overdue: 1, total: 151, collected: 101 });
    await expectTrueCounts(db());
    const other = await campus.group({ bills: 1 });
    await change(third, { groupID: other.id, status: 'unpaid' });
    await change(second, { dueDate: null });
    expect(await figures(group.id)).toEqual({ bills: 2, unpaid: 1, overdue: 0, total: 150, collected: 100 });
    await db().deleteFrom('bill').where('id', '=', first).execute();
    await expectTrueCounts(db());
    await db().deleteFrom('group').where('id', '=', group.id).execute();
    await expectTrueCounts(db());
  });

  it('A rolled-back transaction does not change the counts.', async () => {
    const { id, bills } = await campus.group({ bills: 2 });
    const before = await figures(id);
    const giveUp = db()
      .transaction()
      .execute(async (db) => {
        await db
          .deleteFrom('bill')
          .where('id', '=', bills[0]?.id ?? 0)
          .execute();
        throw new Error('given up');
      });
    await expect(giveUp).rejects.toThrow('given up');
    expect(await figures(id)).toEqual(before);
    await expectTrueCounts(db());
  });

  it('Every page of the outbox is found by the stored counts, in each state.', async () => {
    const { id } = await campus.group({ bills: 7 });
    for (let run = 0; run < 4; run += 1) await campus.message({ groupIDs: [id] });
    await campus.message({ contacts: '03001234561' });
    const all = await db()
      .selectFrom('message')
      .select('id')
      .where('campusID', '=', campus.id)
      .orderBy('id', 'desc')
      .execute();
    const ids = all.map((row) => row.id);
    // The messages get different states in each send; one send has no message of some state.
    const states: MessageState[] = ['read', 'delivered', 'read', 'accepted', 'read'];
    const of = (at: number): MessageState =>
      at >= 8 && at < 15 ? 'delivered' : (states[at % 5] as MessageState);
    for (const [at, id] of ids.entries())
      await db()
        .updateTable('message')
        .set({ status: of(at), dueAt: null })
        .where('id', '=', id)
        .execute();
    await expectTrueCounts(db());
    for (const status of ['all', 'read', 'delivered', 'sent'] as const) {
      const expected = ids.filter((_id, at) => status === 'all' || of(at) === status);
      const list = async (page: { after: number; from: number; take: number }) =>
        (await listMessages(campus.scope, { status, search: '' }, page)).map((row) => row.id);
      for (let from = 0; from <= expected.length; from += 1) {
        const page = expected.slice(from, from + 4);
        expect(await list({ after: 0, from, take: 4 }), `${status} from ${from}`).toEqual(page);
        const after = expected[from - 1] ?? 0;
        expect(await list({ after, from: 0, take: 4 }), `${status} after ${after}`).toEqual(page);
      }
    }
  });
});

describe.skipIf(!engines.includes('postgres'))('Stored counts of concurrent transactions', () => {
  it('Concurrent transactions do not wait for each other to update counts, and the counts add up afterwards.', async () => {
    const world = await createWorld('postgres');
    const { db } = world.deps.store;
    const campus = await world.school('several');
    const { bills } = await campus.group({ bills: 6 });
    const pay = (index: number) => ({ status: 'paid', id: bills[index]?.id ?? 0 });
    const one = await db.startTransaction().execute();
    const other = await db.startTransaction().execute();
    const third = await db.startTransaction().execute();
    const change = (trx: typeof one, { id, status }: ReturnType<typeof pay>) =>
      trx.updateTable('bill').set({ status }).where('id', '=', id).execute();
    // If counting took locks, each transaction would wait for the one before and the first for the third: a deadlock.
    await change(one, pay(0));
    await change(other, pay(1));
    await change(third, pay(2));
    await change(other, pay(3));
    await change(one, pay(4));
    await other.commit().execute();
    await expectTrueCounts(db);
    await one.rollback().execute();
    await change(third, pay(5));
    await third.commit().execute();
    await expectTrueCounts(db);
    await change(db as never, pay(0));
    await expectTrueCounts(db);
    await world.stop();
  });
});
