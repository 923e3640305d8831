/**
 * The tables and lists of reports, from the same facts. They read a whole campus, so on SQLite they run outside the
 * main thread.
 */
import { sql } from 'kysely';
import { handedOver } from '#shared/messages/message-states.ts';
import type { ReportBy, ReportFigure, ReportName } from '#shared/money/reports.ts';
import { inSchoolOrder } from '#shared/people/class-key.ts';
import type { Scope } from '../auth/scope.ts';
import { billsOfRegNums } from '../ledger/ledger-queries.ts';
import { isAmong, textList, unindexed } from '../platform/db/long-lists.ts';
import {
  chosenFacts,
  chosenParts,
  type FactChoice,
  type FactRow,
  type Facts,
  familyKey,
  isOfRow,
  joinClass,
  listOrder,
  type Summed,
  sumBy,
  withNames,
} from './facts-queries.ts';
import { agedFacts, billedFacts, concededFacts, fineFacts, owedFacts } from './owed-queries.ts';
import {
  creditFacts,
  loweredFacts,
  receivedFacts,
  returnedFacts,
  takenFacts,
  unseenFacts,
  waivedFacts,
} from './received-queries.ts';

export type ReportChoice = FactChoice & { name: ReportName; by: ReportBy };
/** A figure of one row, or of all rows. */
export type FigureChoice = ReportChoice & { figure: ReportFigure; row: string | undefined };

type Of = (scope: Scope, choice: FactChoice) => Facts;

const factsOf: Readonly<Record<ReportName, readonly Of[]>> = {
  collected: [billedFacts, receivedFacts, owedFacts],
  ageing: [agedFacts],
  defaulters: [owedFacts],
  'day-book': [takenFacts, returnedFacts],
  // Computed in heads.ts, which spreads allocations over the heads of bills.
  heads: [],
  concessions: [waivedFacts, loweredFacts, concededFacts],
  credits: [creditFacts],
  fines: [fineFacts],
  unseen: [unseenFacts],
};

/** Sums each figure by the key of the report rows. */
export async function sumFigures(scope: Scope, choice: ReportChoice): Promise<Summed[]> {
  const found: Summed[] = [];
  for (const facts of factsOf[choice.name]) {
    for (const part of chosenParts(scope, facts(scope, choice), choice))
      found.push(...(await sumBy(scope, choice.by, part).execute(scope.db)).rows);
  }
  return found;
}

type Page = { after: number; take: number };

/** The sum of a family, the ids of its open bills, and the sums of all families together. */
export type SummedFamily = Summed & {
  billIDs: string;
  families: number;
  countOfAll: number;
  sumOfAll: number;
};

/** Sums families, the ones that owe the most first. */
export async function sumFamilies(
  scope: Scope,
  choice: ReportChoice,
  { after, take }: Page,
): Promise<SummedFamily[]> {
  const chosen = chosenFacts(scope, owedFacts(scope, choice), choice);
  const { rows } =
    await sql<SummedFamily>`select 'outstanding' as figure, family.*, count(*) over () as families,
      sum(count) over () as "countOfAll", sum(sum) over () as "sumOfAll"
    from (select ${familyKey} as key, sum(amount) as sum, count(*) as count,
        string_agg(cast("billID" as text), ' ') as "billIDs"
      from (${chosen}) chosen group by 1) family
    order by sum desc, key limit ${take} offset ${after}`.execute(scope.db);
  return rows;
}

/** Counts the families and their bills, and sums what they owe. */
export async function countFamilies(
  scope: Scope,
  choice: ReportChoice,
): Promise<{ families: number; count: number; sum: number }> {
  const chosen = chosenFacts(scope, owedFacts(scope, choice), choice);
  const { rows } = await sql<{ families: number; count: number | null; sum: number | null }>`
    select count(*) as families, sum(count) as count, sum(sum) as sum
    from (${sumBy(scope, 'family', chosen)}) family`.execute(scope.db);
  const [all] = rows;
  return { families: all?.families ?? 0, count: all?.count ?? 0, sum: all?.sum ?? 0 };
}

export type OpenOfFamily = {
  key: string;
  billID: number;
  name: string;
  regNum: string | null;
  numbers: string;
  class: string | null;
  month: number;
  year: number;
};

/** Lists bills with the keys of their families, as `sumFamilies` returns them. */
export async function listOpenOfFamilies(scope: Scope, billIDs: readonly number[]): Promise<OpenOfFamily[]> {
  if (billIDs.length === 0) return [];
  const { campusID, db } = scope;
  const { rows } =
    await sql<OpenOfFamily>`select open.key, open."billID", open.name, open."regNum", open.numbers,
      class.name as class, "group".month, "group".year
    from (select listed.*, ${familyKey} as key from (select id as "billID", "groupID", name, "regNum", numbers from bill
      where ${isAmong(db, 'id', billIDs)} and ${unindexed('campusID')} = ${campusID}) listed) open
    join "group" on "group".id = open."groupID" and "group"."campusID" = ${campusID}
    ${joinClass(scope, sql`open."regNum"`)}
    order by open."billID"`.execute(db);
  return rows;
}

