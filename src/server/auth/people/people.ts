/** What administrators do with other people's accounts and rights. */
import { calls } from '#shared/calls/all.ts';
import type { Person, RightsOfCampus } from '#shared/calls/people.ts';
import { Failure } from '#shared/failures.ts';
import { noRights } from '#shared/people/rights.ts';
import { changesBetween, type TrailChanges } from '#shared/trail.ts';
import { refuseStale, withVersion } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { recordChange, recordOfAccount } from '../../trail/trail.ts';
import { listCampusIDs } from '../account/account-queries.ts';
import { type Administrator, administratorForReading, changeAs, needOwnCampuses } from '../administrator.ts';
import { announcePerson } from '../announce.ts';
import { addMembership, endSessionsOf } from '../auth-queries.ts';
import { hashRandomPassword, type Link, makeAccountLink, resetAccount } from '../links/links.ts';
import { removeLinkOf, setDisabled } from '../links/links-queries.ts';
import { insertPassword } from '../passwords/passwords-queries.ts';
import type { Proof } from '../scope.ts';
import { freshAddress } from '../sign-in.ts';
import {
  insertPerson,
  listMembers,
  listPeopleElsewhere,
  listUnadministered,
  renamePerson,
} from './people-queries.ts';
import { campusesLosingAdministrator, describeRights, type Found, gatherPeople } from './people-rules.ts';

type WithProof = { proof: Proof };

export async function listPeople(deps: Deps, { proof }: WithProof): Promise<Person[]> {
  const administrator = administratorForReading(deps, proof);
  const { db, campusIDs } = administrator;
  return answerPeople(administrator, gatherPeople(await listMembers(db, campusIDs)));
}

async function answerPeople(
  { db, campusIDs, userID }: Administrator,
  people: readonly Found[],
): Promise<Person[]> {
  const elsewhere = await listPeopleElsewhere(db, campusIDs);
  return people.map((person) =>
    withVersion(calls.updatePerson, {
      ...person,
      isSelf: person.id === userID,
      mayManage: !elsewhere.has(person.id),
    }),
  );
}

/** A person in the administrator's campuses. Throws `notFound` for anybody else. */
async function findPerson({ db, campusIDs }: Administrator, id: string): Promise<Found> {
  const [person] = gatherPeople(await listMembers(db, campusIDs, id));
  if (!person) throw new Failure('notFound', failureWords.notFound);
  return person;
}

/**
 * Throws if the person also belongs to a campus that the administrator does not administer. Otherwise the administrator
 * could take over the account and so enter that campus.
 */
async function needWholeAccount({ db, campusIDs }: Administrator, id: string): Promise<void> {
  const elsewhere = await listPeopleElsewhere(db, campusIDs);
  if (elsewhere.has(id)) throw new Failure('forbidden', failureWords.otherCampuses);
}

const refuseOwnAccount = ({ userID }: Administrator, id: string): void => {
  if (userID === id) throw new Failure('conflict', failureWords.notYourself);
};

/** Throws unless each of these campuses still has an administrator who can sign in. */
async function needAdministrators({ db }: Administrator, campusIDs: readonly number[]): Promise<void> {
  const [campus] = await listUnadministered(db, campusIDs);
  if (campus) throw new Failure('conflict', failureWords.lastAdministrator(campus.name));
}

type Changing = { id: string; name: string; at: string };

/** `before`: the present rights. The person has no rights in a campus that is not listed. */
async function putRights(
  administrator: Administrator,
  { id, name, at, before }: Changing & { before: readonly RightsOfCampus[] },
  rights: readonly RightsOfCampus[],
): Promise<void> {
  const { db } = administrator;
  for (const one of rights) {
    await addMembership(db, { userID: id, ...one });
    const was = before.find(({ campusID }) => campusID === one.campusID)?.rights ?? noRights;
    const changes = changesBetween(was, one.rights);
    if (Object.keys(changes).length === 0) continue;
    const recorder = { ...administrator, campusID: one.campusID };
    await recordChange(recorder, { what: 'rightsChanged', at, about: { kind: 'person', id, name }, changes });
  }
}

/** Records a change of the account itself, which may belong to several campuses. */
const recordPerson = (
  administrator: Administrator,
  what: 'personInvited' | 'personReset' | 'personDisabled' | 'personEnabled' | 'personRenamed',
  { id, name, at, changes = {} }: Changing & { changes?: TrailChanges },
): Promise<void> =>
  recordOfAccount(administrator, id, { what, at, about: { kind: 'person', id, name }, changes });

type NewPerson = { name: string; userName: string; rights: RightsOfCampus[] };

