/** Maps an answer of Graph to an outcome, for a message and for any other call. */
import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered } from '../model.ts';
import type { Outcome } from '../port.ts';
import type { Called } from './graph.ts';
import { read, someText, waNumber } from './parts.ts';
import { type GraphError, graphError, type Refusal, readMissingNumber, readRefusal } from './refusals.ts';

const refused = z.object({ error: graphError });
const acceptedAnswer = z.object({
  contacts: z
    .tuple([z.object({ wa_id: waNumber })], z.unknown())
    .optional()
    .catch(undefined),
  messages: z.tuple([z.object({ id: someText })], z.unknown()),
});

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Returns why no server was reached, or why no answer came. */
function reasonForSilence({ isWritten, code }: Extract<Called, { kind: 'silent' }>): Reason {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return makeReason('cloudOffline');
  if (/CERT/.test(code)) return makeReason('cloudCertificate');
  return isWritten ? makeReason('cloudBroken') : makeReason('cloudUnreachable');
}

/** As with a refused token, nothing is sent until a person corrects the settings. */
const incomplete = { policy: 'fixToken', reason: makeReason('cloudNotSetUp') } as const;

/**
 * Returns the outcome of a message. It is certain only after an answer with an id or an error code, or if nothing was
 * written. Otherwise the message may have been sent.
 */
export function outcomeOf(called: Called): Outcome {
  if (called.kind === 'incomplete') return { kind: 'rejected', ...incomplete };
  if (called.kind === 'tooLarge') return { kind: 'unknown', reason: makeReason('cloudMayHaveBeenTaken') };
  if (called.kind === 'silent') {
    return called.isWritten
      ? { kind: 'unknown', reason: makeReason('cloudMayHaveBeenSent') }
      : { kind: 'notSent', reason: reasonForSilence(called) };
  }
  const answer = readJson(called.bytes);
  const refusal = read(refused, answer);
  if (refusal) {
    const { error } = refusal;
    return { kind: 'rejected', ...readRefusal(error, called.status), ...readMissingNumber(error) };
  }
  const accepted = called.status < 300 ? read(acceptedAnswer, answer) : undefined;
  if (!accepted) return { kind: 'unknown', reason: makeReason('cloudMayHaveBeenTaken') };
  const [contact] = accepted.contacts ?? [];
  return { kind: 'accepted', providerID: accepted.messages[0].id, ...(contact && { waID: contact.wa_id }) };
}

/**
 * Returns the answer to a call that sends no message, parsed by `shape`. `explain` returns what a refusal means for
 * this call.
 */
export function answerOf<T>(
  called: Called,
  shape: z.ZodType<T>,
  explain?: (error: GraphError) => Partial<Refusal> | undefined,
): Answered<T> {
  if (called.kind === 'incomplete') return { kind: 'refused', ...incomplete };
  if (called.kind === 'tooLarge') return { kind: 'unreachable', reason: makeReason('cloudUnreadable') };
  if (called.kind === 'silent') return { kind: 'unreachable', reason: reasonForSilence(called) };
  const answer = readJson(called.bytes);
  const refusal = read(refused, answer);
  if (refusal) {
    const { error } = refusal;
    return { kind: 'refused', ...readRefusal(error, called.status), ...explain?.(error) };
  }
  const value = called.status < 300 ? read(shape, answer) : undefined;
  return value === undefined
    ? { kind: 'unreachable', reason: makeReason('cloudUnreadable') }
    : { kind: 'done', value };
}
