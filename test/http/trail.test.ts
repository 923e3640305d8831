/** The trail for an administrator: who, when, from where, old and new values, and no secrets. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import type { TrailEntry } from '#shared/calls/trail.ts';
import { allRights, roles } from '#shared/people/rights.ts';
import { trailSentences, trailValueWords } from '#shared/words/trail-entries.ts';
import { addMembership } from '../../src/server/auth/auth-queries.ts';
import { createUser } from '../../src/server/auth/setup/setup.ts';
import { keepTrail } from '../../src/server/trail/chain/worker.ts';
import { type CampusInTest, makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf } from '../support/trail.ts';
import { asLines, createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';
import { importedFile } from './sample-inputs.ts';

const password = 'correct horse battery';

describe.each(engines)('The trail on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let clerk: Caller;
  let now: Date;
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };

  beforeAll(async () => {
    now = new Date('2026-11-20T06:00:00.000Z');
    world = await createWorld(engine, { now: () => now });
  });
  beforeEach(async () => {
    pass(600);
    campus = await world.school(freshSlug());
    clerk = callerOf(world, campus, await campus.user());
  });
  afterAll(() => world.stop());

  const list = async (query = {}, by = clerk): Promise<TrailEntry[]> =>
    (await by.get(calls.listTrail, { query })).items;
  const codes = (entries: readonly TrailEntry[]) => entries.map(({ code }) => code);
  const history = async (kind: string, id: number | string, by = clerk): Promise<TrailEntry[]> =>
    (await by.get(calls.listHistory, { query: { kind, id } })).items;

  async function person(rights = allRights, also: CampusInTest[] = []) {
    const userName = `clerk.${crypto.randomUUID().slice(0, 8)}`;
    const userID = (await createUser(world.deps, { userName, name: 'Hira Malik', password })) ?? '';
    for (const { id } of [campus, ...also])
      await addMembership(world.deps.store.db, { userID, campusID: id, rights });
    return { userName, userID };
  }
  const login = (userName: string, given = password) =>
    world.call(calls.login, { body: { userName, password: given } });

  it('The trail says who changed a bill, when, from where, and each field’s old and new value.', async () => {
    const { bills } = await campus.group({ bills: [makeBill({ name: 'Bilal Khan', total: 12_500 })] });
    const id = bills[0]?.id ?? 0;
    pass(60);
    await clerk.get(calls.updateBill, {
      params: { id },
      body: { total: 13_000, dueDate: '2026-12-05', reason: 'x' },
    });
    const [entry] = await list();
    expect(entry).toMatchObject({
      at: now.toISOString(),
      actor: 'user',
      actorID: clerk.userID,
      actorName: clerk.userName,
      address: '127.0.0.1',
      code: 'billChanged',
      kind: 'bill',
      aboutID: String(id),
      changes: [
        { field: 'dueDate', from: '10 Nov 2026', to: '5 Dec 2026' },
        { field: 'total', from: '12,500', to: '13,000' },
      ],
    });
    expect(entry?.aboutName).toContain('Bilal Khan');
  });

  it('The trail has no entry for a change that changed nothing or failed.', async () => {
    const { bills } = await campus.group({ bills: 1 });
    const id = bills[0]?.id ?? 0;
    const before = codes(await list());
    await clerk.get(calls.updateBill, { params: { id }, body: { total: bills[0]?.total } });
    expectFailure(
      await clerk.ask(calls.updateBill, { params: { id }, body: { number: 'nobody' } }),
      'invalid',
    );
    expect(codes(await list())).toEqual(before);
  });

  it('The history of a bill shows how it was imported, marked, changed and removed.', async () => {
    const group = { name: 'November 2026', month: 11, year: 2026, description: 'Fee', campusID: campus.id };
    const rows = Array.from({ length: 30 }, () => makeBill());
    const lines = asLines(
      { saveID: crypto.randomUUID(), file: importedFile, group: { ...group, id: 0 } },
      rows,
    );
    const { id: groupID } = await clerk.get(calls.importBills, lines);
    const { items } = await clerk.get(calls.listBills, { params: { id: groupID } });
    const ids = items.map((bill: { id: number }) => bill.id);
    await clerk.get(calls.markBills, { body: { ids, status: 'paid' } });
    await clerk.get(calls.markBills, { body: { ids: [ids[0]], status: 'unpaid' } });
    const again = [{ ...rows[0], total: 900_000, amountAfterDueDate: 900_000 }];
    const more = { saveID: crypto.randomUUID(), file: { ...importedFile, sha256: 'cd'.repeat(32) } };
    await clerk.get(calls.importBills, asLines({ ...more, group: { id: groupID } }, again));
    expect(codes(await history('bill', ids[0]))).toEqual([
      'billsSaved',
      'billsMarked',
      'billsMarked',
      'billsSaved',
    ]);
    expect(codes(await history('bill', ids[1]))).toEqual(['billsMarked', 'billsSaved']);
    await clerk.get(calls.removeBill, { params: { id: ids[1] } });
    expect(codes(await history('bill', ids[1]))).toEqual(['billRemoved', 'billsMarked']);
    expect(codes(await history('group', groupID))).toHaveLength(5);
  });

  it('The trail has one entry for a send and for a clear, however many messages they have.', async () => {
    const { id } = await campus.group({ bills: 40 });
    const before = (await list()).length;
    await clerk.get(calls.sendToGroups, { body: { message: 'Fees', whatsapp: true, groupIDs: [id] } });
    await clerk.get(calls.clearOutbox);
    const [cleared, sent, ...rest] = await list();
    expect([cleared, sent]).toMatchObject([{ code: 'cleared' }, { code: 'sent', groupID: id }]);
    expect(cleared?.text).toBe(trailSentences.cleared({ changed: 40 }));
    expect(sent?.text).toBe(trailSentences.sent({ kind: 'run', queued: 40, skipped: 0 }));
    expect(rest).toHaveLength(before);
  });

  it('The trail contains no message text, token, password or code.', async () => {
    const { userName, userID } = await person();
    const { token } = (await login(userName)).body;
    await login(userName, 'wrong password 42');
    await login('wrong password 42', password);
    const secret = 'a text that nobody else sees';
    const { id } = await clerk.get(calls.addTemplate, { body: { title: 'Fee', message: secret } });
    await clerk.get(calls.updateTemplate, { params: { id }, body: { title: 'Fee', message: `${secret}!` } });
    await clerk.get(calls.sendToMember, { body: { contacts: '03001234567', message: secret } });
    await clerk.get(calls.setConnection, {
      body: {
        way: 'cloud',
        cloud: {
          phoneNumberID: '12345',
          wabaID: '12345',
          appID: '12345',
          token: 'EAAtoken',
          appSecret: 'shh',
        },
      },
    });
    const link = await clerk.get(calls.resetPerson, { params: { id: userID } });
    const opened = new URL(link.url).hash.slice(1);
    await world.call(calls.openLink, { body: { token: opened, password: 'another good password' } });
    pass(120);
    await keepTrail(world.deps);
    const stored = JSON.stringify(await world.deps.store.db.selectFrom('trail').selectAll().execute());
    for (const word of [
      secret,
      password,
      'wrong password 42',
      'another good password',
      'EAAtoken',
      'shh"',
      token,
    ])
      expect(stored).not.toContain(word);
    expect(stored).not.toContain(opened);
    const [connected] = (await list()).filter(({ code }) => code === 'connected');
    expect(connected?.text).toBe(trailSentences.connected({ secrets: ['token', 'appSecret'] }));
  });

  it('Failed sign-ins are counted per minute in the trail, with person and address.', async () => {
    const { userName, userID } = await person();
    for (let tried = 0; tried < 3; tried += 1) await login(userName, 'not the password');
    await keepTrail(world.deps);
    expect(codes(await history('person', userID))).toEqual([]);
    pass(60);
    await login(userName, 'not the password');
    await login(userName);
    pass(60);
    await keepTrail(world.deps);
    const entries = await history('person', userID);
    expect(entries.filter(({ code }) => code === 'signInFailed').map(({ text }) => text)).toEqual([
      trailSentences.signInFailed({ tries: 1 }),
      trailSentences.signInFailed({ tries: 3 }),
    ]);
    expect(entries.filter(({ code }) => code === 'signedIn')).toMatchObject([
      { actorID: userID, actorName: 'Hira Malik', address: '127.0.0.1' },
    ]);
    await keepTrail(world.deps);
    expect(await history('person', userID)).toHaveLength(3);
  });

  it('The trail says what people did with their own accounts.', async () => {
    const { userName, userID } = await person();
    const { token } = (await login(userName)).body;
    await login(userName);
    await login(userName);
    const sessions = (await world.call(calls.listSessions, { token })).body as {
      id: string;
      isThis: boolean;
    }[];
    const other = sessions.find(({ isThis }) => !isThis);
    expectAnswer(calls.endSession, await world.call(calls.endSession, { token, params: { id: other?.id } }));
    expectAnswer(calls.endOtherSessions, await world.call(calls.endOtherSessions, { token, body: {} }));
    const body = { current: password, password: 'another good password' };
    expectAnswer(calls.changePassword, await world.call(calls.changePassword, { token, body }));
    expectAnswer(calls.logout, await world.call(calls.logout, { token, body: {} }));
    const entries = await history('person', userID);
    expect(codes(entries)).toEqual([
      'signedOut',
      'passwordChanged',
      'sessionsEnded',
      'sessionsEnded',
      'signedIn',
      'signedIn',
      'signedIn',
    ]);
    expect(entries.every(({ actorID, address }) => actorID === userID && address === '127.0.0.1')).toBe(true);
  });

  it('The trail says which rights were given and taken, and in which campus.', async () => {
    const sister = await campus.sister();
    const admin = callerOf(world, campus, await campus.user(allRights, [sister]));
    const { userID } = await person(roles.viewer, [sister]);
    const rights = [{ campusID: campus.id, rights: { ...roles.viewer, add: true } }];
    await admin.get(calls.updatePerson, { params: { id: userID }, body: { name: 'Hira Malik', rights } });
    const [entry] = await history('person', userID, admin);
    expect(entry).toMatchObject({
      code: 'rightsChanged',
      changes: [{ field: 'add', from: trailValueWords.no, to: trailValueWords.yes }],
    });
    const ofSister = callerOf(world, sister, await sister.user());
    expect(codes(await history('person', userID, ofSister))).not.toContain('rightsChanged');
  });

  it('The trail is for administrators of the campus, and shows no other campus or school.', async () => {
    const sister = await campus.sister();
    const stranger = await world.school(freshSlug());
    for (const other of [sister, stranger]) {
      await other.group({ bills: 1, name: 'SECRET' });
      const someone = callerOf(world, other, await other.user());
      await someone.get(calls.addTemplate, { body: { title: 'SECRET', message: 'x' } });
    }
    const outsider = callerOf(world, stranger, await stranger.user());
    await outsider.get(calls.updateSchool, { body: { name: 'SECRET school' } });
    expect(JSON.stringify(await list({ take: 200 }))).not.toContain('SECRET');
    const { userID } = await person();
    expect(await history('person', userID, outsider)).toEqual([]);
    const reader = callerOf(world, campus, await campus.user({ ...allRights, admin: false }));
    for (const call of [calls.listTrail, calls.exportTrail])
      expectFailure(await reader.ask(call), 'forbidden');
    expectFailure(await reader.ask(calls.listHistory, { query: { kind: 'bill', id: 1 } }), 'forbidden');
  });

  it('The trail is searched by text, kind, person and day, page by page.', async () => {
    const colleague = callerOf(world, campus, await campus.user());
    await clerk.get(calls.addTemplate, { body: { title: 'Fee 100% due', message: 'x' } });
    pass(86_400);
    await colleague.get(calls.addTemplate, { body: { title: 'Holidays', message: 'x' } });
    await campus.group({ bills: 1, name: 'Van 2026' });
    const titles = async (query: object) => (await list(query)).map(({ aboutName }) => aboutName);
    expect(await titles({ search: 'fee 100%' })).toEqual(['Fee 100% due']);
    expect(await titles({ search: '%' })).toEqual(['Fee 100% due']);
    expect(await titles({ search: trailSentences.templateAdded.toUpperCase() })).toEqual([
      'Holidays',
      'Fee 100% due',
    ]);
    expect(await titles({ search: 'nothing like it' })).toEqual([]);
    expect(await titles({ kind: 'template' })).toEqual(['Holidays', 'Fee 100% due']);
    expect(await titles({ kind: 'import' })).toEqual(['Van 2026']);
    expect(await titles({ userID: colleague.userID })).toEqual(['Holidays']);
    const [day] = now.toISOString().split('T');
    expect(await titles({ kind: 'template', from: day })).toEqual(['Holidays']);
    const dayBefore = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
    expect(await titles({ kind: 'template', from: dayBefore, to: dayBefore })).toEqual(['Fee 100% due']);
    const all = await list();
    const paged: TrailEntry[] = [];
    for (let before: number | undefined; ; ) {
      const page = await clerk.get(calls.listTrail, { query: { take: 1, before } });
      paged.push(...page.items);
      if (page.next === null) break;
      before = page.next;
    }
    expect(paged).toEqual(all);
  });

  it('An export of the trail contains the filtered entries, and is itself an entry.', async () => {
    await clerk.get(calls.addTemplate, { body: { title: 'Fee', message: 'x' } });
    await keepTrail(world.deps);
    const exported: TrailEntry[] = await clerk.get(calls.exportTrail, { query: { kind: 'template' } });
    expect(codes(exported)).toEqual(['templateAdded']);
    expect(exported[0]?.seal).toMatch(/^[\da-f]{64}$/);
    expect(codes(await list())[0]).toBe('trailExported');
    const [row] = (
      await entriesOf(world.deps.store.db, await schoolOf(world.deps.store.db, campus.id))
    ).slice(-1);
    expect(row?.what).toBe('trailExported');
  });

  it('An added campus and a new school name are in the trail of the old and of the new campus.', async () => {
    const id = await clerk
      .get(calls.addCampus, { body: { name: 'Third Campus', country: 'PK', timeZone: 'Asia/Karachi' } })
      .then((answer) => answer.id);
    await clerk.get(calls.updateSchool, { body: { name: 'Another School' } });
    const expected = [
      { code: 'schoolRenamed', changes: [{ field: 'name', to: 'Another School' }] },
      { code: 'campusAdded', kind: 'school', aboutID: String(id), aboutName: 'Third Campus' },
    ];
    expect(await list()).toMatchObject(expected);
    expect(await list({}, callerOf(world, { ...campus, id }, clerk))).toMatchObject(expected);
  });
});
