import { expect, test } from 'vitest';
import { Failure } from '#shared/failures.ts';
import { mayHaveArrived, pressOf } from './idempotency.ts';

test('A repeated press keeps its idempotency key until the content changes.', () => {
  const none = { clientID: '', content: '' };
  let made = 0;
  const makeID = () => `press-${++made}`;
  const first = pressOf('one text', none, makeID);
  expect(pressOf('one text', first, makeID)).toBe(first);
  expect(pressOf('another', first, makeID).clientID).toBe('press-2');
  expect(pressOf('one text', none, makeID).clientID).toBe('press-3');
  expect(pressOf('one text', null, makeID).clientID).toBe('press-4');
});

test('A failed request may have arrived unless the answer says that it was refused.', () => {
  const failed = (code: ConstructorParameters<typeof Failure>[0]) => mayHaveArrived(new Failure(code, 'No.'));
  expect([failed('unavailable'), failed('broken'), failed('tooMany')]).toEqual([true, true, true]);
  expect(mayHaveArrived(new TypeError('cut off'))).toBe(true);
  expect([failed('invalid'), failed('conflict'), failed('forbidden')]).toEqual([false, false, false]);
});
