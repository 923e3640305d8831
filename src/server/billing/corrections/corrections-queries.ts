import type { Scope } from '../../auth/scope.ts';
import { contains } from '../../platform/db/search.ts';
import { latestBillings } from '../families/families-queries.ts';

/** The number of a bill or a student before and after a correction. */
export type Rewritten = { id: number; before: string; after: string };
export type StoredCorrection = {
  at: string;
  was: string;
  became: string;
  bills: Rewritten[];
  students: Rewritten[];
  /** The label of the number, if it was moved to the corrected number. */
  label: string | null;
};

/**
 * Stores a correction and returns its id. Deletes corrections made before `over`, because they can no longer be
 * undone.
 */
export async function insertCorrection(
  scope: Scope,
  { bills, students, ...correction }: StoredCorrection,
  over: string,
): Promise<number> {
  await scope.db
    .deleteFrom('number_correction')
    .where('campusID', '=', scope.campusID)
    .where('at', '<', over)
    .execute();
  const { id } = await scope.db
    .insertInto('number_correction')
    .values({
      ...correction,
      campusID: scope.campusID,
      bills: JSON.stringify(bills),
      students: JSON.stringify(students),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a correction and returns it. Undefined if the campus has no such correction. */
export async function takeCorrection(scope: Scope, id: number): Promise<StoredCorrection | undefined> {
  const row = await scope.db
    .deleteFrom('number_correction')
    .where('campusID', '=', scope.campusID)
    .where('id', '=', id)
    .returning(['at', 'was', 'became', 'bills', 'students', 'label'])
    .executeTakeFirst();
  return (
    row && {
      ...row,
      bills: JSON.parse(row.bills) as Rewritten[],
      students: JSON.parse(row.students) as Rewritten[],
    }
  );
}

/** Lists the bills in the latest billings that have one of these names and no registration number. */
export async function listBillIDsOfNames(
  scope: Scope,
  names: readonly string[],
  billings: number,
): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await scope.db
    .selectFrom('bill')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', latestBillings(scope, billings))
    .where('name', 'in', names)
    .where('regNum', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns whether a student of the campus has this number. */
export async function hasStudentWith(scope: Scope, number: string): Promise<boolean> {
  const row = await scope.db
    .selectFrom('student')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where((eb) => contains(scope.db, eb.ref('numbers'), number))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
