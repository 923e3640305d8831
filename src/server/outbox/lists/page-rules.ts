/** Maps each filter of the outbox to the states of its messages. Pure. */
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { handedOver, type MessageCounts, type MessageState } from '#shared/messages/message-states.ts';

const severalStates: Partial<Record<OutboxFilter, readonly MessageState[]>> = {
  pending: ['queued'],
  gone: handedOver,
  arrived: ['delivered', 'read'],
};

/** Undefined when the filter takes every state. */
export const statesOf = (filter: OutboxFilter): readonly MessageState[] | undefined =>
  filter === 'all' || filter === 'paidSince'
    ? undefined
    : (severalStates[filter] ?? [filter as MessageState]);

/** Sums the counts of the states that a filter takes. */
export const sumStates = (counts: MessageCounts, filter: OutboxFilter): number => {
  const states = statesOf(filter)?.map((state) => (state === 'queued' ? 'pending' : state));
  return (states ?? (Object.keys(counts) as (keyof MessageCounts)[])).reduce(
    (sum, state) => sum + counts[state],
    0,
  );
};
