import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../whatsapp/port.ts';
import { mostAttempts, opaqueOf, readOpaque, type Settlement, settle, waitAfter } from './rules.ts';

const now = new Date('2026-11-05T06:00:00.000Z');
const leaseUntil = '2026-11-05T06:01:00.000Z';
const nothing = {
  lease: leaseUntil,
  reason: null,
  providerID: null,
  dueAt: null,
  pollAt: null,
  acceptedAt: null,
};

describe('what an outcome makes of a message', () => {
  it.each<[Outcome, Partial<Settlement>]>([
    [
      { kind: 'accepted', providerID: 'p1' },
      { status: 'accepted', providerID: 'p1', acceptedAt: now.toISOString() },
    ],
    [
      { kind: 'accepted', providerID: 'p1', pollAt: new Date('2026-11-05T06:00:01.000Z') },
      {
        status: 'accepted',
        providerID: 'p1',
        acceptedAt: now.toISOString(),
        pollAt: '2026-11-05T06:00:01.000Z',
      },
    ],
    [
      { kind: 'rejected', reason: 'No such number' },
      { status: 'failed', reason: 'No such number' },
    ],
    [
      { kind: 'unknown', reason: 'No answer' },
      { status: 'unknown', reason: 'No answer' },
    ],
    [
      { kind: 'notSent', reason: 'No line' },
      { status: 'queued', reason: 'No line', dueAt: '2026-11-05T06:00:40.000Z' },
    ],
  ])('%j', (outcome, settlement) => {
    expect(settle({ id: 7, attempts: 2, leaseUntil }, outcome, now)).toEqual({
      ...nothing,
      id: 7,
      attempt: 2,
      attempts: 2,
      ...settlement,
    });
  });

  it('a provider that puts it off has not used up a try', () => {
    const at = new Date('2026-11-06T03:00:00.000Z');
    expect(settle({ id: 7, attempts: 1, leaseUntil }, { kind: 'later', at }, now)).toEqual({
      ...nothing,
      id: 7,
      attempt: 1,
      attempts: 0,
      status: 'queued',
      dueAt: at.toISOString(),
    });
  });

  it('it fails with every fifth try that did not leave, so that a retry has as many', () => {
    const attempts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    const failed = attempts.filter(
      (attempts) =>
        settle({ id: 7, attempts, leaseUntil }, { kind: 'notSent', reason: 'No line' }, now).status ===
        'failed',
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
        reason: fc.string(),
      }),
      fc.record({ kind: fc.constant('later' as const), at: fc.constant(now) }),
    );
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 1, max: 20 }), (outcome, attempts) => {
        const settlement = settle({ id: 1, attempts, leaseUntil }, outcome, now);
        expect(settlement.dueAt !== null).toBe(settlement.status === 'queued');
        expect(settlement.providerID !== null).toBe(settlement.status === 'accepted');
        expect(settlement.acceptedAt !== null).toBe(settlement.status === 'accepted');
        expect(settlement.attempt).toBe(attempts);
      }),
    );
  });
});

describe('the words a provider gives back', () => {
  it('name the message and the try', () => {
    expect(opaqueOf({ id: 12, attempts: 3 })).toBe('m1:12:a3');
    expect(readOpaque('m1:12:a3')).toEqual({ id: 12, attempts: 3 });
  });

  it.each([
    '',
    'm1:12',
    'm2:12:a3',
    'm1:-1:a3',
    'm1:12:a3 ',
    'm1:1e3:a1',
    'm1:99999999999999999999:a1',
    "m1:1:a1'; drop",
  ])('%j is none of ours', (opaque) => expect(readOpaque(opaque)).toBeUndefined());

  it('come back as they went', () => {
    const natural = fc.integer({ min: 1, max: 999_999_999 });
    fc.assert(
      fc.property(natural, natural, (id, attempts) => {
        expect(readOpaque(opaqueOf({ id, attempts }))).toEqual({ id, attempts });
      }),
    );
  });
});
