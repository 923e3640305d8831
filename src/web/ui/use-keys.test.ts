import { expect, test } from 'vitest';
import { latinKey } from './use-keys.ts';

const pressed = (key: string, code: string, shiftKey = false) => latinKey({ key, code, shiftKey });

test('In a Latin keyboard layout a shortcut key is the character that it types.', () => {
  expect(pressed('n', 'KeyN')).toBe('n');
  expect(pressed('N', 'KeyN', true)).toBe('n');
  expect(pressed('Escape', 'Escape')).toBe('escape');
  // A German keyboard has the slash here.
  expect(pressed('/', 'Digit7', true)).toBe('/');
  expect(pressed('?', 'Minus', true)).toBe('?');
});

test('In the Urdu keyboard layout a shortcut key is the Latin character on the same key.', () => {
  expect(pressed('ن', 'KeyN')).toBe('n');
  expect(pressed('؟', 'Slash', true)).toBe('?');
  expect(pressed('۔', 'Slash')).toBe('/');
  expect(pressed('۱', 'Digit1')).toBe('۱');
});
