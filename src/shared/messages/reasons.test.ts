import { describe, expect, it } from 'vitest';
import { reasonWords } from '../words/reasons.ts';
import {
  codeOf,
  hasCode,
  likeCode,
  makeReason,
  parseReason,
  type Reason,
  sayForMany,
  sayReason,
  tellReason,
} from './reasons.ts';

describe('Reasons', () => {
  it('A reason is stored as its code with its details, and equal reasons are equal texts.', () => {
    expect(makeReason('perDay', { most: 250 })).toBe('{"code":"perDay","most":250}');
    expect(makeReason('paidSince')).toBe(makeReason('paidSince'));
    expect(codeOf(makeReason('perDay', { most: 250 }))).toBe('perDay');
  });

  it('A reason is shown as a sentence, and so is a reason inside another reason.', () => {
    expect(sayReason(makeReason('missing', { names: ['dueDate', 'x'] }))).toBe('No value for Due date, x');
    const reason = parseReason(makeReason('cloudRefused', { reported: 'Try later.' }));
    expect(sayReason(makeReason('guard', { failures: 10, reason }))).toBe(
      'Paused after 10 failures in a row: WhatsApp refused it: Try later. Resume it when this is solved.',
    );
  });

  it.each(['', 'No line', '{', '[]', 'null', '{"code":7}'])(
    'A stored text that is no reason code is shown as it is: %j.',
    (text) => {
      const stored = text as Reason;
      expect(parseReason(stored)).toEqual({ code: 'other', text });
      expect(sayReason(stored)).toBe(text);
    },
  );

  it('A reason code of a later version is shown as its code.', () => {
    for (const code of ['ofNextYear', 'toString', '__proto__'])
      expect(sayReason(`{"code":"${code}"}` as Reason)).toBe(code);
  });

  it('tellReason returns the sentence and the code, or null for both.', () => {
    expect(tellReason(makeReason('optedOut'))).toEqual({
      reason: 'Asked for no messages',
      reasonCode: 'optedOut',
    });
    expect(tellReason(null)).toEqual({ reason: null, reasonCode: null });
    expect([hasCode(null, 'optedOut'), hasCode(makeReason('optedOut'), 'paidSince', 'optedOut')]).toEqual([
      false,
      true,
    ]);
  });

  it('A reason shown for many messages leaves out the provider’s own words.', () => {
    const sentences = [
      makeReason('cloudRefused', { reported: 'No' }),
      makeReason('badValue', { reported: 'No' }),
      makeReason('wahaRefused', { why: 'No' }),
      makeReason('other', { text: 'No' }),
    ].map(sayForMany);
    for (const sentence of sentences) expect(sentence).not.toMatch(/\bNo\b/);
    expect(sayForMany(makeReason('wahaBroken', { status: 500 }))).toMatch(/500/);
  });

  it('Reason codes are letters, and no two codes differ only in case, so LIKE finds a reason by its code.', () => {
    const codes = Object.keys(reasonWords);
    for (const code of codes) expect(code).toMatch(/^[a-z]+$/i);
    expect(new Set(codes.map((code) => code.toLowerCase())).size).toBe(codes.length);
    expect(makeReason('perDay', { most: 1 }).startsWith(likeCode('perDay').slice(0, -1))).toBe(true);
  });
});
