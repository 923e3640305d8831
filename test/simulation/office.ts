/** People are invited, get and lose rights, are locked out and let in again, and try calls that they may not make. */
import { calls } from '#shared/calls/all.ts';
import {
  allRights,
  areSame,
  has,
  noRights,
  type Right,
  type Rights,
  rightNames,
} from '#shared/people/rights.ts';
import { type Chance, one } from '../support/fault-random.ts';
import type { Person, Place } from './book.ts';
import { bodyOf, type Caller, callAs, clerkOf, outcomeOf } from './caller.ts';
import { type Standing, someRights, tryDeed } from './deeds.ts';
import type { Answer } from './life.ts';
import type { World } from './world.ts';

const day = 86_400_000;
/** A session ends after seven days without use. */
const sureOf = 6 * day;

export type Office = ReturnType<typeof createOffice>;

/** Each accepted change needs an entry in the trail; for one without an answer nobody knows. */
export function noteChange({ book }: World, answer: Answer | undefined, what: string, id: string): void {
  const outcome = outcomeOf(answer);
  const noted = book.changes.get(`${what} ${id}`) ?? { sure: 0, maybe: 0 };
  if (outcome === 'done') noted.sure += 1;
  if (outcome === 'unknown') noted.maybe += 1;
  book.changes.set(`${what} ${id}`, noted);
}

/** Her session must not work any more. */
export function endSession({ session }: Person): void {
  if (session) session.isOver = true;
}

