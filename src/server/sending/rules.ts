/** What an outcome makes of a message. Pure, so that every arrow of the state diagram can be walked in a test. */
import type { MessageState } from '#shared/message-states.ts';
import type { Outcome } from '../whatsapp/port.ts';

/** A claimed message, as the provider is given it. `attempts` counts this try too. */
export type Claimed = {
  id: number;
  campusID: number;
  broadcastID: number;
  senderID: string;
  number: string;
  text: string;
  media: string;
  attempts: number;
  leaseUntil: string;
};

/** The new values of one message after a try. Instants are ISO text. */
export type Settlement = {
  id: number;
  attempt: number;
  /** Tells this claim from a later one of the same number: what the provider put off is not counted. */
  lease: string;
  /** The tries that count from now on. */
  attempts: number;
  status: Extract<MessageState, 'accepted' | 'failed' | 'unknown' | 'queued'>;
  reason: string | null;
  providerID: string | null;
  dueAt: string | null;
  pollAt: string | null;
  acceptedAt: string | null;
};

/**
 * Every so many tries a message that never left counts as failed. A person's retry does not begin to count anew, since
 * no two tries may have the same name, but goes on to the next multiple.
 */
export const mostAttempts = 5;

/** In flight at once; also the most that a power cut can leave unknown. */
export const inFlightAtOnce = 100;

/** How long so many messages take, about, when one is taken in so many seconds; in whole seconds. */
export const secondsFor = (messages: number, secondsPerMessage: number): number =>
  messages === 0 ? 0 : Math.ceil(secondsPerMessage * Math.max(1, messages / inFlightAtOnce));

/** Seconds until the next try: 10, 40, 160, 640. */
export const waitAfter = (attempts: number): number => 10 * 4 ** ((attempts - 1) % mostAttempts);

/** Names the message and the try in the provider's receipts, without a word about a person. */
export const opaqueOf = ({ id, attempts }: Pick<Claimed, 'id' | 'attempts'>): string =>
  `m1:${id}:a${attempts}`;

const opaqueShape = /^m1:(\d{1,15}):a(\d{1,9})$/;

/** The message and the try that an opaque text names; undefined when it is none of ours. */
export function readOpaque(opaque: string): Pick<Claimed, 'id' | 'attempts'> | undefined {
  const [, id, attempts] = opaqueShape.exec(opaque) ?? [];
  return id === undefined ? undefined : { id: Number(id), attempts: Number(attempts) };
}

export function settle(
  { id, attempts, leaseUntil }: Pick<Claimed, 'id' | 'attempts' | 'leaseUntil'>,
  outcome: Outcome,
  now: Date,
): Settlement {
  const base = {
    id,
    attempt: attempts,
    lease: leaseUntil,
    attempts,
    reason: null,
    providerID: null,
    dueAt: null,
    pollAt: null,
    acceptedAt: null,
  };
  if (outcome.kind === 'accepted') {
    const { providerID, pollAt } = outcome;
    return {
      ...base,
      status: 'accepted',
      providerID,
      pollAt: pollAt?.toISOString() ?? null,
      acceptedAt: now.toISOString(),
    };
  }
  if (outcome.kind === 'later') {
    return { ...base, status: 'queued', attempts: attempts - 1, dueAt: outcome.at.toISOString() };
  }
  if (outcome.kind === 'notSent' && attempts % mostAttempts !== 0) {
    const dueAt = new Date(now.getTime() + waitAfter(attempts) * 1000).toISOString();
    return { ...base, status: 'queued', reason: outcome.reason, dueAt };
  }
  return { ...base, status: outcome.kind === 'unknown' ? 'unknown' : 'failed', reason: outcome.reason };
}
