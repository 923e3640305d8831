import { sql } from 'kysely';
import type { Scope } from '../../auth/scope.ts';
import { billsOfRegNums } from '../../ledger/ledger-queries.ts';
import { billIDsOf } from '../../outbox/model.ts';
import { contains } from '../../platform/db/search.ts';

export type RosterChild = {
  id: number;
  regNum: string;
  name: string;
  fatherName: string | null;
  numbers: string;
  class: string;
  section: string;
};

/** Returns the ids of the bills in the latest messages to this number. Some of these bills may be deleted. */
export async function listBillsInMessages(scope: Scope, number: string, most: number): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('message')
    .select('billIDs')
    .where('campusID', '=', scope.campusID)
    .where('number', '=', number)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return [...new Set(rows.flatMap(billIDsOf))];
}

/** Returns the ids of the bills of these registration numbers, the latest first. */
export async function listBillIDsOfRegNums(
  scope: Scope,
  regNums: readonly string[],
  most: number,
): Promise<number[]> {
  if (regNums.length === 0) return [];
  const rows = await billsOfRegNums(scope, regNums).select('id').orderBy('id', 'desc').limit(most).execute();
  return rows.map(({ id }) => id);
}

/** Selects the latest billings of the campus, the newest month first. */
export const latestBillings = (scope: Scope, most: number) =>
  scope.db
    .selectFrom('group')
    .select('group.id')
    .where('group.campusID', '=', scope.campusID)
    .orderBy(sql`year * 12 + month`, 'desc')
    .orderBy('group.id', 'desc')
    .limit(most);

/**
 * Lists the bills with this E.164 number in the latest billings of the campus. Only a few billings are searched,
 * because no index covers a part of a text.
 */
export async function listBillIDsOfLatest(scope: Scope, number: string, most: number): Promise<number[]> {
  const rows = await scope.db
    .selectFrom('bill')
    .select('id')
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', latestBillings(scope, most))
    .where((eb) => contains(scope.db, eb.ref('numbers'), number))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the labels of these numbers. Numbers without a label are missing in the map. */
export async function mapLabels(scope: Scope, numbers: readonly string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom('number_label')
    .select(['number', 'label'])
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', numbers)
    .execute();
  return new Map(rows.map(({ number, label }) => [number, label]));
}

/** Sets the label of a number. An empty label deletes the stored one. */
export async function putLabel(scope: Scope, number: string, label: string): Promise<void> {
  const { campusID } = scope;
  if (label === '') {
    await scope.db
      .deleteFrom('number_label')
      .where('campusID', '=', campusID)
      .where('number', '=', number)
      .execute();
    return;
  }
  await scope.db
    .insertInto('number_label')
    .values({ campusID, number, label })
    .onConflict((on) => on.columns(['campusID', 'number']).doUpdateSet({ label }))
    .execute();
}

/** Lists the children of the roster that have one of these registration numbers, ids or phone numbers. */
export async function listRoster(
  scope: Scope,
  {
    regNums,
    ids,
    numbers,
  }: { regNums: readonly string[]; ids: readonly number[]; numbers: readonly string[] },
): Promise<RosterChild[]> {
  if (regNums.length + ids.length + numbers.length === 0) return [];
  // Children are searched by phone number in `child_name`, because no index covers a part of a text.
  const written = scope.db
    .selectFrom('child_name')
    .select('child_name.regNum')
    .where('child_name.campusID', '=', scope.campusID)
    .where('child_name.number', 'in', numbers);
  const rows = await scope.db
    .selectFrom('student')
    .innerJoin('section', 'section.id', 'student.sectionID')
    .innerJoin('class', 'class.id', 'section.classID')
    .select(['student.id', 'student.regNum', 'student.name', 'student.fatherName', 'student.numbers'])
    .select(['section.name as section', 'class.name as class'])
    .where('student.campusID', '=', scope.campusID)
    .where((eb) =>
      eb.or([
        ...(regNums.length > 0 ? [eb('student.regNum', 'in', regNums)] : []),
        ...(ids.length > 0 ? [eb('student.id', 'in', ids)] : []),
        ...(numbers.length > 0 ? [eb('student.regNum', 'in', written)] : []),
      ]),
    )
    .orderBy('student.id')
    .execute();
  const isNamed = ({ id, regNum }: RosterChild): boolean => ids.includes(id) || regNums.includes(regNum);
  const hasNumber = (child: RosterChild): boolean =>
    child.numbers.split(' ').some((number) => numbers.includes(number));
  return rows.filter((child) => isNamed(child) || hasNumber(child));
}

/** Returns the month of the first billing of the campus. */
export async function findFirstMonth(scope: Scope): Promise<{ year: number; month: number } | undefined> {
  return scope.db
    .selectFrom('group')
    .select(['year', 'month'])
    .where('campusID', '=', scope.campusID)
    .orderBy(sql`year * 12 + month`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
