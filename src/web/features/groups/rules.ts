import type { GroupSummary } from '#shared/calls/groups.ts';
import { fullMonthNames } from '#shared/dates.ts';
import { firstYear, lastYear } from '#shared/limits.ts';
import { fieldMessages } from '#shared/words/failures.ts';

/** The spec's search: a case-insensitive substring. */
export function searchGroups<T extends { name: string }>(groups: readonly T[], text: string): T[] {
  const wanted = text.trim().toLocaleLowerCase();
  return groups.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}

/** The whole per cent of bills that are paid, among those to be paid. It is 100 only if all are paid. */
export function paidPercent({ bills, paid, other }: Pick<GroupSummary, 'bills' | 'paid' | 'other'>): number {
  return bills === other ? 0 : Math.floor((paid / (bills - other)) * 100);
}

/** The whole per cent of the expected money that is no longer open. Late fees are not counted. */
export function collectedPercent({
  expected,
  outstanding,
}: Pick<GroupSummary, 'expected' | 'outstanding'>): number {
  return expected === 0 ? 0 : Math.max(0, Math.floor(((expected - outstanding) / expected) * 100));
}

/** The years on offer, as text. */
export const years: readonly string[] = Array.from({ length: lastYear - firstYear + 1 }, (_, index) =>
  String(firstYear + index),
);

/** `month` and `year` are null if a person cleared them. */
export type GroupForm = { name: string; month: number | null; year: number | null; description: string };

/** Whether all fields are equal. Other properties of a billing are not compared. */
export const isSameForm = (one: GroupForm, other: GroupForm): boolean =>
  (['name', 'month', 'year', 'description'] as const).every((field) => one[field] === other[field]);

/** `November 2026`, without the part that is missing. */
export const nameOfPeriod = ({ month, year }: Pick<GroupForm, 'month' | 'year'>): string =>
  [month && fullMonthNames[month - 1], year].filter(Boolean).join(' ');

/** The missing fields, with their error messages. */
export function missingIn({ name, month, year, description }: GroupForm): FormTrouble {
  const missing: FormTrouble = {};
  if (month === null) missing.month = fieldMessages.month;
  if (year === null) missing.year = fieldMessages.year;
  if (name.trim() === '') missing.name = fieldMessages.name;
  if (description.trim() === '') missing.description = fieldMessages.description;
  return missing;
}

/** The error of each field. */
export type FormTrouble = Partial<Record<keyof GroupForm, string | undefined>>;

/** The spec's rule: all fields are required, and a new billing needs a contact. Returns the form to save, or null. */
export function completeForm(form: GroupForm, isNew: boolean, contacts: number) {
  const { month, year } = form;
  if (month === null || year === null) return null;
  if (Object.keys(missingIn(form)).length > 0 || (isNew && contacts === 0)) return null;
  return { month, year, name: form.name.trim(), description: form.description.trim() };
}

/** What a file proposes for a new billing: its month, and the rest of its name, such as `girls`. */
export type ProposedBilling = { period: Period | null; rest: string };
type Period = { month: number; year: number };
type Described = Period & { id: number; description: string };

const monthsOf = ({ month, year }: Period): number => year * 12 + month;

/** The newest billing of an earlier month. The new billing most likely has the same description. */
export function billingBefore<T extends Described>(groups: readonly T[], period: Period): T | undefined {
  const before = groups.filter((group) => monthsOf(group) < monthsOf(period) && group.description.trim());
  return before.toSorted((one, other) => monthsOf(other) - monthsOf(one) || other.id - one.id)[0];
}

const capitalised = (text: string): string =>
  /\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** `November 2026`, or `November 2026, Girls`. */
export const nameOfProposed = (period: Period, rest: string): string =>
  [nameOfPeriod(period), rest && capitalised(rest)].filter(Boolean).join(', ');

/** Whether a person chose the month. If a part was cleared, the file decides. */
export const isMonthChosen = ({ month, year }: Partial<GroupForm>): boolean => month != null && year != null;

/**
 * The form of a new billing: typed values, else those of the file and of the billing before, else the current month.
 */
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

/** Adds the changed fields to the typed ones. Month and year always change together. */
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
 * What a person typed or chose for a new billing; the file fills the other fields. `fileName`: the last file chosen for
 * it.
 */
export type BillingDraft = { typed: Partial<GroupForm>; fileName: string | null };

/** Name and month typed for one file are dropped for another one, which may be of another month. */
export function draftForFile({ typed, fileName: before }: BillingDraft, fileName: string): BillingDraft {
  if (before === null || before === fileName) return { typed, fileName };
  const { name: _name, month: _month, year: _year, ...rest } = typed;
  return { typed: rest, fileName };
}

/** An empty form for the current month; `today` is such as `2026-11-20`. */
export function emptyForm(today: string): GroupForm & { month: number; year: number } {
  const [year = firstYear, month = 1] = today.split('-').map(Number);
  return { name: '', month, year: Math.min(lastYear, Math.max(firstYear, year)), description: '' };
}
