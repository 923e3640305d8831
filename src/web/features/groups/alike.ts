/** Finds billings that are probably the same as a new one, although their names differ a little. */
import { periodsInName } from '#shared/sheets/read-period.ts';

type Named = { name: string; month: number; year: number };

const monthOf = ({ month, year }: { month: number; year: number }): number => year * 12 + month;

/** The month in the name of a billing, or else its stored month, and the other words of its name. */
function subjectOf({ name, month, year }: Named): string {
  const {
    periods: [named],
    rest,
  } = periodsInName(name, year);
  const about = named ? { month: named.month, year: named.year ?? year } : { month, year };
  const words = rest.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [monthOf(about), ...words].join(' ');
}

/** `Nov 2026` is like `november 2026` and `Fees of November`, but not like `November 2026, Girls`. */
export function billingsAlike<T extends Named>(groups: readonly T[], made: Named): T[] {
  const subject = subjectOf(made);
  return groups.filter((group) => subjectOf(group) === subject);
}
