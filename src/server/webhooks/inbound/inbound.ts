/** Handles messages of parents and answers from the phone's own app, opt-outs, and changed numbers. */

import { optOutWords, webhookWords } from '#shared/words/chats.ts';
import {
  hasAnsweredOnPhone,
  insertInbound,
  type NewInbound,
  setAnsweredAutomatically,
  setAnsweredOnPhone,
} from '../../chat/chat-queries.ts';
import { sendNotice } from '../../outbox/enqueue/enqueue.ts';
import { recordOptOut, removeOptOut } from '../../outbox/opt-outs/opt-outs.ts';
import { findSchoolName } from '../../outbox/opt-outs/opt-outs-queries.ts';
import { isSentByUs } from '../../outbox/receipts/receipts-queries.ts';
import { answerBalance } from '../../parents/replies/replies.ts';
import { markToConfirm } from '../../parents/to-confirm/to-confirm.ts';
import type { ChatEvent } from '../../whatsapp/webhooks.ts';
import type { HandlerContext, Handlers } from '../model.ts';
import { asOf } from '../webhooks-rules.ts';
import { requestIn } from './inbound-rules.ts';

/**
 * `payload` comes from a pressed button. `note` is shown below the message. `others` are further numbers of the same
 * person, and an opt-out also applies to them.
 */
type InboundMessage = NewInbound & {
  payload?: string | undefined;
  note?: string;
  others?: readonly string[] | undefined;
};

/**
 * `asOf` is when the parent made the request; a later request takes precedence. `others` are further numbers of the
 * same person, and the request also applies to them.
 */
type OptOutRequest = { number: string; others?: readonly string[] | undefined; note: string; asOf: Date };

/** Stores an opt-out. Returns false if the number had already opted out. */
async function optOut(
  { scope, deps }: HandlerContext,
  { others = [], ...request }: OptOutRequest,
): Promise<boolean> {
  for (const number of others) await recordOptOut(scope, deps, { ...request, number });
  return recordOptOut(scope, deps, request);
}

async function optIn(
  { scope, deps }: HandlerContext,
  { others = [], ...request }: OptOutRequest,
): Promise<void> {
  for (const number of [request.number, ...others]) await removeOptOut(scope, deps, { ...request, number });
}

/** Tells whether the number is only a user id of WhatsApp. The program cannot send to a user id. */
export const isUserID = ({ number }: Pick<NewInbound, 'number'>): boolean => /^[A-Za-z]/.test(number);

/**
 * Applies an opt-out or opt-in that the parent wrote. An opt-out takes effect immediately and is confirmed once.
 * Returns false if the message is neither.
 */
export async function applyOptOutWord(
  context: HandlerContext,
  message: Pick<InboundMessage, 'number' | 'others' | 'text' | 'payload' | 'at'>,
): Promise<boolean> {
  const { scope, deps } = context;
  const { number, others, text, payload, at } = message;
  const request = requestIn(payload ?? '') ?? requestIn(text);
  if (!request) return false;
  // Providers give times in whole seconds, so the end of that second is used.
  const details = { number, others, note: text.trim(), asOf: new Date(Date.parse(at) + 999) };
  if (request === 'start') await optIn(context, details);
  else if ((await optOut(context, details)) && !isUserID(message)) {
    const school = await findSchoolName(scope);
    await sendNotice(scope, deps, { number, text: optOutWords.confirmation(school, scope.campus.name) });
  }
  return true;
}

/** Stores a message once, even if the provider sends it several times. */
export async function receiveInbound(context: HandlerContext, message: InboundMessage): Promise<void> {
  const { payload: _payload, note = '', others: _others, ...inbound } = message;
  const shown = [inbound.text, note].filter(Boolean).join('\n');
  const { scope, deps } = context;
  const stored = await insertInbound(scope.db, { ...inbound, text: shown });
  if (stored === undefined) return;
  const { id, change } = stored;
  const { number, text, at, media, mediaType } = inbound;
  context.publish({ what: 'inbound', number });
  const isRequest = await applyOptOutWord(context, message);
  const received = { id, number, text, at, media: mediaType || media };
  if (!isRequest && change !== 'revoked') await markToConfirm(scope, received);
  // The webhook of an answer from the phone may come before that of the parent's message.
  if (await hasAnsweredOnPhone(scope, number, at)) await setAnsweredAutomatically(scope, number, id);
  else if (!isRequest && change === null) await answerBalance(scope, deps, received);
}

/** A document without a caption is shown by its file name. */
function contentOf(
  { text, media }: Pick<Extract<ChatEvent, { kind: 'inbound' }>, 'text' | 'media'>,
  now: string,
) {
  const isDocument = media !== undefined && !/^(image|video|audio)\//.test(media.type);
  return {
    ...{ text: text === '' && isDocument ? media.name : text, media: '', audio: '' },
    ...(media && { mediaID: media.id, mediaType: media.type, fetchAt: now }),
  };
}

export const handleInbound: Handlers['inbound'] = async (context, event) => {
  const { scope, deps, sender, now } = context;
  const { media, payload, others } = event;
  await receiveInbound(context, {
    campusID: scope.campusID,
    senderID: sender.id,
    providerID: event.providerID,
    number: event.number,
    at: event.at.toISOString(),
    payload,
    others,
    ...contentOf(event, now),
    ...(isUserID(event) ? { note: webhookWords.numberUnknown } : {}),
  });
  if (media) deps.wake('media');
};

/** Handles an answer that somebody gave in the phone's own app. It counts like an answer given here. */
export const handleAnswered: Handlers['answered'] = async (context, event) => {
  const { scope, deps, sender, now, publish } = context;
  const { providerID, number, media } = event;
  // Some gateways also report the messages that Qasid has sent.
  if (await isSentByUs(scope.db, sender.id, providerID)) return;
  const at = event.at.toISOString();
  const line = { campusID: scope.campusID, senderID: sender.id, providerID, number, at, isOurs: 1, seen: 1 };
  if (!(await insertInbound(scope.db, { ...line, ...contentOf(event, now) }))) return;
  await setAnsweredOnPhone(scope, number, at);
  publish({ what: 'inbound', number });
  if (media) deps.wake('media');
};

/**
 * Handles a changed number. The old number may soon belong to a stranger, so nothing more is sent to it, and its chat
 * explains why.
 */
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

/** Handles an opt-out or opt-in that a parent made in WhatsApp's own settings. */
export const handlePreference: Handlers['preference'] = async (context, { number, others, request, at }) => {
  const details = { number, others, asOf: asOf(at) };
  if (request === 'stop') await optOut(context, { ...details, note: optOutWords.stoppedInWhatsApp });
  else await optIn(context, { ...details, note: optOutWords.resumedInWhatsApp });
};
