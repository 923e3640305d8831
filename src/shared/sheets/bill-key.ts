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

/**
 * The field that identifies a bill, and a text that is equal for two bills of one billing if they are the same. Two
 * bills of one child and month are still different if `haveOtherInvoices`.
 */
export function identityOf(
  bill: BillIdentity,
  billing: Timed,
): { field: 'regNum' | 'invNo' | 'number'; text: string } {
  const { regNum, invNo, name, numbers } = bill;
  if (typeof regNum === 'string') return { field: 'regNum', text: `r${periodOf(bill, billing)} ${regNum}` };
  if (typeof invNo === 'string') return { field: 'invNo', text: `i${invNo}` };
  return { field: 'number', text: `n${numbers} ${(name ?? '').toLowerCase()}` };
}

type Numbered = Pick<BillIdentity, 'invNo'>;

/** Whether both bills have an invoice number, and not the same one. */
export const haveOtherInvoices = (one: Numbered, other: Numbered): boolean =>
  typeof one.invNo === 'string' && typeof other.invNo === 'string' && one.invNo !== other.invNo;

/** Bills of one billing by the text of their identity. */
export class BillIndex<T extends Numbered> {
  // Nearly all children have one bill a month, so a list is made only for a second one.
  readonly #byText = new Map<string, T | T[]>();

  /** All bills with this text, in the order in which they were added. */
  all(text: string): readonly T[] {
    const found = this.#byText.get(text);
    if (found === undefined) return [];
    return Array.isArray(found) ? found : [found];
  }

  /** The same bill. One with the same invoice number is preferred to one whose invoice number is unknown. */
  find(text: string, bill: Numbered): T | undefined {
    const found = this.#byText.get(text);
    if (found === undefined) return undefined;
    if (!Array.isArray(found)) return haveOtherInvoices(found, bill) ? undefined : found;
    const exact = found.find((one) => typeof one.invNo === 'string' && one.invNo === bill.invNo);
    return exact ?? found.find((one) => !haveOtherInvoices(one, bill));
  }

  add(text: string, bill: T): void {
    const found = this.#byText.get(text);
    if (found === undefined) this.#byText.set(text, bill);
    else if (Array.isArray(found)) found.push(bill);
    else this.#byText.set(text, [found, bill]);
  }
}
