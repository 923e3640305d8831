import { expect, test } from 'vitest';
import { latinKey } from './use-keys.ts';

const pressed = (key: string, code: string, shiftKey = false) => latinKey({ key, code, shiftKey });

test('A key in a Latin layout is the character it types.', () => {
  expect(pressed('n', 'KeyN')).toBe('n');
  expect(pressed('N', 'KeyN', true)).toBe('n');
  expect(pressed('Escape', 'Escape')).toBe('escape');
  // A German keyboard has the slash here.
  expect(pressed('/', 'Digit7', true)).toBe('/');
  expect(pressed('?', 'Minus', true)).toBe('?');
});

test('A key in the Urdu layout is the Latin character on it.', () => {
  expect(pressed('ن', 'KeyN')).toBe('n');
  expect(pressed('؟', 'Slash', true)).toBe('?');
  expect(pressed('۔', 'Slash')).toBe('/');
  expect(pressed('۱', 'Digit1')).toBe('۱');
});
