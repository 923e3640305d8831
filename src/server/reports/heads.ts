/**
 * Head-wise report: spreads payments over the heads of their bills. Computed here, because the largest remainder cannot
 * be written in SQL.
 */
import type { ReportFigure } from '#shared/money/reports.ts';
import type { Scope } from '../auth/scope.ts';
import { mapChosenClasses } from '../ledger/fee-heads/fee-heads-queries.ts';
import { mapYielding } from '../yielding.ts';
import type { FactChoice, FactRow, Summed } from './facts-queries.ts';
import { countPaidHeads, listDaysReceived, listPaidHeads } from './heads-queries.ts';
import { type PaidHead, paidHeads } from './heads-rules.ts';

/** Sums by head, and the whole, because one allocation may pay several heads. */
export async function sumHeads(
  scope: Scope,
  choice: FactChoice,
): Promise<{ summed: Summed[]; whole: Omit<Summed, 'key'>[]; titles: Map<string, { name: string }> }> {
  const titles = new Map<string, { name: string }>();
  const sums = new Map<string, Summed>();
  const alike = await countPaidHeads(scope, choice);
  const classes = await mapChosenClasses(scope);
  await mapYielding(alike, ({ count, ...part }) => {
    for (const { key, title, amount } of paidHeads(part, classes)) {
      if (title !== null && !titles.has(key)) titles.set(key, { name: title });
      const of = `${part.figure} ${key}`;
      const before = sums.get(of) ?? { figure: part.figure, key, sum: 0, count: 0 };
      sums.set(of, { ...before, sum: before.sum + amount * count, count: before.count + count });
    }
  });
  const whole = alike.map(({ figure, amount, count }) => ({ figure, sum: amount * count, count }));
  return { summed: [...sums.values()], whole, titles };
}

type HeadChoice = FactChoice & { figure: ReportFigure; row: string | undefined };

/** Sums one head, or all of them. */
export async function headFigures(scope: Scope, choice: HeadChoice): Promise<{ count: number; sum: number }> {
  const { figure, row } = choice;
  const classes = await mapChosenClasses(scope);
  const all = { count: 0, sum: 0 };
  await mapYielding(await countPaidHeads(scope, choice), ({ count, ...part }) => {
    const amount = part.figure === figure ? amountOf(paidHeads(part, classes), row) : 0;
    if (amount === 0) return;
    all.count += count;
    all.sum += amount * count;
  });
  return all;
}

const amountOf = (heads: readonly PaidHead[], row: string | undefined): number =>
  heads.filter(({ key }) => row === undefined || key === row).reduce((sum, { amount }) => sum + amount, 0);

/** Lists the allocations that paid the head. It reads day by day until the page is full. */
export async function findHeads(
  scope: Scope,
  choice: HeadChoice,
  { after, take }: { after: number; take: number },
): Promise<FactRow[]> {
  const classes = await mapChosenClasses(scope);
  const found: FactRow[] = [];
  for (const day of await listDaysReceived(scope, choice)) {
    if (found.length >= after + take) break;
    const parts = await listPaidHeads(scope, { ...choice, from: day, to: day });
    for (const part of parts) {
      const amount = part.figure === choice.figure ? amountOf(paidHeads(part, classes), choice.row) : 0;
      if (amount !== 0) found.push({ ...asFact(part), amount });
    }
  }
  return found.slice(after, after + take);
}

const asFact = ({
  billID,
  paymentID,
  name,
  regNum,
  class: ofClass,
  billing,
  month,
  year,
  dueDate,
  day,
  receiptNo,
  method,
  kind,
  account,
  by,
  reason,
  concerns,
  amount,
  isThere,
}: FactRow): FactRow => ({
  ...{ billID, paymentID, name, regNum, class: ofClass, billing, month, year, dueDate, day },
  ...{ receiptNo, method, kind, account, by, reason, concerns, amount, isThere },
});
