import type { FoundStudent, ImportAnswer, StudentsHead } from '#shared/calls/imports.ts';
import type { ClassSummary, NewStudent } from '#shared/calls/students.ts';
import { Failure } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { plainName } from '#shared/sheets/same-value.ts';
import { heldWords, rosterWords } from '#shared/words/import-problems.ts';
import { withCampusLock } from '../../auth/campus-lock.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { recordChange } from '../../trail/trail.ts';
import { answerAgain, rememberHeadings } from '../history/history.ts';
import { finishImport, insertChanges, insertImport } from '../history/history-queries.ts';
import {
  deleteEmptyClasses,
  deleteEmptySections,
  deleteStudentsOfImport,
  insertClass,
  insertSection,
  insertStudents,
  listChangedAgain,
  listChangedStudents,
  listClasses,
  listSections,
  listStudentsByRegNum,
  listStudentsOfNumber,
  type StoredStudent,
  type StudentsOfNumber,
  updateStudents,
} from './students-queries.ts';
import {
  type Change,
  classesWithSections,
  compareStudent,
  readStudents,
  type StudentRow,
  type Values,
  valuesToRestore,
} from './students-rules.ts';

export async function showClasses(scope: Scope): Promise<ClassSummary[]> {
  return classesWithSections(await listClasses(scope), await listSections(scope));
}

/** Returns the students that exist among these registration numbers. */
export async function checkStudents(scope: Scope, regNums: string[]): Promise<{ students: FoundStudent[] }> {
  const stored = await listStudentsByRegNum(scope, [...new Set(regNums)]);
  const held = scope.rights.edit ? {} : { hold: 'noEdit' as const };
  return {
    students: stored.map(({ sectionID: _own, numbers: _too, ...student }) => ({ ...student, ...held })),
  };
}

/** The ids of the classes and sections of the campus, by normalised name. */
type Places = { classes: Map<string, number>; sections: Map<string, number> };

const placeKey = (classID: number, section: string): string => `${classID} ${plainName(section)}`;

export async function loadClassesAndSections(scope: Scope): Promise<Places> {
  // Newest first: if two names differ only in case, the oldest one is put into the map last and wins.
  const classes = (await listClasses(scope)).reverse();
  const sections = (await listSections(scope)).reverse();
  return {
    classes: new Map(classes.map(({ id, name }) => [plainName(name), id])),
    sections: new Map(sections.map(({ id, classID, name }) => [placeKey(classID, name), id])),
  };
}

/** Returns the id of a section of a class. A new class or section is created. */
export async function sectionFor(scope: Scope, places: Places, place: Pick<Values, 'class' | 'section'>) {
  const className = plainName(place.class);
  const classID = places.classes.get(className) ?? (await insertClass(scope, place.class.trim()));
  places.classes.set(className, classID);
  const key = placeKey(classID, place.section);
  const sectionID = places.sections.get(key) ?? (await insertSection(scope, classID, place.section.trim()));
  places.sections.set(key, sectionID);
  return sectionID;
}

/**
 * An import of students that runs part by part in one transaction. `seen`: the registration numbers of earlier parts.
 */
export type Roster = { importID: number; places: Places; seen: Set<string> };

export const openRoster = async (scope: Scope, importID: number): Promise<Roster> => ({
  importID,
  places: await loadClassesAndSections(scope),
  seen: new Set(),
});

/** `skipped`: rows that are unchanged or held. */
type Saved = Pick<ImportAnswer, 'added' | 'updated' | 'skipped' | 'held'>;

/** `from`: the index of the first of these rows among all rows. `isOnlyNew`: stored students stay as they are. */
export async function saveStudents(
  scope: Scope,
  roster: Roster,
  { rows, from = 0, isOnlyNew = false }: { rows: readonly StudentRow[]; from?: number; isOnlyNew?: boolean },
): Promise<Saved> {
  const regNums = rows.map(({ regNum }) => regNum);
  const stored = new Map(
    (await listStudentsByRegNum(scope, regNums)).map((student) => [student.regNum, student]),
  );
  const added: Parameters<typeof insertStudents>[1] = [];
  const updated: StoredStudent[] = [];
  const changes: ({ itemID: number } & Change)[] = [];
  const held: Saved['held'] = [];
  for (const [at, row] of rows.entries()) {
    const student = stored.get(row.regNum);
    if (!student) {
      const { class: _class, section: _section, ...values } = row;
      const sectionID = await sectionFor(scope, roster.places, row);
      added.push({ ...values, sectionID, importID: roster.importID });
      continue;
    }
    const change = isOnlyNew ? undefined : compareStudent(student, row);
    if (!change) continue;
    if (!scope.rights.edit) {
      held.push({ row: from + at, reason: heldWords.noEdit });
      continue;
    }
    changes.push({ itemID: student.id, ...change });
    updated.push(await changed(scope, roster.places, { student, values: change.after }));
  }
  await insertStudents(scope, added);
  await updateStudents(scope, updated);
  await insertChanges(scope, roster.importID, changes);
  const saved = added.length + updated.length;
  return { added: added.length, updated: updated.length, skipped: rows.length - saved, held };
}

/** Returns the student with the changed values, in the section of these values. */
async function changed(
  scope: Scope,
  places: Places,
  { student, values }: { student: StoredStudent; values: Partial<Values> },
): Promise<StoredStudent> {
  const next = { ...student, ...values };
  const isMoved = values.class !== undefined || values.section !== undefined;
  return isMoved ? { ...next, sectionID: await sectionFor(scope, places, next) } : next;
}

