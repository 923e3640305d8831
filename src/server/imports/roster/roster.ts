/**
 * The roster, edited by hand: children are added, changed and moved. A child that leaves gets a last day and is never
 * deleted, because bills and messages still refer to it and it may come back.
 */
import { calls } from '#shared/calls/all.ts';
import type { NewStudent, RosterFilter, Student } from '#shared/calls/students.ts';
import { Failure } from '#shared/failures.ts';
import { dayIn } from '#shared/time/dates.ts';
import { changesBetween } from '#shared/trail.ts';
import { refuseStale } from '#shared/versions.ts';
import { failureWords } from '#shared/words/failures.ts';
import { rosterWords } from '#shared/words/import-problems.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import { readTyped } from '../../billing/find/find-rules.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { loadClassesAndSections, type Places, removeEmptied, sectionFor } from '../students/students.ts';
import { insertStudents, listStudentsByRegNum, updateStudents } from '../students/students-queries.ts';
import { countRoster, findStudent, listRoster, setEnded } from './roster-queries.ts';
import { readChangedNumbers, toWritten, type Written, withChange } from './roster-rules.ts';

const notFound = () => new Failure('notFound', failureWords.notFound);

const aboutStudent = ({ id, name, regNum }: Student) => ({
  kind: 'student' as const,
  id,
  name: `${name} · ${regNum}`,
});

type RosterQuery = {
  search: string;
  classID?: number | undefined;
  sectionID?: number | undefined;
  status: RosterFilter;
  after: number;
  from: number;
  take: number;
};

export async function showRoster(
  scope: Scope,
  { search, classID, sectionID, status, after, from, take }: RosterQuery,
) {
  const typed = readTyped(search);
  const choice = { typed, classID, sectionID };
  const isUnsearchable = search !== '' && typed.parts.length === 0;
  const counts = isUnsearchable ? { here: 0, left: 0 } : await countRoster(scope, choice);
  const items =
    counts[status] === 0 ? [] : await listRoster(scope, { ...choice, status }, { after, from, take });
  return {
    items,
    next: items.length === take ? (items.at(-1)?.id ?? null) : null,
    count: counts[status],
    counts,
  };
}

/** Throws if the campus has no such student. */
export async function showStudent(scope: Scope, studentID: number): Promise<Student> {
  const student = await findStudent(scope, studentID);
  if (!student) throw notFound();
  return student;
}

/** Throws if another child has this registration number. */
async function needFree(scope: Scope, regNum: string, own?: number): Promise<void> {
  const other = (await listStudentsByRegNum(scope, [regNum])).find(({ id }) => id !== own);
  if (!other) return;
  const message = rosterWords.taken(regNum, other.name);
  throw new Failure('conflict', message, [{ path: 'regNum', message }]);
}

/** Returns the values as they are stored. A new class or section is created. */
async function toRow(
  scope: Scope,
  places: Places,
  { written, before }: { written: Written; before: string },
) {
  const { class: _class, section: _section, ...values } = written;
  const numbers = readChangedNumbers(values.number, before, scope.campus.country);
  return { ...values, numbers, sectionID: await sectionFor(scope, places, written) };
}

/** The class and section of a change as the roster names them. */
function placedChange({ classes }: Places, change: Partial<NewStudent>): Partial<NewStudent> {
  if (change.class === undefined) return change;
  const place = classes.placed({ class: change.class, section: change.section ?? '' });
  return { ...change, class: place.class, ...(place.section !== '' && { section: place.section }) };
}

function publish(scope: Scope, deps: Deps, student: Student): Student {
  deps.bus.publish(scope.campusID, { what: 'students' });
  return student;
}

/** Adds a child. Throws with an issue for each field that cannot be saved. */
export async function addStudent(scope: Scope, deps: Deps, student: NewStudent): Promise<Student> {
  const at = deps.now().toISOString();
  const added = await withCampusLock(scope, async (scope) => {
    const places = await loadClassesAndSections(scope);
    const written = toWritten({ ...student, ...placedChange(places, student) });
    await needFree(scope, written.regNum);
    const row = await toRow(scope, places, { written, before: '' });
    await insertStudents(scope, [{ ...row, importID: null }]);
    const [stored] = await listStudentsByRegNum(scope, [written.regNum]);
    const added = await showStudent(scope, stored?.id ?? 0);
    const changes = changesBetween({}, written);
    await recordChange(scope, { what: 'studentAdded', at, about: aboutStudent(added), changes });
    return added;
  });
  return publish(scope, deps, added);
}

/**
 * Changes a child; fields that are left out stay as they are. Throws if somebody else has changed the child since
 * `version`. If the child leaves a section empty, the section is deleted.
 */
export async function changeStudent(
  scope: Scope,
  deps: Deps,
  { id, change, version }: { id: number; change: Partial<NewStudent>; version: string | undefined },
): Promise<Student> {
  const at = deps.now().toISOString();
  const changed = await withCampusLock(scope, async (scope) => {
    const before = await showStudent(scope, id);
    refuseStale(calls.updateStudent, before, { version });
    const places = await loadClassesAndSections(scope);
    const written = withChange(before, placedChange(places, change));
    await needFree(scope, written.regNum, id);
    const row = await toRow(scope, places, { written, before: before.number });
    await updateStudents(scope, [{ ...row, id }]);
    if (row.sectionID !== before.sectionID) await removeEmptied(scope, [before.sectionID]);
    const after = await showStudent(scope, id);
    const { classID: _class, sectionID: _section, ...compared } = after;
    const changes = changesBetween(before, compared);
    if (Object.keys(changes).length > 0)
      await recordChange(scope, { what: 'studentChanged', at, about: aboutStudent(after), changes });
    return after;
  });
  return publish(scope, deps, changed);
}

/** Marks the child as left on this day. Throws if the child has already left or if the day is in the future. */
export async function endStudent(
  scope: Scope,
  deps: Deps,
  { id, day }: { id: number; day: string },
): Promise<Student> {
  const now = deps.now();
  if (day > dayIn(scope.campus.timeZone, now))
    throw new Failure('invalid', rosterWords.notYet, [{ path: 'day', message: rosterWords.notYet }]);
  const ended = await withCampusLock(scope, async (scope) => {
    const isEnded = await setEnded(scope, id, day);
    const student = await showStudent(scope, id);
    if (!isEnded) throw new Failure('conflict', rosterWords.hasLeft(student.name));
    const entry = { at: now.toISOString(), about: aboutStudent(student), details: { day } };
    await recordChange(scope, { what: 'studentEnded', ...entry });
    return student;
  });
  return publish(scope, deps, ended);
}

/** Marks the child as present again, in its former section. Throws if the child has not left. */
export async function bringBackStudent(scope: Scope, deps: Deps, id: number): Promise<Student> {
  const at = deps.now().toISOString();
  const back = await withCampusLock(scope, async (scope) => {
    const isBack = await setEnded(scope, id, null);
    const student = await showStudent(scope, id);
    if (!isBack) throw new Failure('conflict', rosterWords.isHere(student.name));
    await recordChange(scope, { what: 'studentBack', at, about: aboutStudent(student) });
    return student;
  });
  return publish(scope, deps, back);
}
