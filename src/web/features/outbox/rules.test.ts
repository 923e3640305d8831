import { expect, test } from 'vitest';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { mayRetry } from '#shared/messages/failure-kinds.ts';
import { noMessages } from '#shared/messages/message-states.ts';
import { filterWords } from '#shared/words/outbox.ts';
import {
  barOf,
  broadcastsToShow,
  endOf,
  figuresOf,
  isCancelled,
  isRunning,
  isScheduled,
  nameOf,
  progressOf,
  sayAudience,
  sayBillings,
  sayOutcome,
  shownFilters,
  stateOf,
  titleOf,
  withChosen,
} from './rules.ts';

const broadcast = (
  counts: Partial<BroadcastProgress['counts']>,
  createdAt = '2026-11-20T10:00:00Z',
): BroadcastProgress => ({
  broadcastID: 1,
  groupIDs: [],
  audience: 'all',
  classes: null,
  isPerFamily: true,
  failures: 0,
  text: 'Fee due',
  template: null,
  createdAt,
  by: 'admin',
  paused: false,
  startAt: null,
  startedAt: null,
  notice: null,
  noticeCode: null,
  total: 100,
  counts: { ...noMessages(), ...counts },
});

test('A read message also counts as sent and delivered.', () => {
  expect(progressOf(broadcast({ accepted: 1, sent: 2, delivered: 4, read: 8 }))).toEqual({
    sent: 15,
    delivered: 12,
    read: 8,
    reach: 100,
  });
});

test('A send none of whose messages was sent does not have the state “Sent”.', () => {
  expect(endOf(broadcast({ read: 1, failed: 5, skipped: 3 }))).toBe('sent');
  expect(endOf(broadcast({ accepted: 1, cancelled: 5 }))).toBe('cancelled');
  expect(endOf(broadcast({ skipped: 12 }))).toBe('skipped');
  expect(endOf(broadcast({ failed: 3, skipped: 12 }))).toBe('failed');
  expect(endOf(broadcast({ unknown: 1, failed: 3, skipped: 12 }))).toBe('unknown');
});

test('The progress bar shows only states with messages.', () => {
  expect(barOf(broadcast({ read: 10, failed: 5, pending: 85 }))).toEqual([
    { part: 'read', percent: 10 },
    { part: 'failed', percent: 5 },
  ]);
  expect(barOf({ ...broadcast({}), total: 0 })).toEqual([]);
});

test('In a copy of the data every unfinished send is shown as held.', () => {
  const around = { timeZone: 'Asia/Karachi', isByHand: false, isHeld: false };
  const waiting = broadcast({ pending: 1 });
  const broadcasts = [waiting, { ...waiting, paused: true }, { ...waiting, startAt: '2026-11-21T04:00:00Z' }];
  expect(broadcasts.map((one) => stateOf(one, around))).toEqual([
    'Sending',
    'Paused',
    expect.stringContaining('21 Nov 2026'),
  ]);
  const held = { ...around, isHeld: true };
  expect(broadcasts.map((one) => stateOf(one, held))).toEqual(['Held', 'Held', 'Held']);
  expect([broadcast({ read: 100 }), broadcast({ cancelled: 1 })].map((one) => stateOf(one, held))).toEqual([
    'Sent',
    'Cancelled',
  ]);
});

test('All running sends are shown. If none is running, the latest send is shown for ten minutes.', () => {
  const now = Date.parse('2026-11-20T10:30:00Z');
  const old = broadcast({ read: 100 });
  const running = broadcast({ pending: 1 });
  const fresh = broadcast({ read: 100 }, '2026-11-20T10:25:00Z');
  const single = { ...fresh, total: 1 };
  const show = (...broadcasts: BroadcastProgress[]) => broadcastsToShow(broadcasts, now, undefined);
  expect(show(fresh, running, old)).toEqual([running]);
  expect(show(single, fresh, fresh)).toEqual([fresh]);
  expect(show(single, old)).toEqual([]);
  expect([old, running].map(isRunning)).toEqual([false, true]);
});

