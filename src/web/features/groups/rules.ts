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

/** How much of the money to come in is no longer open, in whole per cent; late fees count for nothing. */
export function collectedPercent({
  expected,
  outstanding,
}: Pick<GroupSummary, 'expected' | 'outstanding'>): number {
  return expected === 0 ? 0 : Math.max(0, Math.floor(((expected - outstanding) / expected) * 100));
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

/** What a file proposes for a new billing: its month, and what its name says besides, such as `girls`. */
export type ProposedBilling = { period: Period | null; rest: string };
type Period = { month: number; year: number };
type Described = Period & { id: number; description: string };

const monthsOf = ({ month, year }: Period): number => year * 12 + month;

/** The billing of the newest month before this one, whose description the next one most likely has too. */
export function billingBefore<T extends Described>(groups: readonly T[], period: Period): T | undefined {
  const before = groups.filter((group) => monthsOf(group) < monthsOf(period) && group.description.trim());
  return before.toSorted((one, other) => monthsOf(other) - monthsOf(one) || other.id - one.id)[0];
}

const capitalised = (text: string): string =>
  /\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** `November 2026`, or `November 2026, Girls`. */
export const nameOfProposed = (period: Period, rest: string): string =>
  [nameOfPeriod(period), rest && capitalised(rest)].filter(Boolean).join(', ');

/** Whether a person chose the month: one who took a part of it away left it to the file. */
export const isMonthChosen = ({ month, year }: Partial<GroupForm>): boolean => month != null && year != null;

/** The form of a new billing: what was typed, else what the file and the month before say, else the month it is. */
export function formOf(
  typed: Partial<GroupForm>,
  { proposed, before, today }: { proposed: ProposedBilling | null; before: string; today: Period },
): GroupForm {
  const isChosen = isMonthChosen(typed);
  const read = isChosen ? null : proposed?.period;
  const { month = today.month, year = today.year } = read ?? typed;
  const isWhole = month !== null && year !== null;
  const name =
    proposed && isWhole && (proposed.period || isChosen)
      ? nameOfProposed({ month, year }, proposed.rest)
      : '';
  return { month, year, name: typed.name ?? name, description: typed.description ?? before };
}

/** What a change of the form adds to what was typed. Month and year are chosen as one. */
export function typedBy(typed: Partial<GroupForm>, form: GroupForm, next: GroupForm): Partial<GroupForm> {
  const isOtherMonth = next.month !== form.month || next.year !== form.year;
  return {
    ...typed,
    ...(isOtherMonth && { month: next.month, year: next.year }),
    ...(next.name !== form.name && { name: next.name }),
    ...(next.description !== form.description && { description: next.description }),
  };
}

/**
 * What a person wrote or chose of a new billing; the other fields are for the file to fill. `fileName`: the file that was
 * chosen for it last.
 */
export type BillingDraft = { typed: Partial<GroupForm>; fileName: string | null };

/** Name and month that were typed for one file say nothing of another: the next file may be of another month. */
export function draftForFile({ typed, fileName: before }: BillingDraft, fileName: string): BillingDraft {
  if (before === null || before === fileName) return { typed, fileName };
  const { name: _name, month: _month, year: _year, ...rest } = typed;
  return { typed: rest, fileName };
}

/** An empty form for the month it is, `2026-11-20` being today. */
export function emptyForm(today: string): GroupForm & { month: number; year: number } {
  const [year = firstYear, month = 1] = today.split('-').map(Number);
  return { name: '', month, year: Math.min(lastYear, Math.max(firstYear, year)), description: '' };
}
