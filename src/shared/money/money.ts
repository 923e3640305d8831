/** Inside the program money is integer paisa; on the wire and on screens it is rupees. A rupee has 100 paisa. */

/** Rupees of a bill or a head. A larger amount is a typing mistake. */
export const largestAmount = 1_000_000_000;

/** Converts rupees with at most two decimals to paisa. The caller has checked the range. */
export const toPaisa = (rupees: number): number => Math.round(rupees * 100);

/** Converts paisa to rupees, the unit of the wire. */
export const toRupees = (paisa: number): number => paisa / 100;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Rupees as digits, `12,500` or `12,500.50`: decimals only when there are any. */
export const formatAmount = (rupees: number): string =>
  (Number.isInteger(rupees) ? whole : exact).format(rupees);

/** An amount as a person reads it, `Rs. 12,500`; `currency` is the sign of its campus. */
export const formatMoney = (amount: number, currency: string): string =>
  `${currency} ${formatAmount(amount)}`;

/** A short amount without its sign, `14.2m`. Below a million it is written in full. */
export const formatShort = (amount: number): string =>
  Math.abs(amount) < 1_000_000 ? formatAmount(Math.round(amount)) : `${(amount / 1_000_000).toFixed(1)}m`;

/** A short amount with its sign, `Rs. 14.2m`. */
export const formatShortMoney = (amount: number, currency: string): string =>
  `${currency} ${formatShort(amount)}`;
