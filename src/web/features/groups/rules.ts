import type { GroupSummary } from '#shared/calls/groups.ts';
import { fullMonthNames } from '#shared/dates.ts';
import { firstYear, lastYear } from '#shared/limits.ts';

/** The spec's search: a case-insensitive substring. */
export function searchGroups<T extends { name: string }>(groups: readonly T[], text: string): T[] {
  const wanted = text.trim().toLocaleLowerCase();
  return groups.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}

/** How many of a billing's bills are paid, in whole per cent; never 100 while one is not. */
export function paidPercent({ bills, paid }: Pick<GroupSummary, 'bills' | 'paid'>): number {
  return bills === 0 ? 0 : Math.floor((paid / bills) * 100);
}

/** How much of the billed money is in, in whole per cent. */
export function collectedPercent({ total, collected }: Pick<GroupSummary, 'total' | 'collected'>): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((collected / total) * 100));
}

/** The years one can choose, as text. */
export const years: readonly string[] = Array.from({ length: lastYear - firstYear + 1 }, (_, index) =>
  String(firstYear + index),
);

export type GroupForm = { name: string; month: number; year: number; description: string };

/** Whether the fields say the same; what else a billing has is none of theirs. */
export const isSameForm = (one: GroupForm, other: GroupForm): boolean =>
  (['name', 'month', 'year', 'description'] as const).every((field) => one[field] === other[field]);

/** `November 2026` */
export const nameOfPeriod = ({ month, year }: Pick<GroupForm, 'month' | 'year'>): string =>
  `${fullMonthNames[month - 1]} ${year}`;

/** The spec's rule: a name and a description, and for a new billing at least one contact. */
export const isGroupComplete = (form: GroupForm, isNew: boolean, contacts: number): boolean =>
  form.name.trim() !== '' && form.description.trim() !== '' && (!isNew || contacts > 0);

/** An empty form for the month it is, `2026-11-20` being today. */
export function emptyForm(today: string): GroupForm {
  const [year = firstYear, month = 1] = today.split('-').map(Number);
  return { name: '', month, year: Math.min(lastYear, Math.max(firstYear, year)), description: '' };
}
