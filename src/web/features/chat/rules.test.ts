import { expect, test } from 'vitest';
import type { ChatItem } from '#shared/calls/chat.ts';
import {
  bodyOf,
  byDay,
  countAfter,
  emptyDraft,
  firstOfLatest,
  hasNumber,
  isAnswered,
  isSettled,
  joinPages,
  keyOfNumber,
  latestOf,
  messageIDOf,
  nameOfDay,
  newestInbound,
  numbersIn,
  numbersOf,
  sayUntil,
  timeOf,
  whenOf,
} from './rules.ts';

const zone = 'Asia/Karachi';
const at = (date: string): ChatItem => ({
  id: date,
  kind: 'message',
  change: null,
  date,
  message: 'x',
  media: '',
  audio: '',
  fromAdmin: true,
  status: 'sent',
  reason: null,
  reasonCode: null,
  dueAt: null,
  isDecided: false,
  template: null,
});

/** An id with `m` is a message of the school, and an id with `i` is an incoming message. */
const talk = (...ids: string[]): ChatItem[] =>
  ids.map((id) => ({ ...at('2026-11-05T05:00:00Z'), id, fromAdmin: id.startsWith('m') }));
const idsOf = (items: readonly ChatItem[]) => items.map(({ id }) => id);

test('Chat days follow the campus’s time zone: 19:30 UTC is already the next day in Karachi.', () => {
  const days = byDay(
    [at('2026-11-04T18:59:00Z'), at('2026-11-04T19:30:00Z'), at('2026-11-05T05:00:00Z')],
    zone,
  );
  expect(days.map(({ day, items }) => [day, items.length])).toEqual([
    ['2026-11-04', 1],
    ['2026-11-05', 2],
  ]);
});

test('A chat day is named Today, Yesterday or by its date.', () => {
  const now = new Date('2026-11-05T10:00:00Z');
  expect(nameOfDay('2026-11-05', now, zone)).toBe('Today');
  expect(nameOfDay('2026-11-04', now, zone)).toBe('Yesterday');
  expect(nameOfDay('2026-11-03', now, zone)).toBe('3 Nov 2026');
});

test('Chat times are shown in the campus’s time zone.', () => {
  expect(timeOf('2026-11-05T09:05:00Z', zone)).toBe('14:05');
});

test('The list of chats shows the time for today, the weekday for the last week, else the date.', () => {
  const now = new Date('2026-11-05T10:00:00Z');
  const when = (instant: string) => whenOf(instant, now, zone);
  expect(when('2026-11-04T19:30:00Z')).toBe('00:30');
  expect(when('2026-11-04T18:30:00Z')).toBe('Wednesday');
  expect(when('2026-10-30T05:00:00Z')).toBe('Friday');
  expect(when('2026-10-29T05:00:00Z')).toBe('29 Oct 2026');
});

test('The latest message is shown by its text, or by its kind if it has no text.', () => {
  const nothing = { text: '', media: '', audio: '' };
  expect(latestOf({ ...nothing, text: '*Paid*\nat the bank', media: '/files/a.jpg' })).toBe(
    'Paid at the bank',
  );
  expect(latestOf({ ...nothing, media: '/files/a.jpg' })).toBe('Photo');
  expect(latestOf({ ...nothing, media: '/files/a.mp4' })).toBe('Video');
  expect(latestOf({ ...nothing, media: '/files/a.pdf' })).toBe('Document');
  expect(latestOf({ ...nothing, audio: '/files/a.ogg' })).toBe('Voice message');
});

test('The numbers of a field are split, and a number is recognised in local and international form.', () => {
  expect(numbersIn('0300-1234567, 0321 7654321 / n.a.')).toEqual(['0300-1234567', '0321 7654321']);
  expect(numbersIn('0300-1234567،0300-1234567')).toEqual(['0300-1234567']);
  expect(keyOfNumber('0300-1234567')).toBe(keyOfNumber('+92 300 1234567'));
  expect(hasNumber('0321-7654321, 0300-1234567', '+923001234567')).toBe(true);
  expect(hasNumber('0321-7654321', '+923001234567')).toBe(false);
  // A registration number is not a phone number.
  expect(hasNumber('10234', '10234')).toBe(false);
});

