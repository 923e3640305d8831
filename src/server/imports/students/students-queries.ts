import { sql } from 'kysely';
import { keysOfChild } from '#shared/text/loose-names.ts';
import type { Scope } from '../../auth/scope.ts';
import { foundIDs, insertMany, unindexed, valueRows } from '../../platform/db/long-lists.ts';
import { contains } from '../../platform/db/search.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { deleteNames, listNamed, putNames } from '../../recipients/names/names-queries.ts';
import type { Change, ClassRow, SectionRow, StudentRow } from './students-rules.ts';

export async function insertClass(scope: Scope, name: string): Promise<number> {
  const row = await scope.db
    .insertInto('class')
    .values({ campusID: scope.campusID, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Fails if the class belongs to another campus. */
export async function insertSection(scope: Scope, classID: number, name: string): Promise<number> {
  const row = await scope.db
    .insertInto('section')
    .values({ campusID: scope.campusID, classID, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export type NewStudent = Omit<Tables['student'], 'id' | 'campusID' | 'endedOn' | 'keys'>;

/** Adds the search keys to a student. */
const withKeys = <T extends Pick<NewStudent, 'name' | 'fatherName' | 'regNum'>>(student: T) => ({
  ...student,
  keys: keysOfChild({ ...student, fatherName: student.fatherName ?? '' }),
});

/** Fails if a section belongs to another campus. */
export async function insertStudents(scope: Scope, students: NewStudent[]): Promise<void> {
  await insertMany(
    scope.db,
    'student',
    students.map((student) => ({ campusID: scope.campusID, ...withKeys(student) })),
  );
  await putNames(scope, students);
}

/** The classes of the campus, the oldest first. */
export async function listClasses(scope: Scope): Promise<ClassRow[]> {
  const classes = await scope.db
    .selectFrom('class')
    .select(['id', 'name', 'position'])
    .where('campusID', '=', scope.campusID)
    .orderBy('id')
    .execute();
  const spellings = await scope.db
    .selectFrom('class_spelling')
    .select(['classID', 'spelling'])
    .where('campusID', '=', scope.campusID)
    .orderBy('spelling')
    .execute();
  const ofClass = Map.groupBy(spellings, ({ classID }) => classID);
  return classes.map((one) => ({
    ...one,
    spellings: ofClass.get(one.id)?.map(({ spelling }) => spelling) ?? [],
  }));
}

/**
 * Remembers that these spellings, in lower case, mean a class. Of equal spellings the last one counts. Fails if a class
 * belongs to another campus.
 */
export async function putSpellings(
  scope: Scope,
  spellings: readonly { spelling: string; classID: number }[],
): Promise<void> {
  if (spellings.length === 0) return;
  await scope.db
    .insertInto('class_spelling')
    .values(
      Array.from(
        new Map(spellings.map(({ spelling, classID }) => [spelling, classID])),
        ([spelling, classID]) => ({
          campusID: scope.campusID,
          spelling,
          classID,
        }),
      ),
    )
    .onConflict((on) =>
      on.columns(['campusID', 'spelling']).doUpdateSet((eb) => ({ classID: eb.ref('excluded.classID') })),
    )
    .execute();
}

/** The sections of the campus, the oldest first, with the number of present students in each. */
export async function listSections(scope: Scope): Promise<SectionRow[]> {
  return scope.db
    .selectFrom('section')
    .leftJoin('student', (join) =>
      join
        .onRef('student.campusID', '=', 'section.campusID')
        .onRef('student.sectionID', '=', 'section.id')
        .on('student.endedOn', 'is', null),
    )
    .select(['section.id', 'section.classID', 'section.name'])
    .select((eb) => eb.fn.count<number>('student.id').as('students'))
    .where('section.campusID', '=', scope.campusID)
    .groupBy(['section.id', 'section.classID', 'section.name'])
    .orderBy('section.id')
    .execute();
}

export type StoredStudent = StudentRow & { id: number; sectionID: number };

const columns = ['id', 'regNum', 'name', 'fatherName', 'number', 'numbers', 'sectionID'] as const;

const students = (scope: Scope) =>
  scope.db.selectFrom('student').select(columns).where('campusID', '=', scope.campusID);

/**
 * Adds class and section to these students. The students are found in a separate step, because in a single query
 * PostgreSQL would scan all students of every section.
 */
const withPlaces = (scope: Scope, found: ReturnType<typeof students>) =>
  scope.db
    .with(
      (name) => name('found').materialized(),
      () => found,
    )
    .selectFrom('found')
    .innerJoin('section', 'section.id', 'found.sectionID')
    .innerJoin('class', 'class.id', 'section.classID')
    .select(columns.map((column) => `found.${column}` as const))
    .select(['section.name as section', 'class.name as class'])
    .where('section.campusID', '=', scope.campusID)
    .orderBy('found.id');

/** The students with these registration numbers. At most a few thousand numbers. */
export async function listStudentsByRegNum(scope: Scope, regNums: string[]): Promise<StoredStudent[]> {
  if (regNums.length === 0) return [];
  return withPlaces(scope, students(scope).where('regNum', 'in', regNums)).execute();
}

/**
 * `number`: E.164; an empty text means any number. `only` limits the result to these ids and registration numbers.
 */
export type StudentsOfNumber = {
  number: string;
  only?: { ids: readonly number[]; regNums: readonly string[] } | undefined;
};

/** The students with this number. At most a few thousand ids and registration numbers. */
export async function listStudentsOfNumber(
  scope: Scope,
  { number, only }: StudentsOfNumber,
): Promise<StoredStudent[]> {
  if (only && only.ids.length + only.regNums.length === 0) return [];
  const found = students(scope)
    .$if(number !== '', (query) => query.where((eb) => contains(scope.db, eb.ref('numbers'), number)))
    .$if(only !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          ...(only?.ids.length ? [eb('id', 'in', only.ids)] : []),
          ...(only?.regNums.length ? [eb('regNum', 'in', only.regNums)] : []),
        ]),
      ),
    );
  return withPlaces(scope, found).execute();
}

/** Writes the new values of these students. At most a few thousand students. */
export async function updateStudents(
  scope: Scope,
  changed: readonly Omit<NewStudent & { id: number }, 'importID'>[],
): Promise<void> {
  if (changed.length === 0) return;
  const texts = {
    regNum: 'text',
    name: 'text',
    fatherName: 'text',
    number: 'text',
    numbers: 'text',
  } as const;
  const written = { id: 'bigint', sectionID: 'bigint', ...texts, keys: 'text' } as const;
  const rows = { columns: written, rows: changed.map(withKeys) };
  const ids = changed.map(({ id }) => id);
  await deleteNames(scope, await listNamed(scope, 'student', ids));
  await sql`with ${valueRows(scope.db, 'changed', rows)} update student set "sectionID" = changed."sectionID", name = changed.name,
      "regNum" = changed."regNum", "fatherName" = changed."fatherName", number = changed.number,
      numbers = changed.numbers, keys = changed.keys
    from changed where student.id = changed.id and ${unindexed('campusID')} = ${scope.campusID}`.execute(
    scope.db,
  );
  await putNames(scope, await listNamed(scope, 'student', ids));
}

const changedBy = (scope: Scope, importID: number) =>
  scope.db
    .selectFrom('import_change')
    .select('itemID')
    .where('campusID', '=', scope.campusID)
    .where('importID', '=', importID);

/**
 * The students that this import added or changed and that a later import has changed again. Undone imports do not
 * count.
 */
export async function listChangedAgain(scope: Scope, importID: number) {
  const changedLater = scope.db
    .selectFrom('import_change')
    .innerJoin('import', (join) =>
      join
        .onRef('import.campusID', '=', 'import_change.campusID')
        .onRef('import.id', '=', 'import_change.importID'),
    )
    .select('import_change.itemID')
    .where('import_change.campusID', '=', scope.campusID)
    .where('import_change.importID', '>', importID)
    // Needed because a bill and a student may have the same id.
    .where('import.kind', '=', 'students')
    .where('import.undoneAt', 'is', null);
  return students(scope)
    .where('id', 'in', changedLater)
    .where((eb) => eb.or([eb('importID', '=', importID), eb('id', 'in', changedBy(scope, importID))]))
    .orderBy('id')
    .execute();
}

export type StudentChange = { itemID: number; student: StoredStudent | undefined; change: Change };

/** The changes that this import made to students who still exist, beginning after the id `after`. */
export async function listChangedStudents(
  scope: Scope,
  importID: number,
  page: { after: number; take: number },
): Promise<StudentChange[]> {
  const changes = await changedBy(scope, importID)
    .select(['before', 'after'])
    .where('itemID', '>', page.after)
    .orderBy('itemID')
    .limit(page.take)
    .execute();
  if (changes.length === 0) return [];
  const ids = changes.map(({ itemID }) => itemID);
  const found = scope.db
    .selectFrom('student')
    .select(columns)
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', ids);
  const stored = new Map((await withPlaces(scope, found).execute()).map((student) => [student.id, student]));
  return changes.map(({ itemID, before, after }) => ({
    itemID,
    student: stored.get(itemID),
    change: { before: JSON.parse(before), after: JSON.parse(after) },
  }));
}

/** Deletes the students that the import added. Returns the section of each. */
export async function deleteStudentsOfImport(scope: Scope, importID: number): Promise<number[]> {
  const parts = foundIDs(({ after, take }) =>
    scope.db
      .selectFrom('student')
      .select('id')
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('importID', '=', importID)
      .where('id', '>', after)
      .orderBy('id')
      .limit(take)
      .execute(),
  );
  const sectionIDs: number[] = [];
  for await (const ids of parts) {
    const rows = await scope.db
      .deleteFrom('student')
      .where(unindexed('campusID'), '=', scope.campusID)
      .where('id', 'in', ids)
      .returning('sectionID')
      .execute();
    for (const { sectionID } of rows) sectionIDs.push(sectionID);
  }
  return sectionIDs;
}

/** Deletes the empty sections among these. Returns their classes. At most a few thousand ids. */
export async function deleteEmptySections(scope: Scope, sectionIDs: number[]): Promise<number[]> {
  if (sectionIDs.length === 0) return [];
  const rows = await scope.db
    .deleteFrom('section')
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', sectionIDs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('student')
            .select('student.id')
            .whereRef('student.campusID', '=', 'section.campusID')
            .whereRef('student.sectionID', '=', 'section.id'),
        ),
      ),
    )
    .returning('classID')
    .execute();
  return [...new Set(rows.map(({ classID }) => classID))];
}

/** Deletes the classes without a section among these. Returns how many were deleted. At most a few thousand ids. */
export async function deleteEmptyClasses(scope: Scope, classIDs: number[]): Promise<number> {
  if (classIDs.length === 0) return 0;
  const { numDeletedRows } = await scope.db
    .deleteFrom('class')
    .where('campusID', '=', scope.campusID)
    .where('id', 'in', classIDs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('section').select('section.id').whereRef('section.classID', '=', 'class.id'))),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
