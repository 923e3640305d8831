/**
 * The amounts of bills, and what families owe today, as facts for reports. The SQL must give the same result as
 * `chargedOn` and `payableOn` for one bill.
 */

import { sql } from 'kysely';
import { amountKeys } from '#shared/money/bill-heads.ts';
import { openStatuses } from '#shared/money/bill-status.ts';
import { inTimeFrom } from '#shared/money/payable.ts';
import { addDays } from '#shared/time/dates.ts';
import type { Scope } from '../auth/scope.ts';
import { valueRows } from '../platform/db/long-lists.ts';
import { isPostgres } from '../platform/db/store.ts';
import { type FactChoice, type Facts, factOf, largerOf, orNothing, type Part } from './facts-queries.ts';

const isOpen = sql`bill.status in (${sql.join(openStatuses)})`;

/** The bills of the campus, each with its fines, its waivers and write-offs, and the waivers of its late fine. */
const bills = ({ campusID }: Scope): Part => sql`bill left join (
    select "billID", sum(case when kind = 'fine' then amount else 0 end) as fined,
      sum(case when kind = 'fine' or "ofLateFine" = 1 then 0 else amount end) as waived,
      sum(amount * "ofLateFine") as "lateWaived"
    from adjustment where "campusID" = ${campusID} and "voidedAt" is null group by "billID") adjusted
  on adjusted."billID" = bill.id`;

const fined = sql`coalesce(adjusted.fined, 0)`;
const waived = sql`coalesce(adjusted.waived, 0)`;
const lateWaived = sql`coalesce(adjusted."lateWaived", 0)`;

const total = sql`coalesce(bill.total, 0)`;
const lateAmount = sql`(case when ${lateWaived} = 0 or bill."amountAfterDueDate" <= ${total}
    then bill."amountAfterDueDate"
  when bill."amountAfterDueDate" - ${lateWaived} > ${total} then bill."amountAfterDueDate" - ${lateWaived}
  else ${total} end)`;

/**
 * The amount before adjustments. After the due date it is the late amount, except for an open bill whose fee was paid
 * in time.
 */
const before = (day: Part): Part =>
  sql`coalesce(case when bill."dueDate" < ${day} and not (${isOpen} and bill."settledOn" is not null)
    then ${lateAmount} end, bill.total, 0)`;

/** `least` is the lowest possible result. */
const chargedOn = (scope: Scope, day: Part, least = sql`0`): Part =>
  largerOf(scope, sql`${before(day)} + ${fined} - ${waived}`, least);

const balance = (scope: Scope, today: string): Part =>
  orNothing(scope, sql`${chargedOn(scope, sql`${inTimeFrom(today, scope.campus)}`)} - bill.paid`);

/** The SQL form of `inTimeFrom`, for a column. */
function inTimeFromDay({ db, campus: { graceDays, sundayDays } }: Scope, day: Part): Part {
  if (graceDays + sundayDays === 0) return day;
  // Dialect: the engines have different functions for days and weekdays.
  if (isPostgres(db))
    return sql`to_char(${day}::date - ${graceDays}::int
      - case when extract(dow from ${day}::date) = 1 then ${sundayDays}::int else 0 end, 'YYYY-MM-DD')`;
  const isMonday = sql`strftime('%w', ${day}) = '1'`;
  return sql`date(${day}, case when ${isMonday} then ${`-${graceDays + sundayDays} days`} else ${`-${graceDays} days`} end)`;
}

const ofBill = {
  billID: sql`bill.id`,
  groupID: sql`bill."groupID"`,
  regNum: sql`bill."regNum"`,
  name: sql`bill.name`,
  numbers: sql`bill.numbers`,
  dueDate: sql`bill."dueDate"`,
};
const id = sql`bill.id`;

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Limits bills to the billings of months that these days touch. */
const ofMonths = ({ campusID }: Scope, { from, to }: FactChoice): Part =>
  sql`bill."groupID" in (select id from "group" where "campusID" = ${campusID}
    and year * 12 + month between ${monthOf(from)} and ${monthOf(to)})`;

