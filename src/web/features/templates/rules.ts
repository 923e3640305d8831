import type { Bill } from '#shared/calls/bills.ts';
import type { Template } from '#shared/calls/templates.ts';
import { type PaperKind, paperIn, paperMedia } from '#shared/messages/media.ts';
import {
  type Fillable,
  type FillablePayment,
  fill,
  unknownPlaceholders,
} from '#shared/messages/placeholders.ts';
import { paperOf } from '#shared/messages/reminder-rules.ts';
import { type DueRules, inTimeFrom, payableOnOrNull, payableUntilOn } from '#shared/money/payable.ts';
import { receiptFileName, voucherFileName } from '#shared/text/paper-names.ts';
import { sendWords } from '#shared/words/sending.ts';
import { approvalWords } from '#shared/words/templates.ts';
import { toasts } from '#shared/words/toasts.ts';
import { mergedForm } from '../../lib/merged-form.ts';
import { isArabicScript } from '../../ui/name-text.tsx';

/** The search of the spec: finds a text in the columns of the table, regardless of upper and lower case. */
export function searchTemplates<T extends Pick<Template, 'title' | 'message'>>(
  templates: readonly T[],
  text: string,
): T[] {
  const wanted = text.trim().toLocaleLowerCase();
  return templates.filter(({ title, message }) =>
    `${title}\n${message}`.toLocaleLowerCase().includes(wanted),
  );
}

export type TemplateForm = { title: string; message: string; media: string; sendOn: string };

export const formOf = (template: Template | undefined): TemplateForm => ({
  title: template?.title ?? '',
  message: template?.message ?? '',
  media: template?.media ?? '',
  sendOn: template?.sendOn ?? '',
});

/** Merges a form with a template that somebody else has changed: what nobody has changed here takes the new values. */
export const withOther = (form: TemplateForm, opened: Template, other: Template): TemplateForm =>
  mergedForm(form, formOf(opened), formOf(other));

/** Whether leaving would lose something. */
export const isChanged = (form: TemplateForm, before: TemplateForm): boolean =>
  form.title.trim() !== before.title ||
  form.message !== before.message ||
  form.media !== before.media ||
  form.sendOn.trim() !== before.sendOn;

/** Returns the error that prevents saving, or undefined. */
export function whyNotSave({ title, message }: TemplateForm): string | undefined {
  if (title.trim() === '') return toasts.errors.details;
  if (message.trim() === '') return toasts.errors.message;
  const unknown = unknownPlaceholders(message);
  return unknown.length > 0 ? sendWords.unknown(unknown) : undefined;
}

/** The values around a bill. `today` is the current day in the campus's time zone. */
type BillingContext = {
  campus: string;
  month: number;
  year: number;
  today: string;
  rules: DueRules;
  /** An example of a link to a family's page. Undefined if Qasid has no https address. */
  link?: string | undefined;
};

/** A bill with the values of all placeholders. A bill without a month or year gets those of its billing. */
export const fillableOf = (
  bill: Bill,
  { campus, month, year, today, rules, link }: BillingContext,
): Fillable => ({
  ...bill,
  month: bill.month ?? month,
  year: bill.year ?? year,
  campus,
  payable: payableOnOrNull(inTimeFrom(today, rules), bill),
  // The page does not know the credit of a child. Only the preview of a send does.
  credit: 0,
  payableUntil: payableUntilOn(today, rules)(bill),
  link,
});

/** An invented payment for the preview of a receipt. */
export const samplePayment = ({ total }: Pick<Bill, 'total'>, today: string): FillablePayment => ({
  ...{ receiptNo: 1042, receivedOn: today, method: 'cash' },
  received: total ?? 5000,
});

/** Changes the occasion of a template. An attached paper is replaced by the kind of paper that fits the occasion. */
export const withOccasion = (
  { media }: Pick<TemplateForm, 'media'>,
  sendOn: string,
): Partial<TemplateForm> => ({
  sendOn,
  ...(paperIn(media) ? { media: paperMedia(paperOf({ sendOn })) } : {}),
});

/** The file name of the voucher or receipt for this bill. */
export const nameOfPaper = (kind: PaperKind, bill: Fillable): string =>
  kind === 'voucher' ? voucherFileName([bill]) : receiptFileName(bill.receiptNo ?? 0, bill.name);

/** The bill for the preview: the first bill that has all values of the text, or else the first bill. */
export function sampleFor<T extends Fillable>(text: string, bills: readonly T[]): T | undefined {
  return bills.find((bill) => fill(text, bill).missing.length === 0) ?? bills[0];
}

/** Guesses the language from the script. Roman Urdu counts as English, and WhatsApp accepts this. */
export const languageOf = (message: string): 'ur' | 'en' => (isArabicScript(message) ? 'ur' : 'en');

export const sayLanguage = (language: string): string =>
  approvalWords.languages[language as keyof typeof approvalWords.languages] ?? language;
export const sayCategory = (category: string): string =>
  approvalWords.categories[category as keyof typeof approvalWords.categories] ?? category;
