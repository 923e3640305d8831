/** The school and its campuses, as their administrators manage them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '#shared/calls/all.ts';
import { allRights, roles } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import { starterTemplates } from '#shared/words/templates.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Caller, callerOf, freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';
import { listen } from './listening.ts';

const karachi = { country: 'PK', timeZone: 'Asia/Karachi' };
/** The currency sign and logo of a campus that chose none. */
const plain = { currency: 'Rs.', logo: null };
const dubai = { name: 'Dubai Campus', country: 'AE', timeZone: 'Asia/Dubai' };

describe.each(engines)('Campuses on %s', (engine) => {
  let world: World;
  let girls: CampusInTest;
  let boys: CampusInTest;
  /** Administrator of both campuses. */
  let owner: Caller;
  /** Administrator of the first campus only. */
  let head: Caller;

  beforeAll(async () => {
    world = await createWorld(engine);
  });
  beforeEach(async () => {
    girls = await world.school(freshSlug());
    boys = await girls.sister();
    owner = callerOf(world, girls, await girls.user(allRights, [boys]));
    head = callerOf(world, girls, await girls.user(allRights));
  });
  afterAll(() => world.stop());

  const session = (caller: Caller, cID: number) =>
    world.call(calls.getSession, { token: caller.token, query: { cID } });
  const update = (caller: Caller, id: number, body: unknown) =>
    caller.ask(calls.updateCampus, { params: { id }, body });

  it('An administrator sees the own campuses and no others.', async () => {
    const version = expect.any(String);
    const both = [
      { id: girls.id, name: 'Girls Campus', ...karachi, ...plain, version },
      { id: boys.id, name: 'Boys Campus', ...karachi, ...plain, version },
    ];
    expect(await owner.get(calls.getSchool)).toEqual({ name: girls.db, mayChange: true, campuses: both });
    const shown = await head.get(calls.getSchool);
    expect(shown).toEqual({ name: girls.db, mayChange: false, campuses: [both[0]] });
  });

  it('A new campus has starter templates, and everybody who administers all campuses gets rights in it.', async () => {
    const another = callerOf(world, girls, await girls.user(allRights, [boys]));
    const { id } = await owner.get(calls.addCampus, { body: dubai });
    for (const caller of [owner, another]) {
      const there = await session(caller, id);
      expectAnswer(calls.getSession, there);
      expect(there.body).toMatchObject({ rights: allRights, timeZone: 'Asia/Dubai', country: 'AE' });
    }
    expectFailure(await session(head, id), 'notFound');
    const templates = await owner.get(calls.listTemplates, { query: { cID: id } });
    expect(templates).toMatchObject(starterTemplates.map(({ title }) => ({ title })));
    expect((await owner.get(calls.getSchool)).mayChange).toBe(true);
  });

  it('Two requests at once for a campus of the same name make one campus.', async () => {
    const answers = await Promise.all([1, 2].map(() => owner.ask(calls.addCampus, { body: dubai })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('An administrator of only some campuses can neither add a campus nor change the school.', async () => {
    const answers = [
      await head.ask(calls.addCampus, { body: dubai }),
      await head.ask(calls.updateSchool, { body: { name: 'Mine' } }),
    ];
    for (const answered of answers) {
      expectFailure(answered, 'forbidden');
      expect(answered.body.message).toBe(failureWords.wholeSchool);
    }
    expect((await owner.get(calls.getSchool)).name).toBe(girls.db);
  });

  it('Only an administrator of a campus can change it, and another user’s open page is told to reload its session.', async () => {
    const clerk = callerOf(world, boys, await boys.user(roles.viewer));
    const stream = await listen(world, clerk, boys);
    await stream.block();
    expectAnswer(calls.updateCampus, await update(owner, boys.id, dubai));
    expect(await stream.next()).toEqual({ what: 'session' });
    await stream.close();
    expect((await session(clerk, boys.id)).body).toMatchObject({
      timeZone: 'Asia/Dubai',
      country: 'AE',
      campuses: [{ id: boys.id, name: 'Dubai Campus' }],
    });
    const other = await world.school(freshSlug());
    for (const id of [boys.id, other.id, 987_654_321])
      expectFailure(await update(head, id, { ...dubai, name: 'Mine' }), 'notFound');
  });

  it('The currency sign and logo of a campus stay when a change leaves them out.', async () => {
    const logo = '/files/1-abcdefghijklmnopqrstuvwx.png';
    const looks = { currency: 'AED', logo };
    expectAnswer(calls.updateCampus, await update(owner, boys.id, { ...dubai, ...looks }));
    expectAnswer(calls.updateCampus, await update(owner, boys.id, { ...dubai, name: 'Deira' }));
    expect((await session(owner, boys.id)).body).toMatchObject(looks);
    expect((await session(owner, girls.id)).body).toMatchObject(plain);
    expectAnswer(calls.updateCampus, await update(owner, boys.id, { ...dubai, logo: null }));
    expect((await session(owner, boys.id)).body).toMatchObject({ currency: 'AED', logo: null });
  });

  it('A campus cannot take the name of another campus of the school, in any letter case.', async () => {
    const answered = await update(owner, boys.id, { name: 'girls campus', ...karachi });
    expectFailure(answered, 'conflict');
    expect(answered.body.issues[0].path).toBe('name');
    expectAnswer(calls.updateCampus, await update(owner, boys.id, { name: 'BOYS campus', ...karachi }));
  });

  it.each([
    { country: 'XX' },
    { country: 'pk' },
    { timeZone: 'Asia/Nowhere' },
    { timeZone: '+05:00' },
    { name: ' ' },
    { currency: ' ' },
    { currency: 'Rupees of Pakistan' },
    { schoolID: 1 },
  ])('A campus refuses the value %o.', async (wrong) => {
    expectFailure(await update(owner, boys.id, { name: 'Boys Campus', ...karachi, ...wrong }), 'malformed');
  });

  it('A campus refuses a logo address that a browser would run as a script.', async () => {
    const wrong = { name: 'Boys Campus', ...karachi, logo: 'javascript:alert(1)' };
    expectFailure(await update(owner, boys.id, wrong), 'invalid');
  });

  it('The name of the school can be changed.', async () => {
    expectAnswer(calls.updateSchool, await owner.ask(calls.updateSchool, { body: { name: 'Iqra School' } }));
    expect((await head.get(calls.getSchool)).name).toBe('Iqra School');
  });
});
