/** Pure rules for a sheet whose months become billings of their own. */

import type { Period } from '#shared/sheets/look-at-bill.ts';
import { fullMonthNames } from '#shared/time/dates.ts';
import type { SavedImport } from './import-model.ts';

const sayMonth = ({ month, year }: Period): string => `${fullMonthNames[month - 1]} ${year}`;

/** The name of the billing of a month: the name in the form, with this month instead of the month of the form. */
export function nameOfMonth(name: string, { form, month }: { form: Period; month: Period }): string {
  const [own, other] = [sayMonth(form), sayMonth(month)];
  if (own === other) return name;
  return name.includes(own) ? name.replace(own, other) : [name, other].filter(Boolean).join(', ');
}

/** `rows`: how many rows were sent for this month. */
export type SavedMonth = { saved: SavedImport; name: string; rows: number };

/** The result of all months together. Its `id` is the first billing, the one of the form. */
export function sumOfMonths(months: readonly SavedMonth[]): SavedImport {
  const ofChildren = (field: 'added' | 'updated'): number =>
    months.reduce((all, { saved }) => all + (saved.children?.[field] ?? 0), 0);
  const sum = (field: 'added' | 'updated' | 'skipped' | 'refused'): number =>
    months.reduce((all, { saved }) => all + saved[field], 0);
  let before = 0;
  const held = months.flatMap(({ saved, rows }) => {
    const from = before;
    before += rows;
    return saved.held.map((one) => ({ ...one, row: from + one.row }));
  });
  const billings = months.map(({ saved: { id = 0 }, name, rows }) => ({ id, name, rows }));
  const [first] = months;
  return {
    ...(first as SavedMonth).saved,
    ...{ added: sum('added'), updated: sum('updated'), skipped: sum('skipped'), refused: sum('refused') },
    ...{ held, billings, children: { added: ofChildren('added'), updated: ofChildren('updated') } },
  };
}
