import type { GroupSummary } from '#shared/calls/groups.ts';
import { fullMonthNames } from '#shared/dates.ts';
import { firstYear, lastYear } from '#shared/limits.ts';
import { fieldMessages } from '#shared/words/toasts.ts';

/** The spec's search: a case-insensitive substring. */
export function searchGroups<T extends { name: string }>(groups: readonly T[], text: string): T[] {
  const wanted = text.trim().toLocaleLowerCase();
  return groups.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}

/** How many of a billing's bills that are or were to be paid are paid, in whole per cent; never 100 while one is not. */
export function paidPercent({ bills, paid, other }: Pick<GroupSummary, 'bills' | 'paid' | 'other'>): number {
  return bills === other ? 0 : Math.floor((paid / (bills - other)) * 100);
}

/** How much of the money to come in is in, in whole per cent. */
export function collectedPercent({
  expected,
  collected,
}: Pick<GroupSummary, 'expected' | 'collected'>): number {
  return expected === 0 ? 0 : Math.min(100, Math.floor((collected / expected) * 100));
}

/** The years one can choose, as text. */
export const years: readonly string[] = Array.from({ length: lastYear - firstYear + 1 }, (_, index) =>
  String(firstYear + index),
);

/** `month` and `year` are null where a person took them away. */
export type GroupForm = { name: string; month: number | null; year: number | null; description: string };

/** Whether the fields say the same; what else a billing has is none of theirs. */
export const isSameForm = (one: GroupForm, other: GroupForm): boolean =>
  (['name', 'month', 'year', 'description'] as const).every((field) => one[field] === other[field]);

/** `November 2026`; what is missing of it is left away. */
export const nameOfPeriod = ({ month, year }: Pick<GroupForm, 'month' | 'year'>): string =>
  [month && fullMonthNames[month - 1], year].filter(Boolean).join(' ');

/** What is missing of a billing, as its fields say it. */
export function missingIn({ name, month, year, description }: GroupForm): FormTrouble {
  const missing: FormTrouble = {};
  if (month === null) missing.month = fieldMessages.month;
  if (year === null) missing.year = fieldMessages.year;
  if (name.trim() === '') missing.name = fieldMessages.name;
  if (description.trim() === '') missing.description = fieldMessages.description;
  return missing;
}

/** What is wrong with each field. */
export type FormTrouble = Partial<Record<keyof GroupForm, string | undefined>>;

/** The spec's rule: every field, and for a new billing at least one contact; the form as it is to be saved, or null. */
export function completeForm(form: GroupForm, isNew: boolean, contacts: number) {
  const { month, year } = form;
  if (month === null || year === null) return null;
  if (Object.keys(missingIn(form)).length > 0 || (isNew && contacts === 0)) return null;
  return { month, year, name: form.name.trim(), description: form.description.trim() };
}

/** An empty form for the month it is, `2026-11-20` being today. */
export function emptyForm(today: string): GroupForm & { month: number; year: number } {
  const [year = firstYear, month = 1] = today.split('-').map(Number);
  return { name: '', month, year: Math.min(lastYear, Math.max(firstYear, year)), description: '' };
}
