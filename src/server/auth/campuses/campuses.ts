/** What administrators do with the school and its campuses. */
import { calls } from '#shared/calls/all.ts';
import type { CampusAnswer, CampusDetails } from '#shared/calls/campuses.ts';
import { Failure } from '#shared/failures.ts';
import { allRights } from '#shared/people/rights.ts';
import { changesBetween } from '#shared/trail.ts';
import { refuseStale, withVersion } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { type Administrator, administratorForReading, changeAs, needOwnCampuses } from '../administrator.ts';
import { addMembership } from '../auth-queries.ts';
import { type Campus, type Proof, scopeOfRow } from '../scope.ts';
import type { SeedCampus } from '../setup/setup.ts';
import { createCampus } from '../setup/setup-queries.ts';
import { findSchoolName, listCampuses, listOwners, renameSchool, updateCampus } from './campuses-queries.ts';

const isOwner = ({ campusIDs }: Administrator, campuses: readonly Campus[]): boolean =>
  campuses.every(({ id }) => campusIDs.includes(id));

/** The school, and the campuses that this person administers. */
export async function showSchool(deps: Deps, proof: Proof) {
  const administrator = administratorForReading(deps, proof);
  const { db, schoolID, campusIDs } = administrator;
  const campuses = await listCampuses(db, schoolID);
  return {
    name: await findSchoolName(db, schoolID),
    mayChange: isOwner(administrator, campuses),
    campuses: campuses
      .filter(({ id }) => campusIDs.includes(id))
      .map((campus) => withVersion(calls.updateCampus, campus)),
  };
}

/** Changes the school. All open pages of the school then load their session again. */
async function changeSchool<T>(
  deps: Deps,
  proof: Proof,
  work: (administrator: Administrator, campuses: readonly Campus[]) => Promise<T>,
): Promise<T> {
  const { answer, campuses } = await changeAs(deps, proof, async (administrator) => {
    const campuses = await listCampuses(administrator.db, administrator.schoolID);
    return { answer: await work(administrator, campuses), campuses };
  });
  for (const { id } of campuses) deps.bus.publish(id, { what: 'session' });
  return answer;
}

function needOwner(administrator: Administrator, campuses: readonly Campus[]): void {
  if (!isOwner(administrator, campuses)) throw new Failure('forbidden', failureWords.wholeSchool);
}

/** `id`: the campus that may keep its name. */
function needFreeName(campuses: readonly Campus[], name: string, id?: number): void {
  const isTaken = campuses.some(
    (campus) => campus.id !== id && campus.name.toLowerCase() === name.toLowerCase(),
  );
  if (!isTaken) return;
  const message = failureWords.campusNameTaken;
  throw new Failure('conflict', message, [{ path: 'name', message }]);
}

export async function changeSchoolName(deps: Deps, proof: Proof, name: string): Promise<void> {
  await changeSchool(deps, proof, async (administrator, campuses) => {
    needOwner(administrator, campuses);
    const { db, schoolID } = administrator;
    const before = await findSchoolName(db, schoolID);
    await renameSchool(db, schoolID, name);
    await recordChange(
      { ...administrator, campusID: null },
      {
        what: 'schoolRenamed',
        at: deps.now().toISOString(),
        about: { kind: 'school', id: schoolID, name },
        changes: changesBetween({ name: before }, { name }),
      },
    );
  });
}

/**
 * Adds a campus with its first data. People who are administrators in every campus get all rights in the new one too.
 */
export async function addCampus(
  deps: Deps,
  { proof, seedCampus }: { proof: Proof; seedCampus: SeedCampus },
  details: CampusDetails,
): Promise<number> {
  const { runtime } = deps;
  return changeSchool(deps, proof, async (administrator, campuses) => {
    needOwner(administrator, campuses);
    needFreeName(campuses, details.name);
    const { db, schoolID, userID } = administrator;
    const owners = await listOwners(db, schoolID);
    const now = deps.now();
    const campus = await createCampus(db, { schoolID, ...details, now: now.toISOString() });
    for (const owner of owners)
      await addMembership(db, { userID: owner, campusID: campus.id, rights: allRights });
    await seedCampus(scopeOfRow(db, campus, userID), { demo: false, now, runtime });
    const about = { kind: 'school', id: campus.id, name: campus.name } as const;
    const changes = changesBetween({}, details);
    // The entry belongs to the school, so every campus shows it.
    await recordChange(
      { ...administrator, campusID: null },
      { what: 'campusAdded', at: now.toISOString(), about, changes },
    );
    return campus.id;
  });
}

/** Throws when somebody else has changed the campus since `version`. */
export async function changeCampus(
  deps: Deps,
  { proof, id, version }: { proof: Proof; id: number; version: string | undefined },
  details: CampusDetails,
): Promise<CampusAnswer> {
  return changeSchool(deps, proof, async (administrator, campuses) => {
    needOwnCampuses(administrator, [id]);
    const before = campuses.find((campus) => campus.id === id);
    if (!before) throw new Failure('notFound', failureWords.notFound);
    refuseStale(calls.updateCampus, before, { version });
    needFreeName(campuses, details.name, id);
    const changed = await updateCampus(administrator.db, { schoolID: administrator.schoolID, id }, details);
    await recordChange(
      { ...administrator, campusID: id },
      {
        what: 'campusChanged',
        at: deps.now().toISOString(),
        about: { kind: 'school', id, name: details.name },
        changes: changesBetween(before, details),
      },
    );
    return withVersion(calls.updateCampus, changed);
  });
}