/**
 * The amounts of the bills of these months. An open bill is computed for today, a paid one for the day it was
 * settled. A paid bill has at least the amount that was paid, because earlier due rules may have made it larger. A
 * carried bill counts only with what was paid of it, because a newer bill holds the rest. Bills with another status
 * count as 0.
 */
export function billedFacts(scope: Scope, choice: FactChoice): Facts {
  const today = inTimeFrom(choice.today, scope.campus);
  const settled = inTimeFromDay(scope, sql`bill."settledOn"`);
  const day = sql`(case when bill.status = 'paid' then coalesce(${settled}, ${today}) else ${today} end)`;
  const least = sql`case when bill.status = 'paid' then bill.paid else 0 end`;
  const charged = sql`(case when bill.status = 'carried' then bill.paid else ${chargedOn(scope, day, least)} end)`;
  return {
    figures: ['billed'],
    parts: [
      sql`select ${factOf({ figure: sql`'billed'`, id, amount: charged }, ofBill)} from ${bills(scope)}
      where bill."campusID" = ${scope.campusID} and ${ofMonths(scope, choice)}
      and (${isOpen} or bill.status in ('paid', 'carried'))`,
    ],
  };
}

const coveredColumns = { billID: 'bigint', amount: 'bigint' } as const;

function owed(scope: Scope, { today, covered = [] }: FactChoice, figure: Part): Part {
  const rows = valueRows(scope.db, 'covered', { columns: coveredColumns, rows: covered });
  const [joined, less] =
    covered.length === 0
      ? [sql``, sql``]
      : [
          sql`left join (with ${rows} select "billID", amount from covered) covered on covered."billID" = bill.id`,
          sql` - coalesce(covered.amount, 0)`,
        ];
  const amount = sql`(${balance(scope, today)}${less})`;
  return sql`select ${factOf({ figure, id, amount }, ofBill)} from ${bills(scope)} ${joined}
    where bill."campusID" = ${scope.campusID} and ${isOpen}`;
}

export const owedFacts = (scope: Scope, choice: FactChoice): Facts => ({
  figures: ['outstanding'],
  parts: [owed(scope, choice, sql`'outstanding'`)],
});

/** The amounts owed, by the number of days that they are overdue. */
export function agedFacts(scope: Scope, choice: FactChoice): Facts {
  const since = (days: number) => sql`bill."dueDate" >= ${addDays(choice.today, -days)}`;
  const band = sql`case when bill."dueDate" is null or bill."dueDate" >= ${inTimeFrom(choice.today, scope.campus)} then 'notDue' when ${since(30)} then 'days30'
    when ${since(60)} then 'days60' when ${since(90)} then 'days90' else 'older' end`;
  return {
    figures: ['notDue', 'days30', 'days60', 'days90', 'older'],
    parts: [owed(scope, choice, band)],
  };
}

/** What is still owed of a bill whose fee is paid: the late amount or a fine. */
export function fineFacts(scope: Scope, choice: FactChoice): Facts {
  const fee = orNothing(scope, sql`coalesce(bill.total, 0) - ${waived}`);
  return {
    figures: ['fine'],
    parts: [sql`${owed(scope, choice, sql`'fine'`)} and bill.paid >= ${fee}`],
  };
}

/** The reductions of these months: the negative heads of bills. */
export function concededFacts(scope: Scope, choice: FactChoice): Facts {
  const heads = amountKeys.map((key) => sql.ref(`bill.${key}`));
  const taken = sql.join(
    heads.map((head) => sql`(case when ${head} < 0 then -${head} else 0 end)`),
    sql` + `,
  );
  const kind = sql`'head'`;
  return {
    figures: ['conceded'],
    parts: [
      sql`select ${factOf({ figure: sql`'conceded'`, id, amount: sql`(${taken})` }, { ...ofBill, kind })} from bill
      where bill."campusID" = ${scope.campusID} and ${ofMonths(scope, choice)}
      and (${isOpen} or bill.status = 'paid')`,
    ],
  };
}
