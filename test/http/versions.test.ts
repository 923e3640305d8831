import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { type Rights, roles } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { freshSlug, useCampus } from './callers.ts';
import { expectFailure } from './expectations.ts';

type Entity = { id: number | string; version: string } & Record<string, unknown>;

describe.each(engines)('Versions of changed entities on %s', (engine) => {
  const here = useCampus(engine);

  async function addBill(): Promise<Entity> {
    const { id } = await here.campus.group();
    const contacts = [makeBill({ total: 5000 })];
    await here.clerk.get(calls.saveGroup, { body: { group: { id }, contacts } });
    return (await here.clerk.get(calls.listBills, { params: { id } })).items[0];
  }

  const rightsHere = (rights: Rights) => ({ rights: [{ campusID: here.campus.id, rights }] });

  async function addPerson(): Promise<Entity> {
    const body = { name: 'Hira Malik', userName: freshSlug().replace('-', ''), ...rightsHere(roles.viewer) };
    const { id } = await here.clerk.get(calls.invitePerson, { body });
    const { people } = await here.clerk.get(calls.listPeople);
    return people.find((person: Entity) => person.id === id);
  }

  /** For each kind of entity, two changes made from the same read. */
  const kinds: Record<string, { call: Call; add: () => Promise<Entity>; one: object; other: object }> = {
    'a member': { call: calls.updateBill, add: addBill, one: { total: 6000 }, other: { total: 7000 } },
    'a billing': {
      call: calls.updateGroup,
      add: async () => {
        await here.campus.group();
        return (await here.clerk.get(calls.listGroups))[0];
      },
      one: { name: 'One', month: 11, year: 2026, description: 'Fees' },
      other: { name: 'Other', month: 11, year: 2026, description: 'Fees' },
    },
    'a template': {
      call: calls.updateTemplate,
      add: () => here.clerk.get(calls.addTemplate, { body: { title: 'Fee due', message: 'Please pay.' } }),
      one: { title: 'One', message: 'Please pay.' },
      other: { title: 'Other', message: 'Please pay.' },
    },
    'a quick answer': {
      call: calls.updateSnippet,
      add: () => here.clerk.get(calls.addSnippet, { body: { title: 'Thanks', message: 'Thank you.' } }),
      one: { title: 'One', message: 'Thank you.' },
      other: { title: 'Other', message: 'Thank you.' },
    },
    'a child': {
      call: calls.updateStudent,
      add: () =>
        here.clerk.get(calls.addStudent, {
          body: { regNum: 'S1', name: 'Hira', class: 'Ten', section: 'A' },
        }),
      one: { name: 'One' },
      other: { name: 'Other' },
    },
    'a person': {
      call: calls.updatePerson,
      add: addPerson,
      get one() {
        return { name: 'One', ...rightsHere(roles.accounts) };
      },
      get other() {
        return { name: 'Other', ...rightsHere(roles.reception) };
      },
    },
    'a campus': {
      call: calls.updateCampus,
      add: async () => (await here.clerk.get(calls.getSchool)).campuses[0],
      one: { name: 'One', country: 'PK', timeZone: 'Asia/Karachi' },
      other: { name: 'Other', country: 'AE', timeZone: 'Asia/Dubai' },
    },
    'a money account': {
      call: calls.updateMoneyAccount,
      add: () => here.clerk.get(calls.addMoneyAccount, { body: { kind: 'bank', title: 'HBL' } }),
      one: { title: 'One', kind: 'bank' },
      other: { title: 'Other', kind: 'wallet' },
    },
  };
  const all = Object.entries(kinds);

  it.each(all)(
    'The second of two changes to the same version of %s is refused, and names what differs.',
    async (_, kind) => {
      const { id, version } = await kind.add();
      const params = { id };
      const first = await here.clerk.get(kind.call, { params, body: { ...kind.one, version } });
      const second = await here.clerk.ask(kind.call, { params, body: { ...kind.other, version } });
      expectFailure(second, 'conflict');
      expect(second.body.message).toBe(failureWords.changedSince);
      const [field = '', value] = Object.entries(kind.one)[0] ?? [];
      expect(second.body.issues).toContainEqual({ path: field, message: failureWords.isNow(value) });
      const again = { ...kind.other, version: first.version };
      expect(await here.clerk.get(kind.call, { params, body: again })).toMatchObject(kind.other);
    },
  );

  it.each(all)('Of twenty changes at once to the same version of %s one is stored.', async (_, kind) => {
    const { id, version } = await kind.add();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const change = Object.values(kind.one)[0];
        const field = Object.keys(kind.one)[0] ?? '';
        const value = typeof change === 'number' ? change + at : `${change} ${at}`;
        const body = { ...kind.one, [field]: value, version };
        return here.clerk.ask(kind.call, { params: { id }, body });
      }),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  });

  it('If-Match works like the version in the body.', async () => {
    const { id, version } = await addBill();
    const change = (total: number, ifMatch: string) =>
      here.clerk.ask(calls.updateBill, { params: { id }, body: { total }, headers: { 'if-match': ifMatch } });
    expect((await change(6000, `"${version}"`)).status).toBe(200);
    expectFailure(await change(7000, `"${version}"`), 'conflict');
    expect((await change(8000, '*')).status).toBe(200);
  });

  it('A bill that was paid since it was read has another version.', async () => {
    const { id, version } = await addBill();
    await here.clerk.get(calls.markBills, { body: { ids: [id], status: 'paid' } });
    const late = await here.clerk.ask(calls.updateBill, { params: { id }, body: { name: 'Hina', version } });
    expectFailure(late, 'conflict');
    expect(late.body.issues).toEqual([{ path: 'status', message: failureWords.isNow('paid') }]);
  });

  it('A late change of a person names the rights that somebody else has given meanwhile.', async () => {
    const { id, version } = await addPerson();
    const change = (rights: Rights) =>
      here.clerk.ask(calls.updatePerson, {
        params: { id },
        body: { name: 'Hira Malik', ...rightsHere(rights), version },
      });
    expect((await change({ ...roles.viewer, edit: true })).status).toBe(200);
    const late = await change(roles.viewer);
    expectFailure(late, 'conflict');
    const { campuses } = await here.clerk.get(calls.listPeople);
    const message = failureWords.rightsAreNow([`${campuses[0].name}: View, Edit`]);
    expect(late.body.issues).toEqual([{ path: 'rights', message }]);
  });

  it('A money account that was taken out of use since it was read has another version.', async () => {
    const account = { kind: 'bank', title: 'HBL' };
    const { id, version } = await here.clerk.get(calls.addMoneyAccount, { body: account });
    const change = (ended: boolean) =>
      here.clerk.ask(calls.updateMoneyAccount, { params: { id }, body: { ...account, ended, version } });
    expect((await change(true)).status).toBe(200);
    const late = await change(false);
    expectFailure(late, 'conflict');
    expect(late.body.issues).toEqual([{ path: 'ended', message: failureWords.isNow(true) }]);
  });

  it('A change without a version is accepted.', async () => {
    const { id } = await addBill();
    for (const total of [6000, 7000])
      expect(await here.clerk.get(calls.updateBill, { params: { id }, body: { total } })).toMatchObject({
        total,
      });
  });
});
