import { describe, expect, it } from 'vitest';
import { inTimeFrom, noGrace } from '#shared/payable.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { MessagingLimit } from '../messaging-limits/rules.ts';
import type { Candidate } from '../model.ts';
import { type CandidateFacts, type ClaimLimits, fillTemplate, judgeCandidates } from './rules.ts';

const candidate = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  campusID: 1,
  broadcastID: 1,
  senderID: 's1',
  number: `+92300000000${id}`,
  text: 'Dear parent',
  media: '',
  attempts: 0,
  waits: 0,
  billIDs: ` ${id} `,
  owedIDs: '',
  params: null,
  ...more,
});
/** Of all that are asked for here, so that each may be a sibling of any other. */
const numbers = [1, 2, 3, 4, 9].map((id) => `+92300000000${id}`).join(' ');
const bill = (status = 'unpaid', expiryDate: string | null = null) => ({
  ...{ status, expiryDate, numbers },
  dueDate: '2026-11-05',
});
const knownWith = (
  more: Partial<CandidateFacts> = {},
  broadcast: Partial<CandidateFacts['broadcast']> = {},
): CandidateFacts => ({
  broadcast: {
    id: 1,
    audience: 'all',
    text: 'Dear parent',
    media: '',
    family: 0,
    day: '2026-11-05',
    begins: '2026-11-05',
    lastDay: null,
    payment: undefined,
    isNotice: false,
    ...broadcast,
  },
  bills: new Map([1, 2, 3, 4].map((id) => [id, bill()])),
  today: '2026-11-06',
  dueFrom: inTimeFrom('2026-11-06', noGrace),
  optedOut: new Set(),
  freeAt: new Map(),
  strangers: undefined,
  open: undefined,
  hasTemplate: false,
  messagingLimit: undefined,
  ...more,
});
const noLimits: ClaimLimits = {
  most: 50,
  strangersLeft: 0,
  mostStrangers: 0,
  tomorrow: '2026-11-06T19:00:00.000Z',
  pairUntil: '',
};
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

it('whatever is not overtaken goes, in its order', () => {
  const verdict = judgeCandidates([candidate(1), candidate(2)], knownWith(), noLimits);
  expect(ids(verdict.go)).toEqual([1, 2]);
  expect(verdict).toMatchObject({ skipped: [], putOff: [], rewrite: [] });
});

it('a number that asked for no messages gets none, but the notice that says so', () => {
  const optedOut = new Set(['+923000000001']);
  const skipped = [{ id: 1, reason: reasonOf('optedOut') }];
  expect(judgeCandidates([candidate(1)], knownWith({ optedOut }), noLimits)).toMatchObject({
    go: [],
    skipped,
  });
  expect(
    ids(judgeCandidates([candidate(1)], knownWith({ optedOut }, { isNotice: true }), noLimits).go),
  ).toEqual([1]);
});

