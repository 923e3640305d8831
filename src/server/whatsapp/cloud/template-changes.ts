/** Reads webhooks about templates. */
import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { TemplateStatus } from '../model.ts';
import type { WebhookEvent } from '../webhooks.ts';
import { plainText, read, someText } from './parts.ts';
import { readRejection } from './templates.ts';

/** Other events (flagged, locked, archived) do not change whether a template can be sent. */
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
  // Languages have a hyphen here and an underscore everywhere else.
  message_template_language: someText.transform((language) => language.replaceAll('-', '_')),
});

const statusChange = named.extend({
  event: z.string(),
  reason: words,
  rejection_info: z.object({ reason: words, recommendation: words }).optional().catch(undefined),
  other_info: z.object({ title: words }).optional().catch(undefined),
});

function explain({ event, reason, rejection_info }: z.infer<typeof statusChange>): Reason | null {
  if (event === 'PAUSED') return makeReason('approvalPaused');
  if (event === 'DISABLED') return makeReason('approvalSwitchedOff');
  if (event === 'DELETED' || event === 'PENDING_DELETION') return makeReason('approvalDeleted');
  if (event !== 'REJECTED') return null;
  const { reason: what = '', recommendation = '' } = rejection_info ?? {};
  return readRejection(reason, [what, recommendation]);
}

function readStatusChange(value: unknown, at: Date): WebhookEvent[] {
  const parsed = read(statusChange, value);
  const event = parsed?.other_info?.title === 'UNPAUSE' ? 'UNPAUSED' : (parsed?.event ?? '');
  const status = Object.hasOwn(statuses, event) ? statuses[event] : undefined;
  if (!parsed || !status) return [];
  const { message_template_name: name, message_template_language: language } = parsed;
  return [{ kind: 'template', name, language, status, reason: explain({ ...parsed, event }), at }];
}

/**
 * An announced change has the field `correct_category` instead. WhatsApp sends another webhook when it makes the
 * change.
 */
const categoryChange = named.extend({ new_category: someText });

function readCategoryChange(value: unknown, at: Date): WebhookEvent[] {
  const parsed = read(categoryChange, value);
  if (!parsed) return [];
  const { message_template_name: name, message_template_language: language, new_category: category } = parsed;
  return [{ kind: 'category', name, language, category, at }];
}

export function readTemplateChange(field: string, value: unknown, at: Date): WebhookEvent[] {
  if (field === 'message_template_status_update') return readStatusChange(value, at);
  return field === 'template_category_update' ? readCategoryChange(value, at) : [];
}
