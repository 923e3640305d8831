/** What a send says of itself. Pure. */
import { type MessageCounts, noMessages } from '#shared/message-states.ts';
import { placeholdersIn } from '#shared/placeholders.ts';

/** So long somebody is asked to mend what failed. */
const mendingDays = 30;

export const mendedSince = (now: Date): string =>
  new Date(now.getTime() - mendingDays * 86_400_000).toISOString();

/** Whether each number gets it once. */
export const isPerFamily = ({ text, family }: { text: string; family: number }): boolean =>
  family === 1 || placeholdersIn(text).length === 0;

type Counted = { total: number; counts: MessageCounts };

/** A send with what followed it. `instead`: so many of its own messages were told in another one, and count there. */
export function mergeFollowing(own: Counted, following: readonly Counted[], instead: number): Counted {
  const counts = noMessages();
  for (const part of [own, ...following])
    for (const state of Object.keys(counts) as (keyof MessageCounts)[]) counts[state] += part.counts[state];
  counts.skipped -= instead;
  const total = following.reduce((sum, part) => sum + part.total, own.total) - instead;
  return { total, counts };
}
