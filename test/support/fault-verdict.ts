/** Holds what the store says of each message against what the provider has received. */

import { handedOver } from '#shared/message-states.ts';
import { outcomeReasons } from '#shared/words/failures.ts';
import { type Received, took } from './fault-recorder.ts';
import type { MessageLeft } from './fault-store.ts';
import { endOf } from './recording-provider.ts';

export type Evidence = {
  messages: MessageLeft[];
  received: Received[];
  /** Messages that were being sent at the moment of a kill. */
  inFlight: ReadonlySet<number>;
};

function judge(
  message: MessageLeft,
  received: readonly Received[],
  wasInFlight: boolean,
): string | undefined {
  const { status, reason, number, providerID } = message;
  const fates = received.map(({ fate }) => fate);
  const taken = received.filter(took);
  if (taken.length > 1) return 'was given to the provider twice';
  if (received.some(({ to }) => to !== number)) return 'went to another number';
  if (wasInFlight && status !== 'unknown') return 'was in flight at a kill and is not unknown';
  if (status === 'unknown') {
    const isHungUp = fates.includes('hungUp') && reason === outcomeReasons.noAnswer;
    const isInterrupted = wasInFlight && reason === outcomeReasons.mayHaveBeenSent;
    return isHungUp || isInterrupted ? undefined : 'is unknown without a cause';
  }
  if (handedOver.includes(status)) {
    if (!fates.includes('accepted')) return 'was never accepted';
    return providerID && status === endOf(providerID) ? undefined : `lost a receipt: ${status}`;
  }
  if (status === 'failed') {
    const isRefused =
      taken[0]?.fate === 'rejected' || fates.filter((fate) => fate === 'notSent').length === 5;
    return isRefused ? undefined : 'failed without a refusal';
  }
  return `is ${status}`;
}

/** What is wrong, message by message; nothing when the store tells the truth. */
export function findUntruths({ messages, received, inFlight }: Evidence): string[] {
  const byMessage = Map.groupBy(received, ({ messageID }) => messageID);
  const complaints = messages.map((message) => {
    const ofMessage = byMessage.get(message.id) ?? [];
    const untruth = judge(message, ofMessage, inFlight.has(message.id));
    return (
      untruth &&
      `message ${message.id} ${untruth} (${message.status}; received ${ofMessage.map(({ fate }) => fate)})`
    );
  });
  const known = new Set(messages.map(({ id }) => id));
  const strangers = [...byMessage.keys()].filter((id) => !known.has(id));
  return [
    ...complaints.filter((line) => line !== undefined),
    ...strangers.map((id) => `message ${id} was sent and is not stored`),
  ];
}
