/** What holds of every call there is: its answer's form, and who is not let in. A new call is walked here too. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { allRights, rightNames } from '#shared/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { CampusInTest, UserInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectAnswer, expectFailure } from './expectations.ts';
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
const namesOf = (test: (call: Call) => boolean) => all.filter(([, call]) => test(call)).map(([name]) => name);
const callNamed = (name: CallName): Call => calls[name];

/**
 * A stream does not end, a set-up happens once, a login needs a password, a link somebody who made it, a template
 * somebody who approves it, and what changes the installation a store of one school alone: their own tests see to them.
 */
const answeredElsewhere: CallName[] = [
  'live',
  'setUp',
  'login',
  ...ofOwnAccount,
  'endSession',
  'submitTemplate',
  ...ofOperator,
];
/** Only where a campus sends by hand; see by-hand.test.ts. */
const byHand: CallName[] = ['openByHand', 'closeByHand'];

const takes = (name: string) => (call: Call) => name in (call.query?.shape ?? {});

/** An id that is not there is left out of the answer, not complained of. */
const onlyChoosing = [
  'listOutbox run',
  'listFailures run',
  'countWaiting group',
  'retryOutbox message',
  'leaveOutbox message',
  'markBills bill',
];

describe.each(engines)('every call on %s', (engine) => {
  let world: World;
  let home: Place;
  let homeCampus: CampusInTest;
  /** Another campus of the same school, and one of another school: the user may enter neither. */
  let others: Place[];
  let user: UserInTest;

  beforeAll(async () => {
    world = await createWorld(engine);
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

  it.each(namesOf(() => true).filter((name) => ![...answeredElsewhere, ...byHand].includes(name)))(
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

  describe('without a proven session', () => {
    const closed = namesOf(({ access }) => access !== 'public');

    it.each(closed)('%s is closed', async (name) => {
      const madeUp = ['made-up-token-of-a-good-length', 'short', `${user.token}x`, user.userID];
      for (const token of [undefined, ...madeUp]) {
        const asked = { ...samples[name](home), ...(token ? { token } : {}) };
        const answered = await world.call(callNamed(name), asked);
        expectFailure(answered, 'signedOut');
        expect(answered.body.message).toBe(failureWords.signedOut);
      }
    });

    it.each(namesOf(({ access }) => access === 'public'))('%s is open', async (name) => {
      const { status } = await world.call(callNamed(name), samples[name](home));
      // Login says 401 of a wrong password; Setup 409, as there is a school; a link that is none is not found.
      expect([200, 401, 404, 409]).toContain(status);
      if (status === 401) expect(name).toBe('login');
    });
  });

  it.each(namesOf(needsRight))('%s is forbidden without its right', async (name) => {
    const needed = [callNamed(name).access].flat() as readonly string[];
    const rights = Object.fromEntries(rightNames.map((right) => [right, !needed.includes(right)]));
    const { token } = await homeCampus.user(rights);
    const before = await dump(home.cID);
    const answered = await ask(name, home, token);
    expectFailure(answered, 'forbidden');
    expect(await dump(home.cID)).toEqual(before);
  });

  // Undoing is for whoever may delete; with the right to add it is for one's own imports (imports.test.ts).
  const ofSeveral = namesOf((call) => needsRight(call) && typeof call.access !== 'string');
  it.each(ofSeveral.filter((name) => name !== 'undoImport' && !byHand.includes(name)))(
    '%s needs only one of its rights',
    async (name) => {
      for (const right of callNamed(name).access as readonly string[]) {
        const { token } = await homeCampus.user({ [right]: true });
        expect((await ask(name, home, token)).status).toBeLessThan(300);
      }
    },
  );

  it.each(namesOf(takes('db')))('%s knows no school but the caller’s own', async (name) => {
    const answers = await Promise.all(
      [others[1]?.db, 'no-such-school', homeCampus.db.toUpperCase()].map((db) =>
        ask(name, { ...home, db: db ?? '' }),
      ),
    );
    for (const answered of answers) {
      expectFailure(answered, 'notFound');
      expect(answered.body).toEqual(answers[0]?.body);
    }
  });

  it.each(namesOf(takes('cID')))('%s knows no campus but the caller’s own', async (name) => {
    const absent = await ask(name, { ...home, cID: 987_654_321 });
    expectFailure(absent, 'notFound');
    for (const { cID } of others) {
      const { status, body } = await ask(name, { ...home, cID });
      expect({ status, body }).toEqual({ status: absent.status, body: absent.body });
    }
  });

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
