import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Reason, reasonOf } from '#shared/reasons.ts';
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
} from './rules.ts';

const now = new Date('2026-11-05T06:00:00.000Z');
const leaseUntil = '2026-11-05T06:01:00.000Z';
const said = (text: string) => reasonOf('other', { text });
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
  trouble: null,
  reason: null,
  providerID: null,
  dueAt: null,
  pollAt: null,
  waID: null,
  acceptedAt: null,
};

describe('what an outcome makes of a message', () => {
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
      { kind: 'rejected', reason: said('No such number') },
      { status: 'failed', outcome: 'rejected', reason: said('No such number') },
    ],
    [
      { kind: 'unknown', reason: said('No answer') },
      {
        status: 'unknown',
        outcome: 'unknown',
        reason: said('No answer'),
        trouble: strike(said('No answer')),
      },
    ],
    [
      { kind: 'notSent', reason: said('No line') },
      {
        status: 'queued',
        outcome: 'notSent',
        reason: said('No line'),
        dueAt: '2026-11-05T06:00:40.000Z',
        trouble: strike(said('No line')),
      },
    ],
  ])('%j', (outcome, settlement) => {
    expect(settle({ ...tried, attempts: 2 }, outcome, now)).toEqual({
      ...nothing,
      attempt: 2,
      attempts: 2,
      ...settlement,
    });
  });

  it('a provider that puts it off has not used up a try', () => {
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

  it('it fails with every fifth try that did not leave, so that a retry has as many', () => {
    const attempts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    const failed = attempts.filter(
      (attempts) =>
        settle({ ...tried, attempts }, { kind: 'notSent', reason: said('No line') }, now).status === 'failed',
    );
    expect(failed).toEqual([5, 10]);
    expect(mostAttempts).toBe(5);
    expect([1, 2, 3, 4, 6, 7, 8, 9].map(waitAfter)).toEqual([10, 40, 160, 640, 10, 40, 160, 640]);
  });

  it('only what waits has a time to be sent at, and only what was accepted an id', () => {
    const outcomes = fc.oneof<fc.Arbitrary<Outcome>[]>(
      fc.record({ kind: fc.constant('accepted' as const), providerID: fc.string({ minLength: 1 }) }),
      fc.record({
        kind: fc.constantFrom('rejected' as const, 'notSent' as const, 'unknown' as const),
        reason: fc.string().map(said),
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

describe('a refusal is treated by its policy', () => {
  const refuse = (policy: Policy, more: Partial<typeof tried & { attempts: number }> = {}) =>
    settle(
      { ...tried, attempts: 1, ...more },
      { kind: 'rejected', reason: said('No'), code: '1', policy },
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
        trouble: { kind: 'throttled', reason: said('No') },
      },
    ],
    ['retryPair', { status: 'queued', attempts: 0, waits: 1, dueAt: at(6), outcome: null, trouble: null }],
    [
      'retryTransient',
      { status: 'queued', attempts: 1, dueAt: at(10), trouble: { kind: 'failure', reason: said('No') } },
    ],
    ['retryTomorrow', { status: 'queued', attempts: 1, dueAt: at(86_400), outcome: 'rejected' }],
    [
      'pauseSender',
      {
        status: 'queued',
        attempts: 0,
        outcome: null,
        trouble: { kind: 'stop', reason: said('No'), policy: 'pauseSender' },
      },
    ],
    [
      'fixToken',
      {
        status: 'queued',
        attempts: 0,
        outcome: null,
        trouble: { kind: 'stop', reason: said('No'), policy: 'fixToken' },
      },
    ],
    [
      'pauseTemplate',
      { status: 'queued', attempts: 0, outcome: null, trouble: { kind: 'template', reason: said('No') } },
    ],
    ['failRecipient', { status: 'failed', reason: said('No'), code: '1', trouble: null }],
    [
      'failRequest',
      { status: 'failed', reason: said('No'), trouble: { kind: 'failure', reason: said('No') } },
    ],
    ['switchToTemplate', { status: 'failed', reason: said('No'), trouble: null }],
  ])('%s', (policy, settlement) => expect(refuse(policy)).toMatchObject(settlement));

  it('every policy is treated, and none leaves a message without its next step', () => {
    for (const policy of policies) {
      const { status, dueAt } = refuse(policy);
      expect(dueAt !== null, policy).toBe(status === 'queued');
    }
  });

  it('a number that is written to too often waits until one more is taken, and longer each time, up to 256 seconds', () => {
    const waits = [0, 1, 2, 3, 4, 5].map((waits) => refuse('retryPair', { waits }).dueAt);
    expect(waits).toEqual([6, 16, 64, 256, 256, 256].map(at));
  });

  it('what is to be tried tomorrow is tried once more only', () => {
    expect(refuse('retryTomorrow', { attempts: 2 }).status).toBe('failed');
    // After a person's retry there is another tomorrow.
    expect(refuse('retryTomorrow', { attempts: 6 }).status).toBe('queued');
  });

  it('what passes by itself is given up after five tries', () => {
    expect([1, 4, 5].map((attempts) => refuse('retryTransient', { attempts }).status)).toEqual([
      'queued',
      'queued',
      'failed',
    ]);
  });
});

describe('failures in a row', () => {
  const made = (sequence: number, outcome: Outcome) =>
    settle({ ...tried, attempts: 1, sequence }, outcome, now);
  const ours = (sequence: number) => made(sequence, { kind: 'notSent', reason: said('No line') });
  const limit = (sequence: number) => made(sequence, { kind: 'later', at: now });
  const ok = (sequence: number) => made(sequence, { kind: 'accepted', providerID: 'p' });
  const recipient = (sequence: number) => made(sequence, { kind: 'rejected', reason: said('Nobody') });
  const none = { failures: '', pardoned: 0 };

  it.each<[string, { failures: string; pardoned: number }, Settlement[], number]>([
    ['ours count', none, [ours(1), ours(2)], 2],
    ['go on from those before', { failures: '1,2,3', pardoned: 0 }, [ours(4)], 4],
    ['are counted as they were handed over', { failures: '1,3,5', pardoned: 0 }, [ours(4), ours(2)], 5],
    ['are parted by what was taken, or is still out', { failures: '1,2', pardoned: 0 }, [ok(3), ours(4)], 2],
    [
      'are parted by a recipient that cannot be reached',
      { failures: '1', pardoned: 0 },
      [recipient(2), ours(3)],
      1,
    ],
    ['are not parted by a limit', { failures: '1,2', pardoned: 0 }, [limit(3), ours(4)], 3],
    [
      'do not count from before it was let go on',
      { failures: '', pardoned: 4 },
      [ours(3), ours(4), ours(5)],
      1,
    ],
    ['are not counted twice', { failures: '1,2', pardoned: 0 }, [ours(2), ours(2)], 2],
  ])('%s', (_what, before, settlements, row) => {
    expect(consecutiveFailuresAfter(before, settlements).row).toBe(row);
  });

  it('say what the last was', () => {
    expect(consecutiveFailuresAfter(none, [ours(1), ok(2)])).toEqual({
      failures: '1',
      row: 1,
      last: said('No line'),
    });
  });

  it('of every fifth message are two at most, in whatever order the answers come', () => {
    const outcomes = Array.from({ length: 1000 }, (_, index) =>
      index % 5 < 1 ? ours(index + 1) : ok(index + 1),
    );
    // Failures are told at once, what was taken takes its time.
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

it('what a limit refuses waits longer each time', () => {
  expect([0, 1, 2, 6, 20].map(limitWait)).toEqual([1, 2, 4, 64, 64]);
});
