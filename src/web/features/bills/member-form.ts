/** Rules of the form of a member. All its fields are texts, which are parsed when the form is checked or saved. */
import type { Bill } from '#shared/calls/bills.ts';
import type { AmountKey, HeadKey } from '#shared/money/bill-heads.ts';
import { formatAmount, formatMoney, toPaisa, toRupees } from '#shared/money/money.ts';
import { Findings, Problem } from '#shared/sheets/problem.ts';
import { readAmount, readHeadAmount } from '#shared/sheets/read-amount.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { formatDay } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { fieldMessages } from '#shared/words/toasts.ts';
import { mergedForm } from '../../lib/merged-form.ts';
import type { BillChange } from './api.ts';
import { tidyNumber } from './rules.ts';

export const amountFields = ['total', 'amountAfterDueDate'] as const;
export const dayFields = ['issueDate', 'dueDate', 'expiryDate'] as const;
const headNumbers = Array.from({ length: 10 }, (_, index) => index + 1);
const headKey = (n: number) => `head${n}` as HeadKey;
const amountKey = (n: number) => `amount${n}` as AmountKey;
/** The name and amount fields of each fee head. */
export const headFields = headNumbers.map((n) => ({ n, head: headKey(n), amount: amountKey(n) }));
type HeadField = HeadKey | AmountKey;
type TextField =
  | ('name' | 'number' | 'status' | HeadField)
  | (typeof amountFields)[number]
  | (typeof dayFields)[number];
export type MemberForm = Record<TextField, string> & { avatar: string | null };
export type FormTrouble = Partial<Record<TextField | 'avatar', string | undefined>>;

const amountText = (amount: number | null | undefined): string =>
  amount == null ? '' : formatAmount(amount);
const eachHead = <T>(make: (fields: (typeof headFields)[number]) => Record<string, T>) =>
  Object.assign({}, ...headFields.map(make)) as Record<HeadField, T>;
const dayText = (day: string | null): string => (day === null ? '' : formatDay(day));

export const formOf = (bill: Bill): MemberForm => ({
  name: bill.name,
  number: bill.number,
  avatar: bill.avatar,
  status: bill.status,
  total: amountText(bill.total),
  amountAfterDueDate: amountText(bill.amountAfterDueDate),
  issueDate: dayText(bill.issueDate),
  dueDate: dayText(bill.dueDate),
  expiryDate: dayText(bill.expiryDate),
  ...eachHead(({ head, amount }) => ({ [head]: bill[head] ?? '', [amount]: amountText(bill[amount]) })),
});

/** Merges the form with a newer version of the bill. Fields that the user has not changed take the newer values. */
export const mergeNewer = (form: MemberForm, opened: Bill, newer: Bill): MemberForm =>
  mergedForm(form, formOf(opened), formOf(newer));

/**
 * Days and amounts are read as in an imported sheet. The day comes before the month, the month may be a word or a
 * number, and amounts may contain commas.
 */
const dayIn = (text: string) =>
  text.trim() === '' ? null : readDay(text.trim(), new Findings(), { is1904: false });
const amountIn = (text: string) => (text.trim() === '' ? null : readAmount(text.trim(), new Findings()));

const headAmountIn = (text: string) =>
  text.trim() === '' ? null : readHeadAmount(text.trim(), new Findings());

/** The fee heads to show: all up to the last filled one, and one empty fee head. */
export function headsShown(form: MemberForm): typeof headFields {
  const last = headFields.findLastIndex(({ head, amount }) => form[head] !== '' || form[amount] !== '');
  return headFields.slice(0, last + 2);
}

/**
 * The warning that the fee heads do not add up to the total. It is undefined if they do add up, or if an amount
 * cannot be read.
 */
export function sumOff(form: MemberForm, currency: string): string | undefined {
  const total = amountIn(form.total);
  const amounts = headFields.map(({ amount }) => headAmountIn(form[amount]));
  if (typeof total !== 'number' || amounts.every((amount) => amount === null)) return undefined;
  let paisa = 0;
  for (const amount of amounts) {
    if (amount instanceof Problem) return undefined;
    paisa += toPaisa(amount ?? 0);
  }
  if (paisa === toPaisa(total)) return undefined;
  const isFull = headFields.every(({ head, amount }) => form[head] !== '' || form[amount] !== '');
  const say = isFull && paisa < toPaisa(total) ? billWords.sumOfAll : billWords.sumOff;
  return say(formatMoney(toRupees(paisa), currency), formatMoney(total, currency));
}

/** The reasons that prevent saving, by field. The spec requires a name and a number. */
export function troubleIn(form: MemberForm): FormTrouble {
  const trouble: FormTrouble = {};
  if (form.name.trim() === '') trouble.name = fieldMessages.name;
  if (form.number.trim() === '') trouble.number = fieldMessages.contact;
  for (const field of amountFields) {
    if (amountIn(form[field]) instanceof Problem) trouble[field] = billWords.notAnAmount;
  }
  for (const { amount } of headFields) {
    if (headAmountIn(form[amount]) instanceof Problem) trouble[amount] = billWords.notAnAmount;
  }
  for (const field of dayFields) {
    if (dayIn(form[field]) instanceof Problem) trouble[field] = billWords.notADay;
  }
  return trouble;
}

const undefinedIfProblem = <T>(read: T | Problem): T | undefined =>
  read instanceof Problem ? undefined : read;

/** Whether the form has changes that are not saved. */
export const isChanged = (form: MemberForm, before: MemberForm): boolean =>
  Object.entries(before).some(([field, value]) => form[field as keyof MemberForm] !== value);

/** Returns only the changed fields, so that a save does not overwrite a colleague's change of another field. */
export function changesOf(bill: Bill, form: MemberForm): BillChange {
  const read = {
    name: form.name.trim(),
    number: tidyNumber(form.number),
    avatar: form.avatar,
    status: form.status,
    total: undefinedIfProblem(amountIn(form.total)),
    amountAfterDueDate: undefinedIfProblem(amountIn(form.amountAfterDueDate)),
    issueDate: undefinedIfProblem(dayIn(form.issueDate)),
    dueDate: undefinedIfProblem(dayIn(form.dueDate)),
    expiryDate: undefinedIfProblem(dayIn(form.expiryDate)),
    ...eachHead<unknown>(({ head, amount }) => ({
      [head]: form[head].trim() || null,
      [amount]: undefinedIfProblem(headAmountIn(form[amount])),
    })),
  };
  const before: Record<string, unknown> = bill;
  return Object.fromEntries(
    Object.entries(read).filter(([field, value]) => value !== (before[field] ?? null)),
  );
}
