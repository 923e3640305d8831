/** Reads from a file which billing its bills belong to. */
import type { Check } from '#shared/sheets/check.ts';
import { type PeriodProposal, proposePeriod } from '#shared/sheets/propose-period.ts';
import { periodsInName, withoutEnding } from '#shared/sheets/read-period.ts';

/** `rest`: the part of the name beside the month, such as `girls`. */
export type BillingRead = { proposal: PeriodProposal | null; rest: string };

/** `today`: the current day at the campus. */
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
  // A name without a month was not meant to name a billing, so it is not used.
  return { proposal, rest: inFile.periods.length > 0 ? inFile.rest : '' };
}
