/** Classes, edited by hand: renamed, placed, merged into another class, and parted again. */
import type { InputOf } from '#shared/calls/all.ts';
import type { ClassPart, ClassSummary, MergedClass } from '#shared/calls/students.ts';
import { Failure } from '#shared/failures.ts';
import { inSchoolOrder } from '#shared/people/class-key.ts';
import { plainName } from '#shared/sheets/same-value.ts';
import type { Entry } from '#shared/trail.ts';
import { failureWords } from '#shared/words/failures.ts';
import { classRefusals } from '#shared/words/import-problems.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { loadClassesAndSections, removeEmptied, sectionFor, showClasses } from '../students/students.ts';
import { insertClass, listClasses, listSections, putSpellings } from '../students/students-queries.ts';
import type { ClassRow } from '../students/students-rules.ts';
import {
  deleteSpelling,
  listClassStudents,
  moveStudents,
  updateClassName,
  updatePosition,
} from './classes-queries.ts';

function needClass(all: readonly ClassRow[], id: number): ClassRow {
  const found = all.find((one) => one.id === id);
  if (!found) throw new Failure('notFound', failureWords.notFound);
  return found;
}

/** Throws if another class has this name. */
function needFreeName(all: readonly ClassRow[], name: string, own?: number): void {
  const other = all.find((one) => one.id !== own && plainName(one.name) === plainName(name));
  if (!other) return;
  const message = classRefusals.taken(other.name);
  throw new Failure('conflict', message, [{ path: 'name', message }]);
}

const entryOf = ({ id, name }: { id: number; name: string }, deps: Deps): Pick<Entry, 'at' | 'about'> => ({
  at: deps.now().toISOString(),
  about: { kind: 'class', id, name },
});

/** The former name goes on to mean the class, unless the class gets back a name that it had. */
async function rename(scope: Scope, before: ClassRow, name: string): Promise<void> {
  await updateClassName(scope, before.id, name);
  const meant = await deleteSpelling(scope, plainName(name));
  if (meant !== before.id && plainName(name) !== plainName(before.name))
    await putSpellings(scope, [{ spelling: plainName(before.name), classID: before.id }]);
}

/** Places a class before another one, or at the end. From then on the order of all these classes is fixed. */
async function place(
  scope: Scope,
  all: readonly ClassRow[],
  { one, beforeID }: { one: ClassRow; beforeID: number | null },
): Promise<void> {
  const others = inSchoolOrder(all).filter(({ id }) => id !== one.id);
  const at = beforeID === null ? others.length : others.indexOf(needClass(others, beforeID));
  for (const [position, { id }] of others.toSpliced(at, 0, one).entries())
    await updatePosition(scope, id, position);
}

/** Renames a class, or changes its place in the order. Throws if another class has the name. */
export async function changeClass(
  scope: Scope,
  deps: Deps,
  { id, name, beforeID }: { id: number; name?: string | undefined; beforeID?: number | null | undefined },
): Promise<ClassSummary[]> {
  const changed = await withCampusLock(scope, async (scope) => {
    const all = await listClasses(scope);
    const before = needClass(all, id);
    if (name !== undefined && name !== before.name) {
      needFreeName(all, name, id);
      await rename(scope, before, name);
      const changes = { name: [before.name, name] as const };
      await recordChange(scope, { what: 'classRenamed', ...entryOf({ id, name }, deps), changes });
    }
    if (beforeID !== undefined && beforeID !== id) {
      await place(scope, all, { one: before, beforeID });
      await recordChange(scope, { what: 'classPlaced', ...entryOf({ id, name: name ?? before.name }, deps) });
    }
    return showClasses(scope);
  });
  deps.bus.publish(scope.campusID, { what: 'students' });
  return changed;
}

/**
 * Moves the children of a class to the sections of the same names in another class, and deletes the empty class. Its
 * name and its spellings go on to mean the other class. Returns what `splitClass` needs to undo this.
 */
