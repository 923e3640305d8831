import type { AnswerOf } from '#shared/calls/all.ts';
import type { ChatItem, Conversation } from '#shared/calls/chat.ts';
import { mostOfChat } from '#shared/limits.ts';
import type { MessageState } from '#shared/messages/message-states.ts';
import { tellReason } from '#shared/messages/reasons.ts';
import { inboundMediaWords } from '#shared/words/chats.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { inTransaction } from '../platform/db/store.ts';
import { openSender } from '../senders/connections/connections-rules.ts';
import { findSendersByID } from '../senders/settings/settings-queries.ts';
import { recordChange } from '../trail/trail.ts';
import {
  type ConversationPage,
  countAllUnseen,
  countToConfirm,
  countUnseen,
  countWaiting,
  endToConfirm,
  findLatestSeen,
  listConversations,
  listLatestFromPhone,
  listLatestSent,
  listReceived,
  listSent,
  setAnswered,
  setSeen,
} from './chat-queries.ts';
import { cutPage, digitsIn, readPosition, writePosition, writerIn } from './chat-rules.ts';

type Page = { take: number; before?: string | undefined; from?: string | undefined };
type Shown = (status: MessageState) => boolean;

type Received = Awaited<ReturnType<typeof listReceived>>[number];

/** Converts for the chat what a parent sent, a call, or an answer from the phone's own app. */
const toReceived = ({ id, text, media, audio, at, mediaID, isOurs, kind, change }: Received): ChatItem => ({
  id: `i${id}`,
  kind: kind === 'call' ? 'call' : 'message',
  change,
  // Until its media is downloaded, a message without text says that the file is still coming.
  message: text === '' && mediaID !== null ? inboundMediaWords.coming : text,
  media,
  audio,
  date: at,
  fromAdmin: isOurs === 1,
  status: null,
  ...tellReason(null),
  dueAt: null,
  isDecided: false,
  template: null,
});

/** Returns a page of the conversation with a typed number, oldest first. `shows` filters our messages by state. */
export async function loadChatPage(
  scope: Scope,
  typed: string,
  { take, shows = () => true, ...page }: Page & { shows?: Shown },
): Promise<{ items: ChatItem[]; start: string | null }> {
  const number = writerIn(typed, scope.campus.country);
  if (!number) return { items: [], start: null };
  const [before, from] = [readPosition(page.before), readPosition(page.from)];
  // One more of each kind is read, to know whether there are earlier messages.
  const most = take + 1;
  const both = {
    sent: await listSent(scope, number, { most, below: before?.sent, from: from?.sent }),
    received: await listReceived(scope, number, { most, below: before?.received, from: from?.received }),
  };
  const { sent, received, start } = cutPage(both, { take, from });
  const items: ChatItem[] = [
    // The order is oldest first. Messages of the same instant keep this order, because some providers give times only
    // to the second.
    ...received.toReversed().map(toReceived),
    ...sent
      .toReversed()
      .filter(({ status }) => shows(status))
      .map(({ id, text, media, status, reason, dueAt, decidedAt, createdAt, acceptedAt, title }) => ({
        id: `m${id}`,
        kind: 'message' as const,
        change: null,
        message: text,
        media,
        audio: '',
        date: acceptedAt ?? createdAt,
        fromAdmin: true,
        status,
        ...tellReason(reason),
        dueAt,
        isDecided: decidedAt !== null,
        template: title,
      })),
  ];
  items.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { items, start: start && writePosition(start) };
}

/** Returns the latest part of the conversation, as the spec defines it. */
export async function loadChat(scope: Scope, typed: string, shows?: Shown): Promise<ChatItem[]> {
  const { items } = await loadChatPage(scope, typed, { take: mostOfChat, ...(shows && { shows }) });
  return items;
}

/** `id` is 0 if it was sent here. An answer on the phone has its id among the messages of the conversation. */
type LatestSent = NonNullable<Conversation['sent']> & { at: string; id: number };

/** WhatsApp tells only seconds, so of two messages in one second the one that came later is the latest. */
const isAfter = (sent: LatestSent, written: { id: number; at: string }): boolean =>
  sent.at > written.at || (sent.at === written.at && sent.id > written.id);

/** Returns our latest message to each of these numbers, sent here or in the phone's own app. */
async function mapLatestSent(scope: Scope, numbers: string[]): Promise<Map<string, LatestSent>> {
  const sentHere = await listLatestSent(scope, numbers);
  const onPhone = await listLatestFromPhone(scope, numbers);
  const all = [
    ...sentHere.map(({ createdAt, ...sent }) => ({ ...sent, at: createdAt, id: 0 })),
    ...onPhone.map((sent) => ({ ...sent, status: null })),
  ];
  all.sort((a, b) => (a.at < b.at ? -1 : 1));
  return new Map(all.map(({ number, ...sent }) => [number, sent]));
}

