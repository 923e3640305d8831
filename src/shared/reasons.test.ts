import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  codeOf,
  hasCode,
  likeCode,
  type Reason,
  reasonOf,
  sayForMany,
  sayReason,
  tellReason,
} from './reasons.ts';
import { reasonWords } from './words/reasons.ts';

describe('a reason', () => {
  it('is a code with what it speaks of, and equal where both are', () => {
    expect(reasonOf('perDay', { most: 250 })).toBe('{"code":"perDay","most":250}');
    expect(reasonOf('paidSince')).toBe(reasonOf('paidSince'));
    expect(codeOf(reasonOf('perDay', { most: 250 }))).toBe('perDay');
  });

  it('is said in words, and so is one inside another', () => {
    expect(sayReason(reasonOf('missing', { names: ['dueDate', 'x'] }))).toBe('No value for Due date, x');
    const reason = bodyOf(reasonOf('cloudRefused', { said: 'Try later.' }));
    expect(sayReason(reasonOf('guard', { failures: 10, reason }))).toBe(
      'Paused after 10 failures in a row: WhatsApp refused it: Try later. Resume it when this is mended.',
    );
  });

  it.each(['', 'No line', '{', '[]', 'null', '{"code":7}'])('that is none is said as it is: %j', (text) => {
    const stored = text as Reason;
    expect(bodyOf(stored)).toEqual({ code: 'other', text });
    expect(sayReason(stored)).toBe(text);
  });

  it('of a later version is said by its code, whatever it is called', () => {
    for (const code of ['ofNextYear', 'toString', '__proto__'])
      expect(sayReason(`{"code":"${code}"}` as Reason)).toBe(code);
  });

  it('is told with its code, or as none', () => {
    expect(tellReason(reasonOf('optedOut'))).toEqual({
      reason: 'Asked for no messages',
      reasonCode: 'optedOut',
    });
    expect(tellReason(null)).toEqual({ reason: null, reasonCode: null });
    expect([hasCode(null, 'optedOut'), hasCode(reasonOf('optedOut'), 'paidSince', 'optedOut')]).toEqual([
      false,
      true,
    ]);
  });

  it('of many leaves out what somebody else said', () => {
    const said = [
      reasonOf('cloudRefused', { said: 'No' }),
      reasonOf('badValue', { said: 'No' }),
      reasonOf('wahaRefused', { why: 'No' }),
      reasonOf('other', { text: 'No' }),
    ].map(sayForMany);
    for (const sentence of said) expect(sentence).not.toMatch(/\bNo\b/);
    expect(sayForMany(reasonOf('wahaBroken', { status: 500 }))).toMatch(/500/);
  });

  it('is found by how it begins: codes are letters, and none is another in capitals', () => {
    const codes = Object.keys(reasonWords);
    for (const code of codes) expect(code).toMatch(/^[a-z]+$/i);
    expect(new Set(codes.map((code) => code.toLowerCase())).size).toBe(codes.length);
    expect(reasonOf('perDay', { most: 1 }).startsWith(likeCode('perDay').slice(0, -1))).toBe(true);
  });
});
