/** The list of a billing’s bills: search, sorting, and what is known about each bill. */
import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { BillingFigures, ListedBill } from '#shared/calls/bills.ts';
import type { MessageState } from '#shared/messages/message-states.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines } from '../support/world.ts';
import { useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { importedFile } from './sample-inputs.ts';

describe.each(engines)('Bills of a billing on %s', (engine) => {
  const here = useCampus(engine);
  type Query = Record<string, unknown>;
  const list = (
    id: number,
    query: Query = {},
  ): Promise<{ items: ListedBill[]; next: number; count: number }> =>
    here.clerk.get(calls.listBills, { params: { id }, query });
  const namesIn = async (id: number, query: Query) => (await list(id, query)).items.map(({ name }) => name);

  const tariq = '0321-1023858';
  const bills = () => [
    makeBill({ regNum: '00330', name: 'Eman Tariq', number: tariq, total: 6500, dueDate: '2026-11-10' }),
    makeBill({ regNum: '00331', name: 'Hafsa Tariq', number: tariq, total: 9000, status: 'paid' }),
    makeBill({ regNum: '00500', name: 'محمد ابراہیم', number: '0300-1027716', total: 7000, dueDate: null }),
    makeBill({ regNum: null, name: 'Usman', number: null, total: null, invNo: 'V-900' }),
  ];
  const student = { fatherName: 'Tariq Chaudhry', section: 'A', number: null };
  const importRoster = () =>
    here.clerk.get(
      calls.importStudents,
      asLines({ saveID: `roster-${here.campus.id}`, file: { ...importedFile, name: 'roster.csv' } }, [
        { ...student, regNum: '00330', name: 'Eman Tariq', class: '10' },
        { ...student, regNum: '00331', name: 'Hafsa Tariq', class: '9' },
        { ...student, regNum: '00500', name: 'محمد ابراہیم', class: '9', section: 'B', fatherName: null },
      ]),
    );
  const openBilling = async () => {
    const group = await here.campus.group({ bills: bills() });
    await importRoster();
    return group;
  };
  /** Sets the messages of a send to a state, as a provider’s receipt would. */
  const settle = (broadcastID: number, status: MessageState, updatedAt: string) =>
    here.world.deps.store.db
      .updateTable('message')
      .set({ status, updatedAt, dueAt: null })
      .where('campusID', '=', here.campus.id)
      .where('broadcastID', '=', broadcastID)
      .execute();

  it('Listed bills show class, father and siblings from the roster of their own campus.', async () => {
    const { id } = await openBilling();
    await here.campus.group({ bills: [makeBill({ number: tariq })], name: 'Another' });
    const { items } = await list(id);
    expect(items).toMatchObject([
      { class: '10', section: 'A', fatherName: 'Tariq Chaudhry', siblings: 1, lastMessage: null },
      { class: '9', section: 'A', fatherName: 'Tariq Chaudhry', siblings: 1 },
      { class: '9', section: 'B', fatherName: null, siblings: 0 },
      { class: null, section: null, fatherName: null, siblings: 0 },
    ]);
    const other = await here.world.school(`other-${id}`);
    const { id: elsewhere } = await other.group({ bills: bills() });
    const stranger = await other.user();
    const seen = await here.world.call(calls.listBills, {
      params: { id: elsewhere },
      query: { db: other.db, cID: other.id },
      token: stranger.token,
    });
    expect(seen.body.items[0]).toMatchObject({ class: null, siblings: 1 });
  });

  it('A child with two vouchers counts once among its siblings.', async () => {
    const { id } = await here.campus.group({
      bills: [
        makeBill({ regNum: '1', name: 'Eman', number: tariq }),
        makeBill({ regNum: '1', name: 'Eman', number: tariq, month: 10 }),
        makeBill({ regNum: '2', name: 'Hafsa', number: tariq }),
      ],
    });
    expect((await list(id)).items.map(({ siblings }) => siblings)).toEqual([1, 1, 1]);
  });

  it('Listed bills show the latest message to one of their numbers and its state.', async () => {
    const { id, bills: made } = await openBilling();
    const lastOf = async () => (await list(id)).items.map(({ lastMessage }) => lastMessage);
    expect(await lastOf()).toEqual([null, null, null, null]);

    const first = await here.campus.message({ groupIDs: [id], family: true, message: 'Dear {{name}}' });
    expect((await lastOf()).map((last) => last?.status)).toEqual(['queued', 'queued', 'queued', undefined]);
    await settle(first.broadcastID, 'read', '2026-11-03T04:00:00.000Z');
    const read = { status: 'read', at: '2026-11-03T04:00:00.000Z' };
    expect(await lastOf()).toEqual([read, read, read, null]);

    const second = await here.campus.message({ contactIDs: [made[0]?.id ?? 0], message: 'Eman alone' });
    await settle(second.broadcastID, 'failed', '2026-11-12T05:00:00.000Z');
    const failed = { status: 'failed', at: '2026-11-12T05:00:00.000Z' };
    expect(await lastOf()).toEqual([failed, read, read, null]);
    expect(await namesIn(id, { sort: 'message' })).toEqual([
      'Usman',
      'Eman Tariq',
      'Hafsa Tariq',
      'محمد ابراہیم',
    ]);

    // A cancelled message does not count, nor does one to a number that the bill no longer has.
    await settle(second.broadcastID, 'cancelled', '2026-11-12T06:00:00.000Z');
    expect(await lastOf()).toEqual([read, read, read, null]);
    await here.clerk.get(calls.updateBill, { params: { id: made[2]?.id }, body: { number: '0300-9999999' } });
    expect(await lastOf()).toEqual([read, read, null, null]);
  });

  it.each([
    ['Iman', ['Eman Tariq']],
    ['حفصہ', ['Hafsa Tariq']],
    ['Mohammed', ['محمد ابراہیم']],
    ['chaudhry', ['Eman Tariq', 'Hafsa Tariq']],
    ['9-a', ['Hafsa Tariq']],
    ['00500', ['محمد ابراہیم']],
    ['v-900', ['Usman']],
    ['0321-102', ['Eman Tariq', 'Hafsa Tariq']],
    ['321 1023858', ['Eman Tariq', 'Hafsa Tariq']],
    ['tariq 10-A', ['Eman Tariq']],
    ["%' or", []],
  ])('A search for %j in a billing finds the expected bills.', async (search, expected) => {
    const { id, bills: made } = await openBilling();
    const { items, count } = await list(id, { search });
    expect([items.map(({ name }) => name), count]).toEqual([expected, expected.length]);
    const ids = await here.clerk.get(calls.listBillIDs, { params: { id }, query: { search } });
    expect(ids).toEqual(made.filter(({ name }) => expected.includes(name ?? '')).map((bill) => bill.id));
  });

  it('Bills are sorted alike on both engines, in pages, in the list of ids and in exports.', async () => {
    here.clock.now = new Date('2026-11-20T08:00:00Z');
    const { id } = await openBilling();
    const [eman, hafsa, ibrahim, usman] = ['Eman Tariq', 'Hafsa Tariq', 'محمد ابراہیم', 'Usman'];
    expect(await namesIn(id, { sort: 'class,-name' })).toEqual([hafsa, ibrahim, eman, usman]);
    expect(await namesIn(id, { sort: '-payable' })).toEqual([eman, usman, ibrahim, hafsa]);
    expect(await namesIn(id, { sort: '-regNum' })).toEqual([ibrahim, hafsa, eman, usman]);
    expect(await namesIn(id, { sort: 'father,total' })).toEqual([eman, hafsa, ibrahim, usman]);
    expect(await namesIn(id, { sort: 'dueDate,number', status: 'unpaid' })).toEqual([eman, usman, ibrahim]);
    const page = await list(id, { sort: '-name', from: 1, take: 2 });
    expect(page).toMatchObject({ items: [{ name: usman }, { name: hafsa }], next: null, count: 4 });
    const exported = await here.clerk.get(calls.exportBills, { params: { id }, query: { sort: '-regNum' } });
    expect(exported.map(({ name }: ListedBill) => name)).toEqual([ibrahim, hafsa, eman, usman]);
    expectFailure(
      await here.clerk.ask(calls.listBills, { params: { id }, query: { sort: 'colour' } }),
      'malformed',
    );
    const behind = { sort: 'name', after: 1 };
    expectFailure(await here.clerk.ask(calls.listBills, { params: { id }, query: behind }), 'malformed');
  });

  it('Bills can be narrowed to a section, and the figures name the sections and what is payable today.', async () => {
    here.clock.now = new Date('2026-11-20T08:00:00Z');
    const { id, bills: made } = await openBilling();
    const figures: BillingFigures = await here.clerk.get(calls.getBillingFigures, { params: { id } });
    // 13,500 after the due date, 7,000 for the bill without a due date, and 13,500 for the one without a total.
    expect(figures.payable).toBe(13_500 + 7000 + 13_500);
    expect(figures.sections).toMatchObject([
      { class: '9', section: 'A', bills: 1 },
      { class: '9', section: 'B', bills: 1 },
      { class: '10', section: 'A', bills: 1 },
    ]);
    const section = figures.sections[1]?.id;
    expect(await namesIn(id, { section })).toEqual(['محمد ابراہیم']);
    expect(await namesIn(id, { section, status: 'paid' })).toEqual([]);
    // Each status is counted among the bills that match, and an overdue bill is also unpaid.
    const countsOf = async (query: Record<string, unknown>) =>
      (await here.clerk.get(calls.getBillingFigures, { params: { id }, query })).counts;
    const all = await countsOf({});
    expect(all.bills).toBe(all.unpaid + all.paid + all.other);
    const inSection = await countsOf({ section });
    expect(inSection.bills).toBe(1);
    for (const status of ['unpaid', 'overdue', 'paid', 'other'] as const) {
      expect(await namesIn(id, { status })).toHaveLength(all[status]);
      expect(await namesIn(id, { section, status })).toHaveLength(inSection[status]);
    }
    expect(await countsOf({ search: 'Chaudhry' })).toMatchObject({ bills: 2 });
    const exported = await here.clerk.get(calls.exportBills, { params: { id }, query: { section } });
    expect(exported).toMatchObject([{ name: 'محمد ابراہیم' }]);

    const ids = made.map((bill) => bill.id);
    const sum = await here.clerk.get(calls.sumBills, { body: { ids: [...ids, ids[0], 999_999_999] } });
    expect(sum).toEqual({ bills: 4, families: 3, payable: 34_000 });
    expectFailure(await here.clerk.ask(calls.getBillingFigures, { params: { id: 999_999_999 } }), 'notFound');
  });

  it('The result of a search comes in keyset pages.', async () => {
    const { id } = await here.campus.group({
      bills: Array.from({ length: 25 }, (_, index) => makeBill({ name: index % 2 ? 'Iqra' : 'Bilal' })),
    });
    const seen: string[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page = await list(id, { search: 'iqra', after, take: 5 });
      seen.push(...page.items.map(({ name }) => name));
      after = page.next;
    }
    expect(seen).toEqual(Array(12).fill('Iqra'));
  });
});
