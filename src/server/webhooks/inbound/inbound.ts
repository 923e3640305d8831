/** Handles what parents do in WhatsApp: they write, opt out, and change their number. */

import { optOutWords, webhookWords } from '#shared/words/chats.ts';
import { insertInbound, type NewInbound } from '../../chat/chat-queries.ts';
import { sendNotice } from '../../outbox/enqueue/enqueue.ts';
import { recordOptOut, removeOptOut } from '../../outbox/limits/opt-outs.ts';
import { findSchoolName } from '../../outbox/limits/opt-outs-queries.ts';
import { answerBalance } from '../../parents/replies/replies.ts';
import { markToConfirm } from '../../parents/to-confirm/to-confirm.ts';
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
const isUserID = ({ number }: Pick<NewInbound, 'number'>): boolean => /^[A-Za-z]/.test(number);

/**
 * Applies an opt-out or opt-in that the parent wrote. An opt-out takes effect immediately and is confirmed once.
 * Returns false if the message is neither.
 */
async function applyOptOutWord(context: HandlerContext, message: InboundMessage): Promise<boolean> {
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
  const id = await insertInbound(context.scope.db, { ...inbound, text: shown });
  if (id === undefined) return;
  const { number, text, at, media, mediaType } = inbound;
  context.publish({ what: 'inbound', number });
  if (await applyOptOutWord(context, message)) return;
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
