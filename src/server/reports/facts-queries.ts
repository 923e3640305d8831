/**
 * The facts that a report counts: one row for each bill, allocation, payment, return or adjustment, with the same
 * columns and an amount in paisa, which is negative if it takes back a fact of a closed day. Figures and lists come from the same rows, so they cannot differ.
 */
import { type RawBuilder, sql } from 'kysely';
import { ofGone, ofNothing, type ReportBy, type ReportFigure } from '#shared/money/reports.ts';
import type { Scope } from '../auth/scope.ts';
import { isPostgres } from '../platform/db/store.ts';

/** The class, and the period: the days of money facts, and the months of billings that it touches. */
export type FactChoice = {
  from: string;
  to: string;
  today: string;
  class: string | undefined;
  /** What each child's own credit pays of its open bills. These amounts are not asked for. */
  covered?: readonly { billID: number; amount: number }[];
};

export type Part = RawBuilder<unknown>;

export type Facts = {
  figures: readonly ReportFigure[];
  /**
   * Each is a `select` of all of `columns`. They are summed one by one, because SQLite would compute every column of
   * every row of a union.
   */
  parts: readonly Part[];
  /** Also includes facts with the amount 0. */
  withNothing?: boolean;
};

const columns = {
  billID: 'bigint',
  groupID: 'bigint',
  paymentID: 'bigint',
  regNum: 'text',
  name: 'text',
  numbers: 'text',
  day: 'text',
  dueDate: 'text',
  receiptNo: 'bigint',
  method: 'text',
  kind: 'text',
  accountID: 'bigint',
  createdBy: 'text',
  reason: 'text',
  concerns: 'text',
} as const;
type Column = keyof typeof columns;

/** The columns of a fact; missing ones are null. `id` orders facts of the same kind. */
export function factOf(
  { figure, id, amount }: { figure: Part; id: Part; amount: Part },
  has: Partial<Record<Column, Part>>,
): Part {
  const rest = Object.entries(columns).map(
    ([column, kind]) =>
      sql`${has[column as Column] ?? sql`cast(null as ${sql.raw(kind)})`} as ${sql.ref(column)}`,
  );
  return sql.join([sql`${figure} as figure`, sql`${id} as id`, sql`${amount} as amount`, ...rest]);
}

// Dialect: returns the larger value. A `case` would compute the amount twice, and nested ones four times.
export const largerOf = ({ db }: Scope, amount: Part, other: Part): Part =>
  isPostgres(db) ? sql`greatest(${amount}, ${other})` : sql`max(${amount}, ${other})`;

export const orNothing = (scope: Scope, amount: Part): Part => largerOf(scope, amount, sql`0`);

/** A family is identified by its list of numbers, and a child without a number by itself. */
export const familyKey: Part = sql`case when numbers <> '' then numbers
  else coalesce('#' || "regNum", '#' || cast("billID" as text)) end`;

/** The key of the report row that a fact belongs to. */
const keysOf: Readonly<Record<ReportBy, Part>> = {
  class: sql`"regNum"`,
  billing: sql`"groupID"`,
  campus: sql`''`,
  family: familyKey,
  day: sql`day`,
  account: sql`"accountID"`,
  method: sql`method`,
  clerk: sql`"createdBy"`,
  head: sql`''`,
};

/** The children of the roster with their classes. */
const pupilsOf = ({
  campusID,
}: Scope): Part => sql`select student."regNum" as "regNum", class.id as "classID",
    class.name as "className"
  from student join section on section.id = student."sectionID" and section."campusID" = ${campusID}
  join class on class.id = section."classID" and class."campusID" = ${campusID}
  where student."campusID" = ${campusID}`;

/** Joins the class of the child with this registration number. Each join uses an index, whatever SQLite estimates. */
export const joinClass = ({ campusID }: Scope, regNum: Part): Part => sql`
  left join student on student."campusID" = ${campusID} and student."regNum" = ${regNum}
  left join section on section.id = student."sectionID" and section."campusID" = ${campusID}
  left join class on class.id = section."classID" and class."campusID" = ${campusID}`;

