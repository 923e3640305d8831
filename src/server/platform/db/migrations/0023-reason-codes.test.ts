/** Every sentence that earlier versions could store gets a code, and different sentences get different reasons. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bodyOf, codeOf, type Reason, reasonOf } from '#shared/reasons.ts';
import { toMissed, toReason } from './0023-reason-codes.ts';

type Stored = { reason: string };
type Sentences = Record<'messages' | 'approvals', Stored[]> & Record<'notices' | 'stops', string[]>;

const read = (version: string): string[] => {
  const file = new URL(`../../../../../test/upgrade/make/${version}.json`, import.meta.url);
  const {
    messages,
    approvals = [],
    notices = [],
    stops = [],
  } = JSON.parse(readFileSync(file, 'utf8')) as Sentences;
  const all = [...messages, ...approvals].map(({ reason }) => reason);
  return [...new Set([...all, ...notices, ...stops])].filter((text) => text !== '');
};

const sentences = [...new Set([...read('2026-11-20'), ...read('2026-11-22')])];
/** A provider's own words, which are in no list of ours. */
const isForeign = (text: string) => text.startsWith('Rejected: ');
/** With the full stop as a reason, and without it as a part of a notice. */
const foreign = ['Rejected: the carrier said “no route”.', 'Rejected: the carrier said “no route”'];

const place = { startAt: null, timeZone: 'Asia/Karachi' };
const become = (text: string) => (toMissed({ notice: text, ...place }) ?? toReason(text)) as Reason;

describe('Stored sentences', () => {
  it('The fixtures hold more than 240 stored sentences.', () =>
    expect(sentences.length).toBeGreaterThan(240));

  it.each(sentences)('The stored sentence “%s” gets a code, unless a provider said it.', (text) => {
    const reason = become(text);
    const body = bodyOf(reason);
    expect(body.code === 'other').toBe(isForeign(text));
    const nested = body.reason as typeof body | undefined;
    if (nested?.code === 'other') expect(foreign).toContain(nested.text);
    // A second time changes nothing.
    expect(toReason(reason)).toBe(reason);
  });

  it('Different sentences become different reasons, so no detail is lost.', () => {
    const texts = sentences.filter((text) => !/^\w+$/.test(text));
    expect(texts.length).toBeGreaterThan(240);
    expect(new Set(texts.map(become)).size).toBe(texts.length);
  });

  it.each<[string, Reason]>([
    ['Skipped by hand', reasonOf('skippedByHand')],
    ['idTaken', reasonOf('idTaken')],
    ['No value for {{dueDate}}, {{total}}', reasonOf('missing', { names: ['dueDate', 'total'] })],
    ['Waits for tomorrow: at most 1,200 new numbers a day', reasonOf('newPerDay', { most: 1200 })],
    [
      'Waits for its place: WhatsApp lets this number write first to 1 person in 24 hours',
      reasonOf('perDay', { most: 1 }),
    ],
    ['Began 1 minute late: Qasid was not running.', reasonOf('late', { minutes: 1 })],
    ['Began 1,200 hours late: Qasid was not running.', reasonOf('late', { minutes: 72_000 })],
    ['WhatsApp refused it.', reasonOf('cloudRefused', {})],
    ['WhatsApp refused it: (#1)\nOf two lines.', reasonOf('cloudRefused', { said: '(#1)\nOf two lines.' })],
    [
      'With its values this template is too long: shorten it and submit it again. WhatsApp says: No. WhatsApp says: No.',
      reasonOf('templateTooLong', { said: 'No. WhatsApp says: No.' }),
    ],
    [
      'The text is not built as WhatsApp wants it. Use fewer values.',
      reasonOf('textFormat', { said: 'Use fewer values.' }),
    ],
    ['The text is not built as WhatsApp wants it.', reasonOf('textFormat', {})],
    [
      'The text is longer than the 4,096 characters that WhatsApp takes: shorten it.',
      reasonOf('cloudTextTooLong', { most: 4096 }),
    ],
    [
      'May have been sent: the gateway answered with its own error 502',
      reasonOf('wahaBroken', { status: 502 }),
    ],
    ['The gateway refuses this message', reasonOf('wahaRefused', { why: '' })],
    ['The gateway refuses: no such chat', reasonOf('wahaRefused', { why: 'no such chat' })],
    [
      'WhatsApp says that this account broke its rules (SPAM): see Meta’s Account quality.',
      reasonOf('accountViolation', { kind: 'SPAM' }),
    ],
  ])('The details in “%s” are read into its reason.', (text, reason) => expect(toReason(text)).toBe(reason));

  it('A reason inside a notice is recognised with and without its full stop.', () => {
    for (const stop of ['', '.'])
      expect(
        toReason(
          `Paused after 11 failures in a row: WhatsApp’s answer did not arrive${stop}. Resume it when this is mended.`,
        ),
      ).toBe(reasonOf('guard', { failures: 11, reason: { code: 'cloudBroken' } }));
    expect(
      toReason('Paused by WhatsApp: Nobody knows it. Resume it when the template may be used again.'),
    ).toBe(reasonOf('template', { reason: { code: 'other', text: 'Nobody knows it' } }));
  });

  it.each([
    'Error: it was not understood',
    'Skipped by hand.',
    'newToken',
    '{"codes":"none"}',
    '{"code":7}',
    '{{name}}',
    'No value for {{name}} and more',
    'The text advertises. WhatsApp says: No',
    'Skipped by hand WhatsApp says: No',
    'سلام',
  ])('The unknown text “%s” is kept unchanged.', (text) =>
    expect(toReason(text)).toBe(reasonOf('other', { text })),
  );
});

describe('Notices of a missed start', () => {
  const notice =
    'Was to begin on 9 Nov 2026, 09:00, while Qasid was not running. Resume it to send it now, or cancel it.';
  const timeZone = 'Asia/Karachi';

  it('A notice of a missed start takes its time from the broadcast, else from the sentence in the campus’s time zone.', () => {
    const startAt = '2026-11-09T04:00:30.000Z';
    const missed = (startAt: string) => reasonOf('missed', { startAt, timeZone });
    expect(toMissed({ notice, startAt, timeZone })).toBe(missed(startAt));
    expect(toMissed({ notice, startAt: null, timeZone })).toBe(missed('2026-11-09T04:00:00.000Z'));
  });

  it('A notice with an impossible day or time zone keeps its sentence.', () => {
    const odd = notice.replace('Nov', 'Nob');
    for (const missed of [
      { notice: odd, timeZone },
      { notice, timeZone: 'Nowhere/Here' },
    ])
      expect(toMissed({ ...missed, startAt: null })).toBeUndefined();
    expect(codeOf(toReason(notice) as Reason)).toBe('other');
    expect(toMissed({ notice: 'Skipped by hand', startAt: null, timeZone })).toBeUndefined();
  });
});
