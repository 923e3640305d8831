/**
 * Customer service window: some providers take free text only for a number of hours after a parent wrote. After that
 * only an approved template reaches the parent.
 */
import type { SendBody } from '#shared/calls/messages.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import type { Recipient } from '../../recipients/recipients-rules.ts';
import { findSender } from '../../senders/settings/settings-queries.ts';
import type { SenderRow } from '../../senders/tables.ts';
import { findSendable } from '../../templates/approvals/approvals-queries.ts';
import type { BroadcastTemplate } from '../../templates/tables.ts';
import { listOpenWindows } from './windows-queries.ts';
import { closesAt, closingBetween, opensAfter } from './windows-rules.ts';

export const windowHoursOf = (
  { providers }: Pick<Deps, 'providers'>,
  sender: Pick<SenderRow, 'provider'> | undefined,
): number | undefined => sender && providers[sender.provider]?.windowHours;

/**
 * Returns the numbers that free text reaches at that instant, each with the time of its last message. Only messages to
 * the current number of the sender open a window.
 */
export async function findOpenWindows(
  scope: Scope,
  numbers: readonly string[],
  { hours, at, sender }: { hours: number; at: Date; sender: Pick<SenderRow, 'connectedAt'> | undefined },
): Promise<Map<string, string>> {
  return listOpenWindows(scope, numbers, opensAfter({ hours, at, connectedAt: sender?.connectedAt ?? null }));
}

/**
 * `open` has the numbers that free text reaches. It is undefined when free text always reaches everybody. `template`
 * also reaches the other numbers.
 */
export type Delivery = {
  open: ReadonlyMap<string, string> | undefined;
  template: BroadcastTemplate | undefined;
  isByTemplate: boolean;
};

export type SendWords = Pick<SendBody, 'message' | 'media' | 'templateID'>;

/** Decides how this text reaches these recipients if it is sent at that instant. */
export async function findDelivery(
  scope: Scope,
  deps: Pick<Deps, 'providers'>,
  {
    words,
    recipients,
    at,
  }: { words: SendWords; recipients: readonly Pick<Recipient, 'numbers'>[]; at: Date },
): Promise<Delivery> {
  const sender = await findSender(scope);
  const hours = windowHoursOf(deps, sender);
  if (hours === undefined) return { open: undefined, template: undefined, isByTemplate: false };
  const numbers = new Set(recipients.flatMap((recipient) => recipient.numbers));
  const { templateID, message } = words;
  const content = { message, media: words.media ?? '' };
  const template = templateID === undefined ? undefined : await findSendable(scope, templateID, content);
  const open = await findOpenWindows(scope, [...numbers], { hours, at, sender });
  return { open, template, isByTemplate: template !== undefined };
}

/** Returns until when this number takes free text; null while it does not. */
export async function showWindow(
  scope: Scope,
  deps: Deps,
  number: string | undefined,
): Promise<{ isNeeded: boolean; openUntil: string | null }> {
  const sender = await findSender(scope);
  const hours = windowHoursOf(deps, sender);
  if (hours === undefined) return { isNeeded: false, openUntil: null };
  const numbers = number === undefined ? [] : [number];
  const open = await findOpenWindows(scope, numbers, { hours, at: deps.now(), sender });
  const wroteAt = number === undefined ? undefined : open.get(number);
  return { isNeeded: true, openUntil: wroteAt === undefined ? null : closesAt(wroteAt, hours) };
}

/** A window counts as closing soon during this many hours before its end. */
const soon = 3;

/**
 * Returns the times between which a parent's last message opened a window that closes soon. Undefined when free text
 * always reaches everybody.
 */
export async function findClosing(
  scope: Scope,
  deps: Pick<Deps, 'providers' | 'now'>,
): Promise<{ after: string; until: string } | undefined> {
  const sender = await findSender(scope);
  const hours = windowHoursOf(deps, sender);
  if (hours === undefined) return undefined;
  return closingBetween({ hours, soon, at: deps.now(), connectedAt: sender?.connectedAt ?? null });
}
