import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import type { ManualMessage } from './manual-queries.ts';
import { linkTo, nextManual, settleManually, toOfferedMessage } from './manual-rules.ts';

const now = new Date('2026-11-05T06:00:00.000Z');
const row = (more: Partial<ManualMessage> = {}): ManualMessage => ({
  id: 12,
  campusID: 1,
  broadcastID: 3,
  senderID: 's1',
  number: '+923001234567',
  name: 'Ayesha',
  text: 'Fees are due',
  media: '',
  status: 'sending',
  attempts: 5,
  waits: 2,
  leaseUntil: '2026-11-05T06:10:00.000Z',
  sequence: 1,
  startedAt: '2026-11-05T05:55:00.000Z',
  openedBy: 'amna',
  ...more,
});

describe('The link to a chat', () => {
  it('The wa.me link has the number in digits and the text unchanged.', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const link = new URL(linkTo('+923001234567', text));
        expect(link.origin + link.pathname).toBe('https://wa.me/923001234567');
        expect(decodeURIComponent(link.search.slice('?text='.length))).toBe(text);
      }),
    );
  });
});

it('Only an opened message has the time at which it was opened.', () => {
  expect(toOfferedMessage(row()).openedAt).toBe('2026-11-05T05:55:00.000Z');
  expect(toOfferedMessage(row({ status: 'unknown' })).openedAt).toBe('2026-11-05T05:55:00.000Z');
  expect(toOfferedMessage(row({ status: 'queued' })).openedAt).toBeNull();
});

describe('Outcomes that a person reports', () => {
  it('A manual message reported as sent becomes accepted.', () => {
    expect(settleManually(row(), 'sent', now)).toMatchObject({
      status: 'accepted',
      providerID: 'hand.m1:12:a5',
      pollAt: null,
      attempt: 5,
      lease: '2026-11-05T06:10:00.000Z',
    });
  });

  it.each(['notSent', 'skipped'] as const)(
    'A manual message reported as %s waits again immediately, and the broadcast gets no failure.',
    (outcome) => {
      expect(settleManually(row(), outcome, now)).toMatchObject({
        status: 'queued',
        outcome: 'notSent',
        dueAt: now.toISOString(),
        problem: null,
        reason: makeReason('putBack'),
      });
    },
  );
});

describe('The next manual message', () => {
  const waiting = row({ id: 20, status: 'queued', openedBy: null });
  const mine = row({ id: 21 });
  const theirs = row({ id: 22, openedBy: 'bilal' });
  const lost = row({ id: 23, openedBy: 'bilal', status: 'unknown' });

  it.each([
    ['the message that the person opened comes first', [theirs, lost, mine], waiting, 21],
    ['a waiting message comes second', [theirs, lost], waiting, 20],
    ['a message that a colleague left open comes last', [theirs, lost], undefined, 23],
    ['a message that a colleague has open is not offered', [theirs], undefined, undefined],
    ['there is no message', [], undefined, undefined],
  ])('The next manual message is chosen right when %s.', (_what, opened, next, id) =>
    expect(nextManual(opened, next, 'amna')?.id).toBe(id),
  );
});
