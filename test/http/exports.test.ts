/** Exports contain every row that the filters leave, once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { ExportedBill } from '#shared/calls/bills.ts';
import { listMessagedBills } from '../../src/server/outbox/enqueue/enqueue-queries.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Exported = { id: number; name: string; status: string; billID: number | null; billIDs: number[] };

describe.each(engines)('Exports on %s', (engine) => {
  const here = useCampus(engine);
  const namesOf = (items: { name: string }[]) => items.map(({ name }) => name);

  describe('Bills', () => {
    const bills = (groupID: number, query: Record<string, unknown> = {}): Promise<ExportedBill[]> =>
      here.clerk.get(calls.exportBills, { params: { id: groupID }, query });

    it('An export of bills has every bill over many pages, in the order and form of the list.', async () => {
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

    it('An export of bills is complete when a page ends with the last bill, or when there are no bills.', async () => {
      expect(await bills((await here.campus.group({ bills: 1000 })).id)).toHaveLength(1000);
      const { id } = await here.campus.group({ bills: 1 });
      expect(await bills(id, { search: 'nobody of this name' })).toEqual([]);
    });

    it('An export of bills follows search and filter, by the day of the campus.', async () => {
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

    it('An export of bills of another campus is not found.', async () => {
      const sisterGroup = await (await here.campus.sister()).group({ bills: 1 });
      for (const id of [sisterGroup.id, 987_654_321])
        expectFailure(await here.clerk.ask(calls.exportBills, { params: { id } }), 'notFound');
    });
  });

  describe('Messages', () => {
    const messages = (query: Record<string, unknown> = {}): Promise<Exported[]> =>
      here.clerk.get(calls.exportOutbox, { query });

    it('An export of messages has every message over many pages and sends, newest first.', async () => {
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

    it('An export of messages names every bill that a message is about.', async () => {
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

    it('An export of messages follows state, send, billing and search.', async () => {
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

    it('An export of messages needs the right outbox, but of one billing only the right view.', async () => {
      const group = await here.campus.group({ bills: 1 });
      await here.campus.message({ groupIDs: [group.id] });
      const looking = await here.caller({ view: true });
      expectFailure(await looking.ask(calls.exportOutbox), 'forbidden');
      expect(await looking.get(calls.exportOutbox, { query: { groupID: group.id } })).toHaveLength(1);
      const sending = await here.caller({ view: true, outbox: true });
      expect(await sending.get(calls.exportOutbox)).toHaveLength(1);
    });

    it('An export of messages of another campus’s billing is not found.', async () => {
      const sister = await here.campus.sister();
      const sisterGroup = await sister.group({ bills: 1 });
      await sister.message({ groupIDs: [sisterGroup.id] });
      for (const groupID of [sisterGroup.id, 987_654_321])
        expectFailure(await here.clerk.ask(calls.exportOutbox, { query: { groupID } }), 'notFound');
      expect(await messages()).toEqual([]);
    });
  });

  describe('Messaged bills', () => {
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

    it('Messaged bills are all bills with a number and a queued message, including siblings in one message.', async () => {
      expect(await messaged()).toEqual(new Set([billIDs[0], billIDs[1], billIDs[3]]));
    });

    it.each(['unknown', 'read'] as const)(
      'A bill still counts as messaged when its message is %s.',
      async (state) => {
        await become(state);
        expect((await messaged()).size).toBe(3);
      },
    );

    it.each(['cancelled', 'skipped', 'failed'] as const)(
      'A bill does not count as messaged when its message was %s.',
      async (state) => {
        await become(state);
        expect(await messaged()).toEqual(new Set());
      },
    );

    it('Messaged bills are listed for their own billing only.', async () => {
      const other = await here.campus.group({ bills: 1 });
      expect(await listMessagedBills(here.campus.scope, other.id)).toEqual(new Set());
      await here.campus.message({ contactIDs: [other.bills[0]?.id ?? 0] });
      expect(await listMessagedBills(here.campus.scope, other.id)).toEqual(new Set([other.bills[0]?.id]));
    });
  });
});
