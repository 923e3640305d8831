import type { ChatItem, Conversation } from '#shared/calls/chat.ts';
import type { MessageState } from '#shared/message-states.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import {
  countAllUnseen,
  countUnseen,
  listConversations,
  listReceived,
  listSent,
  setSeen,
} from './queries.ts';
import { digitsIn, firstNumber } from './rules.ts';

const latest = 500;

/** The conversation with the first number of what was typed, oldest first; `shows` picks our messages by state. */
export async function loadChat(
  scope: Scope,
  typed: string,
  shows: (status: MessageState) => boolean = () => true,
): Promise<ChatItem[]> {
  const number = firstNumber(typed, scope.campus.country);
  if (!number) return [];
  const sent = await listSent(scope, number, latest);
  const received = await listReceived(scope, number, latest);
  const items: ChatItem[] = [
    ...sent
      .filter(({ status }) => shows(status))
      .map(({ id, text, media, status, reason, decidedAt, createdAt, acceptedAt }) => ({
        id: `m${id}`,
        message: text,
        media,
        audio: '',
        date: acceptedAt ?? createdAt,
        fromAdmin: true,
        status,
        reason,
        isDecided: decidedAt !== null,
      })),
    ...received.map(({ id, text, media, audio, at }) => ({
      id: `i${id}`,
      message: text,
      media,
      audio,
      date: at,
      fromAdmin: false,
      status: null,
      reason: null,
      isDecided: false,
    })),
  ];
  return items.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).slice(-latest);
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

/** Up to the latest that was on the screen, so that what arrives meanwhile stays unread; answers how many changed. */
export async function markSeen(
  scope: Scope,
  { bus }: Deps,
  looked: { typed: string; upTo: number },
): Promise<number> {
  const number = firstNumber(looked.typed, scope.campus.country);
  if (number === undefined) return 0;
  const changed = await setSeen(scope, number, looked.upTo);
  if (changed > 0) bus.publish(scope.campusID, { what: 'inbound', number });
  return changed;
}
