import { foundAtFirst } from '#shared/limits.ts';

/** Parts of a text, of which every second one, from the second, is what was looked for. */
export function marksIn(text: string, wanted: string): string[] {
  const words = wanted.split(/\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return [text];
  const sought = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
  return text.split(new RegExp(`(${sought})`, 'giu'));
}

/** What of a list is shown at first, and how many stand behind it. */
export function partOf<T>(items: readonly T[], isWhole: boolean): { shown: readonly T[]; hidden: number } {
  const shown = isWhole ? items : items.slice(0, foundAtFirst);
  return { shown, hidden: items.length - shown.length };
}

type Found = {
  families: readonly { children: readonly { regNum: string | null }[] }[];
  bills: readonly { invNo: string }[];
};

/** Whether the text is the very invoice number of a bill, and not a registration number as well. */
export function isInvoiceNumber(text: string, { families, bills }: Found): boolean {
  const isIt = (number: string | null | undefined): boolean => number?.toLowerCase() === text.toLowerCase();
  return isIt(bills[0]?.invNo) && !families[0]?.children.some(({ regNum }) => isIt(regNum));
}

/** Where an arrow key leads to among so many; the last is before the first. */
export function placeAfter(key: string, { at, count }: { at: number; count: number }): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  return undefined;
}
