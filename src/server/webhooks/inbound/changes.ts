/** Handles edits, deletions and calls in a chat. */
import { callWords, revokedWords, webhookWords } from '#shared/words/chats.ts';
import {
  changeInbound,
  endWaitingForDeleted,
  findOriginal,
  insertInbound,
  putCall,
  setAnsweredOnPhone,
} from '../../chat/chat-queries.ts';
import type { WebhookEvent } from '../../whatsapp/webhooks.ts';
import type { Handlers, SenderContext } from '../model.ts';
import { applyOptOutWord, isUserID } from './inbound.ts';
import { requestIn } from './inbound-rules.ts';

type Change = Extract<WebhookEvent, { kind: 'edited' | 'revoked' }>;

/** Returns the message that was changed; 'other' if the id belongs to a message of another chat or of the other side. */
async function findChanged(
  { scope, sender }: SenderContext,
  { originalIDs, number, others = [], isOurs }: Change,
) {
  const original = await findOriginal(scope.db, { senderID: sender.id, originalIDs });
  const isSame =
    original?.isOurs === Number(isOurs ?? false) && [number, ...others].includes(original.number);
  return original && !isSame ? 'other' : original;
}

/** Stores an edit or deletion as a line of its own. `kind` is `change` if its message may still arrive. */
async function storeChange(
  { scope, sender }: SenderContext,
  { number, isOurs, at }: Change,
  line: { providerID: string; text: string; change: 'edited' | 'revoked'; kind: 'change' | 'message' },
): Promise<boolean> {
  const seen = isOurs || line.change === 'revoked' ? 1 : 0;
  const instant = at.toISOString();
  const stored = await insertInbound(scope.db, {
    ...{ campusID: scope.campusID, senderID: sender.id, number, media: '', audio: '' },
    ...{ ...line, at: instant, changedAt: instant, isOurs: Number(isOurs ?? false), seen },
  });
  return stored !== undefined;
}

/**
 * Handles an edit. It changes the text of the message, but makes nothing unread and causes no automatic answer. Only an
 * opt-out or opt-in that the message did not contain before is applied.
 */
export const handleEdited: Handlers['edited'] = async (context, event) => {
  const { scope, publish } = context;
  const { number, others, providerID, originalIDs, isOurs } = event;
  const at = event.at.toISOString();
  const text = [event.text, isUserID(event) && webhookWords.numberUnknown].filter(Boolean).join('\n');
  const original = await findChanged(context, event);
  if (original === undefined || original === 'other') {
    const isOther = original === 'other';
    const id = isOther ? providerID : (originalIDs[0] ?? providerID);
    const line = { providerID: id, text, change: 'edited', kind: isOther ? 'message' : 'change' } as const;
    if (!(await storeChange(context, event, line))) return;
  } else {
    if (original.change === 'revoked' || (original.changedAt ?? '') > at) return;
    await changeInbound(scope, original.id, { change: 'edited', text, at });
  }
  publish({ what: 'inbound', number });
  publish({ what: 'chat', number });
  const before = typeof original === 'object' ? requestIn(original.text) : undefined;
  if (!isOurs && requestIn(event.text) !== before)
    await applyOptOutWord(context, { number, others, text: event.text, at });
};

/** Handles a deletion for everyone. A deleted message is neither unread nor to answer, and its text is not kept. */
export const handleRevoked: Handlers['revoked'] = async (context, event) => {
  const { scope, publish } = context;
  const at = event.at.toISOString();
  const original = await findChanged(context, event);
  const [providerID = ''] = event.originalIDs;
  const change = { change: 'revoked', text: revokedWords } as const;
  if (original === 'other' || original?.change === 'revoked') return;
  if (original === undefined) {
    if (!(await storeChange(context, event, { ...change, providerID, kind: 'change' }))) return;
  } else {
    await changeInbound(scope, original.id, { ...change, at });
    await endWaitingForDeleted(scope, original.number, original.id);
  }
  const number = original?.number ?? event.number;
  publish({ what: 'inbound', number });
  publish({ what: 'chat', number });
};

/**
 * Handles a call: a line in the chat. A call in which somebody has talked also answers what the parent wrote before it.
 */
export const handleCalled: Handlers['called'] = async (context, event) => {
  const { scope, sender, publish } = context;
  const { providerID, number, isOurs, outcome = 'ringing' } = event;
  const at = event.at.toISOString();
  const words = isOurs ? callWords.ours : callWords.theirs;
  // A gateway reports the end of a call in which somebody has talked like that of a missed call.
  const outdated = { ringing: [], missed: [words.ringing], talked: [words.ringing, words.missed] }[outcome];
  const id = await putCall(
    scope.db,
    {
      ...{ campusID: scope.campusID, senderID: sender.id, providerID, number, kind: 'call', at, seen: 1 },
      ...{ text: words[outcome], media: '', audio: '', isOurs: Number(isOurs ?? false) },
    },
    { outdated },
  );
  if (id === undefined) return;
  if (outcome === 'talked') await setAnsweredOnPhone(scope, number, at);
  publish({ what: 'inbound', number });
};
