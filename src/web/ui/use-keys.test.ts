import { expect, test } from 'vitest';
import { latinKey } from './use-keys.ts';

const pressed = (key: string, code: string, shiftKey = false) => latinKey({ key, code, shiftKey });

test('a key is what it says', () => {
  expect(pressed('n', 'KeyN')).toBe('n');
  expect(pressed('N', 'KeyN', true)).toBe('n');
  expect(pressed('Escape', 'Escape')).toBe('escape');
  // Where the slash is on a German keyboard.
  expect(pressed('/', 'Digit7', true)).toBe('/');
  expect(pressed('?', 'Minus', true)).toBe('?');
});

test('in the Urdu layout a key is what stands on it in Latin letters', () => {
  expect(pressed('ن', 'KeyN')).toBe('n');
  expect(pressed('؟', 'Slash', true)).toBe('?');
  expect(pressed('۔', 'Slash')).toBe('/');
  expect(pressed('۱', 'Digit1')).toBe('۱');
});
