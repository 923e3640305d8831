/** Reads webhooks about the whole account: its limits, its quality, its problems. */
import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { WebhookEvent } from '../webhooks.ts';
import { plainText, read, readLimit } from './parts.ts';

const words = plainText.catch('');

const sayLimit = (limit: unknown): WebhookEvent[] => {
  const perDay = readLimit(limit);
  return perDay === undefined ? [] : [{ kind: 'limit', perDay }];
};

/** WhatsApp stopped using the second field name in February 2026. */
const capability = z.object({
  max_daily_conversations_per_business: z.unknown().optional(),
  max_daily_conversation_per_phone: z.unknown().optional(),
});

function readCapability(value: unknown): WebhookEvent[] {
  const parsed = read(capability, value);
  return sayLimit(parsed?.max_daily_conversations_per_business ?? parsed?.max_daily_conversation_per_phone);
}

const quality = z.object({
  event: z.string(),
  max_daily_conversations_per_business: z.unknown().optional(),
  current_limit: z.unknown().optional(),
});

function readQuality(value: unknown): WebhookEvent[] {
  const parsed = read(quality, value);
  // These two events report the sending speed, although WhatsApp calls it a limit.
  if (!parsed || parsed.event === 'THROUGHPUT_UPGRADE' || parsed.event === 'ONBOARDING') return [];
  const limits = sayLimit(parsed.max_daily_conversations_per_business ?? parsed.current_limit);
  if (parsed.event === 'FLAGGED') return [{ kind: 'quality', quality: 'low' }, ...limits];
  // The quality has left the lowest level, but WhatsApp does not say which level it has now.
  return parsed.event === 'UNFLAGGED' ? [{ kind: 'quality', quality: 'medium' }, ...limits] : limits;
}

const account = z.object({
  event: z.string(),
  ban_info: z.object({ waba_ban_state: words }).optional().catch(undefined),
  violation_info: z.object({ violation_type: words }).optional().catch(undefined),
  restriction_info: z.array(z.object({ restriction_type: words })).catch([]),
});

const shown = (reason: Reason): WebhookEvent[] => [{ kind: 'problem', reason }];
const stops = (reason: Reason): WebhookEvent[] => [{ kind: 'problem', reason, policy: 'pauseSender' }];

function readBan(state: string | undefined): WebhookEvent[] {
  if (state === 'DISABLE') return stops(makeReason('accountLocked'));
  if (state === 'SCHEDULE_FOR_DISABLE') return shown(makeReason('accountDisabledSoon'));
  return state === 'REINSTATE' ? shown(makeReason('accountReinstated')) : [];
}

function readAccount(value: unknown): WebhookEvent[] {
  const parsed = read(account, value);
  const kind = parsed?.violation_info?.violation_type.toLowerCase().replaceAll('_', ' ') ?? '';
  const isHeldBack = parsed?.restriction_info.some(({ restriction_type }) =>
    restriction_type.includes('BIZ_INITIATED_MESSAGING'),
  );
  switch (parsed?.event) {
    case 'DISABLED_UPDATE':
      return readBan(parsed.ban_info?.waba_ban_state);
    case 'ACCOUNT_VIOLATION':
      return shown(makeReason('accountViolation', { kind }));
    case 'ACCOUNT_RESTRICTION':
      return isHeldBack ? stops(makeReason('accountRestricted')) : shown(makeReason('accountRestricted'));
    case 'ACCOUNT_DELETED':
      return stops(makeReason('accountDeleted'));
    case 'ACCOUNT_OFFBOARDED':
      return stops(makeReason('numberOffboarded'));
    default:
      return [];
  }
}

export function readAccountChange(field: string, value: unknown): WebhookEvent[] {
  if (field === 'business_capability_update') return readCapability(value);
  if (field === 'phone_number_quality_update') return readQuality(value);
  return field === 'account_update' ? readAccount(value) : [];
}