/** Creates an account without a known password. The person sets one through the one-time link. */
export async function invitePerson(
  deps: Deps,
  { proof }: WithProof,
  { name, userName, rights }: NewPerson,
): Promise<{ id: string; link: Link }> {
  const hash = await hashRandomPassword(deps);
  const { runtime } = deps;
  const invited = await changeAs(deps, proof, async (administrator) => {
    const { db, userID: createdBy } = administrator;
    needOwnCampuses(
      administrator,
      rights.map(({ campusID }) => campusID),
    );
    const now = deps.now().toISOString();
    const person = {
      id: runtime.randomUUID(),
      name,
      userName,
      email: freshAddress(runtime),
      invitedAt: now,
      now,
    };
    const userID = await insertPerson(db, person);
    if (!userID) {
      const message = failureWords.nameTaken;
      throw new Failure('conflict', message, [{ path: 'userName', message }]);
    }
    await insertPassword(db, { id: runtime.randomUUID(), userID, hash, now });
    const changing = { id: userID, name, at: now };
    // The rights come first, because the account belongs to a school only through them.
    await putRights(administrator, { ...changing, before: [] }, rights);
    const changes = { userName: [null, userName] as const };
    await recordPerson(administrator, 'personInvited', { ...changing, changes });
    return { id: userID, link: await makeAccountLink(db, deps, { userID, createdBy, kind: 'invitation' }) };
  });
  announcePerson(deps, { userID: invited.id, campusIDs: rights.map(({ campusID }) => campusID) });
  return invited;
}

/** Changes one person and notifies the open pages that show this person. */
async function changePerson<T>(
  deps: Deps,
  { proof, id }: WithProof & { id: string },
  work: (administrator: Administrator, person: Found) => Promise<T>,
): Promise<T> {
  const { answer, campusIDs } = await changeAs(deps, proof, async (administrator) => {
    const person = await findPerson(administrator, id);
    const answer = await work(administrator, person);
    // The person's page may be open in any of these campuses, and it lists all of them. So every campus is notified.
    return { answer, campusIDs: await listCampusIDs(administrator.db, id) };
  });
  announcePerson(deps, { userID: id, campusIDs });
  return answer;
}

/**
 * Changes the rights in the given campuses; rights in other campuses stay. Throws when somebody else has changed the
 * person since `version`.
 */
export async function updatePerson(
  deps: Deps,
  { version, ...request }: WithProof & { id: string; version: string | undefined },
  { name, rights }: Pick<NewPerson, 'name' | 'rights'>,
): Promise<Person> {
  const at = deps.now().toISOString();
  return changePerson(deps, request, async (administrator, person) => {
    needOwnCampuses(
      administrator,
      rights.map(({ campusID }) => campusID),
    );
    const present = failureWords.rightsAreNow(describeRights(person.rights, request.proof.campuses));
    refuseStale(calls.updatePerson, person, { version, sentences: { rights: present } });
    if (name !== person.name) {
      await needWholeAccount(administrator, person.id);
      await renamePerson(administrator.db, person.id, name);
      await recordPerson(administrator, 'personRenamed', {
        ...{ id: person.id, name, at },
        changes: changesBetween({ name: person.name }, { name }),
      });
    }
    await putRights(administrator, { id: person.id, name, at, before: person.rights }, rights);
    await needAdministrators(administrator, campusesLosingAdministrator(person, rights));
    const [changed] = await answerPeople(administrator, [await findPerson(administrator, person.id)]);
    if (!changed) throw new Failure('notFound', failureWords.notFound);
    return changed;
  });
}

/** Removes the password and ends the sessions immediately, because somebody else may know the password. */
export async function resetPerson(deps: Deps, request: WithProof & { id: string }): Promise<Link> {
  const hash = await hashRandomPassword(deps);
  return changePerson(deps, request, async (administrator, { id: userID, name, state }) => {
    refuseOwnAccount(administrator, userID);
    await needWholeAccount(administrator, userID);
    if (state === 'disabled') throw new Failure('conflict', failureWords.enableFirst);
    const at = deps.now().toISOString();
    await recordPerson(administrator, 'personReset', { id: userID, name, at });
    return resetAccount(administrator.db, deps, { userID, createdBy: administrator.userID, hash });
  });
}

export async function disablePerson(deps: Deps, request: WithProof & { id: string }): Promise<void> {
  await changePerson(deps, request, async (administrator, { id, name }) => {
    refuseOwnAccount(administrator, id);
    await needWholeAccount(administrator, id);
    const { db } = administrator;
    // The same order as in `openLink`. With another order the two functions could cause a deadlock.
    await removeLinkOf(db, id);
    await endSessionsOf(db, id);
    const at = deps.now().toISOString();
    await setDisabled(db, id, at);
    await recordPerson(administrator, 'personDisabled', { id, name, at });
  });
}

export async function enablePerson(deps: Deps, request: WithProof & { id: string }): Promise<void> {
  await changePerson(deps, request, async (administrator, { id, name }) => {
    await needWholeAccount(administrator, id);
    // Ends a session that was opened while the account was being disabled.
    await endSessionsOf(administrator.db, id);
    await setDisabled(administrator.db, id, null);
    await recordPerson(administrator, 'personEnabled', { id, name, at: deps.now().toISOString() });
  });
}
