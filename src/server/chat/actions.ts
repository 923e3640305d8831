import type { ChatItem } from '#shared/calls/chat.ts';
import type { MessageState } from '#shared/message-states.ts';
import { type CountryCode, readNumbers } from '#shared/phone.ts';
import type { Scope } from '../auth/scope.ts';
import type { Deps } from '../deps.ts';
import { insertInbound, listReceived, listSent, type NewInbound } from './queries.ts';

const latest = 500;

/** The conversation with the first number of what was typed, oldest first; `shows` picks our messages by state. */
export async function loadChat(
  scope: Scope,
  typed: string,
  shows: (status: MessageState) => boolean = () => true,
): Promise<ChatItem[]> {
  const number = readNumbers(typed, scope.campus.country as CountryCode).numbers[0];
  if (!number) return [];
  const sent = await listSent(scope, number, latest);
  const received = await listReceived(scope, number, latest);
  const items: ChatItem[] = [
    ...sent
      .filter(({ status }) => shows(status))
      .map(({ id, text, media, status, reason, createdAt, acceptedAt }) => ({
        id: `m${id}`,
        message: text,
        media,
        audio: '',
        date: acceptedAt ?? createdAt,
        fromAdmin: true,
        status,
        reason,
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
    })),
  ];
  return items.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)).slice(-latest);
}

/** Takes what a parent wrote, once. */
export async function receive({ store, bus }: Deps, inbound: NewInbound): Promise<void> {
  const isNew = await insertInbound(store.db, inbound);
  if (isNew) bus.publish(inbound.campusID, { what: 'chat', number: inbound.number });
}
