import { describe, expect, it } from 'vitest';
import { failureWords } from '#shared/words/failures.ts';
import { whyPasswordIsWeak } from './passwords.ts';

const why = (password: string) =>
  whyPasswordIsWeak({ password }, ['sadia.malik', 'Sadia Malik', 'Iqra School', '']);

describe('Passwords', () => {
  it.each([
    'password',
    'Password1!',
    'P@ssw0rd',
    'admin123',
    '12345678',
    '87654321',
    '00000000',
    'qwerty12',
    'abc12345',
    'Pakistan@123',
    'xxxxxxxx',
    'choose-your-own',
  ])('The common password %s is refused.', (password) =>
    expect(why(password)).toBe(failureWords.commonPassword),
  );
  it.each(['sadia.malik', 'SadiaMalik', 'sadia malik 1', 'iqraschool', 'Iqra-School2026'])(
    'The password %s is refused because it comes from the person’s or the school’s name.',
    (password) => expect(why(password)).toBe(failureWords.ownPassword),
  );
  it.each(['a good password', 'bench-password', 'long-enough', '20261127', '03001234567', 'sadia and malik'])(
    'The password “%s” is accepted.',
    (password) => expect(why(password)).toBeUndefined(),
  );
});