export function createOffice(world: World) {
  const { book, timeline, covered, broken } = world;
  const callerOf = ({ name, session, place }: Person, where: Place = place): Caller => ({
    name,
    token: session?.token,
    place: where,
  });
  const isClockRight = (since: number): boolean =>
    world.computer.clockAhead() === 0 && book.rightSince <= since && timeline.now() - since < sureOf;

  /** What a person must be answered when she uses this right in this place; undefined when nobody knows. */
  function standingOf(person: Person, right: Right, where: Place): Standing | undefined {
    const { session, state, rights } = person;
    if (!session || session.isOver) return 'signedOut';
    const isSuspended = book.neighbour?.clerk === person && book.neighbour.suspended !== 'not';
    if (isSuspended || state === undefined || rights === undefined || !isClockRight(session.since))
      return undefined;
    if (where.db !== person.place.db || where.campusID !== person.place.campusID) return 'elsewhere';
    return has(rights, right) ? 'may' : 'lacksRight';
  }

  /** The secret of a one-time link is the part of its address after `#`. */
  const linkOf = (url: unknown): string | undefined => String(url).split('#')[1];

  async function openLink(person: Person, chance: Chance): Promise<void> {
    const { link } = person;
    if (link === undefined) return;
    const password = `Pass-${chance.whole(1e6, 9e6)}-word-${chance.whole(1e6, 9e6)}`;
    const answer = await callAs(world, { ...callerOf(person), token: undefined }, calls.openLink, {
      body: { token: link, password },
    });
    noteChange(world, answer, 'linkOpened', person.id);
    const outcome = outcomeOf(answer);
    person.link = undefined;
    if (outcome === 'unknown') Object.assign(person, { password: undefined, state: undefined });
    if (outcome !== 'done') return;
    Object.assign(person, { password, state: 'active' });
    endSession(person);
    // Somebody who finds the link in the chat later.
    if (!chance.happens(0.4)) return;
    const again = await callAs(world, { ...callerOf(person), token: undefined }, calls.openLink, {
      body: { token: link, password: `${password}x` },
    });
    if (outcomeOf(again) === 'done') broken('a link opens once', person.name);
    covered('office: a used link is refused');
  }

  async function signIn(person: Person): Promise<void> {
    const { userName, password, state } = person;
    if (password === undefined) return;
    const answer = await callAs(world, { ...callerOf(person), token: undefined }, calls.login, {
      body: { userName, password },
    });
    noteChange(world, answer, 'signedIn', person.id);
    if (outcomeOf(answer) !== 'done') return;
    const { token } = bodyOf<{ token: string }>(answer);
    person.session = { token, since: timeline.now(), isOver: false };
    covered('office: signed in');
    if (state === 'disabled' || state === 'invited')
      broken('a disabled person cannot sign in', `${person.name} is ${state}`);
  }

  /** Signs the person in when her session is over. */
  async function ready(person: Person): Promise<void> {
    const { session } = person;
    if (!session || session.isOver || !isClockRight(session.since)) await signIn(person);
  }

  async function invite(chance: Chance): Promise<void> {
    const place = book.sister && chance.happens(0.25) ? book.sister : world.place;
    const rights = { ...someRights(chance), admin: chance.happens(0.2) };
    const name = `person ${book.people.length + 1} of ${timeline.now()}`;
    const userName = `person${book.people.length + 1}.${timeline.now()}`;
    const answer = await callAs(world, clerkOf(world), calls.invitePerson, {
      body: { name, userName, rights: [{ campusID: place.campusID, rights }] },
    });
    if (outcomeOf(answer) !== 'done') return;
    const { id, link } = bodyOf<{ id: string; link: { url: string } }>(answer);
    const person: Person = {
      ...{ id, name, userName, place, rights, state: 'invited' },
      ...{ password: undefined, link: linkOf(link.url), session: undefined },
    };
    noteChange(world, answer, 'personInvited', id);
    if (!areSame(rights, noRights)) noteChange(world, answer, 'rightsChanged', id);
    book.people.push(person);
    if (chance.happens(0.15)) return;
    await world.wait(chance.whole(1, 600) * 1000);
    await openLink(person, chance);
    await signIn(person);
  }

  /** A person of the school whom the clerk may change. */
  const somebody = (chance: Chance): Person | undefined =>
    one(
      chance,
      book.people.filter(({ place }) => place.db === world.place.db),
    );

  const placesOf = (): Place[] => [
    world.place,
    ...(book.sister ? [book.sister] : []),
    ...(book.neighbour && !book.neighbour.isGone
      ? [{ db: 'neighbour', campusID: book.neighbour.campusID }]
      : []),
  ];

  async function tryAs(
    person: Person,
    chance: Chance,
    right: Right = one(chance, rightNames) ?? 'view',
    where: Place = person.place,
  ): Promise<void> {
    if (!person.session) return;
    await tryDeed(world, chance, {
      caller: callerOf(person, where),
      right,
      standing: () => standingOf(person, right, where),
    });
  }

  async function deed(chance: Chance): Promise<void> {
    const person = somebody(chance);
    if (!person) return invite(chance);
    if (person.state === 'disabled' && chance.happens(0.4)) return enable(person, chance);
    if (chance.happens(0.7)) await ready(person);
    for (let count = chance.whole(1, 3); count > 0; count -= 1) await tryAs(person, chance);
  }

  /** Somebody calls for a campus or a school that is not hers. */
  async function stranger(chance: Chance): Promise<void> {
    const all = [...book.people, ...(book.neighbour ? [book.neighbour.clerk] : [])];
    const person = one(chance, all);
    if (!person) return;
    await ready(person);
    for (const where of placesOf()) await tryAs(person, chance, undefined, where);
  }

  async function changeRights(chance: Chance): Promise<void> {
    const person = somebody(chance);
    if (!person) return invite(chance);
    await ready(person);
    const before = person.rights;
    const rights = { ...someRights(chance), admin: chance.happens(0.2) };
    // She may make a call at the same moment. Both answers are right, but the store must agree with the answer.
    person.rights = undefined;
    const meanwhile = chance.happens(0.3) ? tryAs(person, chance) : undefined;
    const answer = await callAs(world, clerkOf(world), calls.updatePerson, {
      params: { id: person.id },
      body: { name: person.name, rights: [{ campusID: person.place.campusID, rights }] },
    });
    await meanwhile;
    const outcome = outcomeOf(answer);
    if (outcome === 'refused') person.rights = before;
    // A change that changes nothing has no entry, and without an answer nobody knows whether it did.
    if (!before || !areSame(before, rights))
      noteChange(world, before ? answer : undefined, 'rightsChanged', person.id);
    if (outcome !== 'done') return;
    person.rights = rights;
    // The new rights hold from the next call on.
    const changed = rightNames.filter((name) => !before || before[name] !== rights[name]);
    const next = one(chance, changed);
    if (next) await tryAs(person, chance, next);
    if (next && before?.[next]) covered('office: a right was taken away');
    if (next && before && !before[next]) covered('office: a right was given');
  }

  async function disable(chance: Chance): Promise<void> {
    const person = somebody(chance);
    if (!person) return;
    await ready(person);
    const { state } = person;
    person.state = undefined;
    const answer = await callAs(world, clerkOf(world), calls.disablePerson, { params: { id: person.id } });
    noteChange(world, answer, 'personDisabled', person.id);
    const outcome = outcomeOf(answer);
    if (outcome === 'refused') person.state = state;
    if (outcome !== 'done') return;
    endSession(person);
    Object.assign(person, { state: 'disabled', link: undefined });
    await tryAs(person, chance);
    if (chance.happens(0.5)) await signIn(person);
    await world.wait(chance.whole(0, 40) * 60_000);
    if (chance.happens(0.7)) await enable(person, chance);
  }

  async function enable(person: Person, chance: Chance): Promise<void> {
    const answer = await callAs(world, clerkOf(world), calls.enablePerson, { params: { id: person.id } });
    noteChange(world, answer, 'personEnabled', person.id);
    endSession(person);
    if (outcomeOf(answer) !== 'done') {
      if (outcomeOf(answer) === 'unknown') person.state = undefined;
      return;
    }
    // A person who was invited or reset before still needs a link.
    person.state = person.password === undefined ? undefined : 'active';
    await tryAs(person, chance);
    await signIn(person);
    await tryAs(person, chance);
  }

  async function reset(chance: Chance): Promise<void> {
    const person = somebody(chance);
    if (!person) return;
    await ready(person);
    const { state } = person;
    person.state = undefined;
    const answer = await callAs(world, clerkOf(world), calls.resetPerson, { params: { id: person.id } });
    noteChange(world, answer, 'personReset', person.id);
    const outcome = outcomeOf(answer);
    if (outcome === 'refused') person.state = state;
    if (outcome !== 'done') return;
    endSession(person);
    await tryAs(person, chance);
    const old = person.password;
    Object.assign(person, { state: 'invited', link: linkOf(bodyOf<{ url: string }>(answer).url) });
    if (old !== undefined && chance.happens(0.5)) await signIn(person);
    person.password = undefined;
    if (chance.happens(0.2)) return;
    await world.wait(chance.whole(1, 900) * 1000);
    await openLink(person, chance);
    await signIn(person);
    await tryAs(person, chance);
  }

  /** Tries to take the admin right from the last administrator. Invited and disabled people do not count. */
  async function lowerLast(): Promise<void> {
    const others = book.people.filter(({ place }) => place.campusID === world.place.campusID);
    const mayAnother = others.some(
      ({ rights, state }) =>
        rights === undefined || state === undefined || (rights.admin && state === 'active'),
    );
    if (mayAnother) return;
    const [me] = world.rules.read<{ id: string; name: string }>(
      `select id, name from "user" where username = 'clerk-of-this-world'`,
    );
    const rights: Rights = { ...allRights, admin: false };
    const answer = await callAs(world, clerkOf(world), calls.updatePerson, {
      params: { id: me?.id },
      body: { name: me?.name, rights: [{ campusID: world.place.campusID, rights }] },
    });
    if (outcomeOf(answer) === 'done')
      broken('the last administrator stays', 'the clerk has lowered herself, and there is no other');
    if (answer?.status === 409) covered('office: the last administrator stays');
  }

  /** Opens another campus, where the clerk is an administrator too. */
  async function openSister(): Promise<void> {
    const body = { name: 'Boys Campus', country: 'PK', timeZone: 'Asia/Karachi' };
    const answer = await callAs(world, clerkOf(world), calls.addCampus, { body });
    if (outcomeOf(answer) !== 'done') return;
    book.sister = { db: world.place.db, campusID: bodyOf<{ id: number }>(answer).id };
  }

  /** The restored store has other people than the book, so nobody knows what they may do now. */
  function forget(): void {
    for (const person of [...book.people, ...(book.neighbour ? [book.neighbour.clerk] : [])]) {
      person.rights = undefined;
      person.state = undefined;
      person.link = undefined;
      endSession(person);
    }
    for (const key of book.keys) key.state = 'revoked';
    book.changes.clear();
    book.changesAfter = lastEntry();
  }
  const lastEntry = (): number =>
    world.rules.read<{ last: number | null }>('select max(id) as last from trail')[0]?.last ?? 0;

  /** Each change must have its entry in the trail, and each entry its change. */
  function checkEntries(): void {
    for (const [key, { sure, maybe }] of book.changes) {
      const [what = '', id = ''] = key.split(' ');
      const [row] = world.rules.read<{ count: number }>(
        'select count(*) as count from trail where id > ? and what = ? and "aboutID" = ?',
        ...[book.changesAfter, what, id],
      );
      const count = row?.count ?? 0;
      if (count < sure || count > sure + maybe)
        broken(
          'every change has its entry in the trail',
          `${key}: ${sure} to ${sure + maybe}, and ${count} told`,
        );
    }
  }

  return {
    begin: openSister,
    forget,
    checkEntries,
    openLink,
    signIn,
    ready,
    linkOf,
    acts: { invite, deed, stranger, rights: changeRights, disable, resetPerson: reset, lowerLast },
  };
}
