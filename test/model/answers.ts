/** The effect of each provider answer on a message and its send, according to the model. */
import type { AttemptOutcome } from '#shared/messages/message-states.ts';
import { type Policy, policies } from '../../src/server/whatsapp/error-codes.ts';
import type { Outcome } from '../../src/server/whatsapp/port.ts';
import { providerReason } from '../support/provider-reason.ts';
import { attemptID, type Message, type Model, pardon, type Run, runOf } from './model.ts';

/** A try that the provider has. The lease says which claim it belongs to. */
export type Held = { messageID: number; attempt: number; sequence: number; lease: string; waits: number };

export const answerKinds = ['accepted', 'accepted', 'later', 'notSent', 'unknown', ...policies] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Milliseconds of the delay that a provider asks for with `later`. */
const laterIn = 90_000;

export function outcomeOf(kind: AnswerKind, { messageID, attempt }: Held, now: number): Outcome {
  if (kind === 'accepted') return { kind, providerID: attemptID(messageID, attempt) };
  if (kind === 'later') return { kind, at: new Date(now + laterIn) };
  if (kind === 'notSent' || kind === 'unknown') return { kind, reason: providerReason(`Was ${kind}`) };
  return { kind: 'rejected', reason: providerReason(`Refused: ${kind}`), code: '1', policy: kind };
}

/** Whether the provider may have the message after this answer. */
export const isTaken = (kind: AnswerKind): boolean => kind === 'accepted' || kind === 'unknown';

type Effect = {
  status: 'accepted' | 'failed' | 'unknown' | 'queued';
  /** Null: a limit delayed the message, which does not count as a try. */
  outcome: AttemptOutcome | null;
  wait?: number;
  consequence?: 'strike' | 'stop' | 'template' | 'slow';
};

const seconds = 1000;
const waits = [10, 40, 160, 640];

const again = (attempt: number): Pick<Effect, 'status' | 'wait'> => {
  const wait = waits[(attempt - 1) % 5];
  return wait === undefined ? { status: 'failed' } : { status: 'queued', wait: wait * seconds };
};

const refusals: Record<Policy, (held: Held) => Effect> = {
  retrySender: ({ waits }) => ({
    status: 'queued',
    outcome: null,
    wait: 2 ** Math.min(waits, 6) * seconds,
    consequence: 'slow',
  }),
  retryPair: (held) => ({
    status: 'queued',
    outcome: null,
    wait: ([6, 16, 64][held.waits] ?? 256) * seconds,
  }),
  retryTransient: ({ attempt }) => ({ outcome: 'rejected', consequence: 'strike', ...again(attempt) }),
  retryTomorrow: ({ attempt }) =>
    attempt % 5 === 1
      ? { status: 'queued', outcome: 'rejected', wait: 86_400 * seconds }
      : { status: 'failed', outcome: 'rejected' },
  pauseSender: () => ({ status: 'queued', outcome: null, wait: 0, consequence: 'stop' }),
  fixToken: () => ({ status: 'queued', outcome: null, wait: 0, consequence: 'stop' }),
  pauseTemplate: () => ({ status: 'queued', outcome: null, wait: 0, consequence: 'template' }),
  failRecipient: () => ({ status: 'failed', outcome: 'rejected' }),
  switchToTemplate: () => ({ status: 'failed', outcome: 'rejected' }),
  failRequest: () => ({ status: 'failed', outcome: 'rejected', consequence: 'strike' }),
};

function effectOf(kind: AnswerKind, held: Held): Effect {
  if (kind === 'accepted') return { status: 'accepted', outcome: 'accepted' };
  if (kind === 'later') return { status: 'queued', outcome: null, wait: laterIn };
  if (kind === 'unknown') return { status: 'unknown', outcome: 'unknown', consequence: 'strike' };
  if (kind === 'notSent') return { outcome: 'notSent', consequence: 'strike', ...again(held.attempt) };
  return refusals[kind](held);
}

function settle(model: Model, message: Message, { held, effect }: { held: Held; effect: Effect }): void {
  const { status, outcome, wait = 0 } = effect;
  if (message.attempts !== held.attempt) return;
  const isOpen = message.status === 'sending' && message.lease === held.lease;
  // A rescued message is settled by a certain answer, but such an answer never makes it wait again.
  const isLate = message.status === 'unknown' && (status === 'accepted' || status === 'failed');
  if (!isOpen && !isLate) return;
  message.status = status;
  if (status === 'queued' && message.recalledAt !== '') {
    message.status = 'cancelled';
    message.cancelledAt = message.recalledAt;
  }
  message.dueAt = model.now + wait;
  if (outcome === null) {
    message.attempts -= 1;
    message.waits = held.waits + 1;
  } else message.waits = status === 'accepted' ? 0 : held.waits;
}

function keepTry(message: Message, attempt: number, kind: { outcome: AttemptOutcome; name: string | null }) {
  const existing = message.tries.get(attempt);
  message.tries.set(attempt, {
    outcome: existing?.outcome === 'accepted' ? 'accepted' : kind.outcome,
    providerID: existing?.providerID ?? kind.name,
  });
}

/** Ten failed tries with consecutive numbers pause a send. Tries that were put off are skipped in the count. */
function guard(run: Run, sequence: number, isFailure: boolean): void {
  if (sequence > run.pardoned) run.failed.set(sequence, isFailure);
  if (!isFailure || sequence <= run.pardoned) return;
  let row = 0;
  for (let at = 1; at <= run.tries; at++) {
    row = run.failed.has(at) ? row + Number(run.failed.get(at)) : 0;
    if (row < 10) continue;
    if (run.state === 'running') run.state = 'paused';
    pardon(run);
    return;
  }
}

/** `isSlow`: the provider asked to slow down. */
export function answer(model: Model, held: Held, kind: AnswerKind): { isSlow: boolean } {
  const message = model.messages.get(held.messageID);
  if (!message) throw new Error(`no message ${held.messageID}`);
  const effect = effectOf(kind, held);
  settle(model, message, { held, effect });
  const { outcome, consequence } = effect;
  const name = kind === 'accepted' ? attemptID(held.messageID, held.attempt) : null;
  if (outcome) keepTry(message, held.attempt, { outcome, name });
  const run = runOf(model, message);
  if (effect.status === 'queued' && run.state !== 'paused') run.state = 'running';
  if (consequence === 'template' && run.state === 'running') pardon(Object.assign(run, { state: 'paused' }));
  if (consequence === 'strike' || outcome === null) guard(run, held.sequence, consequence === 'strike');
  if (consequence === 'stop') model.isStopped = true;
  return { isSlow: consequence === 'slow' };
}
