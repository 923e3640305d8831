import { foundAtFirst } from '#shared/limits.ts';

/** Splits a text into parts; every second one, from the second, matches the search. */
export function marksIn(text: string, wanted: string): string[] {
  const words = wanted.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [text];
  const sought = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${sought})`, 'giu'));
}

/** The part of a list that is shown at first, and how many entries are hidden. */
export function partOf<T>(items: readonly T[], isWhole: boolean): { shown: readonly T[]; hidden: number } {
  const shown = isWhole ? items : items.slice(0, foundAtFirst);
  return { shown, hidden: items.length - shown.length };
}

type Found = {
  families: readonly { children: readonly { regNum: string | null }[] }[];
  bills: readonly { invNo: string }[];
};

/** Whether the text is exactly the invoice number of a bill, and not also a registration number. */
export function isInvoiceNumber(text: string, { families, bills }: Found): boolean {
  const isIt = (number: string | null | undefined): boolean => number?.toLowerCase() === text.toLowerCase();
  return isIt(bills[0]?.invNo) && !families[0]?.children.some(({ regNum }) => isIt(regNum));
}

/** The index that an arrow key leads to. It wraps around at both ends. */
export function placeAfter(key: string, { at, count }: { at: number; count: number }): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  return undefined;
}
