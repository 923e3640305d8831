import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import { openStatuses } from '#shared/money/bill-status.ts';
import type { Scope } from '../../auth/scope.ts';
import { billsOfRegNums } from '../../ledger/ledger-queries.ts';
import { unindexed } from '../../platform/db/long-lists.ts';
import { beginsWith, contains, inCodeOrder, plainly } from '../../platform/db/search.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { latestBillings } from '../families/families-queries.ts';
import type { OpenBill, Typed, TypedPart, TypedWord } from './find-rules.ts';

/** The key of a row of `child_name`. */
export type Hit = { number: string; name: string; regNum: string };

type Children = ExpressionBuilder<Tables, 'child_name'>;

/** Stored keys are in lower case and have our own separators, so `like` does not depend on case rules. */
const begins = (keys: Expression<string>, key: string) => sql<SqlBool>`${keys} like ${`% ${key}%`}`;

/** A condition: the keys end with this registration number (see `keysOfChild`). */
const isRegistered = (keys: Expression<string>, regNum: string) =>
  sql<SqlBool>`${keys} like ${`% ${plainly(regNum)} `} escape '\\'`;

/** The columns to search: the keys of a child (see `keysOfChild`), its phone numbers and its registration number. */
type Places = { keys: Expression<string>; numbers: Expression<string>; regNum: Expression<string> };

const { and, or } = expressionBuilder<Tables, never>();

const wordFits = (keys: Expression<string>, { text, sound, isLast }: TypedWord) =>
  or([begins(keys, text), ...(sound === '' ? [] : [begins(keys, `~${sound}${isLast ? '' : ' '}`)])]);

const partFits = (scope: Scope, { keys, numbers, regNum }: Places, { code, digits, words }: TypedPart) =>
  or([
    ...(words.length > 0 ? [and(words.map((word) => wordFits(keys, word)))] : []),
    ...(digits === '' ? [] : [contains(scope.db, numbers, digits)]),
    ...(code === '' ? [] : [contains(scope.db, regNum, code)]),
  ]);

/** A condition: every part of the text is found, or the whole text is a part of a phone number. */
export const fitsAll = (scope: Scope, places: Places, { parts, digits }: Typed) =>
  or([
    and(parts.map((part) => partFits(scope, places, part))),
    ...(parts.length > 1 && digits !== '' ? [contains(scope.db, places.numbers, digits)] : []),
  ]);

const placesOf = (eb: Children): Places => ({
  keys: eb.ref('keys'),
  numbers: eb.ref('number'),
  regNum: eb.ref('regNum'),
});

/**
 * Lists the best hits first: an equal registration number, then a phone number that contains the digits, then names
 * that begin with the words.
 */
export async function listFitting(scope: Scope, typed: Typed, most: number): Promise<Hit[]> {
  const { whole, digits } = typed;
  const words = typed.parts.flatMap((part) => part.words);
  return scope.db
    .selectFrom('child_name')
    .select(['number', 'name', 'regNum'])
    .where('campusID', '=', scope.campusID)
    .where((eb) => fitsAll(scope, placesOf(eb), typed))
    .orderBy((eb) =>
      eb
        .case()
        .when(isRegistered(eb.ref('keys'), whole))
        .then(0)
        .when(eb.or(digits === '' ? [] : [contains(scope.db, eb.ref('number'), digits)]))
        .then(1)
        .when(eb.and(words.map(({ text }) => begins(eb.ref('keys'), text))))
        .then(2)
        .else(3)
        .end(),
    )
    .orderBy('name')
    .orderBy('number')
    .limit(most)
    .execute();
}

/**
 * Lists all children that have one of these numbers, and those hits that have no number. Each child comes with its
 * class and section in the roster.
 */
export async function listChildren(scope: Scope, hits: readonly Hit[]) {
  const numbers = [...new Set(hits.map(({ number }) => number).filter(Boolean))];
  const alone = hits.filter(({ number }) => number === '');
  if (hits.length === 0) return [];
  return scope.db
    .selectFrom('child_name')
    .leftJoin('student', (join) =>
      join
        .onRef('student.campusID', '=', 'child_name.campusID')
        .onRef('student.regNum', '=', 'child_name.regNum'),
    )
    .leftJoin('section', 'section.id', 'student.sectionID')
    .leftJoin('class', 'class.id', 'section.classID')
    .select(['child_name.number', 'child_name.name', 'child_name.regNum', 'child_name.fatherName'])
    .select(['student.id as studentID', 'student.name as studentName', 'student.fatherName as studentFather'])
    .select(['section.name as section', 'class.name as class'])
    .where('child_name.campusID', '=', scope.campusID)
    .where((eb) =>
      eb.or([
        ...(numbers.length > 0 ? [eb('child_name.number', 'in', numbers)] : []),
        ...alone.map(({ name, regNum }) =>
          eb.and({ 'child_name.number': '', 'child_name.name': name, 'child_name.regNum': regNum }),
        ),
      ]),
    )
    .execute();
}

