/** Finds out from a file to which billing its bills belong. */
import type { Check } from '#shared/sheets/check.ts';
import { type PeriodProposal, proposePeriod } from '#shared/sheets/propose-period.ts';
import { periodsInName, withoutEnding } from '#shared/sheets/read-period.ts';

/** `rest` is the part of the file's name without the month, such as `girls`. */
export type BillingRead = { proposal: PeriodProposal | null; rest: string };

/** `today` is the current day in the campus's time zone. */
export function readBilling(
  check: Check,
  { fileName, sheetName }: { fileName: string; sheetName: string },
  today: string,
): BillingRead {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const inFile = periodsInName(withoutEnding(fileName), year);
  const inSheet = periodsInName(sheetName, year);
  const proposal = proposePeriod(
    [{ source: 'file', ...inFile }, { source: 'sheet', ...inSheet }, ...check.statedPeriods()],
    { month, year },
  );
  // A file name without a month is probably not the name of a billing, so it is not used.
  return { proposal, rest: inFile.periods.length > 0 ? inFile.rest : '' };
}