export async function mergeClass(
  scope: Scope,
  deps: Deps,
  { id, intoID }: { id: number; intoID: number },
): Promise<MergedClass> {
  const merged = await withCampusLock(scope, async (scope) => {
    const all = await listClasses(scope);
    const [from, into] = [needClass(all, id), needClass(all, intoID)];
    if (id === intoID) throw new Failure('invalid', classRefusals.itself);
    const places = await loadClassesAndSections(scope);
    const students = await listClassStudents(scope, id);
    const sections = [...Map.groupBy(students, ({ section }) => section)].map(([name, list]) => ({
      name,
      studentIDs: list.map((student) => student.id),
    }));
    for (const { name, studentIDs } of sections) {
      const sectionID = await sectionFor(scope, places, { class: into.name, section: name });
      await moveStudents(scope, studentIDs, sectionID);
    }
    const spellings = [plainName(from.name), ...from.spellings];
    await putSpellings(
      scope,
      spellings.map((spelling) => ({ spelling, classID: intoID })),
    );
    const own = (await listSections(scope)).filter(({ classID }) => classID === id);
    await removeEmptied(
      scope,
      own.map((section) => section.id),
    );
    await recordChange(scope, {
      what: 'classMerged',
      ...entryOf(into, deps),
      details: { name: from.name, students: students.length },
    });
    const { name, position } = from;
    return {
      classes: await showClasses(scope),
      part: { name, position, spellings: [...from.spellings], sections },
    };
  });
  deps.bus.publish(scope.campusID, { what: 'students' });
  return merged;
}

/**
 * Moves the current children of a class to the sections of the same names in another class. Sections that are left
 * without children stay, because the children of the class below are moved there. Throws if there is nobody to move.
 */
export async function promoteClass(
  scope: Scope,
  deps: Deps,
  { id, intoID, sectionID, studentIDs }: { id: number } & InputOf<'POST /Classes/:id/Promote'>['body'],
): Promise<{ classes: ClassSummary[]; studentIDs: number[] }> {
  const promoted = await withCampusLock(scope, async (scope) => {
    const all = await listClasses(scope);
    const [from, into] = [needClass(all, id), needClass(all, intoID)];
    if (id === intoID) throw new Failure('invalid', classRefusals.itself);
    const chosen = studentIDs && new Set(studentIDs);
    const students = (await listClassStudents(scope, id)).filter(
      (one) =>
        one.endedOn === null &&
        (sectionID === undefined || one.sectionID === sectionID) &&
        (!chosen || chosen.has(one.id)),
    );
    if (students.length === 0 && (sectionID !== undefined || chosen))
      throw new Failure('notFound', failureWords.notFound);
    if (students.length === 0) throw new Failure('conflict', classRefusals.nobody(from.name));
    const places = await loadClassesAndSections(scope);
    for (const [section, list] of Map.groupBy(students, (one) => one.section)) {
      const target = await sectionFor(scope, places, { class: into.name, section });
      await moveStudents(
        scope,
        list.map((student) => student.id),
        target,
      );
    }
    const details = { name: into.name, students: students.length };
    await recordChange(scope, { what: 'classPromoted', ...entryOf(from, deps), details });
    return { classes: await showClasses(scope), studentIDs: students.map((student) => student.id) };
  });
  deps.bus.publish(scope.campusID, { what: 'students' });
  return promoted;
}

/** Undoes a merge: the children who are still in the class go back to a class of their own. Throws if there are none. */
export async function splitClass(
  scope: Scope,
  deps: Deps,
  { id, part }: { id: number; part: ClassPart },
): Promise<ClassSummary[]> {
  const classes = await withCampusLock(scope, async (scope) => {
    const all = await listClasses(scope);
    const from = needClass(all, id);
    needFreeName(all, part.name);
    const sectionOf = new Map((await listClassStudents(scope, id)).map((one) => [one.id, one.sectionID]));
    const sections = part.sections
      .map(({ name, studentIDs }) => ({ name, studentIDs: studentIDs.filter((one) => sectionOf.has(one)) }))
      .filter(({ studentIDs }) => studentIDs.length > 0);
    if (sections.length === 0) throw new Failure('notFound', failureWords.notFound);
    const classID = await insertClass(scope, part.name);
    await updatePosition(scope, classID, part.position);
    await deleteSpelling(scope, plainName(part.name));
    const spellings = part.spellings.map(plainName).filter((spelling) => from.spellings.includes(spelling));
    await putSpellings(
      scope,
      spellings.map((spelling) => ({ spelling, classID })),
    );
    const places = await loadClassesAndSections(scope);
    for (const { name, studentIDs } of sections) {
      const sectionID = await sectionFor(scope, places, { class: part.name, section: name });
      await moveStudents(scope, studentIDs, sectionID);
    }
    await removeEmptied(scope, [...new Set(sectionOf.values())]);
    await recordChange(scope, {
      what: 'classParted',
      ...entryOf({ id: classID, name: part.name }, deps),
      details: { name: from.name },
    });
    return showClasses(scope);
  });
  deps.bus.publish(scope.campusID, { what: 'students' });
  return classes;
}
