import type { Scope } from '../auth/scope.ts';
import { insertMany } from '../db/insert-many.ts';
import type { Tables } from '../db/tables.ts';

/** The students of whole classes, or with sections only those of them; undefined when one of the ids is not here. */
export async function listStudents(scope: Scope, classIDs: number[], sectionIDs: number[]) {
  const classes = await findHere(scope, 'class', classIDs);
  const sections = await findHere(scope, 'section', sectionIDs);
  if (!classes || !sections) return undefined;
  return scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .select(['student.id', 'student.regNum', 'student.name', 'student.number', 'student.numbers'])
    .where('student.campusID', '=', scope.campusID)
    .where('section.campusID', '=', scope.campusID)
    .where('section.classID', 'in', classIDs)
    .$if(sectionIDs.length > 0, (query) => query.where('section.id', 'in', sectionIDs))
    .orderBy('student.id')
    .execute();
}

/** The ids again when all of them are of this campus, else undefined. */
async function findHere(
  scope: Scope,
  table: 'class' | 'section',
  ids: number[],
): Promise<number[] | undefined> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return unique;
  const rows = await scope.db
    .selectFrom(table)
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', unique)
    .execute();
  return rows.length === unique.length ? unique : undefined;
}

export async function insertClass(scope: Scope, name: string): Promise<number> {
  const row = await scope.db
    .insertInto('class')
    .values({ campusID: scope.campusID, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Fails when the class is of another campus. */
export async function insertSection(scope: Scope, classID: number, name: string): Promise<number> {
  const row = await scope.db
    .insertInto('section')
    .values({ campusID: scope.campusID, classID, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type NewStudent = Omit<Tables['student'], 'id' | 'campusID'>;

/** Fails when a section is of another campus. */
export async function insertStudents(scope: Scope, students: NewStudent[]): Promise<void> {
  await insertMany(
    scope.db,
    'student',
    students.map((student) => ({ campusID: scope.campusID, ...student })),
  );
}
