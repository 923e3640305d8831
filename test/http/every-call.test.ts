/** What holds of every call there is: its answer's form, and that it knows no ids of others. Who is let in: rights.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { allRights } from '#shared/rights.ts';
import type { CampusInTest, UserInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectAnswer } from './expectations.ts';
import {
  type CallName,
  furnish,
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
 * A stream does not end, a set-up happens once, a login needs a password, a link somebody who made it, a template
 * somebody who approves it, and what changes the installation a store of one school alone: their own tests see to them.
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
/** Only where a campus sends by hand; see by-hand.test.ts. */
const byHand: CallName[] = ['openByHand', 'closeByHand'];

/** An id that is not there is left out of the answer, not complained of. */
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

describe.each(engines)('every call on %s', (engine) => {
  let world: World;
  let home: Place;
  let homeCampus: CampusInTest;
  /** Another campus of the same school, and one of another school: the user may enter neither. */
  let others: Place[];
  let user: UserInTest;

  beforeAll(async () => {
    world = await createWorld(engine, {}, { publicUrl: 'https://fees.example.org' });
    homeCampus = await world.school(freshSlug());
    home = await furnish(world, homeCampus);
    others = [
      await furnish(world, await homeCampus.sister()),
      await furnish(world, await world.school(freshSlug())),
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

  it('has a sample input, so that none is forgotten here', () => {
    expect(Object.keys(samples).sort()).toEqual(all.map(([name]) => name).sort());
  });

  it.each(all.map(([name]) => name).filter((name) => ![...answeredElsewhere, ...byHand].includes(name)))(
    '%s answers what its schema says',
    async (name) => {
      const campus = await world.school(freshSlug());
      const place = await furnish(world, campus);
      const { token } = await campus.user();
      const answered = await ask(name, place, token);
      expectAnswer(callNamed(name), answered);
      expect(answered.headers.get('cache-control')).toBe('no-store');
    },
  );

  it('answers nobody about the ids of another campus, as of ids that are not there', async () => {
    const before = await Promise.all(others.map(({ cID }) => dump(cID)));
    for (const [name] of all.filter(([, call]) => needsRight(call))) {
      for (const key of Object.keys(home.ids) as (keyof Ids)[]) await expectAbsent(name, key);
    }
    expect(await Promise.all(others.map(({ cID }) => dump(cID)))).toEqual(before);
  });

  /** With this one id swapped; a call that does not speak of it is passed over. */
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

  /** Bills, user names and save ids of a sample are made anew each time and would look like a difference. */
  function bodyOf(name: CallName, place: Place): unknown {
    const { body, type } = samples[name](place);
    if (name === 'updateBill') return undefined;
    if (name === 'invitePerson') return (body as { rights: unknown }).rights;
    if (type === 'application/x-ndjson') return JSON.parse(String(body).split('\n')[0] ?? '').group;
    return name === 'saveGroup' ? (body as { group: unknown }).group : body;
  }

  it('lets in a user of two campuses to both, and with the rights of each', async () => {
    const sister = await homeCampus.sister('Third Campus');
    const place = await furnish(world, sister);
    const { token } = await homeCampus.user(allRights, [sister]);
    for (const name of ['loadData', 'updateGroup', 'updateBill', 'sendToClasses'] as const) {
      for (const of of [home, place]) expectAnswer(callNamed(name), await ask(name, of, token));
    }
  });
});
