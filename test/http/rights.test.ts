/**
 * Access: every call with each single right, as a person and as an API key, in the own campus and in others, and with
 * ended access. The needed right is read from each call, so new calls are tested too.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, isForKeys } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import type { FailureCode } from '#shared/failures.ts';
import { has, type Right, type Rights, rightNames } from '#shared/people/rights.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { contentOf } from '../support/store-content.ts';
import { type Answered, createWorld, type World } from '../support/world.ts';
import { freshSlug } from './callers.ts';
import { expectFailure } from './expectations.ts';
import { neededRights } from './needed-rights.ts';
import { type CallName, fillCampus, needsRight, ofOwnAccount, type Place, samples } from './sample-inputs.ts';

const all = Object.entries(calls) as [CallName, Call][];
const closed = all.filter(([, { access }]) => access !== 'public');

/** Each single right, and none. */
const holdings: (Right | 'none')[] = [...rightNames, 'none'];
const rightsOf = (holding: Right | 'none'): Partial<Rights> =>
  holding === 'none' ? {} : { [holding]: true };

/** These are let in but then miss something: a password, an approval, or a campus that sends by hand. */
const wantsMore: CallName[] = [...ofOwnAccount, 'endSession', 'submitTemplate', 'openByHand', 'closeByHand'];

/**
 * These calls need another right as well: a key gets only rights of its maker, a bank file shows bills, and acting on
 * the work of others takes more.
 */
const wantsRights: Partial<Record<CallName, Partial<Rights>>> = {
  makeKey: { view: true, add: true },
  checkBankFile: { view: true },
  saveBankFile: { view: true },
  cancelVoucherJob: { edit: true },
  voidAdjustment: { delete: true },
};

type Holder = { kind: 'person' | 'key'; holding: Right | 'none' };
/** `own`: the asker’s own campus. */
type Asker = Holder & { token: string; own: CampusInTest };

const isForeign = (call: Call, { own }: Asker, place: Place): boolean =>
  ('db' in (call.query?.shape ?? {}) && place.db !== own.db) ||
  ('cID' in (call.query?.shape ?? {}) && place.cID !== own.id);

/** The failure code for a call in the own campus; undefined where the call is allowed. */
function refusalAtHome(name: CallName, { kind, holding }: Holder): FailureCode | undefined {
  const call: Call = calls[name];
  if (kind === 'key' && !isForKeys(call)) return 'forbidden';
  if (call.access === 'public' || call.access === 'session') return undefined;
  if (!has({ ...noRight, ...rightsOf(holding) }, call.access)) return 'forbidden';
  // The right add undoes own imports only.
  return name === 'undoImport' && holding === 'add' ? 'forbidden' : undefined;
}

function refusalOf(name: CallName, asker: Asker, place: Place): FailureCode | undefined {
  const call: Call = calls[name];
  const isAllowed = asker.kind === 'person' || isForKeys(call);
  return isAllowed && isForeign(call, asker, place) ? 'notFound' : refusalAtHome(name, asker);
}

const noRight = Object.fromEntries(rightNames.map((right) => [right, false])) as Rights;

it('Every call needs the right that is written in needed-rights.ts.', () => {
  const declared = Map.groupBy(all, ([, { access }]) => [access].flat().join(' or '));
  const names = [...declared].map(([right, some]) => [right, some.map(([name]) => name).sort()]);
  expect(Object.fromEntries(names)).toEqual(neededRights);
});

