/** The identity of a bill. The check of a sheet and its save both use it (decision 0009). */

/** `numbers`: E.164, separated by spaces. Absent and null both mean unknown. */
export type BillIdentity = {
  regNum?: string | null | undefined;
  invNo?: string | null | undefined;
  name?: string | null | undefined;
  numbers: string;
} & Timed;
type Timed = { month?: number | null | undefined; year?: number | null | undefined };

/** Months since the year 0, from the month and year of the bill, or else of the billing. */
export const periodOf = ({ month, year }: Timed, billing: Timed): number =>
  (year ?? billing.year ?? 0) * 12 + (month ?? billing.month ?? 0);

/** The field that identifies a bill, and a text that is equal for two bills of one billing if they are the same. */
export function identityOf(
  bill: BillIdentity,
  billing: Timed,
): { field: 'regNum' | 'invNo' | 'number'; text: string } {
  const { regNum, invNo, name, numbers } = bill;
  if (typeof regNum === 'string') return { field: 'regNum', text: `r${periodOf(bill, billing)} ${regNum}` };
  if (typeof invNo === 'string') return { field: 'invNo', text: `i${invNo}` };
  return { field: 'number', text: `n${numbers} ${(name ?? '').toLowerCase()}` };
}