/** The facts of a choice, part by part. A class means the current class of the child. */
export function chosenParts(scope: Scope, facts: Facts, choice: FactChoice): Part[] {
  const isOfClass =
    choice.class === undefined
      ? sql``
      : sql`and fact."regNum" in (select "regNum" from (${pupilsOf(scope)}) pupil where "className" = ${choice.class})`;
  const isAny = facts.withNothing ? sql`1 = 1` : sql`fact.amount <> 0`;
  return facts.parts.map((part) => sql`select * from (${part}) fact where ${isAny} ${isOfClass}`);
}

export const chosenFacts = (scope: Scope, facts: Facts, choice: FactChoice): Part =>
  sql.join(chosenParts(scope, facts, choice), sql` union all `);

/** `key` identifies a row of the report. */
export type Summed = { figure: ReportFigure; key: string | null; sum: number; count: number };

/** Sums a part by the key of the report rows. It groups by the plain column, because an index may have it in order. */
const summed = (
  by: ReportBy,
  part: Part,
): Part => sql`select figure, ${keysOf[by]} as key, sum(amount) as sum,
    count(*) as count from (${part}) chosen group by 2, 1`;

/** Sums each child first when the rows are classes, because there are fewer children than bills. */
export const sumBy = (scope: Scope, by: ReportBy, part: Part) =>
  by === 'class'
    ? sql<Summed>`select figure, cast(class.id as text) as key, sum(child.sum) as sum, sum(child.count) as count
      from (${summed(by, part)}) child ${joinClass(scope, sql`child.key`)}
      group by class.id, figure`
    : sql<Summed>`select figure, cast(key as text) as key, sum, count from (${summed(by, part)}) summed`;

/** Is true for the facts of the report row with this key. */
export function isOfRow(scope: Scope, by: ReportBy, key: string): Part {
  const { campusID } = scope;
  if (by === 'class') {
    if (key === ofNothing)
      return sql`("regNum" is null or "regNum" not in (select "regNum" from (${pupilsOf(scope)}) pupil))`;
    return sql`"regNum" in (select "regNum" from (${pupilsOf(scope)}) pupil where "classID" = ${Number(key) || 0})`;
  }
  if (by === 'billing' && key === ofGone)
    return sql`("groupID" is not null and "groupID" not in (select id from "group" where "campusID" = ${campusID}))`;
  return sql`coalesce(cast(${keysOf[by]} as text), '') = ${key === ofNothing ? '' : key}`;
}

/** The order of lists: by day, and then as entered. */
export const listOrder = (of: string): Part =>
  sql.raw(
    `coalesce(${of}.day, ${of}."dueDate", ''), coalesce(${of}."receiptNo", 0), coalesce(${of}."billID", 0), ${of}.id`,
  );

export type FactRow = {
  billID: number | null;
  paymentID: number | null;
  name: string | null;
  regNum: string | null;
  class: string | null;
  billing: string | null;
  month: number | null;
  year: number | null;
  dueDate: string | null;
  day: string | null;
  receiptNo: number | null;
  method: string | null;
  kind: string | null;
  account: string | null;
  by: string | null;
  reason: string | null;
  /** The closed day that the fact changes. */
  concerns: string | null;
  amount: number;
  /** 0 or 1. */
  isThere: number;
};

/** Adds names to facts, in the order of lists. `more` are columns of `fact` or of its `bill`. */
export const withNames = <T extends FactRow>(scope: Scope, facts: Part, more?: Part) => sql<T>`
  select fact."billID", fact."paymentID", fact."regNum", class.name as class, "group".name as billing,
    "group".month, "group".year, fact."dueDate", fact.day, fact."receiptNo", fact.method, fact.kind,
    money_account.title as account, "user".name as by, fact.reason, fact.concerns, fact.amount,
    coalesce(fact.name, (select allocation.name from allocation where allocation."campusID" = ${scope.campusID}
      and allocation."paymentID" = fact."paymentID" order by allocation.id limit 1)) as name,
    case when bill.id is null then 0 else 1 end as "isThere"${more ? sql`, ${more}` : sql``}
  from (${facts}) fact
  left join bill on bill.id = fact."billID" and bill."campusID" = ${scope.campusID}
  left join "group" on "group".id = fact."groupID" and "group"."campusID" = ${scope.campusID}
  left join money_account on money_account.id = fact."accountID" and money_account."campusID" = ${scope.campusID}
  left join "user" on "user".id = fact."createdBy"
  ${joinClass(scope, sql`fact."regNum"`)}
  order by ${listOrder('fact')}`;
