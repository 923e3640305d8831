/**
 * Programs with API keys: they call within their rights and their rate, and must be refused once the key is revoked.
 */
import { calls } from '#shared/calls/all.ts';
import { allRights, has, keyRightNames, type Right, rightNames } from '#shared/people/rights.ts';
import { type Chance, one } from '../support/fault-random.ts';
import type { Key, Place } from './book.ts';
import { bodyOf, type Caller, callAs, clerkOf, outcomeOf } from './caller.ts';
import { type Standing, someRights, tryDeed } from './deeds.ts';
import { noteChange } from './office.ts';
import type { World } from './world.ts';

export function createPrograms(world: World) {
  const { book, covered, broken } = world;
  const callerOf = ({ token }: Key, place: Place = world.place): Caller => ({
    name: 'program',
    token,
    place,
  });

  function standingOf({ state, rights }: Key, right: Right, where: Place): Standing | undefined {
    if (state === undefined) return undefined;
    if (state === 'revoked') return 'signedOut';
    // No key may make calls of administrators, wherever it belongs.
    if (right === 'admin') return 'lacksRight';
    if (where.db !== world.place.db || where.campusID !== world.place.campusID) return 'elsewhere';
    return has(rights, right) ? 'may' : 'lacksRight';
  }

  async function tryAs(key: Key, chance: Chance, where: Place = world.place): Promise<void> {
    const right = one(chance, rightNames) ?? 'view';
    await tryDeed(world, chance, {
      caller: callerOf(key, where),
      right,
      standing: () => standingOf(key, right, where),
    });
  }

  async function make(chance: Chance): Promise<void> {
    const name = `program ${world.timeline.now()}`;
    const perMinute = chance.happens(0.4) ? chance.whole(2, 8) : 300;
    const rights = { ...someRights(chance, { ...allRights, admin: false }), view: true };
    const given = Object.fromEntries(keyRightNames.map((right) => [right, rights[right]]));
    const answer = await callAs(world, clerkOf(world), calls.makeKey, {
      body: { name, rights: given, perMinute },
    });
    if (outcomeOf(answer) !== 'done') return;
    const { id, key: token } = bodyOf<{ id: string; key: string }>(answer);
    noteChange(world, answer, 'keyMade', id);
    const key: Key = { id, token, rights, perMinute, state: 'open' };
    book.keys.push(key);
    await tryAs(key, chance);
  }

  async function use(chance: Chance): Promise<void> {
    const open = book.keys.filter(({ perMinute }) => perMinute === 300);
    const key = one(chance, chance.happens(0.8) ? open.filter(({ state }) => state === 'open') : open);
    if (!key) return make(chance);
    for (let count = chance.whole(1, 3); count > 0; count -= 1) await tryAs(key, chance);
    if (!chance.happens(0.5)) return;
    if (book.sister) await tryAs(key, chance, book.sister);
    const { neighbour } = book;
    if (neighbour) await tryAs(key, chance, { db: 'neighbour', campusID: neighbour.campusID });
  }

  async function revoke(chance: Chance): Promise<void> {
    const key = one(
      chance,
      book.keys.filter(({ state, perMinute }) => state === 'open' && perMinute === 300),
    );
    if (!key) return make(chance);
    await tryAs(key, chance);
    key.state = undefined;
    const answer = await callAs(world, clerkOf(world), calls.revokeKey, { params: { id: key.id } });
    noteChange(world, answer, 'keyRevoked', key.id);
    const outcome = outcomeOf(answer);
    if (outcome === 'done') key.state = 'revoked';
    if (outcome === 'refused') key.state = 'open';
    await tryAs(key, chance);
  }

  /** Calls faster than the rate. As many calls are answered as the key may make in a minute. */
  async function rush(chance: Chance): Promise<void> {
    const slow = book.keys.filter(({ perMinute, state }) => perMinute < 300 && state === 'open');
    const key = one(chance, slow);
    if (!key) return make(chance);
    const at = world.timeline.now();
    const answers = [];
    for (let count = key.perMinute + chance.whole(2, 5); count > 0; count -= 1)
      answers.push(await callAs(world, callerOf(key), calls.listGroups));
    const isWhole = answers.every((answer) => answer !== undefined && answer.status < 500);
    if (!isWhole || world.timeline.now() - at > 1000 || key.state !== 'open') return;
    const passed = answers.filter((answer) => answer?.status === 200).length;
    const late = answers.filter((answer) => answer?.status === 429).length;
    if (passed > key.perMinute || passed + late < answers.length)
      broken('a key does not exceed its rate', `${passed} of ${answers.length}, ${key.perMinute} a minute`);
    covered('office: a key is told to wait');
  }

  return { acts: { keyMake: make, keyUse: use, keyRevoke: revoke, keyRush: rush } };
}
