/** Maps the answers of a gateway to outcomes, for a message and for all other calls. Pure. */

import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { cutText } from '#shared/text/cut-text.ts';
import type { Policy } from '../error-codes.ts';
import type { Answered } from '../model.ts';
import type { Outcome, Session } from '../port.ts';
import type { Reply } from './call-gateway.ts';
import { bareID } from './message-ids.ts';

export type Refusal = { kind: 'rejected'; reason: Reason; code: string; policy: Policy };

const refuse = (code: string, policy: Policy, reason: Reason): Refusal => ({
  kind: 'rejected',
  reason,
  code,
  policy,
});

/** The engines answer in three formats: WAHA's own, Baileys' and WhatsApp Web's. */
const sent = z.union([
  z.object({ id: z.string().min(1) }).transform(({ id }) => id),
  z.object({ key: z.object({ id: z.string().min(1) }) }).transform(({ key }) => key.id),
  z.object({ id: z.object({ id: z.string().min(1) }) }).transform(({ id }) => id.id),
]);

/**
 * The code and message of an error in the formats of the engines. Other parts of the body may repeat our request, so
 * they are not read.
 */
const failure = z.object({
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  message: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
});
const failures = failure.extend({
  error: z.union([z.string(), failure]).optional().catch(undefined),
  exception: failure.optional().catch(undefined),
});

const timelockCode = '463';
const timelockWords = /\b(?:error|code|status)[^0-9a-z]{0,4}463\b|reach[\s_-]?out[\s_-]?time[\s_-]?lock/i;
/** A quotation in an error message may be our own text, so it is removed. */
const quoted = /["“{].*["”}]/gs;

/**
 * Tells whether WhatsApp blocked the number because it started too many chats. Only the fields of the error itself are
 * read.
 */
function isTimelock(body: unknown): boolean {
  const { data } = failures.safeParse(body);
  if (!data) return false;
  const { error } = data;
  const sources = [data, data.exception, typeof error === 'string' ? { message: error } : error];
  return sources.some(
    (one) =>
      String(one?.code) === timelockCode ||
      [one?.message ?? []].flat().some((words) => timelockWords.test(words.replace(quoted, ''))),
  );
}

const problem = z.object({ message: z.union([z.string(), z.array(z.string())]) });
/** Returns the gateway's own error text, shortened, for the person who runs the gateway. */
function gatewayMessage(body: unknown): string {
  const { data } = problem.safeParse(body);
  return data ? cutText([data.message].flat().join(', '), 200) : '';
}

const state = z.object({ status: z.string() });

/** Maps the gateway's names for the states of a session. */
const states = new Map<string, Session['state']>([
  ['WORKING', 'working'],
  ['SCAN_QR_CODE', 'scan'],
  ['STARTING', 'starting'],
  ['STOPPED', 'off'],
]);
export const sessionState = (status: string): Session['state'] => states.get(status) ?? 'failed';

/** Why a session that does not work cannot send. */
export const notWorkingReasons: Record<Exclude<Session['state'], 'working'>, Reason> = {
  off: makeReason('wahaOff'),
  starting: makeReason('wahaStarting'),
  scan: makeReason('wahaScan'),
  failed: makeReason('wahaFailed'),
};

/**
 * Returns the refusal for a session that does not work, or `soon` for a starting session, which will soon be able to
 * send.
 */
export function notWorking(found: Exclude<Session['state'], 'working'>): Refusal | 'soon' {
  return found === 'starting' ? 'soon' : refuse(found, 'pauseSender', notWorkingReasons[found]);
}

/** Returns why a call of any kind was refused; undefined if it was not refused. */
function refusalOf(status: number, body: unknown): Refusal | undefined {
  if (status < 300 || status >= 500) return undefined;
  const code = String(status);
  if (status < 400) return refuse(code, 'fixToken', makeReason('wahaMovedAway'));
  if (status === 401 || status === 403) return refuse(code, 'fixToken', makeReason('wahaRefusedKey'));
  if (status === 404) return refuse(code, 'pauseSender', makeReason('wahaNoSession'));
  if (status === 429) return refuse(code, 'retrySender', makeReason('wahaTooFast'));
  const { data } = state.safeParse(body);
  const found = data && sessionState(data.status);
  if (found && found !== 'working') {
    const lost = notWorking(found);
    return lost === 'soon' ? refuse(code, 'retryTransient', notWorkingReasons.starting) : lost;
  }
  return refuse(code, 'failRequest', makeReason('wahaRefused', { why: gatewayMessage(body) }));
}

/** Tells whether the gateway may still have received the call: after a redirect or a timeout of a proxy it may. */
const isUnsure = (status: number): boolean => status < 400 || status === 408;

/**
 * Returns the outcome of a message. After a server error of the gateway it is unknown whether the phone has sent the
 * message.
 */
export function outcomeOf(reply: Reply): Outcome {
  if (reply.kind === 'unreached') return { kind: 'notSent', reason: makeReason('wahaUnreachable') };
  if (reply.kind === 'lost') return { kind: 'unknown', reason: makeReason('wahaLost') };
  const { status, body } = reply;
  if (status >= 300 && isTimelock(body))
    return refuse(timelockCode, 'pauseSender', makeReason('wahaTimelock'));
  const refusal = refusalOf(status, body);
  if (refusal && !isUnsure(status)) return refusal;
  if (status >= 300) return { kind: 'unknown', reason: makeReason('wahaBroken', { status }) };
  const { data } = sent.safeParse(body);
  return data === undefined
    ? { kind: 'unknown', reason: makeReason('wahaNoID') }
    : { kind: 'accepted', providerID: bareID(data) };
}

/** Returns the answer to a call that sends no message. Any error means that nothing was sent. */
export function answerOf<T>(reply: Reply, shape: z.ZodType<T>): Answered<T> {
  if (reply.kind !== 'answered') return { kind: 'unreachable', reason: makeReason('wahaUnreachable') };
  const refusal = refusalOf(reply.status, reply.body);
  if (refusal) return { ...refusal, kind: 'refused' };
  const { data, success } = shape.safeParse(reply.body);
  if (reply.status >= 500 || !success) return { kind: 'unreachable', reason: makeReason('wahaUnread') };
  return { kind: 'done', value: data };
}
