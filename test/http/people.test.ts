/** People are invited, changed, reset and disabled by administrators of their campuses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import type { Person } from '#shared/calls/people.ts';
import { allRights, noRights, type Rights, roles } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';
import { listen } from './listening.ts';

const password = 'correct horse battery';
const hour = 60 * 60 * 1000;

describe.each(engines)('People on %s', (engine) => {
  let world: World;
  let now: Date | undefined;
  let girls: CampusInTest;
  let boys: CampusInTest;
  /** Administrator of both campuses. */
  let owner: Caller;
  /** Administrator of the first campus only. */
  let head: Caller;

  beforeAll(async () => {
    world = await createWorld(engine, { now: () => now ?? new Date() });
  });
  beforeEach(async () => {
    now = undefined;
    girls = await world.school(freshSlug());
    boys = await girls.sister();
    owner = callerOf(world, girls, await girls.user(allRights, [boys]));
    head = callerOf(world, girls, await girls.user(allRights));
  });
  afterAll(() => world.stop());

  const freshName = () => `u.${randomUUID().slice(0, 8)}`;
  const inCampus = (campus: CampusInTest, rights: Rights) => ({ campusID: campus.id, rights });
  const tokenIn = (url: string): string => new URL(url).hash.slice(1);
  const people = async (asking: Caller): Promise<Person[]> => (await asking.get(calls.listPeople)).people;
  const personOf = async (asking: Caller, id: string) => (await people(asking)).find((one) => one.id === id);

  async function invite(asking: Caller, rights = [inCampus(girls, roles.reception)], userName = freshName()) {
    const { id, link } = await asking.get(calls.invitePerson, {
      body: { name: 'Ayesha Khan', userName, rights },
    });
    return { id: id as string, userName, token: tokenIn(link.url), link };
  }
  const openLink = (token: string, chosen = password) =>
    world.call(calls.openLink, { body: { token, password: chosen } });
  const login = (userName: string, given = password) =>
    world.call(calls.login, { body: { userName, password: given } });
  const sessionOf = (token: string) => world.call(calls.getSession, { token });
  /** Invites a person, who sets a password and signs in. */
  async function hire(asking = owner, rights = [inCampus(girls, roles.reception)]) {
    const invited = await invite(asking, rights);
    expectAnswer(calls.openLink, await openLink(invited.token));
    const { body } = await login(invited.userName);
    return { ...invited, token: body.token as string };
  }
  const change = (asking: Caller, id: string, body: Record<string, unknown>) =>
    asking.ask(calls.updatePerson, { params: { id }, body: { name: 'Ayesha Khan', ...body } });
  const act = (asking: Caller, call: Call, id: string) => asking.ask(call, { params: { id } });

  describe('One-time links', () => {
    it('A one-time link sets the password of an invited person, with the given rights.', async () => {
      const { id, userName, token, link } = await invite(owner);
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(new URL(link.url).origin).toBe(world.address);
      expect(await personOf(owner, id)).toMatchObject({ state: 'invited', linkUntil: link.expiresAt });
      expectFailure(await login(userName), 'signedOut');

      const shown = await world.call(calls.showLink, { body: { token } });
      expectAnswer(calls.showLink, shown);
      expect(shown.body).toEqual({ name: 'Ayesha Khan', userName, school: girls.db });
      const used = await openLink(token);
      expectAnswer(calls.openLink, used);
      expect(used.body).toEqual({ userName });

      const { body } = await login(userName);
      expect(body).toMatchObject({ userID: id, rights: roles.reception, cId: girls.id });
      expect(body.campuses).toEqual([{ id: girls.id, name: 'Girls Campus' }]);
      expect(await personOf(owner, id)).toMatchObject({ state: 'active', linkUntil: null });
    });

    it('A one-time link is stored as a digest only.', async () => {
      const { token } = await invite(owner);
      const stored = await world.deps.store.db.selectFrom('access_link').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(token);
      for (const { digest } of stored) expect(digest).toMatch(/^[0-9a-f]{64}$/);
    });

    it('A one-time link opens once, even for several requests at once.', async () => {
      const { token, userName } = await invite(owner);
      const passwords = ['first good password', 'second good password', 'third good password'];
      const answers = await Promise.all(passwords.map((one) => openLink(token, one)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      const won = passwords[answers.findIndex(({ status }) => status === 200)];
      for (const one of passwords) expect((await login(userName, one)).status).toBe(one === won ? 200 : 401);
      expectFailure(await openLink(token), 'notFound');
      expectFailure(await world.call(calls.showLink, { body: { token } }), 'notFound');
    });

    it('A one-time link lasts a week for an invitation and a day for a reset.', async () => {
      const invited = await invite(owner);
      now = new Date(Date.now() + 7 * 24 * hour - 1000);
      expect((await world.call(calls.showLink, { body: { token: invited.token } })).status).toBe(200);
      now = new Date(Date.now() + 7 * 24 * hour + 1000);
      for (const call of [calls.showLink, calls.openLink]) {
        const body = { token: invited.token, ...(call === calls.openLink ? { password } : {}) };
        expectFailure(await world.call(call, { body }), 'notFound');
      }
      now = undefined;
      const { id } = await hire();
      const reset = await act(owner, calls.resetPerson, id);
      now = new Date(Date.now() + 24 * hour + 1000);
      expectFailure(await openLink(tokenIn(reset.body.url)), 'notFound');
    });

    it('A one-time link ends when a new one is made or its account is disabled.', async () => {
      const { id, token } = await invite(owner);
      const again = await act(owner, calls.resetPerson, id);
      expectFailure(await openLink(token), 'notFound');
      await act(owner, calls.disablePerson, id);
      expectFailure(await openLink(tokenIn(again.body.url)), 'notFound');
      expectAnswer(calls.enablePerson, await act(owner, calls.enablePerson, id));
      expectFailure(await openLink(tokenIn(again.body.url)), 'notFound');
    });

    it.each([
      ['reset', calls.resetPerson],
      ['disabled', calls.disablePerson],
    ])('A one-time link opened while its account is %s leaves no usable password.', async (_what, call) => {
      for (let round = 0; round < 5; round++) {
        const { id, token, userName } = await invite(owner);
        const [opened, changed] = await Promise.all([openLink(token), act(owner, call, id)]);
        expectAnswer(call, changed);
        expect([200, 404]).toContain(opened.status);
        // Whichever came first, the administrator’s action holds.
        expectFailure(await login(userName), 'signedOut');
      }
    });

    it('Every invalid one-time link gets the same answer.', async () => {
      const { token } = await invite(owner);
      const wrong = ['x', token.slice(1), `${token}x`, token.toUpperCase(), owner.token];
      const answers = await Promise.all(
        wrong.map((one) => world.call(calls.showLink, { body: { token: one } })),
      );
      for (const answered of answers) {
        expectFailure(answered, 'notFound');
        expect(answered.body).toEqual({ code: 'notFound', message: failureWords.linkOver });
      }
    });

    it.each(['password1', 'ayesha khan', 'iloveyou1'])(
      'A weak password like %s does not use up a one-time link.',
      async (weak) => {
        const { token } = await invite(owner);
        const answered = await openLink(token, weak);
        expectFailure(answered, 'invalid');
        expect(answered.body.issues[0].path).toBe('password');
        expectAnswer(calls.openLink, await openLink(token));
      },
    );
  });

  describe('Invitations', () => {
    it('An invitation with a taken user name is refused, in any letter case.', async () => {
      const { userName } = await invite(owner);
      const answered = await owner.ask(calls.invitePerson, {
        body: { name: 'B', userName: userName.toUpperCase(), rights: [inCampus(girls, roles.viewer)] },
      });
      expectFailure(answered, 'conflict');
      expect(answered.body.issues).toEqual([{ path: 'userName', message: failureWords.nameTaken }]);
    });

    it('Invitations of one user name at the same time make one person.', async () => {
      const userName = freshName();
      const body = { name: 'B', userName, rights: [inCampus(girls, roles.viewer)] };
      const answers = await Promise.all([1, 2, 3].map(() => owner.ask(calls.invitePerson, { body })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const rows = await world.deps.store.db
        .selectFrom('user')
        .innerJoin('membership', 'membership.userID', 'user.id')
        .select('user.id')
        .where('username', '=', userName)
        .execute();
      expect(rows).toHaveLength(1);
    });

    it('An invitation with rights in another administrator’s campus is refused and stores nothing.', async () => {
      const other = await world.school(freshSlug());
      for (const campusID of [boys.id, other.id, 987_654_321]) {
        const userName = freshName();
        const rights = [inCampus(girls, roles.viewer), { campusID, rights: roles.viewer }];
        const answered = await head.ask(calls.invitePerson, { body: { name: 'B', userName, rights } });
        expectFailure(answered, 'notFound');
        const stored = await world.deps.store.db
          .selectFrom('user')
          .select('id')
          .where('username', '=', userName)
          .execute();
        expect(stored).toEqual([]);
      }
    });

    it.each([
      ['more than it asks for', { id: 'mine', invitedAt: null }],
      ['a right that there is not', { rights: [{ campusID: 1, rights: { ...roles.viewer, root: true } }] }],
      ['a right that is no yes or no', { rights: [{ campusID: 1, rights: { ...roles.viewer, admin: 1 } }] }],
      ['no rights', { rights: [] }],
      ['a user name with a space', { userName: 'a b c' }],
    ])('An invitation with %s is refused.', async (_what, more) => {
      const body = { name: 'B', userName: freshName(), rights: [inCampus(girls, roles.viewer)], ...more };
      expectFailure(await owner.ask(calls.invitePerson, { body }), 'malformed');
    });

    it('An invitation that names a campus twice is refused.', async () => {
      const rights = [inCampus(girls, roles.viewer), inCampus(girls, roles.owner)];
      const body = { name: 'B', userName: freshName(), rights };
      expectFailure(await owner.ask(calls.invitePerson, { body }), 'malformed');
    });
  });

  describe('An administrator of one campus', () => {
    it('An administrator of one campus sees its people and their rights there, and no others.', async () => {
      const both = await hire(owner, [inCampus(girls, roles.viewer), inCampus(boys, roles.accounts)]);
      const there = await hire(owner, [inCampus(boys, roles.viewer)]);
      const seen = await people(head);
      expect(seen.map(({ id }) => id)).not.toContain(there.id);
      expect(seen.find(({ id }) => id === both.id)?.rights).toEqual([inCampus(girls, roles.viewer)]);
      expect(seen.find(({ id }) => id === both.id)?.mayManage).toBe(false);
      expect(seen.find(({ id }) => id === head.userID)?.isSelf).toBe(true);
      const { campuses } = await head.get(calls.listPeople);
      expect(campuses).toEqual([{ id: girls.id, name: 'Girls Campus' }]);
    });

    it('An administrator of one campus cannot change people of other campuses, who are answered as not found.', async () => {
      const there = await hire(owner, [inCampus(boys, roles.viewer)]);
      const stranger = await world.school(freshSlug());
      const ofStranger = await stranger.user();
      for (const id of [there.id, ofStranger.userID, 'nobody']) {
        const rights = [inCampus(girls, roles.owner)];
        const answers = [
          await change(head, id, { rights }),
          await act(head, calls.resetPerson, id),
          await act(head, calls.disablePerson, id),
          await act(head, calls.enablePerson, id),
        ];
        for (const answered of answers) {
          expectFailure(answered, 'notFound');
          expect(answered.body).toEqual({ code: 'notFound', message: failureWords.notFound });
        }
      }
    });

    it('An administrator of one campus cannot give rights on another campus.', async () => {
      const { id } = await hire();
      const before = await people(owner);
      for (const target of [id, head.userID]) {
        const rights = [inCampus(girls, allRights), inCampus(boys, allRights)];
        expectFailure(await change(head, target, { rights }), 'notFound');
      }
      expect(await people(owner)).toEqual(before);
    });

    it('An administrator of one campus may change a shared person’s rights there, but not the account.', async () => {
      const { id } = await hire(owner, [inCampus(girls, roles.viewer), inCampus(boys, roles.owner)]);
      const taken = await change(head, id, { rights: [inCampus(girls, noRights)] });
      expectAnswer(calls.updatePerson, taken);
      const renamed = await change(head, id, { name: 'Mine', rights: [inCampus(girls, noRights)] });
      const answers = [
        renamed,
        await act(head, calls.resetPerson, id),
        await act(head, calls.disablePerson, id),
        await act(head, calls.enablePerson, id),
      ];
      for (const answered of answers) {
        expectFailure(answered, 'forbidden');
        expect(answered.body.message).toBe(failureWords.otherCampuses);
      }
      expect(await personOf(owner, id)).toMatchObject({
        name: 'Ayesha Khan',
        rights: [inCampus(girls, noRights), inCampus(boys, roles.owner)],
      });
    });
  });

  describe('The last administrator', () => {
    /** A campus with a single administrator. */
    async function alone() {
      const campus = await world.school(freshSlug());
      return { campus, only: callerOf(world, campus, await campus.user()) };
    }

    it('The last administrator cannot give up the right, nor disable or reset the own account.', async () => {
      const { campus, only } = await alone();
      for (const rights of [noRights, roles.accounts, { ...noRights, view: true }]) {
        const answered = await only.ask(calls.updatePerson, {
          params: { id: only.userID },
          body: { name: only.userName, rights: [inCampus(campus, rights)] },
        });
        expectFailure(answered, 'conflict');
        expect(answered.body.message).toBe(failureWords.lastAdministrator('Girls Campus'));
      }
      for (const call of [calls.disablePerson, calls.resetPerson])
        expectFailure(await act(only, call, only.userID), 'conflict');
      expect((await people(only))[0]?.rights).toEqual([inCampus(campus, allRights)]);
    });

    it('The last administrator can be replaced only by a person who can sign in.', async () => {
      const { campus, only } = await alone();
      const lower = () =>
        only.ask(calls.updatePerson, {
          params: { id: only.userID },
          body: { name: only.userName, rights: [inCampus(campus, roles.viewer)] },
        });
      const rights = [inCampus(campus, allRights)];
      const { id } = await invite(only, rights);
      expectFailure(await lower(), 'conflict');
      await act(only, calls.disablePerson, id);
      expectFailure(await lower(), 'conflict');
      const { token } = await invite(only, rights);
      await openLink(token);
      expectAnswer(calls.updatePerson, await lower());
    });

    it('Two administrators who remove each other’s right at once leave one of them.', async () => {
      const campus = await world.school(freshSlug());
      const [one, other] = [
        callerOf(world, campus, await campus.user()),
        callerOf(world, campus, await campus.user()),
      ];
      const lower = (asking: Caller, { userID, userName }: Caller) =>
        asking.ask(calls.updatePerson, {
          params: { id: userID },
          body: { name: userName, rights: [inCampus(campus, roles.viewer)] },
        });
      const answers = await Promise.all([lower(one, other), lower(other, one)]);
      // The second one is no longer an administrator by then.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const left = await world.deps.store.db
        .selectFrom('membership')
        .select('userID')
        .where('campusID', '=', campus.id)
        .where('admin', '=', 1)
        .execute();
      expect(left).toHaveLength(1);
    });
  });

  describe('Changes of rights', () => {
    it('A change of rights applies to an open session from its next call.', async () => {
      const { id, token } = await hire(owner, [inCampus(girls, roles.accounts)]);
      const save = () =>
        world.call(calls.addTemplate, {
          token,
          query: { db: girls.db, cID: girls.id },
          body: { title: 'T', message: 'M', media: '', sendOn: '' },
        });
      expect((await save()).status).toBe(200);
      expectAnswer(calls.updatePerson, await change(owner, id, { rights: [inCampus(girls, roles.viewer)] }));
      expectFailure(await save(), 'forbidden');
      expect((await sessionOf(token)).body.rights).toEqual(roles.viewer);
    });

    type Stream = Awaited<ReturnType<typeof listen>>;
    /** Reads the events of a stream up to one of this kind, or to its end. */
    async function eventsUntil({ next }: Stream, what?: string) {
      const events: { what: string }[] = [];
      for (let event = await next(); event; event = await next()) {
        events.push(event);
        if (event.what === what) break;
      }
      return events;
    }

    it('A change of rights sends a session event only to the person it is about.', async () => {
      const { id, token } = await hire();
      const [hers, ofOwner] = [await listen(world, { token }, girls), await listen(world, owner, girls)];
      for (const { block } of [hers, ofOwner]) await block();
      await change(owner, id, { rights: [inCampus(girls, roles.viewer)] });
      expect(await eventsUntil(hers, 'session')).toContainEqual({ what: 'session', userID: id });
      expect(await eventsUntil(ofOwner, 'people')).toEqual([{ what: 'people' }]);
      for (const { close } of [hers, ofOwner]) await close();
    });

    it.each([
      [
        'the right to view is taken',
        (id: string) => change(owner, id, { rights: [inCampus(girls, noRights)] }),
      ],
      ['the account is disabled', (id: string) => act(owner, calls.disablePerson, id)],
      ['the password is reset', (id: string) => act(owner, calls.resetPerson, id)],
      ['its session is ended', (_id: string, token: string) => world.call(calls.logout, { token, body: {} })],
    ])('A live stream gets a session event and ends at once when %s.', async (_when, work) => {
      const { id, token } = await hire();
      const stream = await listen(world, { token }, girls);
      expect(await stream.block()).toMatch(/^retry/);
      const begun = performance.now();
      expect((await work(id, token)).status).toBeLessThan(300);
      expect(await eventsUntil(stream)).toContainEqual({ what: 'session', userID: id });
      // The stream ends before the next heartbeat, which comes after 25 seconds.
      expect(performance.now() - begun).toBeLessThan(10_000);
    });

    it('A live stream of a session that stays valid continues.', async () => {
      const { id, token } = await hire();
      const stream = await listen(world, { token }, girls);
      await stream.block();
      await change(owner, id, { rights: [inCampus(girls, roles.viewer)] });
      await eventsUntil(stream, 'session');
      await owner.get(calls.setPace, { body: { pace: 'instant' } });
      expect((await eventsUntil(stream, 'sender')).at(-1)).toEqual({ what: 'sender' });
      await stream.close();
    });
  });

  describe('Disabled people', () => {
    it('A disabled person is signed out at once, and can sign in with the same password when enabled.', async () => {
      const { id, token, userName } = await hire();
      expectAnswer(calls.disablePerson, await act(owner, calls.disablePerson, id));
      expectFailure(await sessionOf(token), 'signedOut');
      const refused = await login(userName);
      expect(refused.body).toEqual({ code: 'signedOut', message: failureWords.wrongPassword });
      expect(await personOf(owner, id)).toMatchObject({ state: 'disabled' });
      expectFailure(await act(owner, calls.resetPerson, id), 'conflict');
      const { db } = world.deps.store;
      expect(await db.selectFrom('session').select('id').where('userId', '=', id).execute()).toEqual([]);
      expectAnswer(calls.enablePerson, await act(owner, calls.enablePerson, id));
      expectFailure(await sessionOf(token), 'signedOut');
      expect((await login(userName)).status).toBe(200);
    });
  });

  it.each(['invitedAt', 'disabledAt'] as const)(
    'A session opened at the moment of %s is not valid, and stays invalid afterwards.',
    async (column) => {
      const { id, token } = await hire();
      const { db } = world.deps.store;
      const at = '2026-11-01T00:00:00.000Z';
      await db
        .updateTable('user')
        .set({ [column]: at })
        .where('id', '=', id)
        .execute();
      expectFailure(await sessionOf(token), 'signedOut');
      if (column === 'disabledAt') expectAnswer(calls.enablePerson, await act(owner, calls.enablePerson, id));
      else
        expectAnswer(
          calls.openLink,
          await openLink(tokenIn((await act(owner, calls.resetPerson, id)).body.url)),
        );
      expectFailure(await sessionOf(token), 'signedOut');
    },
  );

  describe('Resets', () => {
    it('A reset ends password and sessions, and its link sets a new password.', async () => {
      const { id, token, userName } = await hire();
      const answered = await act(owner, calls.resetPerson, id);
      expectAnswer(calls.resetPerson, answered);
      expectFailure(await sessionOf(token), 'signedOut');
      expectFailure(await login(userName), 'signedOut');
      expectAnswer(calls.openLink, await openLink(tokenIn(answered.body.url), 'another good password'));
      expectFailure(await login(userName), 'signedOut');
      expect((await login(userName, 'another good password')).status).toBe(200);
    });
  });

  it('A user who is no administrator can neither list nor change people, whatever other rights they have.', async () => {
    const clerk = callerOf(world, girls, await girls.user({ ...allRights, admin: false }));
    const { id } = await hire();
    const rights = [inCampus(girls, allRights)];
    const answers = [
      await clerk.ask(calls.listPeople),
      await clerk.ask(calls.invitePerson, { body: { name: 'B', userName: freshName(), rights } }),
      await change(clerk, clerk.userID, { rights }),
      await change(clerk, id, { rights }),
      await act(clerk, calls.resetPerson, id),
      await act(clerk, calls.disablePerson, id),
    ];
    for (const answered of answers) expectFailure(answered, 'forbidden');
  });
});
