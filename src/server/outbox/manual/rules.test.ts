import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '#shared/reasons.ts';
import type { ManualMessage } from './queries.ts';
import { linkTo, nextManual, settleManually, toOfferedMessage } from './rules.ts';

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

describe('the link to a chat', () => {
  it('has the number in digits and the text as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const link = new URL(linkTo('+923001234567', text));
        expect(link.origin + link.pathname).toBe('https://wa.me/923001234567');
        expect(decodeURIComponent(link.search.slice('?text='.length))).toBe(text);
      }),
    );
  });
});

it('only what was opened says when', () => {
  expect(toOfferedMessage(row()).openedAt).toBe('2026-11-05T05:55:00.000Z');
  expect(toOfferedMessage(row({ status: 'unknown' })).openedAt).toBe('2026-11-05T05:55:00.000Z');
  expect(toOfferedMessage(row({ status: 'queued' })).openedAt).toBeNull();
});

describe('what she says', () => {
  it('sent: it was handed over by hand', () => {
    expect(settleManually(row(), 'sent', now)).toMatchObject({
      status: 'accepted',
      providerID: 'hand.m1:12:a5',
      pollAt: null,
      attempt: 5,
      lease: '2026-11-05T06:10:00.000Z',
    });
  });

  it.each(['notSent', 'skipped'] as const)(
    '%s: it waits again at once, however often, and nothing is wrong with the broadcast',
    (outcome) => {
      expect(settleManually(row(), outcome, now)).toMatchObject({
        status: 'queued',
        outcome: 'notSent',
        dueAt: now.toISOString(),
        trouble: null,
        reason: reasonOf('putBack'),
      });
    },
  );
});

describe('the next', () => {
  const waiting = row({ id: 20, status: 'queued', openedBy: null });
  const mine = row({ id: 21 });
  const theirs = row({ id: 22, openedBy: 'bilal' });
  const lost = row({ id: 23, openedBy: 'bilal', status: 'unknown' });

  it.each([
    ['what she opened herself comes first', [theirs, lost, mine], waiting, 21],
    ['then what waits', [theirs, lost], waiting, 20],
    ['then what others left open', [theirs, lost], undefined, 23],
    ['what a colleague has open is offered to nobody', [theirs], undefined, undefined],
    ['there may be none', [], undefined, undefined],
  ])('%s', (_what, opened, next, id) => expect(nextManual(opened, next, 'amna')?.id).toBe(id));
});
