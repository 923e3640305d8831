/** Numbers as people type them, to name one and to look for some; and where a page of a chat begins. */
import { Failure } from '#shared/failures.ts';
import { type CountryCode, readEachNumber, wordsBeside } from '#shared/phone.ts';
import { failureWords } from '#shared/words/failures.ts';

/**
 * The one number that was typed, in E.164; undefined when there is none. `country` is the campus's. Fails where anything
 * stands beside it that would be passed over: another number, a word.
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

/** The same; fails when there is none. */
export function needNumber(typed: string, country: string): string {
  const number = oneNumber(typed, country);
  if (number === undefined) throw new Failure('invalid', failureWords.numberUnread(typed));
  return number;
}

/** WhatsApp's own names for those whose number it hides: `123@lid` by a gateway, `PK.1349120865530274` by Meta. */
const hiddenName = /^(\d+@[a-z]+|[A-Za-z]{2}\.[\w.]+)$/;

/** Whose chat it is: a number as it was typed, or the name that stood in the place of one when it wrote. */
export const writerIn = (typed: string, country: string): string | undefined =>
  hiddenName.test(typed) ? typed : oneNumber(typed, country);

type Merged = { latestID: number; latestAt: string; answeredID: number; confirmID: number | null };

const waits = ({ latestID, answeredID }: Merged): boolean => latestID > answeredID;

/** Two conversations of one person as one: what waits in either goes on waiting. */
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

/** What a typed part of a number has in common with its E.164 form: `0300-12` and `+92 300 12` do; else ''. */
export const digitsIn = (search: string): string =>
  /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0+/, '') : '';

/** What is before it: of what we sent the ids below the one, of what they wrote those below the other. */
export type Place = { sent: number; received: number };

/** Of `m34.i12`, as a page of a chat answers it. */
export function readPlace(place: string | undefined): Place | undefined {
  if (place === undefined) return undefined;
  const [sent, received] = place.split('.').map((part) => Number(part.slice(1)));
  return { sent: sent ?? 0, received: received ?? 0 };
}

export const sayPlace = ({ sent, received }: Place): string => `m${sent}.i${received}`;

type Both<S, R> = { sent: readonly S[]; received: readonly R[] };

/** The id of the last that was taken, above the first where none was; where all were, where they were read from. */
function startOf(list: readonly { id: number }[], taken: number, from: number): number {
  if (taken === list.length) return from;
  return taken === 0 ? (list[0]?.id ?? 0) + 1 : (list[taken - 1]?.id ?? 0);
}

/**
 * The latest `take` of both, newest first each, and where they begin: the place they were read from, null for the
 * beginning, where they are all. Of each the latest ids are taken without a gap, whatever their instants: so what is
 * before the place neither misses one of them nor repeats it. When we wrote it counts: that does not change any more.
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
