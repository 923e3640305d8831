/** The form of a member, which holds texts until it is saved. */
import type { AmountKey, Bill, HeadKey } from '#shared/calls/bills.ts';
import { formatDay } from '#shared/dates.ts';
import { formatAmount, formatMoney, toPaisa, toRupees } from '#shared/money.ts';
import { Findings, Problem } from '#shared/sheets/problem.ts';
import { readAmount, readHeadAmount } from '#shared/sheets/read-amount.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { billWords } from '#shared/words/bills.ts';
import { fieldMessages } from '#shared/words/failures.ts';
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

/** Merges a form with a changed bill: fields that nobody has typed into take the new values. */
export const withOther = (form: MemberForm, opened: Bill, other: Bill): MemberForm =>
  mergedForm(form, formOf(opened), formOf(other));

/** Days and amounts are read as in a sheet: day first, in words or figures; amounts with or without commas. */
const dayIn = (text: string) =>
  text.trim() === '' ? null : readDay(text.trim(), new Findings(), { is1904: false });
const amountIn = (text: string) => (text.trim() === '' ? null : readAmount(text.trim(), new Findings()));

const headAmountIn = (text: string) =>
  text.trim() === '' ? null : readHeadAmount(text.trim(), new Findings());

/** The fee heads with a value, and one more to fill in. */
export function headsShown(form: MemberForm): typeof headFields {
  const last = headFields.findLastIndex(({ head, amount }) => form[head] !== '' || form[amount] !== '');
  return headFields.slice(0, last + 2);
}

/** The sentence that the heads do not add up to the total; undefined if they do or it cannot be known. */
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

/** What prevents saving, by field. The spec requires a name and a number. */
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

const orNone = <T>(read: T | Problem): T | undefined => (read instanceof Problem ? undefined : read);

/** Whether leaving the form would lose something. */
export const isChanged = (form: MemberForm, before: MemberForm): boolean =>
  Object.entries(before).some(([field, value]) => form[field as keyof MemberForm] !== value);

/** Only changed fields, so that a colleague's change of another field is kept. */
export function changesOf(bill: Bill, form: MemberForm): BillChange {
  const read = {
    name: form.name.trim(),
    number: tidyNumber(form.number),
    avatar: form.avatar,
    status: form.status,
    total: orNone(amountIn(form.total)),
    amountAfterDueDate: orNone(amountIn(form.amountAfterDueDate)),
    issueDate: orNone(dayIn(form.issueDate)),
    dueDate: orNone(dayIn(form.dueDate)),
    expiryDate: orNone(dayIn(form.expiryDate)),
    ...eachHead<unknown>(({ head, amount }) => ({
      [head]: form[head].trim() || null,
      [amount]: orNone(headAmountIn(form[amount])),
    })),
  };
  const before: Record<string, unknown> = bill;
  return Object.fromEntries(
    Object.entries(read).filter(([field, value]) => value !== (before[field] ?? null)),
  );
}