test('A finished send is shown only on its own billings, but a running send is shown on all billings.', () => {
  const now = Date.parse('2026-11-20T10:30:00Z');
  const ofTwo = { ...broadcast({ read: 100 }, '2026-11-20T10:25:00Z'), groupIDs: [2, 3] };
  const ofNone = { ...ofTwo, groupIDs: [] };
  expect(broadcastsToShow([ofNone, ofTwo], now, 3)).toEqual([ofTwo]);
  expect(broadcastsToShow([ofTwo], now, 4)).toEqual([]);
  expect(broadcastsToShow([ofNone], now, 4)).toEqual([]);
  const running = { ...ofTwo, counts: broadcast({ pending: 1 }).counts };
  expect(broadcastsToShow([running], now, 4)).toEqual([running]);
});

test('Filters without messages are hidden, but the chosen filter is always shown.', () => {
  const counts = { ...noMessages(), read: 3, failed: 1 };
  expect(
    shownFilters(counts, { chosen: 'unknown', undecided: 0 }).map(({ value, count }) => [value, count]),
  ).toEqual([
    ['all', 4],
    ['pending', 0],
    ['read', 3],
    ['failed', 1],
    ['unknown', 0],
  ]);
});

test('A scheduled send is listed after the running sends, and a send that missed its time counts as paused.', () => {
  const later = { ...broadcast({ pending: 5 }), startAt: '2026-11-21T04:00:00Z' };
  const missed = { ...later, paused: true };
  const begun = { ...later, startedAt: '2026-11-21T04:00:01Z' };
  expect([later, missed, begun, broadcast({ pending: 5 })].map(isScheduled)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(broadcastsToShow([later, missed], 0, undefined)).toEqual([missed, later]);
});

test('The filter of unknown outcomes shows how many messages wait for a decision.', () => {
  const counts = { ...noMessages(), unknown: 3 };
  const noteOf = (undecided: number) =>
    shownFilters(counts, { chosen: 'all', undecided }).find(({ value }) => value === 'unknown')?.note;
  expect([0, 2].map(noteOf)).toEqual([undefined, '2 to decide']);
});

test('A failed message may be retried unless it would fail again, and an unknown message until it is decided.', () => {
  const offered = (['failed', 'unknown', 'read'] as const).map((status) =>
    [false, true].map((isDecided) => mayRetry({ status, isDecided, reasonCode: null })),
  );
  expect(offered).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
  const final = [
    ...['notOnWhatsApp', 'notOnWhatsAppOrTooOld', 'unreadNumber', 'writesToItself'],
    ...['optedOut', 'offersSwitchedOff', 'blockedByUs', 'heldBackForTest', 'windowOver'],
    ...['templateRejected', 'templateIsPaused', 'templatePausedByWhatsApp', 'templateSwitchedOff'],
    ...['badValue', 'cloudTextTooLong', 'mediaNotTaken'],
  ];
  const codes = ['switchedOff', ...final, 'cloudTrouble', 'ofALaterVersion'];
  const retried = codes.filter((reasonCode) => mayRetry({ status: 'failed', isDecided: false, reasonCode }));
  expect(retried).toEqual(['switchedOff', 'cloudTrouble', 'ofALaterVersion']);
});

test('The filter of unknown outcomes is named “May have been sent”.', () => {
  expect(filterWords.unknown).toBe('May have been sent');
  expect(filterWords.pending).toBe('Waiting');
});

test('No two filters have the same name.', () => {
  const names = Object.values(filterWords);
  expect(new Set(names).size).toBe(names.length);
});

test('Skipped and cancelled messages do not count in the reach of a running send.', () => {
  const cleared = broadcast({ read: 40, skipped: 20, cancelled: 30, failed: 9, pending: 1 });
  expect(progressOf(cleared).reach).toBe(50);
  expect(barOf(cleared).map(({ percent }) => percent)).toEqual([80, 18]);
});

test('A send with cancelled messages is cancelled once no message waits, and its reach includes them.', () => {
  const cancelled = { ...broadcast({ failed: 1, cancelled: 43 }), total: 44 };
  expect(
    [cancelled, broadcast({ pending: 1, cancelled: 43 }), broadcast({ read: 44 })].map(isCancelled),
  ).toEqual([true, false, false]);
  expect(progressOf(cancelled)).toMatchObject({ sent: 0, reach: 44 });
  expect(barOf(cancelled)).toEqual([{ part: 'failed', percent: 100 / 44 }]);
});

test('A send without a template is named after the first line of its text.', () => {
  expect(titleOf('*Fee due*\nDear parent')).toBe('Fee due');
  expect(titleOf('Fee of {{ NAME }} for {{month}}, {{x}}')).toBe('Fee of [Name] for [Month], {{x}}');
  expect(titleOf('')).toBe('');
});

test('A send is named after its template, else after its text.', () => {
  expect(nameOf({ template: 'Fee due', text: '*Dear parent*' })).toBe('Fee due');
  expect(nameOf({ template: null, text: '*Dear parent*' })).toBe('Dear parent');
});

test('The chosen entry stays in the list even if it no longer exists.', () => {
  const choices = [{ id: 1, name: 'May' }];
  expect(withChosen(choices, 1, 'Gone')).toEqual(choices);
  expect(withChosen(choices, undefined, 'Gone')).toEqual(choices);
  expect(withChosen(choices, 2, 'Gone')).toEqual([...choices, { id: 2, name: 'Gone' }]);
  // Until the list is loaded, no entry is shown as deleted.
  expect(withChosen(undefined, 2, 'Gone')).toEqual([]);
});

test('A send names its billings, unless one of them is opened.', () => {
  const billings = [
    { id: 3, name: 'November 2026' },
    { id: 2, name: 'October 2026' },
    { id: 1, name: 'September 2026' },
  ];
  const about = (groupIDs: number[], opened?: number) => sayBillings({ groupIDs }, billings, opened);
  expect(about([2])).toBe('October 2026');
  expect(about([2], 3)).toBe('October 2026');
  expect(about([1, 3, 2])).toBe('November 2026 and 2 more');
  expect(about([1, 3], 3)).toBe('');
  // A send to plain numbers or to classes has no billing, and a deleted billing has no name.
  expect(about([], 3)).toBe('');
  expect(about([9])).toBe('');
});

test('Each figure of a send includes the later states, and a rare state is shown only if it occurs.', () => {
  const labels = (send: Parameters<typeof figuresOf>[0]) =>
    figuresOf(send).map(({ label, count }) => `${label} ${count}`);
  const counts = broadcast({ sent: 1, delivered: 2, read: 4, failed: 2, skipped: 1 });
  expect(labels({ ...counts, total: 10, paidSince: null })).toEqual([
    'Families 10',
    'Sent 7',
    'Delivered 6',
    'Read 4',
    'Failed 2',
    'Left out 1',
  ]);
  const waiting = broadcast({ pending: 3, unknown: 1, cancelled: 2 });
  expect(labels({ ...waiting, total: 6, paidSince: 0, isPerFamily: false })).toEqual([
    ...['Messages 6', 'Waiting 3', 'Sent 0', 'Delivered 0', 'Read 0', 'Failed 0'],
    ...['May have been sent 1', 'Left out 0', 'Cancelled 2', 'Paid since 0'],
  ]);
});

test('The audience of a send is described by its billings, classes or numbers.', () => {
  const billings = [
    { id: 1, name: 'October 2026' },
    { id: 2, name: 'November 2026' },
  ];
  const audience = (change: object) => sayAudience({ ...broadcast({}), total: 12, ...change }, billings);
  expect(audience({ groupIDs: [1], audience: 'unpaid' })).toBe('October 2026, unpaid');
  expect(audience({ groupIDs: [1, 2] })).toBe('October 2026 and 1 more');
  expect(audience({ classes: ['5', '6'] })).toBe('Class 5, 6');
  expect(audience({ classes: ['5', '6', '7', '8', '9'] })).toBe('Class 5, 6, 7 and 2 more');
  expect(audience({})).toBe('12 numbers');
});

test('The outcome of a send says how many messages wait, how many failed, or how many were read.', () => {
  expect(sayOutcome(broadcast({ pending: 3, failed: 1 }))).toBe('3 waiting');
  expect(sayOutcome({ ...broadcast({ failed: 6, read: 90 }), failures: 6 })).toBe('6 failed');
  expect(sayOutcome({ ...broadcast({ read: 90, delivered: 4, skipped: 6 }) })).toBe('90 of 94 read');
  expect(sayOutcome(broadcast({ skipped: 100 }))).toBe('100 left out');
  expect(sayOutcome(broadcast({ sent: 10, cancelled: 90 }))).toBe('90 cancelled');
});