/** Throws with an issue for each student that cannot be saved. */
async function savePart(scope: Scope, roster: Roster, students: readonly NewStudent[]): Promise<Saved> {
  const from = roster.seen.size;
  const { rows, issues } = readStudents(students, scope.campus.country, roster.seen);
  const [first] = issues;
  if (first) throw new Failure('invalid', first.message, issues.slice(0, mostIssues));
  return saveStudents(scope, roster, { rows, from });
}

type Head = StudentsHead & { content: string };

async function saveRoster(
  scope: Scope,
  { saveID, content, file, left, headings }: Head,
  { students, now }: { students: AsyncIterable<readonly NewStudent[]>; now: string },
): Promise<ImportAnswer> {
  const made = {
    kind: 'students' as const,
    groupID: null,
    groupName: '',
    isNewGroup: 0,
    partOf: null,
    createdAt: now,
  };
  const importID = await insertImport(scope, {
    ...made,
    saveID,
    content,
    fileName: file.name,
    sha256: file.sha256,
    sheet: file.sheet ?? '',
    oneSeries: null,
  });
  const roster = await openRoster(scope, importID);
  const answer: ImportAnswer = { importID, added: 0, updated: 0, ...left, held: [] };
  for await (const part of students) {
    const { added, updated, skipped, held } = await savePart(scope, roster, part);
    answer.added += added;
    answer.updated += updated;
    answer.skipped += skipped;
    answer.held.push(...held);
  }
  await rememberHeadings(scope, 'students', headings);
  await finishImport(scope, answer);
  const { added, updated, skipped, refused } = answer;
  await recordChange(scope, {
    what: 'studentsSaved',
    at: now,
    about: { kind: 'import', id: importID },
    changes: file.name === '' ? {} : { file: [null, file.name] },
    details: { fileName: file.name, added, updated, skipped, refused },
  });
  return answer;
}

/**
 * Saves a whole list of students. If there are issues, nothing is saved. New students are added. Existing students
 * are changed if the row differs and the caller may edit. A repeated save gets the first answer.
 */
export async function importStudents(
  scope: Scope,
  deps: Deps,
  { head, students }: { head: Head; students: AsyncIterable<readonly NewStudent[]> },
): Promise<ImportAnswer> {
  const now = deps.now().toISOString();
  const answer = await withCampusLock(
    scope,
    async (scope) =>
      (await answerAgain(scope, head, { kind: 'students', groupID: null }))?.answer ??
      saveRoster(scope, head, { students, now }),
  );
  deps.bus.publish(scope.campusID, { what: 'students' });
  deps.bus.publish(scope.campusID, { what: 'imports' });
  return answer;
}

const studentsPerStep = 1000;
/** Below the limits of both engines for values in a statement. */
const idsAtOnce = 5000;

/**
 * Restores the values that the import changed, if the student still has the imported value. Returns how many students
 * changed, and the sections that they left.
 */
async function restoreStudents(
  scope: Scope,
  importID: number,
): Promise<{ restored: number; left: Set<number> }> {
  const places = await loadClassesAndSections(scope);
  const left = new Set<number>();
  let restored = 0;
  for (let after = 0, isMore = true; isMore; ) {
    const page = await listChangedStudents(scope, importID, { after, take: studentsPerStep });
    const updated: StoredStudent[] = [];
    for (const { student, change } of page) {
      if (!student) continue;
      const values = valuesToRestore(student, change);
      if (Object.keys(values).length === 0) continue;
      updated.push(await changed(scope, places, { student, values }));
      if (values.class !== undefined) left.add(student.sectionID);
    }
    await updateStudents(scope, updated);
    restored += updated.length;
    isMore = page.length === studentsPerStep;
    after = page.at(-1)?.itemID ?? 0;
  }
  return { restored, left };
}

/** Deletes the empty sections among these, and then the classes without sections. */
export async function removeEmptied(scope: Scope, sectionIDs: number[]): Promise<void> {
  for (let from = 0; from < sectionIDs.length; from += idsAtOnce) {
    const classIDs = await deleteEmptySections(scope, sectionIDs.slice(from, from + idsAtOnce));
    await deleteEmptyClasses(scope, classIDs);
  }
}

/**
 * Undoes an import of students in the caller's transaction. Deletes the students that it added, and sections and
 * classes that are then empty. Restores changed values that are still the same. If a later import changed one of the
 * students, nothing happens and `heldBy` names these students.
 */
export async function takeBackStudents(
  scope: Scope,
  importID: number,
): Promise<{ removed: number; restored: number; heldBy: string[] }> {
  const holders = await listChangedAgain(scope, importID);
  const heldBy = holders.map(({ name, regNum }) => rosterWords.student(name, regNum));
  if (heldBy.length > 0) return { removed: 0, restored: 0, heldBy };
  const sectionIDs = await deleteStudentsOfImport(scope, importID);
  const { restored, left } = await restoreStudents(scope, importID);
  await removeEmptied(scope, [...new Set([...sectionIDs, ...left])]);
  return { removed: sectionIDs.length, restored, heldBy };
}

type Typed = { number: string; numbers: string };

/**
 * Changes the number of the students who have it, or only of those in `only`. Returns the former values. Runs in the
 * caller's transaction.
 */
export async function changeStudentNumbers(
  scope: Scope,
  filter: StudentsOfNumber,
  rewrite: (student: { id: number; number: string }) => Typed | undefined,
): Promise<{ id: number; number: string }[]> {
  const found = await listStudentsOfNumber(scope, filter);
  const changed = found.flatMap((student) => {
    const typed = rewrite(student);
    return typed === undefined || typed.number === student.number ? [] : [{ ...student, ...typed }];
  });
  await updateStudents(scope, changed);
  const before = new Map(found.map(({ id, number }) => [id, number]));
  return changed.map(({ id }) => ({ id, number: before.get(id) ?? '' }));
}
