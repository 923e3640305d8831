/** What makes two bills the same: said once for the check of a sheet and for its save (decision 0009). */

/** `numbers` as E.164, by space. Absent and null are the same: not known. */
export type BillIdentity = {
  regNum?: string | null | undefined;
  invNo?: string | null | undefined;
  name?: string | null | undefined;
  numbers: string;
} & Timed;
type Timed = { month?: number | null | undefined; year?: number | null | undefined };

/** Months since the year 0: the bill's own month and year, else the billing's. */
export const periodOf = ({ month, year }: Timed, billing: Timed): number =>
  (year ?? billing.year ?? 0) * 12 + (month ?? billing.month ?? 0);

/** The field that a bill is known by, and a text that two bills of one billing share when they are the same. */
export function identityOf(
  bill: BillIdentity,
  billing: Timed,
): { field: 'regNum' | 'invNo' | 'number'; text: string } {
  const { regNum, invNo, name, numbers } = bill;
  if (typeof regNum === 'string') return { field: 'regNum', text: `r${periodOf(bill, billing)} ${regNum}` };
  if (typeof invNo === 'string') return { field: 'invNo', text: `i${invNo}` };
  return { field: 'number', text: `n${numbers} ${(name ?? '').toLowerCase()}` };
}
