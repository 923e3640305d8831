/** Rules for every call: its answer fits its schema, and ids of others are unknown to it. Access: rights.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { allRights } from '#shared/people/rights.ts';
import type { CampusInTest, UserInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectAnswer } from './expectations.ts';
import {
  type CallName,
  fillCampus,
  type Ids,
  needsRight,
  ofOperator,
  ofOwnAccount,
  type Place,
  samples,
} from './sample-inputs.ts';

const all = Object.entries(calls) as [CallName, Call][];
const callNamed = (name: CallName): Call => calls[name];

/**
 * Calls with their own tests: the stream does not end, set-up works once, and others need a password, a link, an
 * approval or a store of one school.
 */
const answeredElsewhere: CallName[] = [
  'live',
  'checkSetup',
  'setUp',
  'login',
  ...ofOwnAccount,
  'endSession',
  'submitTemplate',
  ...ofOperator,
];
/** These work only where a campus sends by hand; see by-hand.test.ts. */
const byHand: CallName[] = ['openByHand', 'closeByHand'];

/** These calls leave an unknown id out of their answer instead of refusing it. */
const onlyChoosing = [
  'listOutbox run',
  'listFailures run',
  'countWaiting group',
  'retryOutbox message',
  'leaveOutbox message',
  'tellByPhone message',
  'markBills bill',
  'sumBills bill',
  'skipReminders bill',
  'listHistory bill',
];

describe.each(engines)('Every call on %s', (engine) => {
  let world: World;
  let home: Place;
  let homeCampus: CampusInTest;
  /** Another campus of the same school and one of another school. The user may enter neither. */
  let others: Place[];
  let user: UserInTest;

  beforeAll(async () => {
    world = await createWorld(engine, {}, { publicUrl: 'https://fees.example.org' });
    homeCampus = await world.school(freshSlug());
    home = await fillCampus(world, homeCampus);
    others = [
      await fillCampus(world, await homeCampus.sister()),
      await fillCampus(world, await world.school(freshSlug())),
    ];
    user = await homeCampus.user();
  });
  afterAll(() => world.stop());

  const ask = (name: CallName, place: Place, token: string | undefined = user.token): Promise<Answered> =>
    world.call(callNamed(name), { ...samples[name](place), ...(token ? { token } : {}) });

  const dump = async (campusID: number) => {
    const { db } = world.deps.store;
    const tables = ['group', 'bill', 'message', 'broadcast', 'sender', 'inbound', 'template'] as const;
    return Promise.all(
      tables.map((table) =>
        db.selectFrom(table).selectAll().where('campusID', '=', campusID).orderBy('id').execute(),
      ),
    );
  };

  it('Every call has a sample input.', () => {
    expect(Object.keys(samples).sort()).toEqual(all.map(([name]) => name).sort());
  });

  it.each(all.map(([name]) => name).filter((name) => ![...answeredElsewhere, ...byHand].includes(name)))(
    '%s answers what its schema says.',
    async (name) => {
      const campus = await world.school(freshSlug());
      const place = await fillCampus(world, campus);
      const { token } = await campus.user();
      const answered = await ask(name, place, token);
      expectAnswer(callNamed(name), answered);
      expect(answered.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('For ids of another campus every call gives the same answer as for ids that do not exist.', async () => {
    const before = await Promise.all(others.map(({ cID }) => dump(cID)));
    for (const [name] of all.filter(([, call]) => needsRight(call))) {
      for (const key of Object.keys(home.ids) as (keyof Ids)[]) await expectAbsent(name, key);
    }
    expect(await Promise.all(others.map(({ cID }) => dump(cID)))).toEqual(before);
  });

  /** Asks with one id exchanged, and expects the same answer for an unknown id and for an id of others. */
  async function expectAbsent(name: CallName, key: keyof Ids): Promise<void> {
    const withID = (id: number): Place => ({ ...home, ids: { ...home.ids, [key]: id } });
    const written = (place: Place) => JSON.stringify({ ...samples[name](place), body: bodyOf(name, place) });
    if (written(withID(987_654_321)) === written(home)) return;
    const absent = await ask(name, withID(987_654_321));
    const isChoosing = onlyChoosing.includes(`${name} ${key}`);
    expect(absent.status, `${name} ${key}`).toBe(isChoosing ? 200 : 404);
    for (const other of others) {
      const { status, body } = await ask(name, withID(other.ids[key]));
      expect({ status, body }, `${name} ${key}`).toEqual({ status: absent.status, body: absent.body });
    }
  }

  /** Bills, user names and save ids of a sample are new each time and would look like a difference. */
  function bodyOf(name: CallName, place: Place): unknown {
    const { body, type } = samples[name](place);
    if (name === 'updateBill') return undefined;
    if (name === 'invitePerson') return (body as { rights: unknown }).rights;
    if (type === 'application/x-ndjson') return JSON.parse(String(body).split('\n')[0] ?? '').group;
    return name === 'saveGroup' ? (body as { group: unknown }).group : body;
  }

  it('A user of two campuses can use both, with the rights of each.', async () => {
    const sister = await homeCampus.sister('Third Campus');
    const place = await fillCampus(world, sister);
    const { token } = await homeCampus.user(allRights, [sister]);
    for (const name of ['loadData', 'updateGroup', 'updateBill', 'sendToClasses'] as const) {
      for (const of of [home, place]) expectAnswer(callNamed(name), await ask(name, of, token));
    }
  });
});
