/** What parents do in WhatsApp: they write, opt out, and change their number. */

import { optOutWords, webhookWords } from '#shared/words/chats.ts';
import { insertInbound, type NewInbound } from '../../chat/chat-queries.ts';
import { sendNotice } from '../../outbox/enqueue/enqueue.ts';
import { recordOptOut, removeOptOut } from '../../outbox/limits/opt-outs.ts';
import { findSchoolName } from '../../outbox/limits/opt-outs-queries.ts';
import { answerBalance } from '../../parents/replies/replies.ts';
import { markToConfirm } from '../../parents/to-confirm/to-confirm.ts';
import type { HandlerContext, Handlers } from '../model.ts';
import { asOf } from '../webhooks-rules.ts';
import { wishOf } from './inbound-rules.ts';

/**
 * `payload`: of a pressed button. `note`: shown below the message. `others`: further numbers of the same person, to
 * which an opt-out also applies.
 */
type InboundMessage = NewInbound & {
  payload?: string | undefined;
  note?: string;
  others?: readonly string[] | undefined;
};

/**
 * `asOf`: when the parent asked for it; a later wish overrides it. `others`: further numbers of the same person, to
 * which it also applies.
 */
type OptOutWish = { number: string; others?: readonly string[] | undefined; note: string; asOf: Date };

/** False if the number itself has opted out before. */
async function optOut(
  { scope, deps }: HandlerContext,
  { others = [], ...wish }: OptOutWish,
): Promise<boolean> {
  for (const number of others) await recordOptOut(scope, deps, { ...wish, number });
  return recordOptOut(scope, deps, wish);
}

async function optIn({ scope, deps }: HandlerContext, { others = [], ...wish }: OptOutWish): Promise<void> {
  for (const number of [wish.number, ...others]) await removeOptOut(scope, deps, { ...wish, number });
}

/** Whether the number is a user id of WhatsApp, to which nothing can be sent. */
const isUserID = ({ number }: Pick<NewInbound, 'number'>): boolean => /^[A-Za-z]/.test(number);

/** An opt-out by a word of the parent holds at once and is confirmed once. False if the message is no such word. */
async function applyWish(context: HandlerContext, message: InboundMessage): Promise<boolean> {
  const { scope, deps } = context;
  const { number, others, text, payload, at } = message;
  const wish = wishOf(payload ?? '') ?? wishOf(text);
  if (!wish) return false;
  // Providers give times in whole seconds, so the end of the second is used.
  const asked = { number, others, note: text.trim(), asOf: new Date(Date.parse(at) + 999) };
  if (wish === 'start') await optIn(context, asked);
  else if ((await optOut(context, asked)) && !isUserID(message)) {
    const school = await findSchoolName(scope);
    await sendNotice(scope, deps, { number, text: optOutWords.confirmation(school, scope.campus.name) });
  }
  return true;
}

/** Stores the message once, however often the provider sends it. */
export async function receiveInbound(context: HandlerContext, message: InboundMessage): Promise<void> {
  const { payload: _payload, note = '', others: _others, ...inbound } = message;
  const shown = [inbound.text, note].filter(Boolean).join('\n');
  const id = await insertInbound(context.scope.db, { ...inbound, text: shown });
  if (id === undefined) return;
  const { number, text, at, media, mediaType } = inbound;
  context.publish({ what: 'inbound', number });
  if (await applyWish(context, message)) return;
  const received = { id, number, text, at, media: mediaType || media };
  await markToConfirm(context.scope, received);
  await answerBalance(context.scope, context.deps, received);
}

export const handleInbound: Handlers['inbound'] = async (context, event) => {
  const { scope, deps, sender, now } = context;
  const { media, payload, others } = event;
  // A document without a caption is shown by its file name.
  const isDocument = media !== undefined && !/^(image|video|audio)\//.test(media.type);
  await receiveInbound(context, {
    campusID: scope.campusID,
    senderID: sender.id,
    providerID: event.providerID,
    number: event.number,
    text: event.text === '' && isDocument ? media.name : event.text,
    media: '',
    audio: '',
    at: event.at.toISOString(),
    payload,
    others,
    ...(isUserID(event) ? { note: webhookWords.numberUnknown } : {}),
    ...(media ? { mediaID: media.id, mediaType: media.type, fetchAt: now } : {}),
  });
  if (media) deps.wake('media');
};

/** The old number may soon belong to a stranger, so nothing more is sent to it, and its chat says why. */
export const handleNumberChanged: Handlers['numberChanged'] = async (context, { from, others, to, at }) => {
  const { scope, sender } = context;
  await receiveInbound(context, {
    campusID: scope.campusID,
    senderID: sender.id,
    providerID: `changed ${from} ${to} ${at.toISOString()}`,
    number: from,
    text: webhookWords.numberChanged(to),
    media: '',
    audio: '',
    at: at.toISOString(),
  });
  const note = optOutWords.numberChanged(to);
  await optOut(context, { number: from, others, note, asOf: asOf(at) });
};

/** Opt-out by WhatsApp's own switch. */
export const handlePreference: Handlers['preference'] = async (context, { number, others, wish, at }) => {
  const asked = { number, others, asOf: asOf(at) };
  if (wish === 'stop') await optOut(context, { ...asked, note: optOutWords.stoppedInWhatsApp });
  else await optIn(context, { ...asked, note: optOutWords.resumedInWhatsApp });
};
