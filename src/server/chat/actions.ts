import type { ChatItem, Conversation } from '#shared/calls/chat.ts';
import { mostOfChat } from '#shared/limits.ts';
import type { MessageState } from '#shared/message-states.ts';
import { tellReason } from '#shared/reasons.ts';
import { inboundMediaWords } from '#shared/words/webhooks.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { openSender } from '../numbers/connections/rules.ts';
import { findSendersByID } from '../numbers/senders/queries.ts';
import {
  countAllUnseen,
  countUnseen,
  findLatestSeen,
  listConversations,
  listReceived,
  listSent,
  setSeen,
} from './queries.ts';
import { cutPage, digitsIn, readPlace, sayPlace, writerIn } from './rules.ts';

type Page = { take: number; before?: string | undefined; from?: string | undefined };
type Shown = (status: MessageState) => boolean;

/** A page of the conversation with the number that was typed, oldest first; `shows` picks our messages by state. */
export async function loadChatPage(
  scope: Scope,
  typed: string,
  { take, shows = () => true, ...page }: Page & { shows?: Shown },
): Promise<{ items: ChatItem[]; start: string | null }> {
  const number = writerIn(typed, scope.campus.country);
  if (!number) return { items: [], start: null };
  const [before, from] = [readPlace(page.before), readPlace(page.from)];
  // One more of each tells whether there are any before.
  const most = take + 1;
  const both = {
    sent: await listSent(scope, number, { most, below: before?.sent, from: from?.sent }),
    received: await listReceived(scope, number, { most, below: before?.received, from: from?.received }),
  };
  const { sent, received, start } = cutPage(both, { take, from });
  const items: ChatItem[] = [
    // Oldest first, as those of one instant stay: some providers tell no more than the second.
    ...received.toReversed().map(({ id, text, media, audio, at, mediaID }) => ({
      id: `i${id}`,
      // Until its media is there, a message without words is said to be on its way.
      message: text === '' && mediaID !== null ? inboundMediaWords.coming : text,
      media,
      audio,
      date: at,
      fromAdmin: false,
      status: null,
      ...tellReason(null),
      dueAt: null,
      isDecided: false,
    })),
    ...sent
      .toReversed()
      .filter(({ status }) => shows(status))
      .map(({ id, text, media, status, reason, dueAt, decidedAt, createdAt, acceptedAt }) => ({
        id: `m${id}`,
        message: text,
        media,
        audio: '',
        date: acceptedAt ?? createdAt,
        fromAdmin: true,
        status,
        ...tellReason(reason),
        dueAt,
        isDecided: decidedAt !== null,
      })),
  ];
  items.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return { items, start: start && sayPlace(start) };
}

/** The latest of it, as the spec has it. */
export async function loadChat(scope: Scope, typed: string, shows?: Shown): Promise<ChatItem[]> {
  const { items } = await loadChatPage(scope, typed, { take: mostOfChat, ...(shows && { shows }) });
  return items;
}

/** A page of the numbers that have written, with what nobody has looked at: of each, and of the whole campus. */
export async function showConversations(
  scope: Scope,
  { take, ...page }: { search: string; after: number; take: number },
): Promise<{ items: Conversation[]; next: number | null; unread: number }> {
  const digits = digitsIn(page.search);
  const rows = await listConversations(scope, { ...page, digits, take: take + 1 });
  const shown = rows.slice(0, take);
  const counts = await countUnseen(
    scope,
    shown.map(({ number }) => number),
  );
  const unreadOf = new Map(counts.map(({ number, count }) => [number, count]));
  const items = shown.map((row) => ({ ...row, unread: unreadOf.get(row.number) ?? 0 }));
  const next = rows.length > take ? (items.at(-1)?.id ?? null) : null;
  return { items, next, unread: await countAllUnseen(scope) };
}

/** Tells the parent, where the provider can, that what she wrote was seen: the latest says it of all before it. */
async function tellSeen(
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

/** Up to the latest that was on the screen, so that what arrives meanwhile stays unread; answers how many changed. */
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
  // Nobody waits for it, and nothing depends on it.
  void tellSeen(scope, deps, { number, upTo: looked.upTo }).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the parent was not told that it was seen'),
  );
  return changed;
}
