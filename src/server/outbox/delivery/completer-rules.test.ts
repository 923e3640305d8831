import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import { type Policy, policies } from '../../whatsapp/error-codes.ts';
import type { Outcome } from '../../whatsapp/port.ts';
import type { Settlement } from '../model.ts';
import {
  consecutiveFailuresAfter,
  limitWait,
  mostAttempts,
  mostConsecutiveFailures,
  settle,
  waitAfter,
} from './completer-rules.ts';

const now = new Date('2026-11-05T06:00:00.000Z');
const leaseUntil = '2026-11-05T06:01:00.000Z';
const otherReason = (text: string) => makeReason('other', { text });
const strike = (reason: Reason) => ({ kind: 'failure' as const, reason });
const tried = {
  id: 7,
  campusID: 1,
  senderID: 's1',
  broadcastID: 3,
  waits: 0,
  leaseUntil,
  sequence: 1,
  startedAt: '2026-11-05T05:59:59.000Z',
};
const nothing = {
  id: 7,
  campusID: 1,
  senderID: 's1',
  broadcastID: 3,
  waits: 0,
  lease: leaseUntil,
  sequence: 1,
  startedAt: '2026-11-05T05:59:59.000Z',
  endedAt: now.toISOString(),
  code: null,
  problem: null,
  reason: null,
  providerID: null,
  dueAt: null,
  pollAt: null,
  waID: null,
  acceptedAt: null,
};

describe('Outcomes of a message', () => {
  it.each<[Outcome, Partial<Settlement>]>([
    [
      { kind: 'accepted', providerID: 'p1' },
      { status: 'accepted', outcome: 'accepted', providerID: 'p1', acceptedAt: now.toISOString() },
    ],
    [
      { kind: 'accepted', providerID: 'p1', pollAfter: 1000 },
      {
        status: 'accepted',
        outcome: 'accepted',
        providerID: 'p1',
        acceptedAt: now.toISOString(),
        pollAt: '2026-11-05T06:00:01.000Z',
      },
    ],
    [
      { kind: 'rejected', reason: otherReason('No such number') },
      { status: 'failed', outcome: 'rejected', reason: otherReason('No such number') },
    ],
    [
      { kind: 'unknown', reason: otherReason('No answer') },
      {
        status: 'unknown',
        outcome: 'unknown',
        reason: otherReason('No answer'),
        problem: strike(otherReason('No answer')),
      },
    ],
    [
      { kind: 'notSent', reason: otherReason('No line') },
      {
        status: 'queued',
        outcome: 'notSent',
        reason: otherReason('No line'),
        dueAt: '2026-11-05T06:00:40.000Z',
        problem: strike(otherReason('No line')),
      },
    ],
  ])('The outcome %j gives the message the right next state.', (outcome, settlement) => {
    expect(settle({ ...tried, attempts: 2 }, outcome, now)).toEqual({
      ...nothing,
      attempt: 2,
      attempts: 2,
      ...settlement,
    });
  });

  it('A message that a provider postpones has not used an attempt.', () => {
    const at = new Date('2026-11-06T03:00:00.000Z');
    expect(settle({ ...tried, attempts: 1 }, { kind: 'later', at }, now)).toEqual({
      ...nothing,
      attempt: 1,
      attempts: 0,
      waits: 1,
      outcome: null,
      status: 'queued',
      dueAt: at.toISOString(),
    });
  });

  it('A message fails with every fifth attempt that did not leave, so a retry gets five more attempts.', () => {
    const attempts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    const failed = attempts.filter(
      (attempts) =>
        settle({ ...tried, attempts }, { kind: 'notSent', reason: otherReason('No line') }, now).status ===
        'failed',
    );
    expect(failed).toEqual([5, 10]);
    expect(mostAttempts).toBe(5);
    expect([1, 2, 3, 4, 6, 7, 8, 9].map(waitAfter)).toEqual([10, 40, 160, 640, 10, 40, 160, 640]);
  });

  it('Only a queued message has a time to send, and only an accepted one has a provider id.', () => {
    const outcomes = fc.oneof<fc.Arbitrary<Outcome>[]>(
      fc.record({ kind: fc.constant('accepted' as const), providerID: fc.string({ minLength: 1 }) }),
      fc.record({
        kind: fc.constantFrom('rejected' as const, 'notSent' as const, 'unknown' as const),
        reason: fc.string().map(otherReason),
      }),
      fc.record({ kind: fc.constant('later' as const), at: fc.constant(now) }),
    );
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 1, max: 20 }), (outcome, attempts) => {
        const settlement = settle({ ...tried, attempts }, outcome, now);
        expect(settlement.dueAt !== null).toBe(settlement.status === 'queued');
        expect(settlement.providerID !== null).toBe(settlement.status === 'accepted');
        expect(settlement.acceptedAt !== null).toBe(settlement.status === 'accepted');
        expect(settlement.attempt).toBe(attempts);
      }),
    );
  });
});