it.each([
  ['a paid bill of a reminder', { audience: 'unpaid' as const }, bill('paid'), reasonOf('paidSince')],
  ['a part-paid bill of one', { audience: 'unpaid' as const }, bill('partial'), reasonOf('partPaidSince')],
  ['a cancelled bill of one', { audience: 'overdue' as const }, bill('cancelled'), reasonOf('otherSince')],
  ['a late bill of a reminder of what is overdue', { audience: 'overdue' as const }, bill(), undefined],
  [
    'one that is due later now',
    { audience: 'overdue' as const },
    { ...bill(), dueDate: '2026-11-06' },
    reasonOf('inTimeSince'),
  ],
  [
    'one that names no due date any more',
    { audience: 'overdue' as const },
    { ...bill(), dueDate: null },
    reasonOf('inTimeSince'),
  ],
  ['a paid bill of a message to all', {}, bill('paid'), undefined],
  ['a bill that is gone', {}, undefined, reasonOf('billRemoved')],
  [
    'a bill that has another number now',
    {},
    { ...bill(), numbers: '+923000000011 +92300000000' },
    reasonOf('numberChanged'),
  ],
  [
    'a voucher that expired since',
    { text: 'Due {{dueDate}}' },
    bill('unpaid', '2026-11-05'),
    reasonOf('expiredSince'),
  ],
  [
    'one whose last day is over',
    { lastDay: '2026-11-05' },
    bill(),
    reasonOf('outOfDate', { day: '2026-11-05' }),
  ],
  ['one whose last day it is', { lastDay: '2026-11-06' }, bill(), undefined],
  ['one that had expired before', { text: 'Was due {{dueDate}}' }, bill('unpaid', '2026-11-04'), undefined],
  ['one that expires today', { text: 'Due {{dueDate}}' }, bill('unpaid', '2026-11-06'), undefined],
  ['one that expired, where the text does not say due', {}, bill('unpaid', '2026-11-05'), undefined],
])('%s', (_what, broadcast, now, reason) => {
  const bills = new Map(now ? [[1, now]] : []);
  const verdict = judgeCandidates([candidate(1)], knownWith({ bills }, broadcast), noLimits);
  expect(verdict.skipped).toEqual(reason ? [{ id: 1, reason }] : []);
  expect(ids(verdict.go)).toEqual(reason ? [] : [1]);
});

it('a family is told of the child that is left, and not at all when none is', () => {
  const family = candidate(1, { billIDs: ' 1 2 ' });
  const broadcast = { audience: 'unpaid' as const, text: 'Dear {{name}}', family: 1 };
  const one = new Map([
    [1, bill('paid')],
    [2, bill()],
  ]);
  const some = judgeCandidates([family], knownWith({ bills: one }, broadcast), noLimits);
  expect(some.rewrite).toEqual([{ message: family, left: [2] }]);
  expect(ids(some.go)).toEqual([1]);
  const none = judgeCandidates(
    [family],
    knownWith({ bills: new Map([[1, bill('paid')]]) }, broadcast),
    noLimits,
  );
  expect(none).toMatchObject({ go: [], rewrite: [], skipped: [{ id: 1 }] });
});

it('A message that was planned for later does not tell of a bill that was owed then and is settled since.', () => {
  const planned = candidate(1, { owedIDs: ' 1 ' });
  const fateWith = (status: string) => {
    const { go, skipped } = judgeCandidates(
      [planned],
      knownWith({ bills: new Map([[1, bill(status)]]) }),
      noLimits,
    );
    return skipped[0]?.reason ?? ids(go);
  };
  expect(['unpaid', 'partial', 'paid', 'waived'].map(fateWith)).toEqual([
    [1],
    [1],
    reasonOf('paidSince'),
    reasonOf('otherSince'),
  ]);
});

it('A family’s message that was planned for later keeps the child that had been paid for by then.', () => {
  const family = candidate(1, { billIDs: ' 1 2 ', owedIDs: ' 1 ' });
  const bills = new Map([1, 2].map((id) => [id, bill('paid')]));
  const { go, rewrite } = judgeCandidates(
    [family],
    knownWith({ bills }, { text: 'Dear {{name}}' }),
    noLimits,
  );
  expect([ids(go), rewrite]).toEqual([[1], [{ message: family, left: [2] }]]);
});

it('no more are looked at than may go, and what is put off takes no place', () => {
  const same = { number: '+923000000009' };
  const limits = { ...noLimits, most: 2, pairUntil: '2026-11-05T06:00:06.000Z' };
  const all = [candidate(1, same), candidate(2, same), candidate(3), candidate(4)];
  const verdict = judgeCandidates(all, knownWith(), limits);
  expect(verdict.judged).toBe(3);
  expect([ids(verdict.go), ids(verdict.putOff)]).toEqual([[1, 3], [2]]);
});

