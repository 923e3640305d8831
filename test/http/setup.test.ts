import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { allRights } from '#shared/people/rights.ts';
import { starterTemplates } from '#shared/words/templates.ts';
import { verifyMoney } from '../../src/server/ledger/audit/audit.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { expectAnswer, expectFailure } from './expectations.ts';

const first = {
  school: 'Iqra School',
  campus: 'Main Campus',
  name: 'Sadia Malik',
  userName: 'sadia.malik',
  password: 'a good password',
};
const { userName, password } = first;
const tokenOf = (world: World) => new URL(world.setupLink ?? '').searchParams.get('token') ?? '';

describe.each(engines)('Set-up on %s, step by step', (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(engine);
  });
  afterAll(() => world.stop());
  const setUp = (body: Record<string, unknown>) => world.call(calls.setUp, { body: { ...first, ...body } });
  const users = () => world.deps.store.db.selectFrom('user').select('username').execute();

  it('Set-up is needed on an empty store, and nobody can sign in before it.', async () => {
    const answered = await world.call(calls.getSetup);
    expectAnswer(calls.getSetup, answered);
    expect(answered.body).toEqual({ needed: true });
    expectFailure(await world.call(calls.login, { body: { userName, password } }), 'signedOut');
  });

  it('Set-up with a wrong token is refused and creates no user.', async () => {
    for (const token of ['', 'wrong', tokenOf(world).toLowerCase(), `${tokenOf(world)}x`]) {
      expectFailure(await world.call(calls.checkSetup, { body: { token } }), 'forbidden');
      expectFailure(await setUp({ token }), 'forbidden');
    }
    expect(await users()).toEqual([]);
  });

  it.each([
    { password: 'short' },
    { userName: 'a b' },
    { userName: 'ab' },
    { school: ' ' },
    { name: '' },
    { campus: undefined },
  ])('Invalid set-up values are refused and do not use up the token: %o.', async (wrong) => {
    expectFailure(await setUp({ token: tokenOf(world), ...wrong }), 'malformed');
    expect(await users()).toEqual([]);
  });

  it.each(['password', 'sadia.malik'])(
    'A weak password like %s is refused and does not use up the set-up token.',
    async (password) => {
      const answered = await setUp({ token: tokenOf(world), password });
      expectFailure(answered, 'invalid');
      expect(answered.body.issues).toEqual([{ path: 'password', message: answered.body.message }]);
      expect(await users()).toEqual([]);
    },
  );

  it('Set-up with the token creates school, campus and administrator, and signs in.', async () => {
    const opening = { token: tokenOf(world) };
    expectAnswer(calls.checkSetup, await world.call(calls.checkSetup, { body: opening }));
    const answered = await setUp(opening);
    expectAnswer(calls.setUp, answered);
    const { token, cId } = answered.body;
    expect(answered.body).toMatchObject({
      db: 'main',
      userName: 'sadia.malik',
      name: 'Sadia Malik',
      rights: allRights,
      campuses: [{ id: cId, name: 'Main Campus' }],
    });
    expect(answered.headers.get('set-cookie')).toContain('qasid_session=');
    const query = { db: 'main', cID: cId };
    const templates = await world.call(calls.listTemplates, { token, query });
    expect(templates.body).toMatchObject(starterTemplates.map(({ title }) => ({ title })));
    expect((await world.call(calls.listGroups, { token, query })).body).toEqual([]);
    expect((await world.call(calls.getDemo, { token, query })).body).toMatchObject({ isDemo: true });
  });

  it('Set-up succeeds once only.', async () => {
    expect((await world.call(calls.getSetup)).body).toEqual({ needed: false });
    for (const token of [tokenOf(world), 'wrong']) {
      expectFailure(await world.call(calls.checkSetup, { body: { token } }), 'conflict');
      expectFailure(await setUp({ token, userName: 'somebody.else' }), 'conflict');
    }
    expect(await users()).toEqual([{ username: 'sadia.malik' }]);
    expectAnswer(calls.login, await world.call(calls.login, { body: { userName, password } }));
  });
});

describe.each(engines)('Set-up on %s, several at once', (engine) => {
  it('Three set-ups at once create one school, with demonstration data if it was requested.', async () => {
    const world = await createWorld(engine);
    const token = tokenOf(world);
    const answers = await Promise.all(
      ['first.one', 'second.one', 'third.one'].map((userName) =>
        world.call(calls.setUp, { body: { ...first, userName, token, demo: true } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([403, 409]).toContain(status);
    const { body } = answers.find(({ status }) => status === 200) ?? {};
    const schools = await world.deps.store.db.selectFrom('school').select('slug').execute();
    const users = await world.deps.store.db.selectFrom('user').select('username').execute();
    expect({ schools, users }).toEqual({ schools: [{ slug: 'main' }], users: [{ username: body.userName }] });
    const query = { db: body.db, cID: body.cId };
    const groups = await world.call(calls.listGroups, { token: body.token, query });
    expectAnswer(calls.listGroups, groups);
    expect(groups.body).toHaveLength(6);
    for (const group of groups.body) expect(group.bills).toBeGreaterThan(450);
    // Paid bills of the demonstration have payments like all others.
    for await (const ledger of verifyMoney(world.deps.store.db))
      expect(await ledger).toMatchObject({ bills: 3030, difference: undefined });
    await world.stop();
  });
});
