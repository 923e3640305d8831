/** Warnings about a readable bill whose fields contradict each other. */
import { amountKeys } from '../money/bill-heads.ts';
import { formatAmount, toPaisa, toRupees } from '../money/money.ts';
import { formatDay, monthName } from '../time/dates.ts';
import type { Findings } from './problem.ts';
import { rowWarnings } from './sheet-words.ts';

/** The billing's month and year. */
export type Period = { month: number; year: number };

type Values = Readonly<Record<string, string | number>>;

const amountOf = (paisa: number): string => formatAmount(toRupees(paisa));

/** `beyond`: rupees of fees in the sheet that the bill has no head for. */
function lookAtAmounts(values: Values, beyond: number, findings: Findings): void {
  const { total, amountAfterDueDate: after } = values;
  if (typeof total !== 'number') return;
  let sum = 0;
  let isAny = false;
  for (const key of amountKeys) {
    const amount = values[key];
    if (typeof amount !== 'number') continue;
    sum += toPaisa(amount);
    isAny = true;
  }
  const paisa = toPaisa(total);
  const whole = sum + toPaisa(beyond);
  if (isAny && sum !== paisa && whole !== paisa) {
    const difference = amountOf(Math.abs(whole - paisa));
    findings.ofRow(
      'headsDiffer',
      rowWarnings.headsDiffer(amountOf(whole), formatAmount(total), difference),
      'total',
    );
  }
  const { status, paidAmount: paid } = values;
  if (status === 'paid' && typeof paid === 'number' && paid > 0 && paid < total)
    findings.ofRow(
      'paidDiffers',
      rowWarnings.paidDiffers(formatAmount(paid), formatAmount(total)),
      'paidAmount',
    );
  if (typeof after === 'number' && after < total)
    findings.ofRow(
      'afterBelowTotal',
      rowWarnings.afterBelowTotal(formatAmount(after), formatAmount(total)),
      'amountAfterDueDate',
    );
}

const isOther = (value: unknown, billings: number): boolean =>
  typeof value === 'number' && value !== billings;

/** Whether a bill has another month or year than its billing. */
export const isOfOtherPeriod = (bill: { month?: unknown; year?: unknown }, billing: Period): boolean =>
  isOther(bill.month, billing.month) || isOther(bill.year, billing.year);

export const periodText = ({ month, year }: Partial<Period>): string =>
  [month === undefined ? '' : monthName(month), year === undefined ? '' : String(year)]
    .filter(Boolean)
    .join(' ');

/** Months since the year 0. */
export const monthsOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** The month of the bill's voucher, or else of its billing. */
const voucherOf = (bill: { month?: unknown; year?: unknown }, billing: Period): Period => ({
  month: typeof bill.month === 'number' ? bill.month : billing.month,
  year: typeof bill.year === 'number' ? bill.year : billing.year,
});

/** Whether a bill is due more than a year before or after the month of its voucher. */
export function isDueFarOff(
  bill: { month?: unknown; year?: unknown; dueDate?: unknown },
  billing: Period,
): boolean {
  if (typeof bill.dueDate !== 'string') return false;
  const { month, year } = voucherOf(bill, billing);
  return Math.abs(monthsOf(bill.dueDate) - (year * 12 + month)) > 12;
}

/** Adds warnings to the findings of the row. `beyond`: rupees of fees that the bill has no head for. */
export function warnAboutBill(
  values: Values,
  billing: Period & { beyond?: number },
  findings: Findings,
): void {
  lookAtAmounts(values, billing.beyond ?? 0, findings);
  const { dueDate, expiryDate, issueDate } = values;
  if (typeof dueDate === 'string' && typeof expiryDate === 'string' && dueDate > expiryDate)
    findings.ofRow(
      'dueAfterExpiry',
      rowWarnings.dueAfterExpiry(formatDay(dueDate), formatDay(expiryDate)),
      'dueDate',
    );
  if (typeof dueDate === 'string' && typeof issueDate === 'string' && dueDate < issueDate)
    findings.ofRow(
      'dueBeforeIssue',
      rowWarnings.dueBeforeIssue(formatDay(dueDate), formatDay(issueDate)),
      'dueDate',
    );
  if (isDueFarOff(values, billing))
    findings.ofRow(
      'dueFarOff',
      rowWarnings.dueFarOff(formatDay(String(dueDate)), periodText(voucherOf(values, billing))),
      'dueDate',
    );
  if (isOfOtherPeriod(values, billing))
    findings.ofRow(
      'otherPeriod',
      rowWarnings.otherPeriod(periodText(values as Partial<Period>), periodText(billing)),
      isOther(values.month, billing.month) ? 'month' : 'year',
    );
}