it('a number gets one at a time where there is a limit for it', () => {
  const same = { number: '+923000000009' };
  const limits = { ...noLimits, pairUntil: '2026-11-05T06:00:06.000Z' };
  const freeAt = new Map([['+923000000003', '2026-11-05T06:00:02.000Z']]);
  const verdict = judgeCandidates(
    [candidate(1, same), candidate(2, same), candidate(3)],
    knownWith({ freeAt }),
    limits,
  );
  expect(ids(verdict.go)).toEqual([1]);
  expect(verdict.putOff).toEqual([
    { id: 2, dueAt: limits.pairUntil, reason: reasonOf('pairLimit') },
    { id: 3, dueAt: '2026-11-05T06:00:02.000Z', reason: reasonOf('pairLimit') },
  ]);
});

it('new numbers beyond a day’s wait for the next, and the others go', () => {
  const strangers = new Set(['+923000000001', '+923000000002', '+923000000004']);
  const limits = { ...noLimits, strangersLeft: 1, mostStrangers: 250 };
  const all = [candidate(1), candidate(2), candidate(3), candidate(4, { number: '+923000000001' })];
  const verdict = judgeCandidates(all, knownWith({ strangers }), limits);
  expect(ids(verdict.go)).toEqual([1, 3, 4]);
  expect(verdict.putOff).toEqual([
    { id: 2, dueAt: limits.tomorrow, reason: reasonOf('newPerDay', { most: 250 }) },
  ]);
});

describe('where free text reaches only those who wrote', () => {
  const open = new Set(['+923000000001']);

  it('the others are left out, unless the broadcast goes by a template', () => {
    const skipped = [{ id: 2, reason: reasonOf('windowClosed') }];
    const all = [candidate(1), candidate(2)];
    const free = judgeCandidates(all, knownWith({ open }), noLimits);
    expect(ids(free.go)).toEqual([1]);
    expect(free.skipped).toEqual(skipped);
    const byTemplate = judgeCandidates(all, knownWith({ open, hasTemplate: true }), noLimits);
    expect(ids(byTemplate.go)).toEqual([1, 2]);
  });

  it('and only so many of the others in a day: the next wait until there is a place, each for its own', () => {
    const messagingLimit: MessagingLimit = {
      portfolio: 'p',
      most: 3,
      left: 1,
      reached: new Set(['+923000000003']),
      freeAt: ['2026-11-06T01:00:00.000Z'],
      nextFreeAt: '2026-11-07T00:00:00.000Z',
    };
    const again = candidate(6, { number: '+923000000002' });
    const all = [candidate(1), candidate(2), candidate(3), candidate(4), candidate(5), again].map((one) => ({
      ...one,
      billIDs: '',
    }));
    const verdict = judgeCandidates(all, knownWith({ open, hasTemplate: true, messagingLimit }), noLimits);
    // Inside the window; the one place; was written to today; and the same person once more.
    expect(ids(verdict.go)).toEqual([1, 2, 3, 6]);
    const reason = reasonOf('perDay', { most: 3 });
    expect(verdict.putOff).toEqual([
      { id: 4, dueAt: '2026-11-06T01:00:00.000Z', reason },
      { id: 5, dueAt: '2026-11-07T00:00:00.000Z', reason },
    ]);
  });

  it('hands a template over with this recipient’s values, in their order', () => {
    const broadcast = {
      templateID: 1,
      name: 'fee_due_1_ab12',
      language: 'en',
      hasHeader: true,
      stopButton: true,
    };
    expect(fillTemplate(broadcast, { params: '["Ayesha","Rs. 12,500"]' })).toEqual({
      name: 'fee_due_1_ab12',
      language: 'en',
      values: [{ text: 'Ayesha' }, { text: 'Rs. 12,500' }],
      hasHeader: true,
      buttons: ['STOP'],
    });
    expect(fillTemplate({ ...broadcast, stopButton: false }, { params: null })).toMatchObject({
      values: [],
      buttons: [],
    });
  });
});
