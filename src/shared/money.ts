/** Money is integer paisa inside and rupees at the edges; a rupee has 100 paisa. */

/** Rupees (at most two decimals) to paisa. The caller has checked the range. */
export const toPaisa = (rupees: number): number => Math.round(rupees * 100);

/** Paisa to rupees, as the wire carries them. */
export const toRupees = (paisa: number): number => paisa / 100;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Rupees as digits, `12,500` or `12,500.50`: decimals only when there are any. */
export const formatAmount = (rupees: number): string =>
  (Number.isInteger(rupees) ? whole : exact).format(rupees);

/** Rupees as a person reads them, `Rs. 12,500`. */
export const formatRupees = (rupees: number): string => `Rs. ${formatAmount(rupees)}`;

/** Rupees where space is short, `Rs. 14.2m`; below a million in full. */
export const formatShortRupees = (rupees: number): string =>
  Math.abs(rupees) < 1_000_000 ? formatRupees(Math.round(rupees)) : `Rs. ${(rupees / 1_000_000).toFixed(1)}m`;
