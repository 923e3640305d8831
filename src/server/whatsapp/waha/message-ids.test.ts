import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareID, idFor, isOfLinkedDevice, opaqueIn } from './message-ids.ts';

const key = 'a key of this sender';

describe('Message ids of texts', () => {
  it('The message id of a text looks like that of a linked device and encodes the message and the attempt.', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 ** 9 - 1 }),
        fc.integer({ min: 1, max: 4095 }),
        (message, attempt) => {
          const opaque = `m1:${message}:a${attempt}`;
          const id = idFor(key, opaque) ?? '';
          expect(id).toMatch(/^3EB0[0-9A-F]{18}$/);
          expect(isOfLinkedDevice(id)).toBe(true);
          expect(opaqueIn(key, [''], id)).toBe(opaque);
        },
      ),
    );
  });

  it('The message ids of two attempts differ in more than their last digits.', () => {
    const [one = '', two = ''] = [idFor(key, 'm1:7:a1'), idFor(key, 'm1:7:a2')];
    expect(one.slice(4, 16)).not.toBe(two.slice(4, 16));
  });

  it.each(['', 'm2:1:a1', 'm1:1', `m1:${16 ** 9}:a1`, 'm1:1:a4096'])(
    'The opaque id "%s" gets no message id.',
    (opaque) => {
      expect(idFor(key, opaque)).toBeUndefined();
    },
  );

  it('The message id contains the receipt secret and is decoded only with that secret.', () => {
    const opaque = 'm2:7:a1:0123456789abcdef';
    const id = idFor(key, opaque) ?? '';
    expect(id).not.toBe(idFor(key, 'm1:7:a1'));
    expect(opaqueIn(key, ['fedcba9876543210', '0123456789abcdef', ''], id)).toBe(opaque);
    expect(opaqueIn(key, ['fedcba9876543210', ''], id)).toBeUndefined();
  });

  it('Without a key there is no message id.', () => expect(idFor('', 'm1:1:a1')).toBeUndefined());
});

describe('Foreign message ids', () => {
  it('A message id with another key or a changed digit is not decoded.', () => {
    const id = idFor(key, 'm1:12:a3') ?? '';
    expect(opaqueIn('another key', [''], id)).toBeUndefined();
    expect(opaqueIn('', [''], id)).toBeUndefined();
    const last = id.endsWith('0') ? '1' : '0';
    for (const other of [
      id.toLowerCase(),
      `${id}0`,
      id.slice(0, -1) + last,
      '3EB0',
      '3A0123456789ABCDEF0123',
    ])
      expect(opaqueIn(key, [''], other), other).toBeUndefined();
  });
});

it('bareID removes the chat from a message id.', () => {
  expect(bareID('true_923001234567@c.us_3EB0AB')).toBe('3EB0AB');
  expect(bareID('3EB0AB')).toBe('3EB0AB');
});
