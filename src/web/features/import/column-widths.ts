/** How wide the columns of the list are: as wide as what stands in them, so that no name and no number is broken. */
import type { CheckSummary } from '#shared/sheets/checked.ts';

/** Pixels that a letter takes on the average, and those beside it within a cell. */
const perLetter: Readonly<Record<string, number>> = { name: 7.2, number: 7.8, regNum: 7.8, invNo: 7.8 };
const beside = 22;
/** A longer text is cut at its end, and shown whole by its title. */
const bounds: Readonly<Record<string, [least: number, most: number]>> = {
  name: [140, 300],
  number: [116, 380],
  regNum: [84, 200],
  invNo: [84, 200],
};
const fixed: Readonly<Record<string, number>> = { total: 86, dueDate: 104, class: 90, section: 90 };
const usual = 104;
/** Beside a pair of columns a long name makes room. */
const besidePair = 180;

/** The two columns in which what the file has stands beside what it becomes. */
export function pairWidths(field: string, widest: CheckSummary['widest']): string {
  const width = field === 'number' ? widthOf(field, widest) : usual;
  return `${width}px ${width}px`;
}

function widthOf(field: string, widest: CheckSummary['widest']): number {
  const [least, most] = bounds[field] ?? [fixed[field] ?? usual, fixed[field] ?? usual];
  const wanted = (widest[field] ?? 0) * (perLetter[field] ?? 0) + beside;
  return Math.round(Math.min(most, Math.max(least, wanted)));
}

/** Of a grid; names take the room that is left, where there are none the first column does. */
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