describe.each(engines)('Access on %s', (engine) => {
  let world: World;
  let home: { campus: CampusInTest; place: Place };
  /** Another campus of the same school, one of another school, and places that do not exist. */
  let elsewhere: Place[];
  let askers: Asker[];
  /** Tokens that are no longer valid, by the reason why. */
  let gone: Record<string, string>;
  let strangers: Asker[];

  beforeAll(async () => {
    // Each wrong password would log a warning, so the log is silent.
    world = await createWorld(engine, {}, { logLevel: 'silent', publicUrl: 'https://fees.example.org' });
    const campus = await world.school(freshSlug());
    home = { campus, place: await fillCampus(world, campus) };
    const [sister, foreign] = [await campus.sister(), await world.school(freshSlug())];
    elsewhere = [
      await fillCampus(world, sister),
      await fillCampus(world, foreign),
      { ...home.place, cID: 987_654_321 },
      { ...home.place, db: 'no-such-school' },
      { ...home.place, db: home.place.db.toUpperCase() },
    ];
    askers = await askersOf(campus);
    strangers = [...(await askersOf(sister)), ...(await askersOf(foreign))];
    gone = await makeGone(campus);
  });
  afterAll(() => world.stop());

  async function askersOf(campus: CampusInTest): Promise<Asker[]> {
    const made: Asker[] = [];
    for (const holding of holdings) {
      const { token } = await campus.user(rightsOf(holding));
      const key = await campus.key(rightsOf(holding));
      made.push({ kind: 'person', holding, token, own: campus });
      made.push({ kind: 'key', holding, token: key.token, own: campus });
    }
    return made;
  }

  /** Makes ended tokens for each right, so that no right keeps an ended access alive. */
  async function makeGone(campus: CampusInTest): Promise<Record<string, string>> {
    const { db } = world.deps.store;
    const past = '2020-01-01T00:00:00.000Z';
    const tokens: Record<string, string> = {};
    for (const holding of [...holdings, 'all' as const]) {
      const rights = holding === 'all' ? undefined : rightsOf(holding);
      const disabled = await campus.user(rights);
      await db.updateTable('user').set({ disabledAt: past }).where('id', '=', disabled.userID).execute();
      tokens[`disabled user with ${holding}`] = disabled.token;
      const invited = await campus.user(rights);
      await db.updateTable('user').set({ invitedAt: past }).where('id', '=', invited.userID).execute();
      tokens[`user who has not opened the link, with ${holding}`] = invited.token;
      const ended = await campus.user(rights);
      await world.call(calls.logout, { token: ended.token, body: {} });
      tokens[`ended session with ${holding}`] = ended.token;
      const idle = await campus.user(rights);
      await db.updateTable('session').set({ expiresAt: past }).where('userId', '=', idle.userID).execute();
      tokens[`session that was not used, with ${holding}`] = idle.token;
      const revoked = await campus.key(rights);
      await db.updateTable('api_key').set({ revokedAt: past }).where('id', '=', revoked.id).execute();
      tokens[`revoked key with ${holding}`] = revoked.token;
      tokens[`key that is over, with ${holding}`] = (await campus.key(rights, { expiresAt: past })).token;
    }
    const { token } = await campus.user();
    const made = [
      'made-up-token-of-a-good-length',
      'short',
      `${token}x`,
      token.slice(0, -1),
      'qasid_made-up-key-xx',
    ];
    for (const madeUp of made) tokens[`made up: ${madeUp}`] = madeUp;
    return tokens;
  }

  async function ask(name: CallName, place: Place, token: string): Promise<Answered> {
    if (name !== 'live') return world.call(calls[name], { ...samples[name](place), token });
    const url = `${world.address}/api/Live?db=${place.db}&cID=${place.cID}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const { status, headers } = response;
    if (status >= 300) return { status, headers, body: await response.json() };
    // A stream does not end by itself.
    await response.body?.cancel();
    return { status, headers, body: '' };
  }

  /** The last content seen: reading the store takes as long as all the attempts. */
  let lastSeen: Awaited<ReturnType<typeof stored>> | undefined;

  /** The whole store, except when keys were used and how often somebody tried to sign in. */
  async function stored() {
    const {
      api_key: _keys,
      sign_in_try: _tries,
      guess_notice: _notices,
      ...content
    } = await contentOf(world.deps.store.db);
    return content;
  }

  it.each(closed)('%s answers signed out to every session and key that is no longer valid.', async (name) => {
    const answers = await Promise.all(
      Object.entries(gone).map(async ([who, token]) => ({ who, answer: await ask(name, home.place, token) })),
    );
    for (const { who, answer } of answers) {
      expect(answer.body.message, who).toBe(failureWords.signedOut);
      expectFailure(answer, 'signedOut');
    }
    const { headers: _, ...nobody } = await world.call(calls[name], samples[name](home.place));
    for (const { who, answer } of answers)
      expect({ status: answer.status, body: answer.body }, who).toEqual(nobody);
  });

  it.each(closed)(
    '%s refuses missing rights, and gives the same answer for campuses of others and campuses that do not exist.',
    async (name) => {
      const before = lastSeen ?? (await stored());
      const tries = [
        ...[home.place, ...elsewhere].flatMap((place) => askers.map((asker) => ({ asker, place }))),
        ...strangers.map((asker) => ({ asker, place: home.place })),
      ];
      const refused = tries.flatMap((one) => {
        const refusal = refusalOf(name, one.asker, one.place);
        return refusal ? [{ ...one, refusal }] : [];
      });
      const answers = await Promise.all(
        refused.map(async (one) => ({ ...one, answer: await ask(name, one.place, one.asker.token) })),
      );
      for (const { asker, refusal, answer } of answers) {
        const who = `${asker.kind} with ${asker.holding}`;
        expect(`${who}: ${answer.body.code}`).toBe(`${who}: ${refusal}`);
        expectFailure(answer, refusal);
      }
      const notFound = answers
        .filter(({ refusal }) => refusal === 'notFound')
        .map(({ answer }) => answer.body);
      for (const body of notFound) expect(body).toEqual({ code: 'notFound', message: failureWords.notFound });
      lastSeen = await stored();
      expect(lastSeen).toEqual(before);
    },
  );

  const opens = closed.flatMap(([name]) =>
    (['person', 'key'] as const).flatMap((kind) =>
      holdings
        .filter((holding) => refusalAtHome(name, { kind, holding }) === undefined)
        .map((holding) => ({ name, kind, holding })),
    ),
  );

  it('Every call is allowed for a person with only the needed right, and for a key only if the call allows keys.', () => {
    for (const [name, call] of closed) {
      const to = (kind: Holder['kind']) =>
        opens.filter((one) => one.name === name && one.kind === kind).length;
      expect(to('person'), name).toBeGreaterThan(0);
      expect(to('key') > 0, name).toBe(isForKeys(call));
    }
  });

  /** A call that changes something gets a campus of its own. A file of vouchers is handed out only once. */
  async function whereFor(name: CallName) {
    const isRead = calls[name].method === 'GET' && name !== 'fetchVouchers';
    if (!needsRight(calls[name]) || isRead) return home;
    const campus = await world.school(freshSlug());
    return { campus, place: await fillCampus(world, campus) };
  }

  // These need a store of one school; see backups.test.ts and installation.test.ts.
  const ofOneSchool: CallName[] = [
    'setBackupFolder',
    'makeBackup',
    'changeInstallation',
    'restartInstallation',
  ];
  const opening = closed.map(([name]) => name).filter((name) => !ofOneSchool.includes(name));
  it.each(opening)(
    '%s is allowed to a person or an API key with any one of the rights that it accepts.',
    async (name) => {
      for (const { kind, holding } of opens.filter((one) => one.name === name)) {
        const { campus, place } = await whereFor(name);
        const rights = { ...rightsOf(holding), ...wantsRights[name] };
        const { token } = kind === 'key' ? await campus.key(rights) : await campus.user(rights);
        const { status, body } = await ask(name, place, token);
        const who = `${kind} with ${holding}: ${JSON.stringify(body)?.slice(0, 200)}`;
        if (wantsMore.includes(name)) expect([401, 403], who).not.toContain(status);
        else expect(status, who).toBeLessThan(300);
      }
    },
  );

  it.each(all.filter(([, { access }]) => access === 'public'))('%s is open to everybody.', async (name) => {
    const tokens = [
      undefined,
      ...Object.values(gone).slice(0, 3),
      ...askers.slice(0, 4).map(({ token }) => token),
    ];
    for (const token of tokens) {
      const { status } = await world.call(calls[name], {
        ...samples[name](home.place),
        ...(token && { token }),
      });
      // Login answers 401 for a wrong password, Setup 409 because a school exists, and an unknown link is not found.
      expect([200, 401, 404, 409]).toContain(status);
      if (status === 401) expect(name).toBe('login');
    }
  });

  it('API keys may use every call with a right, except those of administrators and a few for people only.', () => {
    const ofPeople = closed.filter(
      ([, call]) => needsRight(call) && call.access !== 'admin' && !isForKeys(call),
    );
    expect(ofPeople.map(([name]) => name).sort()).toEqual([
      'closeByHand',
      'countCash',
      'decideCopy',
      'getBackupAge',
      'nextByHand',
      'openByHand',
      'tellByPhone',
    ]);
    for (const [name, call] of all) {
      if (!needsRight(call) || call.access === 'admin') expect(isForKeys(call), name).toBe(false);
    }
  });
});
