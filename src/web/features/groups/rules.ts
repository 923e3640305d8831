import type { GroupSummary } from '#shared/calls/groups.ts';
import { firstYear, fullMonthNames, lastYear } from '#shared/time/dates.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { mergedForm } from '../../lib/merged-form.ts';

/** The search of the spec: finds billings whose name contains the text, regardless of upper and lower case. */
export function searchGroups<T extends { name: string }>(groups: readonly T[], text: string): T[] {
  const wanted = text.trim().toLocaleLowerCase();
  return groups.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
}

/** The percentage of paid bills, rounded down. Bills that are neither paid, part-paid nor unpaid are not counted. */
export function paidPercent({ bills, paid, other }: Pick<GroupSummary, 'bills' | 'paid' | 'other'>): number {
  return bills === other ? 0 : Math.floor((paid / (bills - other)) * 100);
}

/**
 * The percentage of the money that was paid, of what was paid and is still outstanding; rounded down. 100 if bills with
 * amounts were settled without money.
 */
export function collectedPercent({
  expected,
  collected,
  outstanding,
}: Pick<GroupSummary, 'expected' | 'collected' | 'outstanding'>): number {
  if (expected === 0) return 0;
  return outstanding <= 0 ? 100 : Math.floor((collected / (collected + outstanding)) * 100);
}

/** The years to choose from, as text. */
export const years: readonly string[] = Array.from({ length: lastYear - firstYear + 1 }, (_, index) =>
  String(firstYear + index),
);

/** `month` and `year` are null if a person cleared them. */
export type GroupForm = { name: string; month: number | null; year: number | null; description: string };

/** Whether all fields are equal. Other properties of a billing are not compared. */
export const isSameForm = (one: GroupForm, other: GroupForm): boolean =>
  (['name', 'month', 'year', 'description'] as const).every((field) => one[field] === other[field]);

/** The form of a stored billing. */
export type StoredGroupForm = GroupForm & { avatar: string | null };

const storedForm = ({ name, month, year, description, avatar }: StoredGroupForm): StoredGroupForm => ({
  name,
  month,
  year,
  description,
  avatar,
});

/** Merges a form with a billing that somebody else has changed: what nobody has changed here takes the new values. */
export const withOther = (
  form: StoredGroupForm,
  opened: StoredGroupForm,
  other: StoredGroupForm,
): StoredGroupForm => mergedForm(storedForm(form), storedForm(opened), storedForm(other));

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

/**
 * Returns the form to save, or null if the form is incomplete. The spec requires all fields, and at least one contact
 * for a new billing.
 */
export function completeForm(form: GroupForm, isNew: boolean, contacts: number) {
  const { month, year } = form;
  if (month === null || year === null) return null;
  if (Object.keys(missingIn(form)).length > 0 || (isNew && contacts === 0)) return null;
  return { month, year, name: form.name.trim(), description: form.description.trim() };
}

/** The proposal that a file makes for a new billing: the month, and the rest of the file's name, such as `girls`. */
export type ProposedBilling = { period: Period | null; rest: string };
type Period = { month: number; year: number };
type Described = Period & { id: number; description: string };

const monthsOf = ({ month, year }: Period): number => year * 12 + month;

/** The newest billing of an earlier month that has a description. The new billing most likely has the same one. */
export function billingBefore<T extends Described>(groups: readonly T[], period: Period): T | undefined {
  const before = groups.filter((group) => monthsOf(group) < monthsOf(period) && group.description.trim());
  return before.toSorted((one, other) => monthsOf(other) - monthsOf(one) || other.id - one.id)[0];
}

const capitalised = (text: string): string =>
  /\p{Lu}/u.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** The proposed name of a billing, such as `November 2026` or `November 2026, Girls`. */
export const nameOfProposed = (period: Period, rest: string): string =>
  [nameOfPeriod(period), rest && capitalised(rest)].filter(Boolean).join(', ');

/** Whether the user chose both month and year. Otherwise the file decides. */
export const isMonthChosen = ({ month, year }: Partial<GroupForm>): boolean => month != null && year != null;

/**
 * The form of a new billing. Typed values come first. Without them, the file gives the name and month, the billing
 * before gives the description, and the month is the current month if the file has none.
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
 * The values that the user typed or chose for a new billing. The file fills the other fields. `fileName` is the name of
 * the last chosen file.
 */
export type BillingDraft = { typed: Partial<GroupForm>; fileName: string | null };

/** If another file is chosen, the typed name and month are dropped, because the file may be for another month. */
export function draftForFile({ typed, fileName: before }: BillingDraft, fileName: string): BillingDraft {
  if (before === null || before === fileName) return { typed, fileName };
  const { name: _name, month: _month, year: _year, ...rest } = typed;
  return { typed: rest, fileName };
}

/** An empty form for the current month. `today` is a day such as `2026-11-20`. */
export function emptyForm(today: string): GroupForm & { month: number; year: number } {
  const [year = firstYear, month = 1] = today.split('-').map(Number);
  return { name: '', month, year: Math.min(lastYear, Math.max(firstYear, year)), description: '' };
}