test('The address selects one of several numbers, in local or international form.', () => {
  const typed = '0300-1234567, 0321-7654321';
  const numbers = ['0300-1234567', '0321-7654321'];
  expect(numbersOf('+923217654321', typed)).toEqual({ number: '0321-7654321', numbers });
  expect(numbersOf('0300-1234567 / 0321-7654321', typed)).toEqual({ number: '0300-1234567', numbers });
  expect(numbersOf('0300-1234567 and 0321-7654321', typed)).toEqual({ number: '0300-1234567', numbers });
  expect(numbersOf('', '0300-1234567 or 0321-7654321').numbers.slice(1)).toEqual(numbers);
  // The number was corrected after the message was sent, but the chat still belongs to the old number.
  expect(numbersOf('+923330000000', typed)).toEqual({
    number: '+923330000000',
    numbers: ['+923330000000', ...numbers],
  });
  expect(numbersOf('', '')).toEqual({ number: '', numbers: [''] });
});

test('Pages are joined into one conversation by time, with each entry once and in its latest state.', () => {
  const early = { ...at('2026-11-04T05:00:00Z'), id: 'm9' };
  // A page of earlier messages may contain a message that was sent late, and entries that are also in the latest page.
  const earlier = [early, ...talk('i3', 'm10')];
  const latest = talk('i11', 'm12', 'm2').map((item) => ({ ...item, status: 'read' as const }));
  const again = { ...early, status: 'failed' as const };
  const joined = joinPages([earlier, [...latest, again]]);
  expect(idsOf(joined)).toEqual(['m9', 'i3', 'i11', 'm2', 'm10', 'm12']);
  expect(joined[0]?.status).toBe('failed');
  expect(joinPages([[]])).toEqual([]);
});

test.each<[Partial<ChatItem>, boolean]>([
  [{ status: null }, true],
  [{ status: 'accepted' }, true],
  [{ status: 'read' }, true],
  [{ status: 'unknown', isDecided: true }, true],
  [{ status: 'unknown' }, false],
  [{ status: 'queued' }, false],
  [{ status: 'failed' }, false],
  [{ status: 'cancelled' }, false],
])('A chat entry with %j is settled: %s.', (state, is) => {
  expect(isSettled({ ...at('2026-11-04T05:00:00Z'), ...state })).toBe(is);
});

test('New messages are counted back from the newest incoming message, and an answered message is not new.', () => {
  const items = talk('i1', 'm2', 'i3', 'm4', 'i5');
  expect(newestInbound(items)).toBe('i5');
  expect(newestInbound(talk('m1'))).toBeUndefined();
  expect(firstOfLatest(items, 'i5', 2)).toBe('i3');
  expect(firstOfLatest(items, 'i3', 1)).toBe('i3');
  expect(firstOfLatest(items, 'i5', 9)).toBe('i1');
  expect([isAnswered(items, 'i3'), isAnswered(items, 'i5')]).toEqual([true, false]);
  expect([countAfter(items, 'm2'), countAfter(items, 'i5'), countAfter(items, undefined)]).toEqual([2, 0, 0]);
  expect(idsOf(items).map((id) => messageIDOf({ id }))).toEqual([1, 2, 3, 4, 5]);
});

test('A text is sent with bills only if it has placeholders, and several children get one family message.', () => {
  const message = 'Fee of {{name}}';
  expect(bodyOf({ ...emptyDraft, message: 'Salam' }, [1, 2])).toMatchObject({
    contactIDs: [],
    family: false,
  });
  expect(bodyOf({ ...emptyDraft, message }, [1])).toMatchObject({ contactIDs: [1], family: false });
  expect(bodyOf({ ...emptyDraft, message }, [1, 2])).toMatchObject({ contactIDs: [1, 2], family: true });
});

test('A chat message is sent as a template only if a template is chosen.', () => {
  expect(bodyOf(emptyDraft, []).templateID).toBeUndefined();
  expect(bodyOf(emptyDraft, [], 3).templateID).toBe(3);
});

test('The end of the customer service window is shown in the campus’s time zone.', () => {
  const now = new Date('2026-11-05T04:00:00Z');
  expect(sayUntil('2026-11-05T18:59:00Z', now, zone)).toBe('today at 23:59');
  expect(sayUntil('2026-11-05T19:01:00Z', now, zone)).toBe('tomorrow at 00:01');
  expect(sayUntil('2026-11-08T03:00:00Z', now, zone)).toBe('on 8 Nov 2026 at 08:00');
});
