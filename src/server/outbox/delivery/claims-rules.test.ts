import { describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import type { MessagingLimit } from '../limits/messaging-limits-rules.ts';
import type { Candidate } from '../model.ts';
import { type CandidateFacts, type ClaimLimits, fillTemplate, judgeCandidates } from './claims-rules.ts';

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
/** All numbers that the tests use, so that each candidate may be a sibling of any other. */
const numbers = [1, 2, 3, 4, 9].map((id) => `+92300000000${id}`).join(' ');
const bill = (status = 'unpaid', expiryDate: string | null = null) => ({
  ...{ status, paid: 0, expiryDate, numbers },
  dueDate: '2026-11-05',
});
const factsWith = (
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
  promised: new Map(),
  freeAt: new Map(),
  newNumbers: undefined,
  open: undefined,
  hasTemplate: false,
  messagingLimit: undefined,
  ...more,
});
const noLimits: ClaimLimits = {
  most: 50,
  newNumbersLeft: 0,
  newNumbersPerDay: 0,
  tomorrow: '2026-11-06T19:00:00.000Z',
  pairUntil: '',
};
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

it('Messages that nothing has overtaken are sent in their order.', () => {
  const selection = judgeCandidates([candidate(1), candidate(2)], factsWith(), noLimits);
  expect(ids(selection.go)).toEqual([1, 2]);
  expect(selection).toMatchObject({ skipped: [], putOff: [], rewrite: [] });
});

it('A number that opted out is skipped, but still gets the notice that confirms the opt-out.', () => {
  const optedOut = new Set(['+923000000001']);
  const skipped = [{ id: 1, reason: makeReason('optedOut') }];
  expect(judgeCandidates([candidate(1)], factsWith({ optedOut }), noLimits)).toMatchObject({
    go: [],
    skipped,
  });
  expect(
    ids(judgeCandidates([candidate(1)], factsWith({ optedOut }, { isNotice: true }), noLimits).go),
  ).toEqual([1]);
});

it.each([
  [
    'a reminder of a bill that was paid since',
    { audience: 'unpaid' as const },
    bill('paid'),
    makeReason('paidSince'),
  ],
  [
    'a reminder with the total of a bill that was part-paid since',
    { audience: 'unpaid' as const, text: 'Pay {{total}}' },
    { ...bill('partial'), paid: 400 },
    makeReason('partPaidSince'),
  ],
  [
    'a reminder with the payable amount of a bill of which an unknown part was paid since',
    { audience: 'overdue' as const, text: 'Pay {{payable}}' },
    bill('partial'),
    makeReason('partPaidSince'),
  ],
  [
    'a reminder with the payable amount of a bill that was part-paid since',
    { audience: 'overdue' as const, text: '{{total}}, payable {{payable}}' },
    { ...bill('partial'), paid: 400 },
    undefined,
  ],
  [
    'a reminder of a bill that was cancelled since',
    { audience: 'overdue' as const },
    bill('cancelled'),
    makeReason('otherSince'),
  ],
  ['a reminder of an overdue bill', { audience: 'overdue' as const }, bill(), undefined],
  [
    'an overdue reminder of a bill that is due later now',
    { audience: 'overdue' as const },
    { ...bill(), dueDate: '2026-11-06' },
    makeReason('inTimeSince'),
  ],
  [
    'an overdue reminder of a bill that lost its due date',
    { audience: 'overdue' as const },
    { ...bill(), dueDate: null },
    makeReason('inTimeSince'),
  ],
  ['a message to all about a paid bill', {}, bill('paid'), undefined],
  ['a message about a deleted bill', {}, undefined, makeReason('billRemoved')],
  [
    'a message about a bill that has another number now',
    {},
    { ...bill(), numbers: '+923000000011 +92300000000' },
    makeReason('numberChanged'),
  ],
  [
    'a message about a voucher that expired since',
    { text: 'Due {{dueDate}}' },
    bill('unpaid', '2026-11-05'),
    makeReason('expiredSince'),
  ],
  [
    'a message after its last day',
    { lastDay: '2026-11-05' },
    bill(),
    makeReason('outOfDate', { day: '2026-11-05' }),
  ],
  ['a message on its last day', { lastDay: '2026-11-06' }, bill(), undefined],
  [
    'a message about a voucher that had expired before the send',
    { text: 'Was due {{dueDate}}' },
    bill('unpaid', '2026-11-04'),
    undefined,
  ],
  [
    'a message about a voucher that expires today',
    { text: 'Due {{dueDate}}' },
    bill('unpaid', '2026-11-06'),
    undefined,
  ],
  ['a message without a due date about an expired voucher', {}, bill('unpaid', '2026-11-05'), undefined],
])('A claim sends or skips %s, with the right reason.', (_what, broadcast, now, reason) => {
  const bills = new Map(now ? [[1, now]] : []);
  const selection = judgeCandidates([candidate(1)], factsWith({ bills }, broadcast), noLimits);
  expect(selection.skipped).toEqual(reason ? [{ id: 1, reason }] : []);
  expect(ids(selection.go)).toEqual(reason ? [] : [1]);
});

