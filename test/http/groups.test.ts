import { describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { amountKeys, headKeys } from '#shared/money/bill-heads.ts';
import { toasts } from '#shared/words/toasts.ts';
import { moneyColumns } from '../../src/server/billing/bills/bills-rules.ts';
import { saveGroup } from '../../src/server/imports/save/save.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { untilSomebodyWaits } from '../support/locks.ts';
import { billsIn, callerOf, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

const details = { name: 'December 2026', month: 12, year: 2026, description: 'Monthly fee' };
const heads = headKeys.map((key) => [key, `Fund ${key}`] as const);
const amounts = amountKeys.map((key, index) => [key, 100.25 * (index + 1)] as const);

describe.each(engines)('Billings on %s', (engine) => {
  const here = useCampus(engine);
  const storedBills = billsIn(here);
  const storedGroups = () =>
    here.world.deps.store.db.selectFrom('group').selectAll().where('campusID', '=', here.campus.id).execute();

  it('Groups/LoadData answers every billing with all its bills, as they are stored.', async () => {
    const { campus, clerk } = here;
    const small = await campus.group({ bills: 3, name: 'Small' });
    const empty = await campus.group({ name: 'Empty' });
    // Two full steps of a thousand bills: the stream must neither repeat nor skip a bill.
    const large = await campus.group({ bills: 2000, name: 'Large' });
    const loaded = await clerk.get(calls.loadData);
    expect(loaded.map(({ group }: { group: { id: number } }) => group.id)).toEqual([
      large.id,
      empty.id,
      small.id,
    ]);
    for (const { group, contacts } of loaded) {
      const rows = await storedBills(group.id);
      const inRupees = rows.map(({ numbers: _, createdAt: _at, importID: _by, ...stored }) => {
        // Other columns of the ledger are answered by other calls.
        const { statedStatus: _status, ...row } = stored;
        const rupees = moneyColumns.map((column) => [
          column,
          row[column] === null ? null : row[column] / 100,
        ]);
        return { ...row, paid: row.paid / 100, adjusted: 0, lateWaived: 0, ...Object.fromEntries(rupees) };
      });
      expect(contacts).toEqual(inRupees);
    }
  });

  it('Groups/LoadData and Groups answer with empty lists if there is no billing.', async () => {
    expect(await here.clerk.get(calls.loadData)).toEqual([]);
    expect(await here.clerk.get(calls.listGroups)).toEqual([]);
  });

  it('Groups/Save creates a billing with its bills and keeps every column.', async () => {
    const { clerk, campus } = here;
    const full = {
      ...makeBill({
        name: 'عائشہ خان',
        total: 12_500.5,
        status: ' Partial',
        email: 'a@b.pk',
        branch: 'North',
      }),
      avatar: '/files/facefacefacefacefaceface.png',
      ...Object.fromEntries([...heads, ...amounts]),
    };
    const group = { ...details, id: 0, campusID: campus.id, avatar: '/files/groupgroupgroupgroupgrou.png' };
    const { id, added } = await clerk.get(calls.saveGroup, {
      body: { group, contacts: [full, { name: 'No number' }] },
    });
    expect(added).toBe(2);
    const [loaded] = await clerk.get(calls.loadData);
    expect(loaded.group).toEqual({ ...group, id });
    expect(loaded.contacts[0]).toEqual({
      ...full,
      id: expect.any(Number),
      groupID: id,
      campusID: campus.id,
      status: 'partial',
      paid: 0,
      settledOn: null,
      adjusted: 0,
      lateWaived: 0,
    });
    expect(loaded.contacts[1]).toMatchObject({
      name: 'No number',
      number: '',
      status: 'unpaid',
      total: null,
      regNum: null,
    });
    const [row] = await storedBills(id);
    expect(row).toMatchObject({ total: 1_250_050, amount1: 10_025, amount10: 100_250 });
    expect(row?.numbers).toBe(`+92${String(full.number).slice(1)}`);
    expect(await storedGroups()).toMatchObject([{ createdBy: clerk.userID }]);
  });

  it('Groups/Save adds bills to an existing billing.', async () => {
    const { clerk, campus } = here;
    const group = await campus.group({ bills: 2 });
    const body = { group: { id: group.id }, contacts: [makeBill({ name: 'New Child' }), makeBill()] };
    const saved = await clerk.get(calls.saveGroup, { body });
    expect(saved).toMatchObject({ id: group.id, added: 2, updated: 0, skipped: 0, refused: 0, held: [] });
    const rows = await storedBills(group.id);
    expect(rows.map(({ name }) => name)).toEqual([
      ...group.bills.map(({ name }) => name),
      'New Child',
      body.contacts[1]?.name,
    ]);
    expect(await storedGroups()).toHaveLength(1);
  });

  it('Groups/Save saves nothing when one number cannot be read, and names it.', async () => {
    const { clerk } = here;
    const contacts = [makeBill(), makeBill(), makeBill({ number: '0300-1234567, 12345' }), makeBill()];
    const answered = await clerk.ask(calls.saveGroup, { body: { group: details, contacts } });
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([
      { path: 'contacts.2.number', message: '"12345" is not a phone number.' },
    ]);
    expect(await storedGroups()).toEqual([]);
  });

  it('Groups/Save refuses text beside a good number and names it, but accepts a remark in brackets.', async () => {
    const save = (number: string) =>
      here.clerk.ask(calls.saveGroup, { body: { group: details, contacts: [makeBill({ number })] } });
    const answered = await save('abc, 0300-1234567; n.a.');
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([
      { path: 'contacts.0.number', message: '"abc" is not a phone number.' },
      { path: 'contacts.0.number', message: '"n.a." is not a phone number.' },
    ]);
    expect(await storedGroups()).toEqual([]);
    expect((await save('0300-1234567 (Father) / -')).status).toBe(200);
  });

  it('Groups/Save adds nothing to a billing when one bill has neither name nor number.', async () => {
    const { clerk, campus } = here;
    const group = await campus.group({ bills: 1 });
    const contacts = [makeBill(), { total: 100 }];
    const answered = await clerk.ask(calls.saveGroup, { body: { group: { id: group.id }, contacts } });
    expectFailure(answered, 'invalid');
    expect(answered.body.issues).toEqual([{ path: 'contacts.1.number', message: 'Contact is required.' }]);
    expect(await storedBills(group.id)).toHaveLength(1);
  });

  it.each([
    ['name', { ...details, name: '  ' }],
    ['name', { ...details, name: undefined }],
    ['description', { ...details, description: '\n' }],
    ['description', { ...details, description: undefined }],
    ['month', { ...details, month: undefined }],
    ['year', { ...details, year: undefined }],
  ])('Groups/Save needs a %s for a new billing.', async (field, group) => {
    const { clerk } = here;
    const answered = await clerk.ask(calls.saveGroup, { body: { group, contacts: [makeBill()] } });
    expectFailure(answered, 'invalid');
    expect(answered.body.issues.map(({ path }: { path: string }) => path)).toEqual([`group.${field}`]);
    expect(answered.body.message).toBe(toasts.errors.details);
    expect(await storedGroups()).toEqual([]);
  });

  it.each(['name', 'description'])(
    'A billing keeps its %s when the new one is blank or missing.',
    async (field) => {
      const { clerk, campus } = here;
      const { id } = await campus.group();
      const before = await storedGroups();
      for (const value of [' ', null, undefined]) {
        const body = { ...details, [field]: value };
        const answered = await clerk.ask(calls.updateGroup, { params: { id }, body });
        expectFailure(answered, 'invalid');
        expect(answered.body.message).toBe(toasts.errors.details);
      }
      expect(await storedGroups()).toEqual(before);
    },
  );

  it.each([[[]], [undefined]])('Groups/Save needs at least one contact, not %j.', async (contacts) => {
    const { clerk, campus } = here;
    const ofNew = await clerk.ask(calls.saveGroup, { body: { group: details, contacts } });
    expectFailure(ofNew, 'invalid');
    expect(ofNew.body.message).toBe(toasts.errors.details);
    const { id } = await campus.group();
    const ofOld = await clerk.ask(calls.saveGroup, { body: { group: { id }, contacts } });
    expectFailure(ofOld, 'invalid');
    expect(ofOld.body).toMatchObject({
      message: toasts.errors.contacts,
      issues: [{ path: 'contacts', message: toasts.errors.contacts }],
    });
  });

  it('Bills saved while their billing is being removed are answered with not found.', async () => {
    const { clerk, campus, world } = here;
    const { id } = await campus.group({ bills: 1 });
    const { db } = world.deps.store;
    const removal = await db.startTransaction().execute();
    // Every removal locks the campus first, and then deletes the billing.
    await removal
      .updateTable('campus')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', campus.id)
      .execute();
    await removal.deleteFrom('group').where('id', '=', id).execute();
    const body = { group: { id }, contacts: [makeBill()] };
    const answered = clerk.ask(calls.saveGroup, { body });
    // SQLite has one connection, which the removal holds, so the save waits by itself.
    if (engine === 'postgres') await untilSomebodyWaits(db);
    await removal.commit().execute();
    expectFailure(await answered, 'notFound');
  });

  it('Groups/Save yields to other work while it reads a long list, and numbers its rows through.', async () => {
    const { campus, world } = here;
    const contacts = Array.from({ length: 9000 }, (_, index) => ({ name: `A ${index}`, number: '' }));
    contacts.push({ name: 'B', number: '12' });
    let turns = 0;
    const count = () => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const save = saveGroup(campus.scope, world.deps, { group: { ...details, id: 0 }, contacts });
    await expect(save).rejects.toMatchObject({ issues: [{ path: 'contacts.9000.number' }] });
    clearImmediate(next);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('Billings are listed with their figures, newest month first.', async () => {
    const { clerk, campus, clock } = here;
    clock.now = new Date('2026-11-11T08:00:00Z');
    const bills = [
      makeBill({ status: 'unpaid', dueDate: '2026-11-10', total: 100.5 }),
      makeBill({ status: 'unpaid', dueDate: '2026-11-11', total: 200 }),
      makeBill({ status: 'unpaid', dueDate: null, total: null }),
      makeBill({ status: 'paid', dueDate: '2026-11-01', total: 400 }),
      makeBill({ status: 'waived', dueDate: '2026-11-01', total: 50 }),
    ];
    const { id } = await campus.group({ bills });
    await clerk.get(calls.saveGroup, { body: { group: details, contacts: [makeBill()] } });
    const [december, november] = await clerk.get(calls.listGroups);
    expect(december.name).toBe('December 2026');
    const counts = { bills: 5, unpaid: 3, overdue: 1, partPaid: 0, paid: 1, other: 1 };
    expect(november).toMatchObject({ id, ...counts, total: 750.5, expected: 700.5, collected: 400 });
  });

  it('Billings are found by name and description in any letter case, with % and _ as plain characters.', async () => {
    const { clerk, campus } = here;
    const names = ['École 100%', 'Class_A fees', 'Class A fees', 'نومبر'];
    for (const name of names) await campus.group({ name });
    const found = async (search: string): Promise<string[]> => {
      const groups = await clerk.get(calls.listGroups, { query: { search } });
      return groups.map(({ name }: { name: string }) => name).sort();
    };
    expect(await found('éCOLE')).toEqual(['École 100%']);
    expect(await found('%')).toEqual(['École 100%']);
    expect(await found('class_a')).toEqual(['Class_A fees']);
    expect(await found('نومبر')).toEqual(['نومبر']);
    expect(await found('MONTHLY')).toEqual(names.sort());
    expect(await found('\\')).toEqual([]);
  });

  it.each([
    'javascript:alert(1)',
    'http://192.168.1.1/x.png',
    'https://example.com/face.png',
    '/files/../secret.key',
    '/files/facefacefacefacefaceface.mp4',
    '/x.png',
  ])('A picture of a billing or a bill must be an upload: %s is refused.', async (avatar) => {
    const { clerk, campus } = here;
    const group = { ...details, id: 0, campusID: campus.id };
    const saves = [
      { group: { ...group, avatar }, contacts: [makeBill()] },
      { group, contacts: [{ ...makeBill(), avatar }] },
    ];
    for (const body of saves) expectFailure(await clerk.ask(calls.saveGroup, { body }), 'invalid');
    const { id, bills } = await campus.group({ bills: 1 });
    const ofGroup = { params: { id }, body: { ...details, avatar } };
    expectFailure(await clerk.ask(calls.updateGroup, ofGroup), 'invalid');
    const ofBill = { params: { id: bills[0]?.id }, body: { avatar } };
    expectFailure(await clerk.ask(calls.updateBill, ofBill), 'invalid');
  });

  it('Changing a billing changes its details and not its bills.', async () => {
    const { clerk, campus } = here;
    const { id } = await campus.group({ bills: 2 });
    const before = await storedBills(id);
    const change = {
      name: 'Changed',
      month: 1,
      year: 2027,
      description: 'Otherwise',
      avatar: '/files/aaaaaaaaaaaaaaaaaaaaaaaa.png',
    };
    const changed = await clerk.get(calls.updateGroup, { params: { id }, body: change });
    expect(changed).toEqual({ ...change, id, campusID: campus.id, version: expect.any(String) });
    expect(await storedGroups()).toMatchObject([change]);
    const unchanged = await clerk.get(calls.updateGroup, { params: { id }, body: details });
    expect(unchanged.avatar).toBe('/files/aaaaaaaaaaaaaaaaaaaaaaaa.png');
    expect(await storedBills(id)).toEqual(before);
  });

  it('Removing a billing removes its bills and skips their queued messages.', async () => {
    const { clerk, campus } = here;
    const gone = await campus.group({ bills: 2 });
    const remaining = await campus.group({ bills: 1 });
    const { broadcastID } = await campus.message({ groupIDs: [gone.id, remaining.id] });
    await clerk.get(calls.removeGroup, { query: { id: gone.id } });
    expect(await storedGroups()).toMatchObject([{ id: remaining.id }]);
    expect(await storedBills(gone.id)).toEqual([]);
    const { items } = await clerk.get(calls.listOutbox, { query: { broadcastID } });
    expect(
      items.map(({ status, reasonCode }: { status: string; reasonCode: string }) => [status, reasonCode]),
    ).toEqual([
      ['queued', null],
      ['skipped', 'billRemoved'],
      ['skipped', 'billRemoved'],
    ]);
    expectFailure(await clerk.ask(calls.removeGroup, { query: { id: gone.id } }), 'notFound');
  });

  it('If the caller works in several campuses, the campus of a call follows from its billing.', async () => {
    const { campus, caller, world } = here;
    const sister = await campus.sister();
    const head = await caller({ view: true, edit: true, add: true }, [sister]);
    const ofSister = await sister.group({ bills: 1 });
    const change = { params: { id: ofSister.id }, body: details };
    expect(await head.get(calls.updateGroup, { ...change, query: { cID: undefined } })).toMatchObject({
      campusID: sister.id,
    });
    expectFailure(await head.ask(calls.updateGroup, change), 'notFound');
    const body = { group: { ...details, campusID: sister.id }, contacts: [makeBill()] };
    const saved = await head.get(calls.saveGroup, { query: { cID: undefined }, body });
    const atSister = await callerOf(world, sister, head).get(calls.listGroups);
    expect(atSister.map(({ id }: { id: number }) => id)).toContain(saved.id);
  });
});
