import { expect, test } from 'vitest';
import { noPace, type PaceSettings, paceSettings } from '#shared/calls/senders.ts';
import { scheduleWords } from '#shared/words/sending.ts';
import { senderWords } from '#shared/words/whatsapp-number.ts';
import { changedPace, describePace, formOf, paceOf, troubleOf, unreadIn } from './rules.ts';

const everything: PaceSettings = {
  perMinute: 20,
  gap: { from: 3, to: 30 },
  rest: { every: 50, seconds: 120 },
  newPerDay: 250,
  pairSeconds: 6,
  quiet: { from: '21:00', to: '08:00' },
  quietDays: [0, 5],
};

test('The form of the pace saves exactly what it shows.', () => {
  for (const pace of [noPace, everything, { ...noPace, gap: { from: 5, to: 12 } }])
    expect(paceOf(formOf(pace))).toEqual(pace);
  expect(formOf({ ...noPace, gap: { from: 5, to: 12 } }).gap).toBe('usual');
});

test('The default numbers of each limit are valid when the limit is switched on.', () => {
  const allOn = { isRated: true, isResting: true, isPaired: true, isNewLimited: true, isQuiet: true };
  const form = { ...formOf(noPace), ...allOn, gap: 'own' as const };
  expect(unreadIn(form)).toEqual({});
  expect(paceSettings.safeParse(paceOf(form)).success).toBe(true);
});

test('Quiet hours are read in any usual notation.', () => {
  const form = { ...formOf(everything), quietFrom: '9 pm', quietTo: '8.00' };
  expect(paceOf(form).quiet).toEqual({ from: '21:00', to: '08:00' });
  expect(changedPace(form, everything)).toEqual([]);
});

test('The form counts as changed only if it means another pace.', () => {
  const form = formOf(noPace);
  expect(changedPace({ ...form, perMinute: 'x', quietTo: '' }, noPace)).toEqual([]);
  expect(changedPace({ ...form, isRated: true }, noPace)).toEqual(['perMinute']);
  expect(changedPace({ ...form, isRated: true, perMinute: 'x' }, noPace)).toEqual(['perMinute']);
  expect(changedPace(formOf({ ...everything, quietDays: [5, 0] }), everything)).toEqual([]);
});

test('An unreadable number or time is reported at its field if the field is in use.', () => {
  const form = formOf(everything);
  expect(unreadIn({ ...form, perMinute: '0', restEvery: '1.5', quietFrom: '' })).toEqual({
    perMinute: senderWords.whole(1, 60_000),
    restEvery: senderWords.whole(1, 100_000),
    quietFrom: scheduleWords.timeRequired,
  });
  expect(unreadIn({ ...form, quietFrom: '9', quietTo: '8 am' })).toEqual({
    quietFrom: scheduleWords.notATime,
  });
  expect(unreadIn({ ...form, isRated: false, perMinute: '', gap: 'usual', gapTo: '' })).toEqual({});
});

test('An issue from the server is shown at its field.', () => {
  const bad = { ...everything, gap: { from: 9, to: 3 }, quiet: { from: '08:00', to: '08:00' } };
  const issues = paceSettings.safeParse(bad).error?.issues ?? [];
  const serverIssues = issues.map(({ path, message }) => ({ path: ['body', ...path].join('.'), message }));
  expect(Object.keys(troubleOf(serverIssues))).toEqual(['gapTo', 'quietTo']);
  expect(troubleOf([{ path: 'quietDays.1', message: 'Twice' }])).toEqual({ quietDays: 'Twice' });
});

test('The meaning of the pace is described in words.', () => {
  expect(describePace(noPace)).toEqual(['Messages are sent as fast as WhatsApp accepts them.']);
  expect(describePace({ ...noPace, gap: { from: 5, to: 12 } })).toEqual([
    'At this pace 500 messages take about 1 hour 11 minutes.',
  ]);
  expect(describePace(everything)).toEqual([
    'At this pace 500 messages take about 2 hours 35 minutes.',
    '500 families whom this number has never written to take 2 days.',
    'Nothing is sent between 21:00 and 08:00.',
    'Nothing is sent on Sunday and Friday.',
  ]);
});
