/**
 * Metrics of sending in this process, and a log line for each attempt. They contain neither phone numbers nor texts.
 */
import type { FastifyBaseLogger } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';

export const sendingMetrics = new Registry();
const registers = [sendingMetrics];

const attempts = new Counter({
  name: 'qasid_attempts_total',
  help: 'Attempts to send a message that this process has finished, by outcome and reason code.',
  labelNames: ['outcome', 'code'],
  registers,
});

/** In seconds, from a fast local store to an overloaded one. */
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10];
const claims = new Histogram({
  name: 'qasid_claim_seconds',
  help: 'Time to take messages from the outbox.',
  buckets,
  registers,
});
const settles = new Histogram({
  name: 'qasid_settle_seconds',
  help: 'Time to store the outcomes of attempts.',
  buckets,
  registers,
});

/** `code`: the short name or number of a reason, never a sentence of a provider. */
export type Attempt = { outcome: string; code?: string | number | null | undefined };

/** Meta's codes have at most seven digits, fewer than a phone number. Other texts must not become labels. */
const codeShape = /^(\d{1,7}|[A-Za-z][A-Za-z_.-]{0,40})$/;
function plainCode({ code }: Attempt): string {
  const text = String(code ?? 'none');
  return codeShape.test(text) ? text : 'other';
}

export function countAttempt(attempt: Attempt): void {
  attempts.inc({ outcome: attempt.outcome, code: plainCode(attempt) });
}

export const observeClaim = (seconds: number): void => claims.observe(seconds);
export const observeSettle = (seconds: number): void => settles.observe(seconds);

/** `milliseconds`: from the handover until the outcome is known. */
export function logAttempt(
  log: FastifyBaseLogger,
  attempt: Attempt & { messageID: number; attempt: number; milliseconds: number },
): void {
  const { messageID, outcome, milliseconds } = attempt;
  const line = { messageID, attempt: attempt.attempt, outcome, code: plainCode(attempt), milliseconds };
  log.info(line, 'settled');
}
