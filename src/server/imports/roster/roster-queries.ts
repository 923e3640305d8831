import { sql } from 'kysely';
import type { RosterFilter, Student } from '#shared/calls/students.ts';
import type { Scope } from '../../auth/scope.ts';
import { fitsAll } from '../../billing/find/find-queries.ts';
import type { Typed } from '../../billing/find/find-rules.ts';

export type RosterChoice = {
  typed: Typed;
  classID: number | undefined;
  sectionID: number | undefined;
};

const places = (scope: Scope) =>
  scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .innerJoin('class', 'class.id', 'section.classID')
    .where('student.campusID', '=', scope.campusID);

const chosen = (scope: Scope, { typed, classID, sectionID }: RosterChoice) =>
  scope.db
    .selectFrom('student')
    .where('campusID', '=', scope.campusID)
    .$if(typed.parts.length > 0, (query) =>
      query.where((eb) =>
        fitsAll(scope, { keys: eb.ref('keys'), numbers: eb.ref('numbers'), regNum: eb.ref('regNum') }, typed),
      ),
    )
    .$if(sectionID !== undefined, (query) => query.where('sectionID', '=', sectionID ?? 0))
    .$if(classID !== undefined, (query) =>
      query.where('sectionID', 'in', (eb) =>
        eb
          .selectFrom('section')
          .select('section.id')
          .where('section.campusID', '=', scope.campusID)
          .where('section.classID', '=', classID ?? 0),
      ),
    );

/** Counts the children that match: those who are present and those who left. */
export async function countRoster(scope: Scope, choice: RosterChoice): Promise<Record<RosterFilter, number>> {
  const row = await chosen(scope, choice)
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.count<number>('endedOn').as('left')])
    .executeTakeFirstOrThrow();
  return { here: row.all - row.left, left: row.left };
}

const columns = [
  'student.id',
  'student.regNum',
  'student.name',
  'student.fatherName',
  'student.number',
  'student.endedOn',
  'student.sectionID',
  'section.name as section',
  'class.id as classID',
  'class.name as class',
] as const;

/**
 * A page of the matching children, ordered by name. It begins after the child with the id `after`, or at the offset
 * `from`.
 */
export async function listRoster(
  scope: Scope,
  choice: RosterChoice & { status: RosterFilter },
  page: { after: number; from: number; take: number },
): Promise<Student[]> {
  const ids = await chosen(scope, choice)
    .select('id')
    .where('endedOn', choice.status === 'left' ? 'is not' : 'is', null)
    .$if(page.after > 0, (query) =>
      query.where(
        sql<boolean>`(keys, id) > (select keys, id from student as last where last."campusID" = ${scope.campusID} and last.id = ${page.after})`,
      ),
    )
    .orderBy('keys')
    .orderBy('id')
    .limit(page.take)
    .offset(page.from)
    .execute();
  if (ids.length === 0) return [];
  return places(scope)
    .select(columns)
    .where(
      'student.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('student.keys')
    .orderBy('student.id')
    .execute();
}

export async function findStudent(scope: Scope, studentID: number): Promise<Student | undefined> {
  return places(scope).select(columns).where('student.id', '=', studentID).executeTakeFirst();
}

/**
 * Sets the day on which the child left. Null means that the child is present. Returns whether this changed anything.
 */
export async function setEnded(scope: Scope, studentID: number, day: string | null): Promise<boolean> {
  const { numUpdatedRows } = await scope.db
    .updateTable('student')
    .set({ endedOn: day })
    .where('campusID', '=', scope.campusID)
    .where('id', '=', studentID)
    .where('endedOn', day === null ? 'is not' : 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
