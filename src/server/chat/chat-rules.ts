/** Reads numbers as people type them, and divides a chat into pages. Pure. */
import { Failure } from '#shared/failures.ts';
import { type CountryCode, readEachNumber, wordsBeside } from '#shared/people/phone.ts';
import { failureWords } from '#shared/words/failures.ts';

/**
 * Returns the typed number in E.164; undefined if there is none. `country` is the country of the campus. Throws if the
 * text also has another number or a word, because those would be ignored.
 */
export function oneNumber(typed: string, country: string): string | undefined {
  const { found, unread } = readEachNumber(typed, country as CountryCode);
  const [first] = found;
  if (!first) return undefined;
  const others = found.filter(({ e164 }) => e164 !== first.e164).map((other) => other.typed);
  const [beside] = [...others, ...wordsBeside(typed), ...unread];
  if (beside === undefined) return first.e164;
  const message = failureWords.oneNumber(beside);
  throw new Failure('invalid', message, [{ path: 'number', message }]);
}

/** Returns the typed number. Throws if there is none. */
export function needNumber(typed: string, country: string): string {
  const number = oneNumber(typed, country);
  if (number === undefined) throw new Failure('invalid', failureWords.numberUnread(typed));
  return number;
}

/** WhatsApp's ids of people who hide their numbers: `123@lid` from a gateway, `PK.1349120865530274` from Meta. */
const hiddenName = /^(\d+@[a-z]+|[A-Za-z]{2}\.[\w.]+)$/;

/** Returns the owner of a chat: a typed number in E.164, or the WhatsApp id that is used instead of a number. */
export const writerIn = (typed: string, country: string): string | undefined =>
  hiddenName.test(typed) ? typed : oneNumber(typed, country);

type Merged = { latestID: number; latestAt: string; answeredID: number; confirmID: number | null };

const waits = ({ latestID, answeredID }: Merged): boolean => latestID > answeredID;

/** Merges two conversations of one person. Messages that wait in either one still wait. */
export function mergeConversations(one: Merged, other: Merged): Merged {
  const { latestID, latestAt } = one.latestID > other.latestID ? one : other;
  const waiting = [one, other].filter(waits).map(({ answeredID }) => answeredID);
  const confirmID = Math.max(one.confirmID ?? 0, other.confirmID ?? 0);
  return {
    latestID,
    latestAt,
    answeredID: waiting.length > 0 ? Math.min(...waiting) : latestID,
    confirmID: confirmID === 0 ? null : confirmID,
  };
}

/**
 * Returns the digits that a typed part of a number shares with its E.164 form: `0300-12` gives `30012`. Other text
 * gives ''.
 */
export const digitsIn = (search: string): string =>
  /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';

/** A position in a chat. The messages before it have ids below these. */
export type ChatPosition = { sent: number; received: number };

/** Reads a position as a page of a chat returns it, such as `m34.i12`. */
export function readPosition(place: string | undefined): ChatPosition | undefined {
  if (place === undefined) return undefined;
  const [sent, received] = place.split('.').map((part) => Number(part.slice(1)));
  return { sent: sent ?? 0, received: received ?? 0 };
}

export const writePosition = ({ sent, received }: ChatPosition): string => `m${sent}.i${received}`;

type Both<S, R> = { sent: readonly S[]; received: readonly R[] };

/**
 * Returns where the next page begins: at the id of the last item taken, or above the first item if none was taken. If
 * all items were taken, it is the beginning of this page.
 */
function startOf(list: readonly { id: number }[], taken: number, from: number): number {
  if (taken === list.length) return from;
  return taken === 0 ? (list[0]?.id ?? 0) + 1 : (list[taken - 1]?.id ?? 0);
}

/**
 * Returns the latest `take` items of both lists, each newest first, and the position where they begin; null at the
 * beginning of the chat. From each list the latest ids are taken without a gap, whatever their times, so the next page
 * neither misses nor repeats an item. Our messages are compared by their creation time, because it never changes.
 */
export function cutPage<S extends { id: number; createdAt: string }, R extends { id: number; at: string }>(
  { sent, received }: Both<S, R>,
  { take, from }: { take: number; from: ChatPosition | undefined },
): Both<S, R> & { start: ChatPosition | null } {
  let [ours, theirs] = [0, 0];
  while (ours + theirs < Math.min(take, sent.length + received.length)) {
    const at = received[theirs]?.at ?? '';
    if ((sent[ours]?.createdAt ?? '') >= at && ours < sent.length) ours += 1;
    else theirs += 1;
  }
  const isAll = ours === sent.length && theirs === received.length;
  const cut = {
    sent: startOf(sent, ours, from?.sent ?? 0),
    received: startOf(received, theirs, from?.received ?? 0),
  };
  return {
    sent: sent.slice(0, ours),
    received: received.slice(0, theirs),
    start: isAll ? (from ?? null) : cut,
  };
}
