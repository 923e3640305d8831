import type { Scope } from '../../auth/scope.ts';
import { idList, unindexed } from '../../platform/db/long-lists.ts';

export async function updateClassName(scope: Scope, classID: number, name: string): Promise<void> {
  await scope.db
    .updateTable('class')
    .set({ name })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', classID)
    .execute();
}

/** Null: the class comes where a school lists it. */
export async function updatePosition(scope: Scope, classID: number, position: number | null): Promise<void> {
  await scope.db
    .updateTable('class')
    .set({ position })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', classID)
    .execute();
}

/** Forgets what this spelling means. Returns the class that it meant. */
export async function deleteSpelling(scope: Scope, spelling: string): Promise<number | undefined> {
  const row = await scope.db
    .deleteFrom('class_spelling')
    .where('campusID', '=', scope.campusID)
    .where('spelling', '=', spelling)
    .returning('classID')
    .executeTakeFirst();
  return row?.classID;
}

/** The children of a class, also those who left, with the names of their sections. */
export async function listClassStudents(scope: Scope, classID: number) {
  return scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .select(['student.id', 'student.endedOn', 'section.id as sectionID', 'section.name as section'])
    .where('student.campusID', '=', scope.campusID)
    .where('section.campusID', '=', scope.campusID)
    .where('section.classID', '=', classID)
    .orderBy('student.id')
    .execute();
}

/** Moves these children to another section. Fails if the section belongs to another campus. */
export async function moveStudents(
  scope: Scope,
  studentIDs: readonly number[],
  sectionID: number,
): Promise<void> {
  if (studentIDs.length === 0) return;
  await scope.db
    .updateTable('student')
    .set({ sectionID })
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', idList(scope.db, studentIDs))
    .execute();
}
