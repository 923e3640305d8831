/** What WhatsApp tells of templates by calling. */
import { z } from 'zod';
import { type Reason, reasonOf } from '#shared/reasons.ts';
import type { TemplateStatus } from '../model.ts';
import type { WebhookEvent } from '../webhooks.ts';
import { plainText, read, someText } from './parts.ts';
import { readRejection } from './templates.ts';

/** Others (flagged, locked, archived) change nothing about whether it can be sent. */
const statuses: Readonly<Record<string, TemplateStatus>> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  UNPAUSED: 'approved',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  PENDING_DELETION: 'disabled',
  DELETED: 'disabled',
  DISABLED: 'disabled',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
};

const words = plainText.catch('');
const named = z.object({
  message_template_name: someText,
  // Hyphened here, with an underscore everywhere else.
  message_template_language: someText.transform((language) => language.replaceAll('-', '_')),
});

const statusChange = named.extend({
  event: z.string(),
  reason: words,
  rejection_info: z.object({ reason: words, recommendation: words }).optional().catch(undefined),
  other_info: z.object({ title: words }).optional().catch(undefined),
});

function explain({ event, reason, rejection_info }: z.infer<typeof statusChange>): Reason | null {
  if (event === 'PAUSED') return reasonOf('approvalPaused');
  if (event === 'DISABLED') return reasonOf('approvalSwitchedOff');
  if (event === 'DELETED' || event === 'PENDING_DELETION') return reasonOf('approvalDeleted');
  if (event !== 'REJECTED') return null;
  const { reason: what = '', recommendation = '' } = rejection_info ?? {};
  return readRejection(reason, [what, recommendation]);
}

function readStatusChange(value: unknown, at: Date): WebhookEvent[] {
  const told = read(statusChange, value);
  const event = told?.other_info?.title === 'UNPAUSE' ? 'UNPAUSED' : (told?.event ?? '');
  const status = Object.hasOwn(statuses, event) ? statuses[event] : undefined;
  if (!told || !status) return [];
  const { message_template_name: name, message_template_language: language } = told;
  return [{ kind: 'template', name, language, status, reason: explain({ ...told, event }), at }];
}

/** A change that is only announced has `correct_category` too, and comes again when it is made. */
const categoryChange = named.extend({ new_category: someText });

function readCategoryChange(value: unknown, at: Date): WebhookEvent[] {
  const told = read(categoryChange, value);
  if (!told) return [];
  const { message_template_name: name, message_template_language: language, new_category: category } = told;
  return [{ kind: 'category', name, language, category, at }];
}

export function readTemplateChange(field: string, value: unknown, at: Date): WebhookEvent[] {
  if (field === 'message_template_status_update') return readStatusChange(value, at);
  return field === 'template_category_update' ? readCategoryChange(value, at) : [];
}
