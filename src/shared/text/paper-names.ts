/** The file names of papers. */

import { monthName } from '../time/dates.ts';
import { paperNames } from '../words/papers.ts';
import { cutText } from './cut-text.ts';

/**
 * A file name without characters that an operating system refuses. Combining marks are kept, because Urdu letters use
 * them.
 */
export const toFileName = (name: string): string =>
  `${cutText(name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, ''), 80)}.pdf`;

type Named = { month: number; year: number; name: string };

/** The file name of the vouchers of these bills: the first child, and how many more. */
export function voucherFileName(bills: readonly Named[]): string {
  const [first = { month: 0, year: 0, name: '' }] = bills;
  const { month, year, name } = first;
  const more = bills.length - 1;
  return toFileName(paperNames.voucher(`${monthName(month)} ${year}`, name, more));
}

export const receiptFileName = (receiptNo: number, name: string): string =>
  toFileName(paperNames.receipt(receiptNo, name));
