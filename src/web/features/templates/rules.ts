import type { Bill } from '#shared/calls/bills.ts';
import type { Template } from '#shared/calls/templates.ts';
import { type PaperKind, paperIn, paperMedia } from '#shared/media.ts';
import { receiptFileName, voucherFileName } from '#shared/paper-names.ts';
import { type DueRules, inTimeFrom, knownPayableOn, payableUntilOn } from '#shared/payable.ts';
import { type Fillable, type FillablePayment, fill, unknownPlaceholders } from '#shared/placeholders.ts';
import { paperOf } from '#shared/reminder-rules.ts';
import { toasts } from '#shared/words/failures.ts';
import { sendWords } from '#shared/words/sending.ts';
import { approvalWords } from '#shared/words/templates.ts';
import { isArabicScript } from '../../ui/name-text.tsx';

/** The spec's search, a case-insensitive substring, in the columns of the table. */
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

/** Whether leaving would lose something. */
export const isChanged = (form: TemplateForm, before: TemplateForm): boolean =>
  form.title.trim() !== before.title ||
  form.message !== before.message ||
  form.media !== before.media ||
  form.sendOn.trim() !== before.sendOn;

/** The error that prevents saving, or undefined. */
export function whyNotSave({ title, message }: TemplateForm): string | undefined {
  if (title.trim() === '') return toasts.errors.details;
  if (message.trim() === '') return toasts.errors.message;
  const unknown = unknownPlaceholders(message);
  return unknown.length > 0 ? sendWords.unknown(unknown) : undefined;
}

/** `today`: the earliest due date in time today, in the campus. */
type BillingContext = {
  campus: string;
  month: number;
  year: number;
  today: string;
  rules: DueRules;
  /** An example of a family's link; absent if Qasid has no https address. */
  link?: string | undefined;
};

/** A bill with all values for placeholders. Without a month or year of its own it takes those of its billing. */
export const fillableOf = (
  bill: Bill,
  { campus, month, year, today, rules, link }: BillingContext,
): Fillable => ({
  ...bill,
  month: bill.month ?? month,
  year: bill.year ?? year,
  campus,
  payable: knownPayableOn(inTimeFrom(today, rules), bill),
  payableUntil: payableUntilOn(today, rules)(bill),
  link,
});

/** A made-up payment, to preview a receipt. */
export const samplePayment = ({ total }: Pick<Bill, 'total'>, today: string): FillablePayment => ({
  ...{ receiptNo: 1042, receivedOn: today, method: 'cash' },
  received: total ?? 5000,
});

/** The form with another occasion. An attached paper changes to the kind that fits. */
export const withOccasion = (
  { media }: Pick<TemplateForm, 'media'>,
  sendOn: string,
): Partial<TemplateForm> => ({
  sendOn,
  ...(paperIn(media) ? { media: paperMedia(paperOf({ sendOn })) } : {}),
});

/** The file name of the paper of this bill or payment. */
export const nameOfPaper = (kind: PaperKind, bill: Fillable): string =>
  kind === 'voucher' ? voucherFileName([bill]) : receiptFileName(bill.receiptNo ?? 0, bill.name);

/** The bill for a preview: the first with all values of the text, else the first. */
export function sampleFor<T extends Fillable>(text: string, bills: readonly T[]): T | undefined {
  return bills.find((bill) => fill(text, bill).missing.length === 0) ?? bills[0];
}

/** A non-Latin script decides. Roman Urdu counts as English, which WhatsApp accepts. */
export const languageOf = (message: string): 'ur' | 'en' => (isArabicScript(message) ? 'ur' : 'en');

export const sayLanguage = (language: string): string =>
  approvalWords.languages[language as keyof typeof approvalWords.languages] ?? language;
export const sayCategory = (category: string): string =>
  approvalWords.categories[category as keyof typeof approvalWords.categories] ?? category;