it('A family message keeps the children that still owe, and is skipped when no child owes anything.', () => {
  const family = candidate(1, { billIDs: ' 1 2 ' });
  const broadcast = { audience: 'unpaid' as const, text: 'Dear {{name}}', family: 1 };
  const one = new Map([
    [1, bill('paid')],
    [2, bill()],
  ]);
  const some = judgeCandidates([family], factsWith({ bills: one }, broadcast), noLimits);
  expect(some.rewrite).toEqual([{ message: family, left: [2] }]);
  expect(ids(some.go)).toEqual([1]);
  const none = judgeCandidates(
    [family],
    factsWith({ bills: new Map([[1, bill('paid')]]) }, broadcast),
    noLimits,
  );
  expect(none).toMatchObject({ go: [], rewrite: [], skipped: [{ id: 1 }] });
});

describe('A message to everybody that was planned for later', () => {
  const outcomeOf = (status: string, broadcast: { text?: string; media?: string }) => {
    const facts = factsWith({ bills: new Map([[1, bill(status)]]) }, broadcast);
    const { go, skipped } = judgeCandidates([candidate(1, { owedIDs: ' 1 ' })], facts, noLimits);
    return skipped[0]?.reason ?? ids(go);
  };

  it.each([
    { text: 'Fee of {{name}}: {{payable}}' },
    { text: 'Fee: {{ Total }}' },
    { text: 'Pay by {{dueDate}}' },
    { text: 'Pay by {{payableUntil}}' },
    { text: '{{heads}}' },
    { text: 'All children: {{familyTotal}}' },
    { text: 'See {{link}}' },
    { text: 'The voucher', media: 'paper:voucher' },
  ])('It is skipped when its bill was open then and is settled now, if it is %j.', (broadcast) => {
    const outcomes = ['unpaid', 'partial', 'paid', 'waived'].map((status) => outcomeOf(status, broadcast));
    expect(outcomes).toEqual([[1], [1], makeReason('paidSince'), makeReason('otherSince')]);
  });

  it.each([
    { text: 'School is closed on Friday' },
    { text: 'Dear parent of {{name}}, {{campus}} is closed on Friday' },
    { text: 'Class {{regNum}}', media: '/files/1-aaaaaaaaaaaaaaaaaaaaaaaa.pdf' },
  ])('It is sent to a family that has paid meanwhile, if it is the notice %j.', (broadcast) => {
    expect(['unpaid', 'partial', 'paid', 'waived'].map((status) => outcomeOf(status, broadcast))).toEqual(
      Array(4).fill([1]),
    );
  });
});

