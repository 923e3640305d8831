/** The widths of the list's columns. They fit their content, so that names and numbers do not wrap. */
import type { CheckSummary } from '#shared/sheets/checked.ts';

/** The average width of a letter in pixels. */
const perLetter: Readonly<Record<string, number>> = { name: 7.2, number: 7.8, regNum: 7.8, invNo: 7.8 };
/** The padding of a cell in pixels. */
const cellPadding = 22;
/** Pixels. A text wider than `most` is cut off, and its tooltip shows the whole text. */
const bounds: Readonly<Record<string, [least: number, most: number]>> = {
  name: [140, 300],
  number: [116, 380],
  regNum: [84, 200],
  invNo: [84, 200],
};
const fixed: Readonly<Record<string, number>> = { total: 86, dueDate: 104, class: 62, section: 90 };
const usual = 104;
/** The largest width of the name beside a pair of columns, in pixels. */
const besidePair = 180;

/** The widths of the two columns that show the value in the file and the new value. */
export function pairWidths(field: string, widest: CheckSummary['widest']): string {
  const width = field === 'number' ? widthOf(field, widest) : usual;
  return `${width}px ${width}px`;
}

function widthOf(field: string, widest: CheckSummary['widest']): number {
  const [least, most] = bounds[field] ?? [fixed[field] ?? usual, fixed[field] ?? usual];
  const wanted = (widest[field] ?? 0) * (perLetter[field] ?? 0) + cellPadding;
  return Math.round(Math.min(most, Math.max(least, wanted)));
}

/**
 * The value for grid-template-columns. The name takes the remaining width. If there is no name, the first column takes
 * it.
 */
export function widthsOf(
  fields: readonly string[],
  widest: CheckSummary['widest'],
  isPaired = false,
): string {
  return fields
    .map((field, at) => {
      const wanted = widthOf(field, widest);
      const width = isPaired && field === 'name' ? Math.min(wanted, besidePair) : wanted;
      return field === 'name' || (at === 0 && !fields.includes('name'))
        ? `minmax(${width}px, 1fr)`
        : `${width}px`;
    })
    .join(' ');
}
