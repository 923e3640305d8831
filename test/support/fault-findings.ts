/** Compares what the store says about each message and try with what the provider has received. */

import { handedOver } from '#shared/messages/message-states.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import { callsBack, providerIDOf, type Received, type RequestOutcome, took } from './fault-recorder.ts';
import { type AttemptLeft, type Left, type MessageLeft, nameOfTry } from './fault-store.ts';
import { endOf } from './recording-provider.ts';

export type Evidence = Pick<Left, 'messages' | 'attempts'> & {
  received: Received[];
  /** Tries that were in flight at a kill. */
  inFlight: ReadonlySet<string>;
  /** False when other workers were active at a kill and may have finished some of these tries. */
  isExact: boolean;
};

/** All that is known about one message. */
type Case = {
  message: MessageLeft;
  attempts: readonly AttemptLeft[];
  received: readonly Received[];
  wasInFlight: (attempt: number) => boolean;
  isExact: boolean;
};

/** A message fails after this many tries that never left or were refused for the moment. */
const mostAttempts = 5;

/** Mistakes that no state of the message excuses. */
function judgeHandling({ message, received }: Case): string | undefined {
  if (received.filter(took).length > 1) return 'was given to the provider twice';
  if (received.some(({ to }) => to !== message.number)) return 'went to another number';
  const tries = received.filter(({ outcome }) => outcome !== 'later').map(({ attempt }) => attempt);
  return new Set(tries).size < tries.length ? 'was given to the provider twice under one name' : undefined;
}

/** Checks the final state of a message against the last thing that was heard about it. */
function judgeEnd({ message, received, wasInFlight, isExact }: Case): string | undefined {
  const { status, reason, providerID, attempts } = message;
  const last = received.at(-1);
  const calledBack = received.find(callsBack);
  const isArrived = (id: string) => providerID === id && status === endOf(id);
  if (calledBack) return isArrived(providerIDOf(calledBack)) ? undefined : `lost a receipt: ${status}`;
  if (status === 'unknown') {
    const isUnanswered = last?.outcome === 'hungUp' || last?.outcome === 'hung';
    if (isUnanswered && reason === makeReason('noAnswer')) return undefined;
    const isInterrupted = wasInFlight(attempts) && reason === makeReason('mayHaveBeenSent');
    return isInterrupted ? undefined : 'is unknown without a cause';
  }
  if (isExact && wasInFlight(attempts)) return 'was in flight at a kill and is not unknown';
  if (handedOver.includes(status)) {
    if (last?.outcome !== 'accepted') return 'was never accepted';
    return isArrived(providerIDOf(last)) ? undefined : `lost a receipt: ${status}`;
  }
  if (status !== 'failed') return `is ${status}`;
  const isWornOut =
    (last?.outcome === 'notSent' || last?.outcome === 'refusedNow') && attempts >= mostAttempts;
  return last?.outcome === 'refused' || isWornOut ? undefined : 'failed without a refusal';
}

const outcomeOf: Record<RequestOutcome, AttemptLeft['outcome'] | undefined> = {
  accepted: 'accepted',
  refused: 'rejected',
  refusedNow: 'rejected',
  notSent: 'notSent',
  hungUp: 'unknown',
  hung: 'unknown',
  // The answer was lost, and a later callback has given the id.
  cutOff: 'accepted',
  // A try that was put off has no row, because its number is used again.
  later: undefined,
};

/** Each counted try must have a row that says what the recorder did, or that nobody knows. */
function judgeAttempts({ message, attempts, received, wasInFlight }: Case): string | undefined {
  if (attempts.some(({ attempt }, index) => attempt !== index + 1) || attempts.length !== message.attempts)
    return `has tries ${attempts.map(({ attempt }) => attempt)} of ${message.attempts}`;
  for (const { attempt, outcome, providerID, code } of attempts) {
    const entry = received.findLast((entry) => entry.attempt === attempt);
    const isLost = wasInFlight(attempt) && outcome === 'unknown';
    if (!isLost && (!entry || outcome !== outcomeOf[entry.outcome]))
      return `says of try ${attempt} that it was ${outcome}, and it was ${entry?.outcome ?? 'never received'}`;
    if (outcome === 'rejected' && code === null) return `does not say the code of try ${attempt}`;
    const isNamed = entry !== undefined && providerID === providerIDOf(entry);
    if (outcome === 'accepted' && !isNamed) return `does not name try ${attempt} as the provider does`;
  }
  return undefined;
}

/** Returns what is wrong with each message; an empty list when the store is right. */
export function findUntruths({ messages, attempts, received, inFlight, isExact }: Evidence): string[] {
  const receivedOf = Map.groupBy(received, ({ messageID }) => messageID);
  const attemptsOf = Map.groupBy(attempts, ({ messageID }) => messageID);
  const complaints = messages.map((message) => {
    const { id, status, reason } = message;
    const wasInFlight = (attempt: number) => inFlight.has(nameOfTry(id, attempt));
    const about: Case = {
      message,
      attempts: attemptsOf.get(id) ?? [],
      received: receivedOf.get(id) ?? [],
      wasInFlight,
      isExact,
    };
    const untruth = judgeHandling(about) ?? judgeEnd(about) ?? judgeAttempts(about);
    const seen = about.received.map(({ attempt, outcome }) => `${attempt} ${outcome}`);
    return untruth && `message ${id} ${untruth} (${status}, ${reason}; received ${seen})`;
  });
  const storedIDs = new Set(messages.map(({ id }) => id));
  const strangers = [...receivedOf.keys()].filter((id) => !storedIDs.has(id));
  return [
    ...complaints.filter((line) => line !== undefined),
    ...strangers.map((id) => `message ${id} was sent and is not stored`),
  ];
}