describe('Refusals by policy', () => {
  const refuse = (policy: Policy, more: Partial<typeof tried & { attempts: number }> = {}) =>
    settle(
      { ...tried, attempts: 1, ...more },
      { kind: 'rejected', reason: otherReason('No'), code: '1', policy },
      now,
    );
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

  it.each<[Policy, Partial<Settlement>]>([
    [
      'retrySender',
      {
        status: 'queued',
        attempts: 0,
        waits: 1,
        outcome: null,
        problem: { kind: 'throttled', reason: otherReason('No') },
      },
    ],
    ['retryPair', { status: 'queued', attempts: 0, waits: 1, dueAt: at(6), outcome: null, problem: null }],
    [
      'retryTransient',
      {
        status: 'queued',
        attempts: 1,
        dueAt: at(10),
        problem: { kind: 'failure', reason: otherReason('No') },
      },
    ],
    ['retryTomorrow', { status: 'queued', attempts: 1, dueAt: at(86_400), outcome: 'rejected' }],
    [
      'pauseSender',
      {
        status: 'queued',
        attempts: 0,
        outcome: null,
        problem: { kind: 'stop', reason: otherReason('No'), policy: 'pauseSender' },
      },
    ],
    [
      'fixToken',
      {
        status: 'queued',
        attempts: 0,
        outcome: null,
        problem: { kind: 'stop', reason: otherReason('No'), policy: 'fixToken' },
      },
    ],
    [
      'pauseTemplate',
      {
        status: 'queued',
        attempts: 0,
        outcome: null,
        problem: { kind: 'template', reason: otherReason('No') },
      },
    ],
    ['failRecipient', { status: 'failed', reason: otherReason('No'), code: '1', problem: null }],
    [
      'failRequest',
      {
        status: 'failed',
        reason: otherReason('No'),
        problem: { kind: 'failure', reason: otherReason('No') },
      },
    ],
    ['switchToTemplate', { status: 'failed', reason: otherReason('No'), problem: null }],
  ])('A refusal with the policy %s gives the message the right next state.', (policy, settlement) =>
    expect(refuse(policy)).toMatchObject(settlement),
  );

  it('Every policy has a rule, and only a queued message has a next time.', () => {
    for (const policy of policies) {
      const { status, dueAt } = refuse(policy);
      expect(dueAt !== null, policy).toBe(status === 'queued');
    }
  });

  it('A refusal of the pair rate limit waits longer each time, up to 256 seconds.', () => {
    const waits = [0, 1, 2, 3, 4, 5].map((waits) => refuse('retryPair', { waits }).dueAt);
    expect(waits).toEqual([6, 16, 64, 256, 256, 256].map(at));
  });

  it('A message that is postponed to tomorrow gets only one more attempt.', () => {
    expect(refuse('retryTomorrow', { attempts: 2 }).status).toBe('failed');
    // After a retry by a person there is another tomorrow.
    expect(refuse('retryTomorrow', { attempts: 6 }).status).toBe('queued');
  });

  it('A message with a temporary error fails after five attempts.', () => {
    expect([1, 4, 5].map((attempts) => refuse('retryTransient', { attempts }).status)).toEqual([
      'queued',
      'queued',
      'failed',
    ]);
  });
});

describe('Consecutive failures', () => {
  const made = (sequence: number, outcome: Outcome) =>
    settle({ ...tried, attempts: 1, sequence }, outcome, now);
  const ours = (sequence: number) => made(sequence, { kind: 'notSent', reason: otherReason('No line') });
  const limit = (sequence: number) => made(sequence, { kind: 'later', at: now });
  const ok = (sequence: number) => made(sequence, { kind: 'accepted', providerID: 'p' });
  const recipient = (sequence: number) => made(sequence, { kind: 'rejected', reason: otherReason('Nobody') });
  const none = { failures: '', pardoned: 0 };

  it.each<[string, { failures: string; pardoned: number }, Settlement[], number]>([
    ['failures of the connection count', none, [ours(1), ours(2)], 2],
    ['failures continue the stored count', { failures: '1,2,3', pardoned: 0 }, [ours(4)], 4],
    [
      'failures count in the order of the handovers',
      { failures: '1,3,5', pardoned: 0 },
      [ours(4), ours(2)],
      5,
    ],
    ['a success or a missing outcome ends the row', { failures: '1,2', pardoned: 0 }, [ok(3), ours(4)], 2],
    [
      'a recipient that cannot be reached ends the row',
      { failures: '1', pardoned: 0 },
      [recipient(2), ours(3)],
      1,
    ],
    ['a rate limit does not end the row', { failures: '1,2', pardoned: 0 }, [limit(3), ours(4)], 3],
    ['failures before a pardon do not count', { failures: '', pardoned: 4 }, [ours(3), ours(4), ours(5)], 1],
    ['the same failure does not count twice', { failures: '1,2', pardoned: 0 }, [ours(2), ours(2)], 2],
  ])('Consecutive failures are counted correctly when %s.', (_what, before, settlements, row) => {
    expect(consecutiveFailuresAfter(before, settlements).row).toBe(row);
  });

  it('Consecutive failures name the reason of the last one.', () => {
    expect(consecutiveFailuresAfter(none, [ours(1), ok(2)])).toEqual({
      failures: '1',
      row: 1,
      last: otherReason('No line'),
    });
  });

  it('If every fifth message fails, the failures never count as consecutive, in any order of the answers.', () => {
    const outcomes = Array.from({ length: 1000 }, (_, index) =>
      index % 5 < 1 ? ours(index + 1) : ok(index + 1),
    );
    // Failures answer immediately, and accepted messages answer later.
    const come = [...outcomes].sort(
      (a, b) => Number(a.status === 'accepted') - Number(b.status === 'accepted'),
    );
    let before = none;
    let most = 0;
    for (const one of come) {
      const { failures, row } = consecutiveFailuresAfter(before, [one]);
      before = { failures, pardoned: 0 };
      most = Math.max(most, row);
    }
    expect(most).toBe(1);
    expect(mostConsecutiveFailures).toBe(10);
  });
});

it('A message that a rate limit refuses waits longer each time.', () => {
  expect([0, 1, 2, 6, 20].map(limitWait)).toEqual([1, 2, 4, 64, 64]);
});
