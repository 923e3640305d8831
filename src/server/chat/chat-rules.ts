/** Reads numbers as people type them, and cuts pages of a chat. */
import { Failure } from '#shared/failures.ts';
import { type CountryCode, readEachNumber, wordsBeside } from '#shared/phone.ts';
import { failureWords } from '#shared/words/failures.ts';

/**
 * The one typed number in E.164; undefined without one. `country` is the campus's. Throws when there is anything beside
 * it that would be ignored: another number or a word.
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

/** The typed number. Throws when there is none. */
export function needNumber(typed: string, country: string): string {
  const number = oneNumber(typed, country);
  if (number === undefined) throw new Failure('invalid', failureWords.numberUnread(typed));
  return number;
}

/** WhatsApp's ids of people who hide their numbers: `123@lid` from a gateway, `PK.1349120865530274` from Meta. */
const hiddenName = /^(\d+@[a-z]+|[A-Za-z]{2}\.[\w.]+)$/;

/** The owner of a chat: a typed number in E.164, or the WhatsApp id that stands in place of one. */
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

/** The digits that a typed part of a number shares with its E.164 form: `0300-12` gives `30012`; '' for other text. */
export const digitsIn = (search: string): string =>
  /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';

/** A place in a chat. The messages before it have ids below these. */
export type Place = { sent: number; received: number };

/** Reads a place as a page of a chat returns it, such as `m34.i12`. */
export function readPlace(place: string | undefined): Place | undefined {
  if (place === undefined) return undefined;
  const [sent, received] = place.split('.').map((part) => Number(part.slice(1)));
  return { sent: sent ?? 0, received: received ?? 0 };
}

export const sayPlace = ({ sent, received }: Place): string => `m${sent}.i${received}`;

type Both<S, R> = { sent: readonly S[]; received: readonly R[] };

/**
 * Where the next page begins: at the id of the last item taken, or above the first one if none was taken. If all were
 * taken, it stays where this page began.
 */
function startOf(list: readonly { id: number }[], taken: number, from: number): number {
  if (taken === list.length) return from;
  return taken === 0 ? (list[0]?.id ?? 0) + 1 : (list[taken - 1]?.id ?? 0);
}

/**
 * The latest `take` items of both lists, each newest first, and the place where they begin; null at the beginning of
 * the chat. From each list the latest ids are taken without a gap, whatever their times, so the next page neither
 * misses nor repeats one. Our messages count by their creation time, because it never changes.
 */
export function cutPage<S extends { id: number; createdAt: string }, R extends { id: number; at: string }>(
  { sent, received }: Both<S, R>,
  { take, from }: { take: number; from: Place | undefined },
): Both<S, R> & { start: Place | null } {
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
