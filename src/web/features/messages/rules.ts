import type { BillFilter } from '#shared/calls/bills.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { toasts } from '#shared/words/toasts.ts';

export const whoFilters = ['all', 'unpaid', 'overdue'] as const satisfies readonly BillFilter[];
export type Who = (typeof whoFilters)[number];

export type Draft = {
  groupIDs: number[];
  who: Who;
  templateID: number | null;
  message: string;
  media: string;
  family: boolean;
};

export const emptyDraft: Draft = {
  groupIDs: [],
  // A fee desk never reminds those who have paid, unless a person says so.
  who: 'unpaid',
  templateID: null,
  message: '',
  media: '',
  family: true,
};

/** The spec's checks before sending, as the sentence to show; undefined when it may go. */
export function whyNotSend(draft: Draft): string | undefined {
  if (draft.groupIDs.length === 0) return toasts.errors.groups;
  return draft.message.trim() === '' ? toasts.errors.message : undefined;
}

/** The draft as the calls take it. `family` has a meaning only where there are values to fill in. */
export const bodyOf = (draft: Draft) => ({
  groupIDs: [...draft.groupIDs].sort((a, b) => a - b),
  status: draft.who,
  message: draft.message,
  media: draft.media,
  family: draft.family && placeholdersIn(draft.message).length > 0,
});

/** A press of Send, so that its repetition after a lost answer stays the same run. */
export type Press = { clientID: string; content: string };

export function pressOf(draft: Draft, last: Press | null, makeID: () => string): Press {
  const content = JSON.stringify(bodyOf(draft));
  return last?.content === content ? last : { clientID: makeID(), content };
}

/** How many bills of the chosen billings each choice of `who` holds. */
export function countWho(groups: readonly GroupSummary[], groupIDs: readonly number[]): Record<Who, number> {
  const counts = { all: 0, unpaid: 0, overdue: 0 };
  for (const group of groups) {
    if (!groupIDs.includes(group.id)) continue;
    counts.all += group.bills;
    counts.unpaid += group.unpaid;
    counts.overdue += group.overdue;
  }
  return counts;
}

/** Those left out, counted by reason, the commonest first. */
export function countReasons(skipped: readonly { reason: string }[]): [reason: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
