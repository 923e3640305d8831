import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { mayLeave, mayNotLeave, postponed } from '../../../test/support/leaving.ts';
import { computer } from '../runtime.ts';
import { demoPhone, isOnWhatsApp } from './demo-phone.ts';
import type { Sender } from './model.ts';
import type { ReceiptPoll } from './port.ts';

const phone = demoPhone({ runtime: computer });
const acceptedAt = new Date('2026-11-05T06:00:00.000Z');
const senderOf = (pace: string): Sender => ({ id: 's1', provider: 'demo', pace, settings: {} });
const instant = senderOf('instant');
const message = (to: string, opaque = 'm1:1:a1') => ({ to, text: 'Assalam o Alaikum', media: '', opaque });

function askAfter(
  milliseconds: number,
  { to = '+923001234567', providerID = 'demo.m1:1:a1', pace = 'natural' } = {},
): ReceiptPoll {
  const now = new Date(acceptedAt.getTime() + milliseconds);
  const poll = phone.pollReceipts(senderOf(pace), { providerID, to, status: 'accepted', acceptedAt }, now);
  if (!poll) throw new Error('the demo phone must be asked');
  return poll;
}
const statuses = (poll: ReceiptPoll) => poll.receipts.map(({ status }) => status);
const muchLater = 24 * 3_600_000;

describe('Messages to a demo phone', () => {
  it('The demo phone accepts a message with a provider id made from its opaque id.', async () => {
    const first = await phone.send(instant, message('+923001234567', 'm1:5:a2'), mayLeave);
    expect(first).toMatchObject({ kind: 'accepted', providerID: 'demo.m1:5:a2' });
    expect(await phone.send(instant, message('+923001234567', 'm1:5:a2'), mayLeave)).toMatchObject({
      providerID: 'demo.m1:5:a2',
    });
  });

  it('A message whose handover is refused does not reach the demo phone.', async () => {
    expect(await phone.send(instant, message('+923001234567'), mayNotLeave)).toEqual(postponed);
  });

  it('The demo phone rejects a message to a number that is not on WhatsApp.', async () => {
    expect(isOnWhatsApp('+923001234500')).toBe(false);
    expect(await phone.send(instant, message('+923001234500'), mayLeave)).toEqual({
      kind: 'rejected',
      reason: makeReason('notOnWhatsApp'),
    });
  });

  it.each([
    ['+923001234567', ['sent', 'delivered', 'read']],
    ['+923001234598', ['sent', 'delivered']],
    ['+923001234599', ['sent', 'failed']],
  ])('A message to the demo number %s ends with the receipts %j.', (to, expected) => {
    const poll = askAfter(muchLater, { to });
    expect(statuses(poll)).toEqual(expected);
    expect(poll.pollAt).toBeNull();
    const reason = poll.receipts.at(-1)?.reason;
    expect(reason).toBe(expected.includes('failed') ? makeReason('switchedOff') : undefined);
  });

  it('At the pace "instant" all receipts exist immediately.', () => {
    expect(statuses(askAfter(0, { pace: 'instant' }))).toEqual(['sent', 'delivered', 'read']);
  });

  it('An unknown pace of the demo phone counts as "quick".', () => {
    expect(askAfter(0, { pace: 'hasty' })).toEqual(askAfter(0, { pace: 'quick' }));
  });
});

describe('Receipts of the demo phone', () => {
  const anyMessage = fc.record({
    to: fc.constantFrom('+923001234567', '+923001234598', '+923001234599', '+923219876543'),
    providerID: fc.integer({ min: 1, max: 1_000_000 }).map((id) => `demo.m1:${id}:a1`),
    pace: fc.constantFrom('instant', 'quick', 'natural'),
  });
  const moment = fc.integer({ min: 0, max: 200_000 });

  it('The receipts of a message are the same each time they are polled.', () => {
    fc.assert(
      fc.property(anyMessage, moment, (who, after) => {
        expect(askAfter(after, who)).toEqual(askAfter(after, who));
      }),
    );
  });

  it('Later polls only add receipts, in the order of their times.', () => {
    fc.assert(
      fc.property(anyMessage, moment, moment, (who, one, other) => {
        const [early, late] = [askAfter(Math.min(one, other), who), askAfter(Math.max(one, other), who)];
        expect(late.receipts.slice(0, early.receipts.length)).toEqual(early.receipts);
        const times = late.receipts.map(({ at }) => at.getTime());
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }),
    );
  });

  it('pollAt is exactly the time of the next receipt.', () => {
    fc.assert(
      fc.property(anyMessage, moment, (who, after) => {
        const poll = askAfter(after, who);
        if (poll.pollAt === null) {
          expect(askAfter(muchLater, who)).toEqual(poll);
          return;
        }
        const then = poll.pollAt.getTime() - acceptedAt.getTime();
        expect(then).toBeGreaterThan(after);
        expect(askAfter(then, who).receipts.length).toBeGreaterThan(poll.receipts.length);
        expect(askAfter(then - 1, who).receipts).toEqual(poll.receipts);
      }),
    );
  });

  it('Different messages have different delivery times.', () => {
    const times = new Set(
      Array.from({ length: 50 }, (_, id) =>
        askAfter(muchLater, { providerID: `demo.m1:${id}:a1` }).receipts[1]?.at.getTime(),
      ),
    );
    expect(times.size).toBeGreaterThan(20);
  });
});
