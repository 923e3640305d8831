import type { ImportAnswer, StudentsHead } from '#shared/calls/imports.ts';
import type { ClassSummary, NewStudent } from '#shared/calls/students.ts';
import { Failure } from '#shared/failures.ts';
import { mostIssues } from '#shared/limits.ts';
import { ClassList, type PlaceNames } from '#shared/people/class-list.ts';
import { plainName } from '#shared/sheets/same-value.ts';
import type { ClassAnswer, FoundStudent } from '#shared/sheets/sheet-rows.ts';
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
  putSpellings,
  type StoredStudent,
  type StudentsOfNumber,
  updateStudents,
} from './students-queries.ts';
import {
  type Change,
  type ClassRow,
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

/** The classes of the campus, and the ids of its sections by normalised name. */
export type Places = { classes: ClassList<ClassRow>; sections: Map<string, number> };

const placeKey = (classID: number, section: string): string => `${classID} ${plainName(section)}`;

/** `apart`: names that stay classes of their own, although they are other spellings of a class. */
export async function loadClassesAndSections(scope: Scope, apart: readonly string[] = []): Promise<Places> {
  // Newest first: if two names differ only in case, the oldest one is put into the map last and wins.
  const sections = (await listSections(scope)).reverse();
  return {
    classes: new ClassList(await listClasses(scope), apart),
    sections: new Map(sections.map(({ id, classID, name }) => [placeKey(classID, name), id])),
  };
}

async function insertNamed(scope: Scope, { classes }: Places, name: string): Promise<ClassRow> {
  const made = { id: await insertClass(scope, name), name, position: null, spellings: [] };
  classes.add(made);
  return made;
}

/** Returns the id of a section of a class with exactly these names. A new class or section is created. */
export async function sectionFor(scope: Scope, places: Places, place: PlaceNames): Promise<number> {
  const { id: classID } =
    places.classes.find(place.class) ?? (await insertNamed(scope, places, place.class.trim()));
  const key = placeKey(classID, place.section);
  const sectionID = places.sections.get(key) ?? (await insertSection(scope, classID, place.section.trim()));
  places.sections.set(key, sectionID);
  return sectionID;
}

/**
 * An import of students that runs part by part in one transaction. `answers`: what spellings of classes mean. `seen`: the
 * registration numbers of earlier parts.
 */
export type Roster = {
  importID: number;
  places: Places;
  answers: readonly ClassAnswer[];
  seen: Set<string>;
};

export async function openRoster(
  scope: Scope,
  importID: number,
  answers: readonly ClassAnswer[],
): Promise<Roster> {
  const apart = answers.flatMap(({ spelling, name }) => (spelling === name ? [name] : []));
  return { importID, places: await loadClassesAndSections(scope, apart), answers, seen: new Set() };
}

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
  for (const [at, read] of rows.entries()) {
    const row = { ...read, ...roster.places.classes.placed(read) };
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

/** Remembers which spellings mean which class, so that the next sheet does not ask again. */
export async function rememberSpellings(scope: Scope, { places, answers }: Roster): Promise<void> {
  const meant = answers.flatMap(({ spelling, name }) => {
    const listed = places.classes.find(name);
    return listed && !places.classes.find(spelling)
      ? [{ spelling: plainName(spelling), classID: listed.id }]
      : [];
  });
  await putSpellings(scope, meant);
}

async function saveRoster(
  scope: Scope,
  { saveID, content, file, left, headings, classes }: Head,
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
  const roster = await openRoster(scope, importID, classes);
  const answer: ImportAnswer = { importID, added: 0, updated: 0, ...left, held: [] };
  for await (const part of students) {
    const { added, updated, skipped, held } = await savePart(scope, roster, part);
    answer.added += added;
    answer.updated += updated;
    answer.skipped += skipped;
    answer.held.push(...held);
  }
  await rememberHeadings(scope, 'students', headings);
  await rememberSpellings(scope, roster);
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

/** The change with the present name of the class that it wrote, if that class was renamed or merged since. */
const withPresentClass = ({ before, after }: Change, { classes }: Places): Change =>
  after.class === undefined
    ? { before, after }
    : { before, after: { ...after, class: classes.find(after.class)?.name ?? after.class } };

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
      const values = valuesToRestore(student, withPresentClass(change, places));
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
