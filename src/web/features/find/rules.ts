import { foundAtFirst } from '#shared/limits.ts';

/** Splits a text into parts. The second, fourth, sixth part and so on match the search. */
export function marksIn(text: string, wanted: string): string[] {
  const words = wanted.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${pattern})`, 'giu'));
}

/** The entries of a list that are shown, and the number of hidden entries. `isWhole` shows all entries. */
export function partOf<T>(items: readonly T[], isWhole: boolean): { shown: readonly T[]; hidden: number } {
  const shown = isWhole ? items : items.slice(0, foundAtFirst);
  return { shown, hidden: items.length - shown.length };
}

type Found = {
  families: readonly { children: readonly { regNum: string | null }[] }[];
  bills: readonly { invNo: string }[];
};

/** Whether the text is exactly the invoice number of a bill, and not also the registration number of a child. */
export function isInvoiceNumber(text: string, { families, bills }: Found): boolean {
  const isSame = (number: string | null | undefined): boolean => number?.toLowerCase() === text.toLowerCase();
  return isSame(bills[0]?.invNo) && !families[0]?.children.some(({ regNum }) => isSame(regNum));
}

/** The index of the row to which an arrow key moves. It wraps around at both ends of the list. */
export function placeAfter(key: string, { at, count }: { at: number; count: number }): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  return undefined;
}