/** Returns the day of the last payment for each of these children, by registration number. */
export async function mapLastPaid(scope: Scope, regNums: readonly string[]): Promise<Map<string, string>> {
  if (regNums.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom(billsOfRegNums(scope, regNums).select(['id', 'regNum']).as('bill'))
    .innerJoin('allocation', 'allocation.billID', 'bill.id')
    .innerJoin('payment', 'payment.id', 'allocation.paymentID')
    .select('bill.regNum')
    .select((eb) => eb.fn.max('payment.receivedOn').as('day'))
    .where('allocation.campusID', '=', scope.campusID)
    .where('allocation.endedAt', 'is', null)
    .groupBy('bill.regNum')
    .execute();
  return new Map(rows.map(({ regNum, day }) => [regNum ?? '', day]));
}

/** Returns when the last message about a bill was accepted for each of these numbers. */
export async function mapLastMessaged(
  scope: Scope,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await scope.db
    .selectFrom('message')
    .select('number')
    .select((eb) => eb.fn.max('acceptedAt').as('at'))
    .where('campusID', '=', scope.campusID)
    .where('number', 'in', textList(scope.db, numbers))
    .where('status', 'in', handedOver)
    .where('billIDs', '<>', '')
    .groupBy('number')
    .execute();
  return new Map(rows.flatMap(({ number, at }) => (at === null ? [] : [[number, at]])));
}

/** Selects the facts of a figure. For `ageing`, `outstanding` means all of them. */
function factsOfFigure(scope: Scope, choice: FigureChoice) {
  const { name, by, figure, row } = choice;
  const isWhole = name === 'ageing' && figure === 'outstanding';
  const facts = factsOf[name].map((make) => make(scope, choice));
  const found = isWhole ? facts[0] : facts.find(({ figures }) => figures.includes(figure));
  if (!found) return undefined;
  const isFigure = isWhole ? sql`1 = 1` : sql`figure = ${figure}`;
  const isRow = row === undefined ? sql`1 = 1` : isOfRow(scope, by, row);
  return sql`select * from (${chosenFacts(scope, found, choice)}) chosen where ${isFigure} and ${isRow}`;
}

/** Lists the facts of a figure, by day. */
export async function listFacts(
  scope: Scope,
  choice: FigureChoice,
  { after, take }: Page,
): Promise<FactRow[]> {
  const facts = factsOfFigure(scope, choice);
  if (!facts) return [];
  const page = sql`select * from (${facts}) listed order by ${listOrder('listed')} limit ${take} offset ${after}`;
  return (await withNames<FactRow>(scope, page).execute(scope.db)).rows;
}

export async function sumFacts(scope: Scope, choice: FigureChoice): Promise<{ count: number; sum: number }> {
  const facts = factsOfFigure(scope, choice);
  if (!facts) return { count: 0, sum: 0 };
  const { rows } = await sql<{ count: number; sum: number | null }>`
    select count(*) as count, sum(amount) as sum from (${facts}) listed`.execute(scope.db);
  return { count: rows[0]?.count ?? 0, sum: rows[0]?.sum ?? 0 };
}

/** Lists the names of the billings of a campus. */
export async function listBillingNames(scope: Scope) {
  return scope.db
    .selectFrom('group')
    .select(['id', 'name', 'month', 'year'])
    .where('campusID', '=', scope.campusID)
    .execute();
}

/** Lists the classes in the order of a school. */
export async function listClassNames(scope: Scope) {
  const classes = await scope.db
    .selectFrom('class')
    .select(['id', 'name', 'position'])
    .where('campusID', '=', scope.campusID)
    .execute();
  return inSchoolOrder(classes);
}

export async function listAccountNames(scope: Scope) {
  return scope.db
    .selectFrom('money_account')
    .select(['id', 'title as name'])
    .where('campusID', '=', scope.campusID)
    .execute();
}

/** Lists the users who entered a payment or a return, by id; the name is null when the user is deleted. */
export async function listClerkNames(scope: Scope) {
  const { rows } = await sql<{ id: string; name: string | null }>`select clerk.id, "user".name from (
      select "createdBy" as id from payment where "campusID" = ${scope.campusID}
      union select "createdBy" from payment_return where "campusID" = ${scope.campusID}) clerk
    left join "user" on "user".id = clerk.id`.execute(scope.db);
  return rows;
}
