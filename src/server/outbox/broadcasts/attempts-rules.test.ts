import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opaqueOf, readOpaque } from './attempts-rules.ts';

describe('The opaque field of a message', () => {
  it('The opaque field names the message and the attempt.', () => {
    const receiptSecret = '0123456789abcdef';
    expect(opaqueOf({ id: 12, attempts: 3 }, receiptSecret)).toBe(`m2:12:a3:${receiptSecret}`);
    expect(readOpaque(`m2:12:a3:${receiptSecret}`)).toEqual({ id: 12, attempts: 3, receiptSecret });
    // An older message has no receipt secret.
    expect(readOpaque('m1:12:a3')).toEqual({ id: 12, attempts: 3, receiptSecret: '' });
  });

  it.each([
    '',
    'm1:12',
    'm2:12:a3',
    'm2:12:a3:0123456',
    'm1:12:a3:0123456789abcdef',
    'm1:-1:a3',
    'm1:12:a3 ',
    'm1:1e3:a1',
    'm1:99999999999999999999:a1',
    "m1:1:a1'; drop",
  ])('The opaque value %j is not from this program.', (opaque) => expect(readOpaque(opaque)).toBeUndefined());

  it('An opaque field is read back as it was written.', () => {
    const natural = fc.integer({ min: 1, max: 999_999_999 });
    fc.assert(
      fc.property(natural, natural, (id, attempts) => {
        const receiptSecret = 'abcdef0123456789';
        expect(readOpaque(opaqueOf({ id, attempts }, receiptSecret))).toEqual({
          id,
          attempts,
          receiptSecret,
        });
      }),
    );
  });
});
