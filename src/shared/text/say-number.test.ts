import { expect, test } from 'vitest';
import { readNumbers } from '../people/phone.ts';
import { formatPhoneNumber, formatTypedNumbers } from './say-number.ts';

test('A number of the campus’s own country is shown as people write it, and is read back as the same number.', () => {
  const e164 = {
    '0300-1234567': '+923001234567',
    '042-35761999': '+924235761999',
    '051-2345678': '+92512345678',
  };
  for (const [written, number] of Object.entries(e164)) {
    expect(formatPhoneNumber(number, 'PK')).toBe(written);
    expect(readNumbers(written, 'PK').numbers).toEqual([number]);
  }
});

test('A number of another country, or one that is not E.164, is shown as it is.', () => {
  expect(formatPhoneNumber('+971501234567', 'PK')).toBe('+971501234567');
  expect(formatPhoneNumber('+923001234567', 'AE')).toBe('+923001234567');
  expect(formatPhoneNumber('0300 1234567', 'PK')).toBe('0300 1234567');
  expect(formatPhoneNumber('', 'PK')).toBe('');
});

test('A number is shown in one form however a person typed it, and other texts stay.', () => {
  const typed = [
    '3004709137',
    '+92 300 470 9137',
    '923004709137',
    '0092-300-4709137',
    '(0300) 4709137',
    '۰۳۰۰۴۷۰۹۱۳۷',
  ];
  for (const number of typed) expect(formatTypedNumbers(number, 'PK')).toBe('0300-4709137');
  expect(formatTypedNumbers('3004709137 / 0321 8840127', 'PK')).toBe('0300-4709137 / 0321-8840127');
  for (const text of ['', 'ask', '042-35761999', '+971501234567', '3004709137 12'])
    expect(formatTypedNumbers(text, 'PK')).toBe(text);
  expect(formatTypedNumbers('3004709137', 'AE')).toBe('3004709137');
});
