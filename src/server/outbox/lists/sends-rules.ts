/** The figures and facts of one send. Pure. */
import { type MessageCounts, noMessages } from '#shared/messages/message-states.ts';
import { placeholdersIn } from '#shared/messages/placeholders.ts';

/** For this many days, failed messages are listed for mending. */
const failureDays = 30;

export const failuresSince = (now: Date): string =>
  new Date(now.getTime() - failureDays * 86_400_000).toISOString();

/** Tells whether each number gets the text once. */
export const isPerFamily = ({ text, family }: { text: string; family: number }): boolean =>
  family === 1 || placeholdersIn(text).length === 0;

type Counted = { total: number; counts: MessageCounts };

/**
 * Adds up a send and its follow-ups. `replaced` is the number of messages that were replaced by a follow-up; they count
 * only there.
 */
export function mergeFollowing(own: Counted, following: readonly Counted[], replaced: number): Counted {
  const counts = noMessages();
  for (const part of [own, ...following])
    for (const state of Object.keys(counts) as (keyof MessageCounts)[]) counts[state] += part.counts[state];
  counts.skipped -= replaced;
  const total = following.reduce((sum, part) => sum + part.total, own.total) - replaced;
  return { total, counts };
}
