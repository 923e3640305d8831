/** What parents do in WhatsApp: they write, ask for no more messages, and change their number. */

import { optOutWords } from '#shared/words/optouts.ts';
import { webhookWords } from '#shared/words/webhooks.ts';
import { type Campus, scopeOfRow } from '../../auth/scope.ts';
import { insertInbound, type NewInbound } from '../../chat/queries.ts';
import type { Deps } from '../../deps.ts';
import { sendNotice } from '../../outbox/enqueue/actions.ts';
import { recordOptOut, removeOptOut } from '../../outbox/opt-outs/actions.ts';
import { findSchoolName } from '../../outbox/opt-outs/queries.ts';
import type { EventOf, HandlerContext } from '../model.ts';
import { asOf } from '../rules.ts';
import { wishOf } from './rules.ts';

/** `payload`: what a button that was pressed was given to send back. */
type InboundMessage = NewInbound & { payload?: string | undefined };

/** Opt-out by a word of the parent: it holds at once, and is confirmed once. */
async function applyWish(deps: Deps, campus: Campus, message: InboundMessage): Promise<void> {
  const { number, text, payload, at } = message;
  const wish = wishOf(payload ?? '') ?? wishOf(text);
  if (!wish) return;
  const scope = scopeOfRow(deps.store.db, campus, '');
  const note = text.trim();
  // Providers tell the second, not the moment in it.
  const until = new Date(Date.parse(at) + 999);
  if (wish === 'start') return removeOptOut(scope, deps, { number, note, asOf: until });
  const isNew = await recordOptOut(scope, deps, { number, note, asOf: until });
  if (!isNew) return;
  const school = await findSchoolName(scope);
  await sendNotice(scope, deps, { number, text: optOutWords.confirmation(school, campus.name) });
}

/** Stores it once, however often the provider tells of it; in the transaction of `deps.store` where one is open. */
export async function receiveInbound(deps: Deps, campus: Campus, message: InboundMessage): Promise<void> {
  const { payload: _payload, ...inbound } = message;
  const isNew = await insertInbound(deps.store.db, inbound);
  if (!isNew) return;
  deps.bus.publish(inbound.campusID, { what: 'inbound', number: inbound.number });
  await applyWish(deps, campus, message);
}

export async function handleInbound(
  { deps, scope, sender, now }: HandlerContext,
  event: EventOf<'inbound'>,
): Promise<void> {
  const { media, payload } = event;
  // Without words of its own a document is known by its name.
  const isDocument = media !== undefined && !/^(image|video|audio)\//.test(media.type);
  await receiveInbound(deps, scope.campus, {
    campusID: scope.campusID,
    senderID: sender.id,
    providerID: event.providerID,
    number: event.number,
    text: event.text === '' && isDocument ? media.name : event.text,
    media: '',
    audio: '',
    at: event.at.toISOString(),
    payload,
    ...(media ? { mediaID: media.id, mediaType: media.type, fetchAt: now } : {}),
  });
  if (media) deps.wake();
}

/** The old number may be a stranger's tomorrow: it is sent nothing more, and its chat says why. */
export async function handleNumberChanged(
  { deps, scope, sender }: HandlerContext,
  { from, to, at }: EventOf<'numberChanged'>,
): Promise<void> {
  await receiveInbound(deps, scope.campus, {
    campusID: scope.campusID,
    senderID: sender.id,
    providerID: `changed ${from} ${to} ${at.toISOString()}`,
    number: from,
    text: webhookWords.numberChanged(to),
    media: '',
    audio: '',
    at: at.toISOString(),
  });
  await recordOptOut(scope, deps, { number: from, note: optOutWords.numberChanged(to), asOf: asOf(at) });
}

/** Opt-out by WhatsApp's own switch. */
export async function handlePreference(
  { deps, scope }: HandlerContext,
  { number, wish, at }: EventOf<'preference'>,
): Promise<void> {
  const optOut = { number, asOf: asOf(at) };
  if (wish === 'stop') await recordOptOut(scope, deps, { ...optOut, note: optOutWords.stoppedInWhatsApp });
  else await removeOptOut(scope, deps, { ...optOut, note: optOutWords.resumedInWhatsApp });
}