/** Returns the id of the latest bill for each of these registration numbers and each name on its bills. */
export async function listLatestByRegNum(scope: Scope, regNums: readonly string[]) {
  if (regNums.length === 0) return [];
  return billsOfRegNums(scope, regNums)
    .select((eb) => ['regNum', 'name', eb.fn.max('id').as('id')])
    .groupBy(['regNum', 'name'])
    .execute();
}

/** Selects bills without a registration number and with these names, in the latest billings of the campus. */
const billsOfNames = (scope: Scope, names: readonly string[], billings: number) =>
  scope.db
    .selectFrom('bill')
    .where('campusID', '=', scope.campusID)
    .where('groupID', 'in', latestBillings(scope, billings))
    .where('name', 'in', names)
    .where('regNum', 'is', null);

/** Returns these bills with the columns that identify their family. */
export async function listLatestByName(scope: Scope, names: readonly string[], billings: number) {
  if (names.length === 0) return [];
  return billsOfNames(scope, names, billings).select(['id', 'name', 'numbers']).execute();
}

const familyFields = ['name', 'regNum', 'numbers'] as const;
const payable = ['status', 'total', 'amountAfterDueDate', 'dueDate', 'paid', 'settledOn'] as const;
const which = ['id', 'groupID', 'invNo'] as const;

/** The month or year of a bill. If the bill has none, that of its billing. */
const ofPeriod = (part: 'month' | 'year') =>
  sql<number | null>`coalesce(bill.${sql.ref(part)}, (select ${sql.ref(part)} from "group"
    where "group".id = bill."groupID"))`.as(part);

/** Without the sums that the ledger adds. */
type StoredBill = Omit<OpenBill, 'adjusted' | 'lateWaived'>;

/**
 * Lists the open bills of these children. Children without a registration number are searched only in the latest
 * billings.
 */
export async function listOpenBills(
  scope: Scope,
  { regNums, names, billings }: { regNums: readonly string[]; names: readonly string[]; billings: number },
): Promise<StoredBill[]> {
  const listOpen = (bills: ReturnType<typeof billsOfNames>): Promise<StoredBill[]> =>
    bills
      .select([...which, ...familyFields, ...payable])
      .select([ofPeriod('month'), ofPeriod('year')])
      .where('status', 'in', openStatuses)
      .execute();
  return [
    ...(regNums.length > 0 ? await listOpen(billsOfRegNums(scope, regNums)) : []),
    ...(names.length > 0 ? await listOpen(billsOfNames(scope, names, billings)) : []),
  ];
}

const withBilling = (scope: Scope) =>
  scope.db
    .selectFrom('bill')
    .innerJoin('group', 'group.id', 'bill.groupID')
    .select(['bill.id', 'bill.groupID', 'bill.name', 'bill.invNo', 'bill.status', 'group.name as billing'])
    .where('bill.campusID', '=', scope.campusID);

/** Finds bills with one of these invoice numbers, the latest first. */
export async function findBillsByInvNo(scope: Scope, invNos: readonly string[], most: number) {
  if (invNos.length === 0) return [];
  return withBilling(scope)
    .where('bill.invNo', 'in', invNos)
    .orderBy('bill.id', 'desc')
    .limit(most)
    .execute();
}

/**
 * Lists bills whose invoice number begins with this text, ordered by the number. Bills with the same number are
 * listed with the latest first.
 */
export async function listBillsByBeginning(scope: Scope, beginning: string, most: number) {
  return withBilling(scope)
    .where((eb) => beginsWith(scope.db, eb.ref('bill.invNo'), beginning))
    .orderBy((eb) => inCodeOrder(scope.db, eb.ref('bill.invNo')))
    .orderBy('bill.id', 'desc')
    .limit(most)
    .execute();
}

/** Returns the billing of each of these bills, by the id of the bill. */
export async function mapGroupIDs(scope: Scope, billIDs: readonly number[]): Promise<Map<number, number>> {
  if (billIDs.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom('bill')
    .select(['id', 'groupID'])
    .where(unindexed('campusID'), '=', scope.campusID)
    .where('id', 'in', billIDs)
    .execute();
  return new Map(rows.map(({ id, groupID }) => [id, groupID]));
}
