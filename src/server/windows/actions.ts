/**
 * Whom free text reaches: some providers take it only for so many hours after a parent wrote. The others are reached by
 * a text that was approved as a template.
 */
import type { SendBody } from '#shared/calls/messages.ts';
import { findSendable } from '../approvals/queries.ts';
import type { Recipient } from '../audience/rules.ts';
import type { Scope } from '../auth/scope.ts';
import type { RunTemplate } from '../db/outbox-tables.ts';
import type { Deps } from '../deps.ts';
import { findSender, type SenderRow } from '../senders/queries.ts';
import { listOpenWindows } from './queries.ts';

const hour = 3_600_000;

export const windowHoursOf = (
  { providers }: Pick<Deps, 'providers'>,
  sender: Pick<SenderRow, 'provider'> | undefined,
): number | undefined => sender && providers[sender.provider]?.windowHours;

/** WhatsApp tells whole seconds: what was written in the second of this instant stands at its beginning. */
const justBefore = (instant: string): string =>
  new Date(Math.floor(Date.parse(instant) / 1000) * 1000 - 1).toISOString();

/**
 * Those of these numbers that free text reaches at that instant, by what they have written until now to the sender's
 * number. What was written to another, before this one was connected, opens nothing here.
 */
export async function findOpen(
  scope: Scope,
  numbers: readonly string[],
  { hours, at, sender }: { hours: number; at: Date; sender: Pick<SenderRow, 'connectedAt'> | undefined },
): Promise<Map<string, string>> {
  const dayAgo = new Date(at.getTime() - hours * hour).toISOString();
  const connectedAt = sender?.connectedAt ? justBefore(sender.connectedAt) : '';
  return listOpenWindows(scope, numbers, connectedAt > dayAgo ? connectedAt : dayAgo);
}

/** `open`: undefined where free text always reaches everybody. `template`: what reaches the others. */
export type Way = {
  open: ReadonlyMap<string, string> | undefined;
  template: RunTemplate | undefined;
  isByTemplate: boolean;
};

export type Words = Pick<SendBody, 'message' | 'media' | 'templateID'>;

/** How these words reach these recipients if they go at that instant. */
export async function findWay(
  scope: Scope,
  deps: Pick<Deps, 'providers'>,
  { words, recipients, at }: { words: Words; recipients: readonly Pick<Recipient, 'numbers'>[]; at: Date },
): Promise<Way> {
  const sender = await findSender(scope);
  const hours = windowHoursOf(deps, sender);
  if (hours === undefined) return { open: undefined, template: undefined, isByTemplate: false };
  const numbers = new Set(recipients.flatMap((recipient) => recipient.numbers));
  const { templateID, message } = words;
  const said = { message, media: words.media ?? '' };
  const template = templateID === undefined ? undefined : await findSendable(scope, templateID, said);
  const open = await findOpen(scope, [...numbers], { hours, at, sender });
  return { open, template, isByTemplate: template !== undefined };
}

/** Until when this number takes free text; null while it does not. */
export async function showWindow(
  scope: Scope,
  deps: Deps,
  number: string | undefined,
): Promise<{ isNeeded: boolean; openUntil: string | null }> {
  const sender = await findSender(scope);
  const hours = windowHoursOf(deps, sender);
  if (hours === undefined) return { isNeeded: false, openUntil: null };
  const numbers = number === undefined ? [] : [number];
  const open = await findOpen(scope, numbers, { hours, at: deps.now(), sender });
  const wroteAt = number === undefined ? undefined : open.get(number);
  const openUntil = wroteAt === undefined ? null : new Date(Date.parse(wroteAt) + hours * hour).toISOString();
  return { isNeeded: true, openUntil };
}
