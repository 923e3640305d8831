/** What papers are called as files. */
import { cutText } from './cut-text.ts';
import { monthName } from './dates.ts';
import { paperNames } from './words/papers.ts';

/** Without what a file's name may not hold on any system. Marks stay with their letters: those of Urdu are such. */
export const toFileName = (name: string): string =>
  `${cutText(name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, ''), 80)}.pdf`;

type Named = { month: number; year: number; name: string };

/** Of the vouchers of these bills in one file: by the first of them, and how many more. */
export function voucherFileName(bills: readonly Named[]): string {
  const [first = { month: 0, year: 0, name: '' }] = bills;
  const { month, year, name } = first;
  const more = bills.length - 1;
  return toFileName(paperNames.voucher(`${monthName(month)} ${year}`, name, more));
}

export const receiptFileName = (receiptNo: number, name: string): string =>
  toFileName(paperNames.receipt(receiptNo, name));
