/** The lists that are taken out whole: what the filters leave, all of it, once each. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ExportedBill } from '#shared/calls/bills.ts';
import { listMessagedBills } from '../../src/server/outbox/enqueue/queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Exported = { id: number; name: string; status: string; billID: number | null; billIDs: number[] };

describe.each(engines)('exports on %s', (engine) => {
  const here = useCampus(engine);
  const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);

  describe('of bills', () => {
    const bills = (groupID: number, query: Record<string, unknown> = {}): Promise<ExportedBill[]> =>
      here.clerk.get(calls.exportBills, { params: { id: groupID }, query });

    it('are every bill in the order of its file, as the list has them, over many pages', async () => {
      const group = await here.campus.group({ bills: 2001 });
      const list = await bills(group.id);
      expect(list.map(({ id }) => id)).toEqual(group.bills.map(({ id }) => id));
      const { items } = await here.clerk.get(calls.listBills, {
        params: { id: group.id },
        query: { take: 200 },
      });
      const beside = { class: null, section: null, fatherName: null, lastMessage: null };
      const listed = items.map(({ version: _version, ...bill }: { version: string }) => bill);
      expect(listed).toEqual(
        list
          .slice(0, 200)
          .map(({ paidOn: _paidOn, ...bill }) => ({ ...bill, ...beside, unread: 0, siblings: 0 })),
      );
    });

    it('are a whole list too when a page ends with the last bill, or when there are none', async () => {
      expect(await bills((await here.campus.group({ bills: 1000 })).id)).toHaveLength(1000);
      const { id } = await here.campus.group({ bills: 1 });
      expect(await bills(id, { search: 'nobody of this name' })).toEqual([]);
    });

    it('keep to search and filter, by the campus’s day', async () => {
      here.clock.now = new Date('2026-11-15T12:00:00.000Z');
      const { id } = await here.campus.group({
        bills: [
          makeBill({ name: 'Ayesha', dueDate: '2026-11-14' }),
          makeBill({ name: 'عائشہ', dueDate: '2026-11-15' }),
          makeBill({ name: 'Bilal', status: 'paid', dueDate: '2026-11-14' }),
        ],
      });
      expect(namesOf(await bills(id, { status: 'unpaid' }))).toEqual(['Ayesha', 'عائشہ']);
      expect(namesOf(await bills(id, { status: 'overdue' }))).toEqual(['Ayesha']);
      expect(namesOf(await bills(id, { status: 'paid' }))).toEqual(['Bilal']);
      expect(namesOf(await bills(id, { search: 'عائشہ' }))).toEqual(['Ayesha', 'عائشہ']);
      expect(namesOf(await bills(id, { search: 'bilal' }))).toEqual(['Bilal']);
    });

    it('of another campus are as of none', async () => {
      const theirs = await (await here.campus.sister()).group({ bills: 1 });
      for (const id of [theirs.id, 987_654_321])
        expectFailure(await here.clerk.ask(calls.exportBills, { params: { id } }), 'notFound');
    });
  });

  describe('of messages', () => {
    const messages = (query: Record<string, unknown> = {}): Promise<Exported[]> =>
      here.clerk.get(calls.exportOutbox, { query });

    it('are every message newest first, as the list has them, over many pages and runs', async () => {
      const group = await here.campus.group({ bills: 1005 });
      await here.campus.message({ groupIDs: [group.id] });
      await here.campus.message({ contacts: '03001234567' });
      const list = await messages();
      expect(list).toHaveLength(1006);
      const { items } = await here.clerk.get(calls.listOutbox, { query: { take: 200 } });
      expect(list.slice(0, 200).map(({ billIDs: _more, ...message }) => message)).toEqual(items);
      const ids = list.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
      expect(new Set(list.flatMap(({ billIDs }) => billIDs))).toEqual(
        new Set(group.bills.map(({ id }) => id)),
      );
    });

    it('name every bill that a message speaks of', async () => {
      const number = '0300-7654321';
      const group = await here.campus.group({ bills: [makeBill({ number }), makeBill({ number })] });
      await here.campus.message({ groupIDs: [group.id] });
      await here.campus.message({ contacts: number });
      const billIDs = group.bills.map(({ id }) => id);
      expect(await messages()).toMatchObject([
        { billID: null, billIDs: [] },
        { billID: billIDs[0], billIDs },
      ]);
    });

    it('keep to state, run, billing and search', async () => {
      const bills = ['Ayesha', 'Bilal'].map((name) => makeBill({ name }));
      const group = await here.campus.group({
        bills: [...bills, makeBill({ name: 'No Phone', number: '' })],
      });
      const other = await here.campus.group({ bills: [makeBill({ name: 'Sana' })] });
      const first = await here.campus.message({ groupIDs: [group.id, other.id], message: 'Dear {{name}}' });
      await here.campus.message({ groupIDs: [other.id] });
      expect(namesOf(await messages({ groupID: group.id }))).toEqual(['Bilal', 'Ayesha', 'No Phone']);
      expect(namesOf(await messages({ groupID: group.id, status: 'skipped' }))).toEqual(['No Phone']);
      expect(namesOf(await messages({ groupID: other.id }))).toEqual(['Sana', 'Sana']);
      const ofRun = { groupID: other.id, broadcastID: first.broadcastID };
      expect(namesOf(await messages(ofRun))).toEqual(['Sana']);
      expect(namesOf(await messages({ search: 'dear b' }))).toEqual(['Bilal']);
      expect(await messages({ broadcastID: 987_654_321 })).toEqual([]);
    });

    it('need the right to the outbox, but for one billing only the right to look', async () => {
      const group = await here.campus.group({ bills: 1 });
      await here.campus.message({ groupIDs: [group.id] });
      const looking = await here.caller({ view: true });
      expectFailure(await looking.ask(calls.exportOutbox), 'forbidden');
      expect(await looking.get(calls.exportOutbox, { query: { groupID: group.id } })).toHaveLength(1);
      const sending = await here.caller({ view: true, outbox: true });
      expect(await sending.get(calls.exportOutbox)).toHaveLength(1);
    });

    it('of another campus are as of none', async () => {
      const sister = await here.campus.sister();
      const theirs = await sister.group({ bills: 1 });
      await sister.message({ groupIDs: [theirs.id] });
      for (const groupID of [theirs.id, 987_654_321])
        expectFailure(await here.clerk.ask(calls.exportOutbox, { query: { groupID } }), 'notFound');
      expect(await messages()).toEqual([]);
    });
  });

  describe('bills that were messaged', () => {
    const number = '0300-7654321';
    let groupID: number;
    let billIDs: number[];

    beforeEach(async () => {
      const bills = [makeBill({ number }), makeBill({ number }), makeBill({ number: '' }), makeBill()];
      const group = await here.campus.group({ bills });
      groupID = group.id;
      billIDs = group.bills.map(({ id }) => id);
      await here.campus.message({ groupIDs: [groupID] });
    });
    const become = (status: 'cancelled' | 'skipped' | 'failed' | 'unknown' | 'read') =>
      here.world.deps.store.db
        .updateTable('message')
        .set({ status })
        .where('campusID', '=', here.campus.id)
        .where('status', '=', 'queued')
        .execute();
    const messaged = () => listMessagedBills(here.campus.scope, groupID);

    it('are all whom a message waits for, a whole family by one, but none without a number', async () => {
      expect(await messaged()).toEqual(new Set([billIDs[0], billIDs[1], billIDs[3]]));
    });

    it.each(['unknown', 'read'] as const)('stay so when it is %s', async (state) => {
      await become(state);
      expect((await messaged()).size).toBe(3);
    });

    it.each(['cancelled', 'skipped', 'failed'] as const)('are none when it was %s', async (state) => {
      await become(state);
      expect(await messaged()).toEqual(new Set());
    });

    it('are told of their own billing', async () => {
      const other = await here.campus.group({ bills: 1 });
      expect(await listMessagedBills(here.campus.scope, other.id)).toEqual(new Set());
      await here.campus.message({ contactIDs: [other.bills[0]?.id ?? 0] });
      expect(await listMessagedBills(here.campus.scope, other.id)).toEqual(new Set([other.bills[0]?.id]));
    });
  });
});
