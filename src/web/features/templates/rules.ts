import type { Bill } from '#shared/calls/bills.ts';
import type { Template } from '#shared/calls/templates.ts';
import { type PaperKind, paperIn, paperMedia } from '#shared/media.ts';
import { receiptFileName, voucherFileName } from '#shared/paper-names.ts';
import { type InTimeFrom, knownPayableOn } from '#shared/payable.ts';
import { type Fillable, type FillablePayment, fill, unknownPlaceholders } from '#shared/placeholders.ts';
import { paperOf } from '#shared/reminder-rules.ts';
import { sendWords } from '#shared/words/sending.ts';
import { approvalWords } from '#shared/words/template-approval.ts';
import { toasts } from '#shared/words/toasts.ts';
import { isArabicScript } from '../../ui/name-text.tsx';

/** The spec's search, a case-insensitive substring, of what the table shows. */
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

/** Why it cannot be saved, as the sentence to show; undefined when it may. */
export function whyNotSave({ title, message }: TemplateForm): string | undefined {
  if (title.trim() === '') return toasts.errors.details;
  if (message.trim() === '') return toasts.errors.message;
  const unknown = unknownPlaceholders(message);
  return unknown.length > 0 ? sendWords.unknown(unknown) : undefined;
}

/** `today`: in the campus. */
type BillingContext = {
  campus: string;
  month: number;
  year: number;
  today: InTimeFrom;
  /** What stands for the link of its family; none where Qasid is not reached by https. */
  link?: string | undefined;
};

/** A bill as a message is filled with it; its billing's month and year where it has none of its own. */
export const fillableOf = (bill: Bill, { campus, month, year, today, link }: BillingContext): Fillable => ({
  ...bill,
  month: bill.month ?? month,
  year: bill.year ?? year,
  campus,
  payable: knownPayableOn(today, bill),
  link,
});

/** A payment as it might be, to show a receipt with. */
export const samplePayment = ({ total }: Pick<Bill, 'total'>, today: string): FillablePayment => ({
  ...{ receiptNo: 1042, receivedOn: today, method: 'cash' },
  received: total ?? 5000,
});

/** With another occasion; a paper that goes with it is the one that fits. */
export const withOccasion = (
  { media }: Pick<TemplateForm, 'media'>,
  sendOn: string,
): Partial<TemplateForm> => ({
  sendOn,
  ...(paperIn(media) ? { media: paperMedia(paperOf({ sendOn })) } : {}),
});

/** What the paper of this bill, or of its payment, is called. */
export const nameOfPaper = (kind: PaperKind, bill: Fillable): string =>
  kind === 'voucher' ? voucherFileName([bill]) : receiptFileName(bill.receiptNo ?? 0, bill.name);

/** The bill to show a text with: the first that has a value for all of it, else the first. */
export function sampleFor<T extends Fillable>(text: string, bills: readonly T[]): T | undefined {
  return bills.find((bill) => fill(text, bill).missing.length === 0) ?? bills[0];
}

/** The script says it where it is not Latin; Roman Urdu goes as English, which WhatsApp takes. */
export const languageOf = (message: string): 'ur' | 'en' => (isArabicScript(message) ? 'ur' : 'en');

export const sayLanguage = (language: string): string =>
  approvalWords.languages[language as keyof typeof approvalWords.languages] ?? language;
export const sayCategory = (category: string): string =>
  approvalWords.categories[category as keyof typeof approvalWords.categories] ?? category;