it('A family message that was planned for later keeps the child whose bill was already paid then.', () => {
  const family = candidate(1, { billIDs: ' 1 2 ', owedIDs: ' 1 ' });
  const bills = new Map([1, 2].map((id) => [id, bill('paid')]));
  const { go, rewrite } = judgeCandidates(
    [family],
    factsWith({ bills }, { text: '{{name}}: {{payable}}' }),
    noLimits,
  );
  expect([ids(go), rewrite]).toEqual([[1], [{ message: family, left: [2] }]]);
});

it('A claim judges no more messages than may be sent, and a postponed message takes no place.', () => {
  const same = { number: '+923000000009' };
  const limits = { ...noLimits, most: 2, pairUntil: '2026-11-05T06:00:06.000Z' };
  const all = [candidate(1, same), candidate(2, same), candidate(3), candidate(4)];
  const selection = judgeCandidates(all, factsWith(), limits);
  expect(selection.judged).toBe(3);
  expect([ids(selection.go), ids(selection.putOff)]).toEqual([[1, 3], [2]]);
});

it('A number gets only one message at a time if the provider limits the messages to one number.', () => {
  const same = { number: '+923000000009' };
  const limits = { ...noLimits, pairUntil: '2026-11-05T06:00:06.000Z' };
  const freeAt = new Map([['+923000000003', '2026-11-05T06:00:02.000Z']]);
  const selection = judgeCandidates(
    [candidate(1, same), candidate(2, same), candidate(3)],
    factsWith({ freeAt }),
    limits,
  );
  expect(ids(selection.go)).toEqual([1]);
  expect(selection.putOff).toEqual([
    { id: 2, dueAt: limits.pairUntil, reason: makeReason('pairLimit') },
    { id: 3, dueAt: '2026-11-05T06:00:02.000Z', reason: makeReason('pairLimit') },
  ]);
});

it('New numbers beyond the daily limit wait for the next day, and the other messages go.', () => {
  const newNumbers = new Set(['+923000000001', '+923000000002', '+923000000004']);
  const limits = { ...noLimits, newNumbersLeft: 1, newNumbersPerDay: 250 };
  const all = [candidate(1), candidate(2), candidate(3), candidate(4, { number: '+923000000001' })];
  const selection = judgeCandidates(all, factsWith({ newNumbers }), limits);
  expect(ids(selection.go)).toEqual([1, 3, 4]);
  expect(selection.putOff).toEqual([
    { id: 2, dueAt: limits.tomorrow, reason: makeReason('newPerDay', { most: 250 }) },
  ]);
});

describe('Free text inside the customer service window only', () => {
  const open = new Set(['+923000000001']);

  it('Free text outside the customer service window is skipped, and a template is sent.', () => {
    const skipped = [{ id: 2, reason: makeReason('windowClosed') }];
    const all = [candidate(1), candidate(2)];
    const free = judgeCandidates(all, factsWith({ open }), noLimits);
    expect(ids(free.go)).toEqual([1]);
    expect(free.skipped).toEqual(skipped);
    const byTemplate = judgeCandidates(all, factsWith({ open, hasTemplate: true }), noLimits);
    expect(ids(byTemplate.go)).toEqual([1, 2]);
  });

  it('Messages over the messaging limit each wait until a place of the limit is free.', () => {
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
    const selection = judgeCandidates(all, factsWith({ open, hasTemplate: true, messagingLimit }), noLimits);
    // 1 is inside the window, 2 takes the one free place, 3 was written to today, and 6 is the same person as 2.
    expect(ids(selection.go)).toEqual([1, 2, 3, 6]);
    const reason = makeReason('perDay', { most: 3 });
    expect(selection.putOff).toEqual([
      { id: 4, dueAt: '2026-11-06T01:00:00.000Z', reason },
      { id: 5, dueAt: '2026-11-07T00:00:00.000Z', reason },
    ]);
  });

  it('A template is handed over with the values of its recipient, in their order.', () => {
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