type ConversationsQuery = Omit<ConversationPage, 'digits'>;
/** The fields of a conversation that this module knows. */
type ConversationWithoutFamily = Omit<Conversation, 'fatherName' | 'children' | 'payable'>;

/**
 * Returns a page of the numbers that have written, with the counts of waiting and unread conversations of the whole
 * campus.
 */
export async function listChats(
  scope: Scope,
  query: ConversationsQuery,
): Promise<Omit<AnswerOf<'GET /Chat/Conversations'>, 'items'> & { items: ConversationWithoutFamily[] }> {
  const { take, closing } = query;
  const digits = digitsIn(query.search);
  // A text that is not a number is searched unchanged, and matches no conversation.
  const number = query.number && (writerIn(query.number, scope.campus.country) ?? query.number);
  const rows = await listConversations(scope, { ...query, number, digits, take: take + 1 });
  const shown = rows.slice(0, take);
  const numbers = shown.map(({ number }) => number);
  const unreadOf = new Map((await countUnseen(scope, numbers)).map(({ number, count }) => [number, count]));
  const sentTo = await mapLatestSent(scope, numbers);
  const items = shown.map(({ answeredID, shownID, shownText, shownMedia, shownAt, ...row }) => {
    const sent = sentTo.get(row.number);
    return {
      ...row,
      unread: unreadOf.get(row.number) ?? 0,
      isAnswered: answeredID >= row.id,
      toConfirm:
        shownID === null
          ? null
          : { upTo: `i${shownID}`, text: shownText ?? '', media: shownMedia ?? '', at: shownAt ?? '' },
      sent: sent && isAfter(sent, row) ? { text: sent.text, media: sent.media, status: sent.status } : null,
    };
  });
  return {
    items,
    next: rows.length > take ? (items.at(-1)?.id ?? null) : null,
    unread: await countAllUnseen(scope),
    waiting: await countWaiting(scope),
    closing: closing ? await countWaiting(scope, closing) : null,
    toConfirm: await countToConfirm(scope),
  };
}

/** Sends the read receipt to the parent, if the provider can. The latest message covers all before it. */
async function sendReadReceipt(
  scope: Scope,
  { providers, vault }: Deps,
  { number, upTo }: { number: string; upTo: number },
): Promise<void> {
  const latest = await findLatestSeen(scope, number, upTo);
  const [row] = latest ? await findSendersByID(scope.db, [latest.senderID]) : [];
  if (!latest || !row) return;
  const sender = openSender(vault, row);
  await providers[sender.provider]?.markRead?.(sender, latest.providerID);
}

/**
 * Marks messages as seen up to the latest one on the screen, so that newer ones stay unread. Returns how many changed.
 */
export async function markSeen(
  scope: Scope,
  deps: Deps,
  looked: { typed: string; upTo: number },
): Promise<number> {
  const number = writerIn(looked.typed, scope.campus.country);
  if (number === undefined) return 0;
  const changed = await setSeen(scope, number, looked.upTo);
  if (changed === 0) return 0;
  deps.bus.publish(scope.campusID, { what: 'inbound', number });
  // The read receipt is not awaited, because the answer does not depend on it.
  void sendReadReceipt(scope, deps, { number, upTo: looked.upTo }).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the read receipt could not be sent'),
  );
  return changed;
}

/**
 * Marks a conversation as answered up to the latest message on the screen, or as not answered. Returns how many
 * changed.
 */
export async function markAnswered(
  scope: Scope,
  deps: Deps,
  { typed, ...mark }: { typed: string; upTo: number; isAnswered: boolean },
): Promise<number> {
  const number = writerIn(typed, scope.campus.country);
  if (number === undefined) return 0;
  const isChanged = await inTransaction(scope, async (scope) => {
    if (!(await setAnswered(scope, number, mark))) return false;
    await recordChange(scope, {
      what: mark.isAnswered ? 'chatAnswered' : 'chatReopened',
      at: deps.now().toISOString(),
      about: { kind: 'contact', id: number, name: number },
    });
    return true;
  });
  if (isChanged) deps.bus.publish(scope.campusID, { what: 'inbound', number });
  return isChanged ? 1 : 0;
}

/**
 * Stores that a person has checked a picture that may show a payment. This does not record a payment. Returns how many
 * changed.
 */
export async function dismissToConfirm(
  scope: Scope,
  deps: Deps,
  { typed, upTo }: { typed: string; upTo: number },
): Promise<number> {
  const number = writerIn(typed, scope.campus.country);
  if (number === undefined) return 0;
  const changed = await inTransaction(scope, async (scope) => {
    const changed = await endToConfirm(scope, [number], upTo);
    if (changed > 0)
      await recordChange(scope, {
        what: 'toConfirmDismissed',
        at: deps.now().toISOString(),
        about: { kind: 'contact', id: number, name: number },
      });
    return changed;
  });
  if (changed > 0) deps.bus.publish(scope.campusID, { what: 'inbound', number });
  return changed;
}
