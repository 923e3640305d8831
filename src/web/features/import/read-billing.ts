/** What a file says of the billing that its bills are for. */
import type { Check } from '#shared/sheets/check.ts';
import { type PeriodProposal, proposePeriod } from '#shared/sheets/propose-period.ts';
import { periodsInName, withoutEnding } from '#shared/sheets/read-period.ts';

/** `rest`: what its name says beside the month, such as `girls`. */
export type BillingRead = { proposal: PeriodProposal | null; rest: string };

/** `today`: the day it is at the campus. */
export function readBilling(
  check: Check,
  { fileName, sheetName }: { fileName: string; sheetName: string },
  today: string,
): BillingRead {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const inFile = periodsInName(withoutEnding(fileName), year);
  const inSheet = periodsInName(sheetName, year);
  const proposal = proposePeriod(
    [{ source: 'file', ...inFile }, { source: 'sheet', ...inSheet }, ...check.periodsSaid()],
    { month, year },
  );
  // A name without a month was not given to tell billings apart.
  return { proposal, rest: inFile.periods.length > 0 ? inFile.rest : '' };
}
